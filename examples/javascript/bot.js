// A bot from docs/protocol.md alone: node bot.js HOST:PORT [PRESET [SEATS]] | HOST:PORT join TABLE
//
// Without `join` it makes a table and fills it with the server's computers. It comes back to its
// seat after every loss of the connection, and ends when the match is over.

import net from "node:net";
import { decode, encode } from "@msgpack/msgpack";

const FINAL = ["version", "protocol", "too_long", "flood", "replaced", "quit"]; // do not come again
const [address = "", what = "classic", more] = process.argv.slice(2);
const colon = address.lastIndexOf(":");
const port = Number(address.slice(colon + 1));
if (colon < 1 || !(port > 0 && port < 65536)) {
  console.error("usage: node bot.js HOST:PORT [PRESET [SEATS]] | HOST:PORT join TABLE");
  process.exit(2);
}
const host = address.slice(0, colon).replace(/[[\]]/g, "");

let token = null; // from the first hello: the proof that the seat is ours
let pause = 500; // milliseconds before the next attempt to connect

/** Play a card if one can be played, with the call if one is due, a Wild Draw Four last. */
function choose(legal) {
  const plays = legal.filter((action) => action.startsWith("play"));
  const worth = (action) => (action.endsWith("call") ? 2 : 0) + (action[5] === "F" ? 0 : 1);
  return (plays.length ? plays : legal).reduce((a, b) => (worth(b) > worth(a) ? b : a));
}

/** One connection: frames in, frames out, until it closes. */
function connect() {
  const socket = net.connect(port, host);
  const answers = new Map(); // by id: what to do with the answer to a request
  const began = Date.now();
  let lastId = 0;
  let buffer = Buffer.alloc(0);
  let match = -1;
  let answered = -1; // the turn decision that was answered last
  let final = false;

  function write(message) {
    const payload = encode(message);
    const header = Buffer.alloc(4);
    header.writeUInt32BE(payload.length);
    socket.write(Buffer.concat([header, payload]));
  }

  /** Send a request; after `rate_limited` send it again when the server says so. */
  function request(type, fields = {}, onOk = () => {}, onRefused = stop) {
    const id = ++lastId;
    answers.set(id, (answer) => {
      if (answer.type === "ok") return onOk(answer.result);
      if (answer.code !== "rate_limited") return onRefused(answer);
      setTimeout(() => request(type, fields, onOk, onRefused), 1000 * answer.wait);
    });
    if (!socket.destroyed) write({ type, id, ...fields });
  }

  function stop(answer) {
    console.error(`${answer.code}: ${answer.text}`);
    process.exit(1);
  }

  function hello() {
    const name = `JS ${process.pid}`;
    const fields = { versions: [1], name, software: "example bot", computer: true };
    request("hello", token ? { ...fields, token } : fields, (me) => {
      token = me.token;
      if (me.table === null) sitDown();
    }, (answer) => {
      if (answer.code !== "bad_token") return stop(answer);
      token = null; // the server does not know us any more: begin anew
      hello();
    });
  }

  function sitDown() {
    if (what === "join") {
      request("join", { table: Number(more) });
      return;
    }
    const seats = Number(more ?? 2);
    request("create", { preset: what, seats }, () => {
      for (let seat = 1; seat < seats; seat++) request("add_computer", { level: "simple" });
      request("start", {}, () => {}, (answer) => console.error(`not started: ${answer.text}`));
    });
  }

  function update({ turn, view, you }) {
    if (view.state === "over") return finish(view);
    if (you === null || view.to_move !== you.seat) return;
    if (view.match === match && turn === answered) return; // somebody came or went; we have moved
    [match, answered] = [view.match, turn];
    move(turn, you.legal);
  }

  /** Move; if that is refused for itself, try what else is legal, but not for ever. */
  function move(turn, legal, tries = 3) {
    const action = choose(legal);
    const rest = legal.filter((other) => other !== action);
    request("move", { turn, action }, () => {}, (answer) => {
      const again = answer.code === "illegal" && rest.length > 0 && tries > 1;
      if (again && turn === answered) move(turn, rest, tries - 1);
    });
  }

  function finish(view) {
    console.log(`points: ${view.result.totals.join(" ")}`);
    console.log(`winners: ${view.result.winners.map((seat) => view.seats[seat].name).join(" ")}`);
    final = true;
    request("quit", {}, () => socket.end());
  }

  function take(message) {
    if (message.type === "greeting") hello();
    else if (message.type === "ping") write({ type: "pong" });
    else if (message.type === "update" && !final) update(message);
    else if (message.type === "ok" || message.type === "refused") {
      const answer = answers.get(message.id);
      answers.delete(message.id);
      if (answer) answer(message);
    } else if (message.type === "goodbye") {
      final ||= FINAL.includes(message.code);
      if (message.code !== "quit") console.error(`${message.code}: ${message.text}`);
    } // whatever else comes is of no use to this bot, or newer than it
  }

  socket.on("data", (data) => {
    buffer = Buffer.concat([buffer, data]);
    while (buffer.length >= 4 && buffer.length >= 4 + buffer.readUInt32BE(0)) {
      const end = 4 + buffer.readUInt32BE(0);
      const payload = buffer.subarray(4, end);
      buffer = buffer.subarray(end);
      take(decode(payload));
    }
  });
  socket.on("error", (error) => console.error(error.message));
  socket.on("close", () => {
    if (final) return;
    if (token === null && pause === 500 && lastId === 0) process.exit(3); // nobody was there at all
    if (Date.now() - began > 10000) pause = 500;
    setTimeout(connect, pause * (0.5 + Math.random() / 2));
    pause = Math.min(2 * pause, 15000);
  });
}

connect();
