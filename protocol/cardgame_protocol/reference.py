"""Writes docs/protocol.json and the generated parts of docs/protocol.md from the message types.

`python -m cardgame_protocol.reference` says whether the two documents are what the code says
(exit code 1 if not); `--write` makes them so. In docs/protocol.md a generated part stands between
`<!-- generated: NAME -->` and `<!-- end -->`, and each ```hex block after a ```json block is the
frame of that message.
"""

import argparse
import ast
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from cardgame_protocol import limits
from cardgame_protocol.answers import SERVER_MESSAGES
from cardgame_protocol.codes import Code, GoodbyeCode, RefusalCode
from cardgame_protocol.describe import (
    FieldDescription,
    StructDescription,
    as_plain,
    describe,
    describe_all,
)
from cardgame_protocol.events import RULE_EVENTS
from cardgame_protocol.framing import frame
from cardgame_protocol.plain import encode_value
from cardgame_protocol.requests import REQUESTS, Pong, Request
from cardgame_protocol.results import RESULTS, TableLine
from cardgame_protocol.table_events import TABLE_EVENTS
from cardgame_protocol.view import (
    Fair,
    HandSheet,
    MatchResult,
    Rules,
    Seat,
    ShownHand,
    View,
    Wait,
    You,
)

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
"""Where the documents are in a clone of the project."""

HEX_COLUMNS: Final = 32
"""Bytes in one line of a hex block: 64 digits, readable on a terminal of 80 columns."""

VIEW_PARTS: Final = (View, Rules, Seat, Wait, Fair, HandSheet, MatchResult, You, ShownHand)

_GENERATED = re.compile(r"(<!-- generated: (?P<name>\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_VECTOR = re.compile(
    r"(```json (?P<sender>client|server)\n(?P<json>.*?)```\n+(?:<details>[^\n]*\n+)?```hex\n)"
    r"(?P<hex>.*?)(```)",
    re.DOTALL,
)


