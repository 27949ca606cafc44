"""A certificate of one's own, made with the standard library: P-256, signed by its own key.

Clients pin it on first use, so nobody relies on the signature; it is there because the format asks
for one. All that TLS itself does is OpenSSL's. Only two things here touch the secret key: drawing
it, and that one signature, made once on the owner's computer, where nobody measures how long it
takes. Curve and encodings: SEC 1 and 2, RFC 5280, RFC 5480, RFC 5915.
"""

import base64
import secrets
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Final, NamedTuple

_P: Final = 2**256 - 2**224 + 2**192 + 2**96 - 1
_A: Final = -3
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_BASE: Final = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
_BYTES: Final = 32

_INTEGER, _BITS, _OCTETS, _OBJECT, _TEXT = 0x02, 0x03, 0x04, 0x06, 0x0C
_SHORT_TIME, _LONG_TIME = 0x17, 0x18  # RFC 5280 wants the short one for years before 2050
_SEQUENCE, _SET = 0x30, 0x31
_DNS_NAME: Final = 0x82  # [2] in a subjectAltName

_COMMON_NAME: Final = "2.5.4.3"
_ALTERNATIVE_NAME: Final = "2.5.29.17"
_EC_KEY: Final = "1.2.840.10045.2.1"
_P256: Final = "1.2.840.10045.3.1.7"
_ECDSA_SHA256: Final = "1.2.840.10045.4.3.2"

NAME: Final = "cardgame-server"
"""Whose certificate it says it is: it is told apart by its digest, not by this."""

_FOR_EVER: Final = "99991231235959Z"
"""RFC 5280, 4.1.2.5: no date is known on which it ends. It is pinned, and a date would only make
every client refuse the server one day."""

Point = tuple[int, int]


class Made(NamedTuple):
    """A key and the certificate for it, both as PEM."""

    key: str
    certificate: str


def make() -> Made:
    """Draw a key and make a certificate that is valid from yesterday on, for good."""
    key = 1 + secrets.randbelow(_ORDER - 1)
    since = datetime.now(tz=UTC) - timedelta(days=1)  # Clocks of clients are not exact.
    public = _times(key, _BASE)
    return Made(
        _pem("EC PRIVATE KEY", _private_key(key, public)),
        _pem("CERTIFICATE", _certificate(key, public, since)),
    )


def _add(one: Point | None, other: Point | None) -> Point | None:
    """Add two points of the curve; None is the point at infinity."""
    if one is None or other is None:
        return one or other
    (x1, y1), (x2, y2) = one, other
    if x1 == x2:
        if (y1 + y2) % _P == 0:
            return None
        slope = (3 * x1 * x1 + _A) * pow(2 * y1, -1, _P) % _P
    else:
        slope = (y2 - y1) * pow(x2 - x1, -1, _P) % _P
    x = (slope * slope - x1 - x2) % _P
    return x, (slope * (x1 - x) - y1) % _P


def _times(number: int, point: Point) -> Point:
    """Add a point to itself, `number` (1 to the curve's order - 1) times in all."""
    total: Point | None = None
    doubled: Point | None = point
    while number:
        if number & 1:
            total = _add(total, doubled)
        doubled = _add(doubled, doubled)
        number >>= 1
    if total is None:
        raise ValueError("the number is a multiple of the curve's order")
    return total


def _sign(key: int, data: bytes) -> bytes:
    """Return the ECDSA signature of `data` (SEC 1, 4.1.3) as DER."""
    digest = int.from_bytes(sha256(data).digest(), "big")
    while True:
        once = 1 + secrets.randbelow(_ORDER - 1)
        r = _times(once, _BASE)[0] % _ORDER
        s = pow(once, -1, _ORDER) * (digest + r * key) % _ORDER
        if r and s:
            return _der(_SEQUENCE, _integer(r), _integer(s))


def _certificate(key: int, public: Point, since: datetime) -> bytes:
    algorithm = _der(_SEQUENCE, _object(_ECDSA_SHA256))
    name = _der(
        _SEQUENCE,
        _der(_SET, _der(_SEQUENCE, _object(_COMMON_NAME), _der(_TEXT, NAME.encode()))),
    )
    valid = _der(
        _SEQUENCE,
        _der(_SHORT_TIME, f"{since:%y%m%d%H%M%SZ}".encode()),
        _der(_LONG_TIME, _FOR_EVER.encode()),
    )
    names = _der(_OCTETS, _der(_SEQUENCE, _der(_DNS_NAME, NAME.encode())))
    to_sign = _der(
        _SEQUENCE,
        _context(0, _integer(2)),  # version 3
        _integer(1 + secrets.randbits(120)),
        algorithm,
        name,
        valid,
        name,
        _der(_SEQUENCE, _der(_SEQUENCE, _object(_EC_KEY), _object(_P256)), _bits(_point(public))),
        _context(3, _der(_SEQUENCE, _der(_SEQUENCE, _object(_ALTERNATIVE_NAME), names))),
    )
    return _der(_SEQUENCE, to_sign, algorithm, _bits(_sign(key, to_sign)))


def _private_key(key: int, public: Point) -> bytes:
    return _der(
        _SEQUENCE,
        _integer(1),
        _der(_OCTETS, key.to_bytes(_BYTES, "big")),
        _context(0, _object(_P256)),
        _context(1, _bits(_point(public))),
    )


def _point(point: Point) -> bytes:
    """Return a point, uncompressed (SEC 1, 2.3.3)."""
    return b"\x04" + b"".join(number.to_bytes(_BYTES, "big") for number in point)


def _der(tag: int, *parts: bytes) -> bytes:
    content = b"".join(parts)
    size = len(content)
    if size < 0x80:
        return bytes((tag, size)) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes((tag, 0x80 | len(length))) + length + content


def _context(number: int, content: bytes) -> bytes:
    return _der(0xA0 | number, content)


def _integer(number: int) -> bytes:
    # One bit more than needed: the first one is the sign.
    return _der(_INTEGER, number.to_bytes(number.bit_length() // 8 + 1, "big"))


def _bits(content: bytes) -> bytes:
    return _der(_BITS, b"\0", content)


def _object(dotted: str) -> bytes:
    first, second, *rest = map(int, dotted.split("."))
    content = bytearray((40 * first + second,))
    for number in rest:
        digits = [number & 0x7F]
        while number := number >> 7:
            digits.append(0x80 | number & 0x7F)
        content += bytes(reversed(digits))
    return _der(_OBJECT, bytes(content))


def _pem(label: str, data: bytes) -> str:
    text = base64.b64encode(data).decode("ascii")
    lines = [text[start : start + 64] for start in range(0, len(text), 64)]
    return "\n".join([f"-----BEGIN {label}-----", *lines, f"-----END {label}-----", ""])
