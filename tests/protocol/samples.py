"""Messages for the tests of this room: one table in full, and any message by its type."""

from typing import Any

import hypothesis.strategies as st
import msgspec
from msgspec import inspect as types

SEAT: dict[str, Any] = {
    "name": "Anna",
    "kind": "person",
    "level": None,
    "here": True,
    "stand_in": False,
    "ready": False,
    "asked": False,
    "cards": 7,
    "total": 120,
    "lives": None,
    "in_match": True,
    "pause": False,
    "bank": 12.5,
    "next": "",
}

VIEW: dict[str, Any] = {
    "table": 3,
    "name": "Anna's table",
    "rules": {"preset": "classic", "options": {"call_penalty": 2, "stacking": None}},
    "changed": [],
    "state": "playing",
    "host": "Anna",
    "spectators": ["Zoë"],
    "match": 1,
    "next_in": None,
    "hand": 2,
    "dealer": 0,
    "first": 1,
    "phase": "play",
    "to_move": 1,
    "direction": -1,
    "top": "W",
    "colour": "G",
    "pending": 0,
    "stock": 60,
    "discard": 12,
    "uncalled": [0],
    "last_hand": None,
    "result": None,
    "seats": [SEAT, {**SEAT, "name": "Ben", "kind": "computer", "level": "simple"}],
    "waits": [{"seat": 1, "name": "Ben", "why": "turn", "left": 3.5, "then": "default"}],
    "paused": None,
    "turn_seconds": 20.0,
    "bank_seconds": 60.0,
    "latecomers": "next_hand",
    "seed": None,
    "fair": {"match": 2, "commitment": "c" * 64, "texts": ["", "luck"], "secret": None},
    "revealed": {"match": 1, "commitment": "a" * 64, "texts": ["", ""], "secret": "5" * 64},
}

YOU: dict[str, Any] = {
    "seat": 1,
    "hand": ["G7", "R2", "W"],
    "legal": ["play G7", "play W R", "draw", "catch 0"],
    "drawn": None,
    "shown": {"seat": 0, "cards": ["R2"]},
}

EVENTS: list[dict[str, Any]] = [
    {"event": "drew", "seat": 0, "count": 4, "reason": "challenge"},
    {"event": "played", "seat": 0, "card": "W", "colour": "G", "left": 1, "call": False},
]


def messages(struct: type[msgspec.Struct]) -> st.SearchStrategy[msgspec.Struct]:
    """Build any lawful value of one message type."""
    info = types.type_info(struct)
    assert isinstance(info, types.StructType)
    return st.builds(struct, **{field.name: _values(field.type) for field in info.fields})


def _values(kind: types.Type) -> st.SearchStrategy[Any]:
    match kind:
        case types.Metadata():
            return _values(kind.type)
        case types.UnionType():
            return st.one_of([_values(inner) for inner in kind.types])
        case types.ListType():
            return st.lists(_values(kind.item_type), max_size=3)
        case types.StructType():
            return messages(kind.cls)
    return _simple(kind)


def _simple(kind: types.Type) -> st.SearchStrategy[Any]:
    match kind:
        case types.IntType():
            return st.integers(kind.ge, kind.le)
        case types.FloatType():
            return st.floats(kind.ge, kind.le)
        case types.StrType():
            return st.text(max_size=min(kind.max_length or 30, 30))
        case types.LiteralType():
            return st.sampled_from(kind.values)
        case types.DictType() | types.AnyType():
            return st.dictionaries(st.text(max_size=8), st.integers(0, 9), max_size=3)
    return st.booleans() if isinstance(kind, types.BoolType) else st.none()