def protocol_json() -> str:
    """Make the text of docs/protocol.json."""
    results = {str(r.__struct_config__.tag): as_plain(describe(s)) for r, s in RESULTS.items()}
    document = {
        "protocol": "cardgame",
        "versions": list(limits.VERSIONS),
        "frame": {
            "header": "4 bytes, big-endian, length of the payload",
            "payload": "one MessagePack map",
            "max": limits.FRAME_MAX,
        },
        "limits": _limits(),
        "client": _plain([*REQUESTS, Pong]),
        "results": results,
        "server": _plain(SERVER_MESSAGES),
        "parts": _plain([*VIEW_PARTS, TableLine]),
        "events": _plain([*RULE_EVENTS, *TABLE_EVENTS]),
        "refusals": _codes(RefusalCode),
        "goodbyes": _codes(GoodbyeCode),
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _plain(structs: Iterable[type[msgspec.Struct]]) -> list[dict[str, Any]]:
    return [as_plain(description) for description in describe_all(structs)]


def _limits() -> dict[str, float]:
    return {name.lower(): getattr(limits, name) for name in _limit_texts()}


def _limit_texts() -> dict[str, str]:
    """Find what limits.py says below each number; a constant keeps no docstring at run time."""
    body = ast.parse(inspect.getsource(limits)).body
    return {
        constant.target.id: " ".join(text.value.value.split())
        for constant, text in pairwise(body)
        if isinstance(constant, ast.AnnAssign)
        and isinstance(constant.target, ast.Name)
        and isinstance(getattr(limits, constant.target.id), int | float)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    }


def _codes(codes: type[Code]) -> list[dict[str, str]]:
    return [{"code": str(code), "when": code.when, "advice": code.advice} for code in codes]


def protocol_markdown(document: str) -> str:
    """Fill the generated parts and the hex blocks of docs/protocol.md anew; the rest stays."""
    filled = _GENERATED.sub(lambda m: f"{m[1]}{_PARTS[m['name']]()}{m[3]}", document)
    return _VECTOR.sub(lambda m: f"{m[1]}{hex_block(m['json'])}{m[5]}", filled)


class Vector(NamedTuple):
    """One message of docs/protocol.md: who sends it, as JSON, and the bytes of its frame."""

    sender: str
    message: dict[str, Any]
    frame: bytes


def vectors(document: str) -> list[Vector]:
    """Find the messages of docs/protocol.md that are given both as JSON and in hexadecimal."""
    return [
        Vector(found["sender"], json.loads(found["json"]), bytes.fromhex(found["hex"]))
        for found in _VECTOR.finditer(document)
    ]


def hex_block(message: str) -> str:
    """Make the hex block of a message given as JSON: header on the first line, then the payload."""
    frame_bytes = frame(encode_value(json.loads(message)))
    payload = frame_bytes[limits.HEADER_BYTES :].hex()
    step = 2 * HEX_COLUMNS
    lines = [payload[at : at + step] for at in range(0, len(payload), step)]
    return "\n".join([frame_bytes[: limits.HEADER_BYTES].hex(), *lines, ""])


def _requests() -> str:
    return "".join(map(_request, REQUESTS)) + _section(describe(Pong), level=3)


def _request(request: type[Request]) -> str:
    result = RESULTS.get(request)
    fields = "" if result is None else f":\n\n{_field_table(describe(result).fields)}"
    text = _section(describe(request), level=3, leave_out=("id",))
    return f"{text}Result{fields or ': empty.'}\n\n".replace("\n\n\n", "\n\n")


def _sections(structs: Iterable[type[msgspec.Struct]], level: int = 3) -> str:
    return "".join(_section(description, level=level) for description in describe_all(structs))


def _section(what: StructDescription, *, level: int, leave_out: Sequence[str] = ()) -> str:
    title = f"`{what.tag}`" if what.tag else what.name
    fields = [field for field in what.fields if field.name not in leave_out]
    table = _field_table(fields) if fields else "No fields.\n"
    return f"{'#' * level} {title}\n\n{what.text}\n\n{table}\n"


def _field_table(fields: Sequence[FieldDescription]) -> str:
    rows = [(f"`{field.name}`", _type(field.type, field.default), field.text) for field in fields]
    return _table(("field", "type", "meaning"), rows)


def _type(words: str, default: str | None) -> str:
    return words if default is None else f"{words}; default `{default}`"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "".join(map(_row, [head, ["---"] * len(head), *rows]))


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def _code_table(codes: type[Code]) -> str:
    rows = [(f"`{code}`", code.when, code.advice) for code in codes]
    return _table(("code", "when", "what to do"), rows)


def _limit_table() -> str:
    values = _limits()
    rows = [
        (f"`{name.lower()}`", json.dumps(values[name.lower()]), text)
        for name, text in _limit_texts().items()
    ]
    return _table(("limit", "value", "what it is, and why"), rows)


_PARTS: Final[dict[str, Callable[[], str]]] = {
    "requests": _requests,
    "server": lambda: _sections(SERVER_MESSAGES),
    "table_line": lambda: _sections([TableLine], level=4),
    "view": lambda: _sections(VIEW_PARTS),
    "rule_events": lambda: _sections(RULE_EVENTS, level=4),
    "table_events": lambda: _sections(TABLE_EVENTS, level=4),
    "limits": _limit_table,
    "refusals": lambda: _code_table(RefusalCode),
    "goodbyes": lambda: _code_table(GoodbyeCode),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the documents, or write them; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m cardgame_protocol.reference")
    parser.add_argument("--write", action="store_true", help="write the documents anew")
    parser.add_argument("--docs", type=Path, default=DOCS, help="folder of the documents")
    options = parser.parse_args(arguments)
    markdown: Path = options.docs / "protocol.md"
    fresh = {
        markdown: protocol_markdown(markdown.read_text("utf-8")),
        options.docs / "protocol.json": protocol_json(),
    }
    if options.write:
        for path, text in fresh.items():
            path.write_text(text, "utf-8")
        return 0
    stale = [path for path, text in fresh.items() if path.read_text("utf-8") != text]
    for path in stale:
        sys.stdout.write(f"{path} is not what the code says: run with --write\n")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
