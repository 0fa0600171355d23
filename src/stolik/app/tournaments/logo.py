"""The picture of a tournament, an organiser's or partner's sign: one small PNG beside its card.

Whatever a camera or a program wrote into the file about people and places is left out, and a
picture that no paper could draw is refused: it would stop every printout.
"""

import struct
import zlib
from collections.abc import Iterator
from hashlib import sha256

from stolik.app.ports import EventStore, Put
from stolik.app.tournaments.codes import Refusal
from stolik.refusal import Violation, refuse

LOGO = "logo"
MOST_BYTES = 200_000
_MOST_SIDE = 1200
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_DRAWN = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # by the kind of colour
_BY_PALETTE = 3
_DEPTHS = (1, 2, 4, 8)
_MOST_FILTER = 4


async def logo_of(store: EventStore, tournament: str) -> bytes:
    """The picture that is kept; empty if there is none."""
    return await store.get(LOGO, tournament) or b""


def write_logo(tournament: str, picture: bytes) -> Put:
    """The record of a picture; an empty one erases it."""
    return Put(LOGO, tournament, picture or None)


def sign_of(picture: bytes) -> str:
    """What tells one picture from the next in its address."""
    return sha256(picture).hexdigest()[:16] if picture else ""


def plain_picture(content: bytes) -> bytes:
    """The same picture with nothing in it but the picture."""
    if len(content) > MOST_BYTES:
        refuse(Violation(Refusal.LOGO_LARGE, facts={"most": MOST_BYTES // 1000}))
    parts = [part for part in _parts(content) if part[0] in _DRAWN]
    if not _can_be_drawn(parts):
        refuse(Violation(Refusal.LOGO_KIND, facts={"side": _MOST_SIDE}))
    return _SIGNATURE + b"".join(_written(*part) for part in parts)


def _parts(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a PNG as far as they are whole."""
    at = len(_SIGNATURE) if content.startswith(_SIGNATURE) else len(content)
    while at + 12 <= len(content):
        length, kind = struct.unpack_from(">I4s", content, at)
        body = content[at + 8 : at + 8 + length]
        if content[at + 8 + length : at + 12 + length] != _check(kind, body):
            return
        yield kind, body
        at += 12 + length


def _can_be_drawn(parts: list[tuple[bytes, bytes]]) -> bool:
    if len(parts) < 3 or parts[0][0] != b"IHDR" or parts[-1][0] != b"IEND":
        return False
    if len(parts[0][1]) != struct.calcsize(">IIBBBBB"):
        return False
    width, height, depth, colour, *_, interlaced = struct.unpack(">IIBBBBB", parts[0][1])
    has_palette = any(kind == b"PLTE" for kind, _ in parts)
    if interlaced or colour not in _CHANNELS or (colour == _BY_PALETTE and not has_palette):
        return False
    if depth not in _DEPTHS or not (0 < width <= _MOST_SIDE and 0 < height <= _MOST_SIDE):
        return False
    row = 1 + -(-width * _CHANNELS[colour] * depth // 8)
    rows = _unpacked(b"".join(body for kind, body in parts if kind == b"IDAT"), row * height)
    return len(rows) == row * height and max(rows[::row]) <= _MOST_FILTER


def _unpacked(packed: bytes, size: int) -> bytes:
    unpacking = zlib.decompressobj()
    try:
        rows = unpacking.decompress(packed, size + 1)
    except zlib.error:
        return b""
    return rows if unpacking.eof else b""


def _written(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + _check(kind, body)


def _check(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", zlib.crc32(kind + body))
