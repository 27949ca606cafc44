"""What msgpack and msgspec found wrong, in words for people: of the protocol, not of Python."""

import re

import msgpack
import msgspec

from cardgame_protocol.limits import DEPTH_MAX

_PLACE = re.compile(r" - at `(?:(?:key|value) in `)?\$\.?(?P<path>[^`]*)`$")
_MISSING = re.compile(r"required field `(?P<name>[^`]*)`")
_EXPECTED = re.compile(
    r"Expected `(?P<types>[^`]*)`(?: (?P<bound>of length .=|.=) (?P<number>.+))?"
)

_TYPES = {
    "int": "an integer",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "an array",
    "object": "a map",
    "null": "null",
}
_BOUNDS = {">=": "of at least", "<=": "of at most"}
_LENGTHS = {"str": "code points", "array": "entries"}


def explain_field(error: msgspec.ValidationError) -> tuple[str, str]:
    """Return the path of the field at fault ("" for the message as a whole) and a sentence."""
    text = str(error)
    place = _PLACE.search(text)
    path = place["path"] if place else ""
    reason = text[: place.start()] if place else text
    missing = _MISSING.search(reason)
    if missing:
        path = f"{path}.{missing['name']}" if path else missing["name"]
        return path, f"field `{path}` is missing"
    return path, f"field `{path}` {_must_be(reason)}" if path else f"it {_must_be(reason)}"


def _must_be(reason: str) -> str:
    expected = _EXPECTED.match(reason)
    if expected is None:
        return "has none of the values that are possible here"
    types = expected["types"].split(" | ")
    words = " or ".join(_TYPES.get(name, "something else") for name in types)
    if expected["bound"] is None:
        return f"must be {words}"
    bound = _BOUNDS[expected["bound"][-2:]]
    unit = _LENGTHS.get(types[0], "") if "length" in expected["bound"] else ""
    return f"must be {words} {bound} {float(expected['number']):.10g} {unit}".rstrip()


def explain_bytes(error: Exception) -> str:
    """Say why bytes are not MessagePack as this protocol uses it."""
    if isinstance(error, UnicodeDecodeError):
        return "a text is not valid UTF-8"
    if isinstance(error, msgpack.ExtraData):
        return "bytes follow the map in the same frame"
    if isinstance(error, msgpack.StackError | RecursionError):
        return f"maps and arrays are nested deeper than {DEPTH_MAX}"
    # A list or a map cannot be a key in Python either: that is the TypeError.
    if isinstance(error, TypeError) or "map key" in str(error):
        return "a key of a map is not text"
    return "the payload is not MessagePack: it is cut off or holds impossible bytes"


def explain_unsendable(error: Exception) -> str:
    """Say why a value of this program's own cannot become MessagePack."""
    if isinstance(error, UnicodeEncodeError):
        return "a text holds half a character, which UTF-8 cannot carry"
    if isinstance(error, OverflowError):
        return "a number is beyond 64 bits"
    if isinstance(error, TypeError):
        return "a value is of a kind that MessagePack does not have"
    return "it is nested too deep"
