"""The transcript: what anybody needs to check a deal or a draw, read from plain JSON values."""

import re
from dataclasses import dataclass
from typing import Any, NoReturn

from stolik.fair.codes import Refusal
from stolik.fair.commit import SEED_BYTES, VERSION
from stolik.refusal import Violation, refuse

FIELDS = ("v", "ctx", "bag", "commit", "public", "seed", "log")
CLOSED = "closed"  # beside them, in every transcript made since streams are closed
_MOST_ITEMS = 20_000  # of the bag or the log: a limit on work, no real one comes near
_HEAD = re.compile(r"[0-9a-f]{64}")
_SEED = re.compile(rf"[0-9a-fA-F]{{{2 * SEED_BYTES}}}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: who gave away what and got what."""

    number: int  # from 1
    op: str
    seat: int
    out: tuple[str | int, ...]
    got: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Transcript:
    """A transcript whose shape is right; whether it is true is another question."""

    ctx: str
    bag: tuple[str, ...]
    commit: str
    public: str
    seed: bytes
    log: tuple[Entry, ...]
    closed: tuple[int, str] | None = None  # entries and head; None: made before logs were closed


def read_transcript(raw: object) -> Transcript:
    """Refused with the name of the field if the shape is wrong."""
    if not isinstance(raw, dict):
        _wrong("{…}")
    for name in FIELDS:
        if name not in raw:
            _wrong(name)
    for name in raw:
        if name not in (*FIELDS, CLOSED):
            _wrong(str(name))
    if raw["v"] != VERSION:
        facts = {"version": str(raw["v"]), "known": VERSION}
        refuse(Violation(Refusal.VERSION, facts=facts))
    seed = _text(raw["seed"], "seed")
    if not _SEED.fullmatch(seed):
        _wrong("seed")
    return Transcript(
        ctx=_text(raw["ctx"], "ctx"),
        bag=tuple(_text(item, "bag") for item in _list(raw["bag"], "bag")),
        commit=_text(raw["commit"], "commit").lower(),
        public=_text(raw["public"], "public"),
        seed=bytes.fromhex(seed),
        log=tuple(_entry(line, i) for i, line in enumerate(_list(raw["log"], "log"), start=1)),
        closed=_closed(raw[CLOSED]) if CLOSED in raw else None,
    )


def _closed(raw: object) -> tuple[int, str]:
    if not isinstance(raw, dict) or set(raw) != {"entries", "head"}:
        _wrong(CLOSED)
    entries, head = raw["entries"], _text(raw["head"], CLOSED)
    if type(entries) is not int or not _HEAD.fullmatch(head):
        _wrong(CLOSED)
    return entries, head


def _entry(raw: object, number: int) -> Entry:
    where = f"log[{number}]"
    line = _list(raw, where)
    if len(line) != 4 or type(line[1]) is not int:
        _wrong(where)
    return Entry(
        number,
        _text(line[0], where),
        line[1],
        tuple(x if type(x) is int else _text(x, where) for x in _list(line[2], where)),
        tuple(_text(x, where) for x in _list(line[3], where)),
    )


def _list(raw: object, where: str) -> list[Any]:
    if not isinstance(raw, list) or len(raw) > _MOST_ITEMS:
        _wrong(where)
    return raw


def _text(raw: object, where: str) -> str:
    if not isinstance(raw, str):
        _wrong(where)
    try:
        raw.encode()
    except UnicodeEncodeError:  # half of a surrogate pair cannot be hashed
        _wrong(where)
    return raw


def _wrong(field: str) -> NoReturn:
    refuse(Violation(Refusal.SHAPE, facts={"field": field}))
