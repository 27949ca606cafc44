"""Turns the message types into plain descriptions, the source of everything that is generated.

A description is what docs/protocol.json holds and what the tables of docs/protocol.md are made
from (reference.py). Words, not Python: `integer`, `number`, `text`, `boolean`, `array`, `map`.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect as types

from cardgame_protocol.limits import INT_MAX

_SIMPLE: tuple[tuple[type[types.Type], str], ...] = (
    (types.IntType, "integer"),
    (types.FloatType, "number"),
    (types.StrType, "text"),
    (types.BoolType, "boolean"),
    (types.NoneType, "null"),
    (types.DictType, "map"),
    (types.AnyType, "any"),
)


class FieldDescription(NamedTuple):
    """One field: `type` in words with its bounds; `default` as JSON, None if it is required."""

    name: str
    type: str
    text: str
    default: str | None


class StructDescription(NamedTuple):
    """One message, event or part of a message. `tag` is the value of its `type` or `event`."""

    name: str
    tag: str | None
    text: str
    fields: tuple[FieldDescription, ...]


def describe(struct: type[msgspec.Struct]) -> StructDescription:
    """Describe one message type from its docstring and its fields."""
    info = types.type_info(struct)
    if not isinstance(info, types.StructType):
        raise TypeError(f"{struct.__name__} is no Struct")
    fields = tuple(_field(field) for field in info.fields)
    text = " ".join((struct.__doc__ or "").split())
    tag = None if info.tag is None else str(info.tag)
    return StructDescription(struct.__name__, tag, text, fields)


def describe_all(structs: Iterable[type[msgspec.Struct]]) -> list[StructDescription]:
    """Describe several message types, in their order."""
    return [describe(struct) for struct in structs]


def _field(field: types.Field) -> FieldDescription:
    text = ""
    if isinstance(field.type, types.Metadata):
        text = (field.type.extra_json_schema or {}).get("description", "")
    default = None if field.required else _json(_default_of(field))
    return FieldDescription(field.encode_name, _words(field.type), text, default)


def _default_of(field: types.Field) -> object:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


def _words(kind: types.Type) -> str:
    """Say a type in words: `integer 0..9 or null`, `array of text`."""
    if isinstance(kind, types.Metadata):
        return _words(kind.type)
    if isinstance(kind, types.UnionType):
        return " or ".join(sorted(map(_words, kind.types), key=_null_last))
    if isinstance(kind, types.ListType):
        return f"array of {_words(kind.item_type)}"
    if isinstance(kind, types.LiteralType):
        return " or ".join(_json(value) for value in kind.values)
    if isinstance(kind, types.StructType):
        return kind.cls.__name__
    return _simple(kind)


def _null_last(words: str) -> bool:
    return words == "null"


def _simple(kind: types.Type) -> str:
    for known, words in _SIMPLE:
        if isinstance(kind, known):
            return f"{words} {_bounds(kind)}".rstrip()
    raise TypeError(f"no words for {kind!r}: add them to describe.py")


def _bounds(kind: types.Type) -> str:
    """Say the bounds; an integer without any is 0..2147483647, which docs/protocol.md says once."""
    if isinstance(kind, types.StrType) and kind.max_length is not None:
        return f"0..{kind.max_length} code points"
    if not isinstance(kind, types.IntType | types.FloatType) or kind.ge is None or kind.le is None:
        return ""
    if kind.le != INT_MAX:
        return f"{kind.ge:g}..{kind.le:g}"
    return {0: "", 1: "from 1", -INT_MAX: "of either sign"}[int(kind.ge)]


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def as_plain(description: StructDescription) -> dict[str, Any]:
    """Turn a description into the plain data of docs/protocol.json."""
    return {
        "name": description.name,
        "tag": description.tag,
        "text": description.text,
        "fields": [_field_as_plain(field) for field in description.fields],
    }


def _field_as_plain(field: FieldDescription) -> dict[str, Any]:
    required = field.default is None
    plain = {"name": field.name, "type": field.type, "text": field.text, "required": required}
    if field.default is not None:
        plain["default"] = msgspec.json.decode(field.default)
    return plain
