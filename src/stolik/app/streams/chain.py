"""The hash chain of a stream: each entry is linked to all before it.

An entry is salted, so that nobody can find out a hidden tile by guessing it and comparing links.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256

from stolik.app.ports import Chance, Entry, Stream

SALT_BYTES = 16


class Rot(Exception):  # noqa: N818 - a finding about the disk, not a bug
    """An entry is not what was written; everything after it is in doubt."""

    def __init__(self, stream: Stream, seq: int) -> None:
        self.stream = stream
        self.seq = seq
        super().__init__(f"{stream} #{seq}")


def genesis(stream: Stream) -> bytes:
    """What the first entry of a stream is linked to."""
    return sha256(b"stolik stream\n" + stream.encode()).digest()


def linked(previous: bytes, salt: bytes, body: bytes) -> bytes:
    """The link of an entry; the parts before the body have a fixed length, so it is unambiguous."""
    return sha256(previous + salt + body).digest()


def chained(
    bodies: Iterable[bytes], *, after: int, previous: bytes, chance: Chance
) -> Iterator[Entry]:
    """Entries that follow entry number `after`, whose link is `previous`."""
    for seq, body in enumerate(bodies, start=after + 1):
        salt = chance(SALT_BYTES)
        previous = linked(previous, salt, body)
        yield Entry(seq, body, salt, previous)


def verified(
    stream: Stream, entries: Iterable[Entry], *, after: int = 0, previous: bytes | None = None
) -> tuple[Entry, ...]:
    """The entries as they are if every link holds; raises `Rot` at the first that does not."""
    link = genesis(stream) if previous is None else previous
    good: list[Entry] = []
    for seq, entry in enumerate(entries, start=after + 1):
        link = linked(link, entry.salt, entry.body)
        if entry.seq != seq or entry.link != link:
            raise Rot(stream, seq)
        good.append(entry)
    return tuple(good)
