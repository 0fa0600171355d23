"""An unbiased shuffle that anybody can repeat from its key."""

import hmac
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")
_WORDS = 2**32


def digest(*parts: str | bytes) -> bytes:
    """SHA-256 over the parts, each prefixed by its 4-byte length, so that no two lists collide."""
    hashed = sha256()
    for part in parts:
        raw = part.encode() if isinstance(part, str) else part
        hashed.update(len(raw).to_bytes(4, "big") + raw)
    return hashed.digest()


def shuffled(items: Sequence[T], key: bytes, label: str) -> tuple[T, ...]:
    """Durstenfeld's shuffle, driven by HMAC-SHA256 of `key`; every order is equally likely."""
    order, words = list(items), _words(key, label)
    for i in range(len(order) - 1, 0, -1):
        j = _below(i + 1, words)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def uniform(key: bytes, label: str) -> Callable[[int], int]:
    """A function that gives a uniform number below its argument, again and again."""
    words = _words(key, label)
    return lambda bound: _below(bound, words)


def _below(bound: int, words: Iterator[int]) -> int:
    """A uniform number 0…bound−1: words from the uneven end of the range are thrown away."""
    limit = _WORDS - _WORDS % bound
    return next(word for word in words if word < limit) % bound


def _words(key: bytes, label: str) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.digest(key, digest(label, str(counter)), "sha256")
        yield from (int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4))
        counter += 1
