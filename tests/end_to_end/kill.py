"""``make kill``: the real server is killed under load, again and again; nothing told is lost.

Usage: python -m tests.end_to_end.kill [--kills 50] [--tables 12] [--seed N]

Persons and bots play at real tables over real sockets. At a random moment the server's process gets
SIGKILL. What stands in its data folder is then held against what every client was told, another
server is started on the same folder, and everybody comes back by the token and plays on.
"""

import argparse
import selectors
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgpack

from bench.wire import Line, LoadError, encode
from cardgame_rules.records import dumps, moments
from cardgame_server.check import check, recovered
from cardgame_server.table import Table

SEATS = 4
PEOPLE = 2  # seats of each second table whose clients say that they are persons
TARGET = 100_000  # points: no match ends during a run
LOAD_SECONDS = (0.2, 0.9)  # from everybody's return to the kill
Told = dict[str, Any]
Move = tuple[int, int, str]  # turn, seat, action


class Client:
    """Somebody at a table. `acknowledged` are the moves whose `ok` has come."""

    def __init__(self, name: str, *, computer: bool) -> None:
        self.name = name
        self.computer = computer
        self.token = ""
        self.table = self.seat = -1
        self.acknowledged: list[Move] = []
        self.highest_turn = 0
        self._asked: dict[int, Move] = {}
        self._answered: tuple[int, list[str]] | None = None
        self._ready_for = -1
        self._last_id = 10
        self.line: Line

    def connect(self, port: int) -> Told:
        """Say hello, with the token if there is one; return the result."""
        self.line = Line(port)
        self.line.first_message()
        token = {"token": self.token} if self.token else {}
        hello = {"versions": [1], "name": self.name, "software": "kill", "computer": self.computer}
        result = self.line.request({"type": "hello", "id": 1, **hello, **token})
        self.token = str(result["token"])
        self._asked.clear()
        self._answered = None
        self._ready_for = -1
        return result

    def request(self, kind: str, **fields: Any) -> Told:
        """Ask for something and wait for it."""
        return self.line.request({"type": kind, "id": 2, **fields})

    def take(self, payload: bytes, chance: Random, *, answer: bool = True) -> None:
        """Look at a message; answer it as a player does, unless the server is dead."""
        told = msgpack.unpackb(payload)
        if told["type"] == "ok" and told["id"] in self._asked:
            self.acknowledged.append(self._asked.pop(told["id"]))
        elif told["type"] == "ping":
            self.line.send(encode({"type": "pong"}))
        elif told["type"] == "update":
            self.highest_turn = max(self.highest_turn, told["turn"])
            if answer:
                self._play(told, chance)

    def _play(self, update: Told, chance: Random) -> None:
        legal: list[str] = update["you"]["legal"]
        view = update["view"]
        if view["state"] == "between" and not self.computer and self._ready_for != view["hand"]:
            self._ready_for = view["hand"]
            self._send("ready")
        decision = (update["turn"], legal)
        if view["to_move"] != self.seat or not legal or self._answered == decision:
            return
        self._answered = decision
        plays = [action for action in legal if action.startswith("play")]
        action = chance.choice(plays or legal)
        number = self._send("move", turn=update["turn"], action=action)
        self._asked[number] = (update["turn"], self.seat, action)

    def _send(self, kind: str, **fields: Any) -> int:
        self._last_id += 1
        with suppress(OSError):  # The server may be dead by now: then nothing was acknowledged.
            self.line.send(encode({"type": kind, "id": self._last_id, **fields}))
        return self._last_id


@dataclass
class Findings:
    """What a run has counted. All lists but the counts must stay empty."""

    kills: int = 0
    moves: int = 0
    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)
    restarts: list[float] = field(default_factory=list)

    def report(self) -> str:
        """Return the findings as text."""
        lines = [
            f"{self.kills} kills, {self.moves} acknowledged moves held against the journal",
            f"lost: {len(self.lost)}, twice: {len(self.twice)}, other faults: {len(self.other)}",
            f"restart to first line: {max(self.restarts, default=0.0):.2f} s at most",
        ]
        return "\n".join([*lines, *self.lost, *self.twice, *self.other])

    @property
    def clean(self) -> bool:
        """Whether nothing was wrong."""
        return not (self.lost or self.twice or self.other)


