"""fair-1 written a second time, slowly, from its description alone."""

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence


def h(*parts: str | bytes) -> bytes:
    raw = [part.encode() if isinstance(part, str) else part for part in parts]
    return hashlib.sha256(b"".join(len(p).to_bytes(4, "big") + p for p in raw)).digest()


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def commit(seed: bytes, ctx: str, bag: Sequence[str]) -> str:
    return h("fair-1 commit", seed, ctx, *bag).hex()


def closing(commit: str, log: list) -> dict:
    link = h("fair-1 log", commit)
    for entry in log:
        link = h("fair-1 entry", link, json.dumps(entry, ensure_ascii=False, separators=(",", ":")))
    return {"entries": len(log), "head": link.hex()}


def shuffle(items: Sequence, key: bytes, label: str) -> list:
    order, words = list(items), stream(key, label)
    i = len(order) - 1
    while i >= 1:
        word = next(words)
        while word >= 2**32 - 2**32 % (i + 1):
            word = next(words)
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
        i -= 1
    return order


def stream(key: bytes, label: str) -> Iterator[int]:
    counter = 0
    while True:
        block = mac(key, h(label, str(counter)))
        while block:
            yield int.from_bytes(block[:4], "big")
            block = block[4:]
        counter += 1


def stacks(transcript: dict) -> dict[int, list[str]]:
    """Stacks 1 to 15 of a transcript's game: the shuffled list read from its end."""
    key = mac(
        bytes.fromhex(transcript["seed"]), h("fair-1 key", transcript["public"], transcript["ctx"])
    )
    left = shuffle(transcript["bag"], key, "bag")
    built: dict[int, list[str]] = {}
    for number in range(1, 15):
        built[number] = [left.pop() for _ in range(7)]
    built[15] = left[::-1]
    return built