class Run:
    """One data folder and everybody who plays on its servers."""

    def __init__(self, folder: Path, tables: int, seed: int) -> None:
        self._folder = folder
        self._chance = Random(seed)
        self.findings = Findings()
        self._server: subprocess.Popen[str]
        self._port = self._start()
        self._clients = [client for number in range(tables) for client in self._party(number)]
        self._wanderer = Client("wanderer", computer=False)
        self._wanderer.connect(self._port)

    def _start(self) -> int:
        command = [sys.executable, "-m", "cardgame_server.cli", "--listen", "127.0.0.1:0"]
        command += ["--data", str(self._folder), "--log", str(self._folder / "server.log")]
        began = time.perf_counter()
        self._server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._server.stdout is not None
        line = self._server.stdout.readline()
        self.findings.restarts.append(time.perf_counter() - began)
        return int(line.rpartition(":")[2])

    def _party(self, number: int) -> list[Client]:
        """Seat clients at a table of their own and start."""
        host = Client(f"host {number}", computer=False)
        host.connect(self._port)
        options = {"preset": "classic", "seats": SEATS, "sit": False, "target": TARGET, "pace": 0}
        table = host.request("create", **options)["table"]
        party = []
        for seat in range(SEATS):
            client = Client(f"{number}-{seat}", computer=number % 2 == 0 or seat >= PEOPLE)
            client.connect(self._port)
            client.request("join", table=table, seat=seat)
            client.table, client.seat = table, seat
            party.append(client)
        host.request("start")
        host.request("quit")
        host.line.socket.close()
        return party

    def once(self) -> None:
        """Let everybody play for a while, kill the server, look, and bring everybody back."""
        kill_at = time.perf_counter() + self._chance.uniform(*LOAD_SECONDS)
        self._wander()
        with selectors.DefaultSelector() as selector:
            for client in self._clients:
                client.line.socket.setblocking(False)
                selector.register(client.line.socket, selectors.EVENT_READ, client)
                self._read_early(client)
            while (left := kill_at - time.perf_counter()) > 0:
                for key, _ in selector.select(left):
                    self._read(key.data)
        self._server.kill()
        self._server.wait()
        if self._server.stdout is not None:
            self._server.stdout.close()
        self._drain()
        self.findings.kills += 1
        self._compare()
        self._port = self._start()
        for client in [*self._clients, self._wanderer]:
            self._come_back(client)

    def _wander(self) -> None:
        """Make a table or leave one: what the lobby acknowledged is to come back as well."""
        if self._wanderer.table == -1:
            made = self._wanderer.request("create", preset="duel", seats=2)
            self._wanderer.table, self._wanderer.seat = made["table"], 0
        else:
            self._wanderer.request("leave")
            self._wanderer.table = self._wanderer.seat = -1

    def _read_early(self, client: Client) -> None:
        for payload in client.line.unread:
            client.take(payload, self._chance)
        client.line.unread.clear()

    def _read(self, client: Client) -> None:
        for payload in client.line.payloads():
            client.take(payload, self._chance)

    def _drain(self) -> None:
        """Read what the server had sent before it was killed: all of that was acknowledged."""
        for client in self._clients:
            with suppress(LoadError, OSError):
                while True:
                    for payload in client.line.payloads():
                        client.take(payload, self._chance, answer=False)
            client.line.socket.close()
        self._wanderer.line.socket.close()

    def _compare(self) -> None:
        """Hold the journal against what everybody was told."""
        # A write that was cut short is what a kill leaves; anything else is a fault.
        wrong = [line for line in check(self._folder) if "belong to no complete commit" not in line]
        self.findings.other += wrong
        tables = recovered(self._folder)
        done = {number: moves_of(table) for number, table in tables.items()}
        self.findings.moves = sum(len(client.acknowledged) for client in self._clients)
        for client in self._clients:
            moves = done.get(client.table, Counter())
            self.findings.lost += [
                f"kill {self.findings.kills}: {client.name} was told {move}"
                for move in client.acknowledged
                if not moves[move]
            ]
            table = tables.get(client.table)
            if table is None or table.turn < client.highest_turn:
                self.findings.other.append(f"{client.name} saw a turn that is gone")
        self.findings.twice += [
            f"kill {self.findings.kills}: table {number}: {move}"
            for number, moves in done.items()
            for move, count in moves.items()
            if count > 1
        ]

    def _come_back(self, client: Client) -> None:
        result = client.connect(self._port)
        place = (result["table"], result["seat"])
        expected = (client.table, client.seat) if client.table >= 0 else (None, None)
        if place != expected:
            self.findings.other.append(f"{client.name} is at {place}, not at {expected}")

    def close(self) -> None:
        """End the server politely and close all sockets."""
        for client in [*self._clients, self._wanderer]:
            with suppress(OSError):
                client.line.socket.shutdown(socket.SHUT_RDWR)
            client.line.socket.close()
        self._server.terminate()
        self._server.communicate()


def moves_of(table: Table) -> Counter[Move]:
    """Return how often each move stands in the record of a table's match."""
    moves: Counter[Move] = Counter()
    if table.match is None:
        return moves
    text = dumps(table.match)
    lines = text.split("\n")
    turn = 0
    for moment in moments(text):
        seat, _, action = lines[moment.line - 1].partition(" ")
        if seat.isdigit():
            moves[turn, int(seat), action] += 1
        turn = moment.match.turn
    return moves


def kill_again_and_again(folder: Path, kills: int, tables: int, seed: int) -> Findings:
    """Make a run; return what it has found."""
    run = Run(folder, tables, seed)
    try:
        for number in range(kills):
            run.once()
            if sys.stdout.isatty():
                print(f"\r{number + 1} of {kills}", end="", flush=True)
    finally:
        run.close()
    return run.findings


def main() -> int:
    """Run as a command: 0 if nothing acknowledged was lost, else 1."""
    parser = argparse.ArgumentParser(prog="make kill", description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    options = parser.parse_args()
    print(f"seed {options.seed}")
    with tempfile.TemporaryDirectory() as folder:
        findings = kill_again_and_again(Path(folder), options.kills, options.tables, options.seed)
    print(findings.report())
    return 0 if findings.clean else 1


if __name__ == "__main__":
    sys.exit(main())
