"""What a player types, in Polish or English, as an order.

r7 b7 k7 new · o5 > 3 · take r7 < 2 · split 2 after 6 · join 2 3 · draw 4 · sort 777
"""

import re
from dataclasses import dataclass
from enum import Enum, auto

from stolik.adapters.cli.practise.codes import Refusal
from stolik.refusal import Violation, refuse

_TILE = re.compile(r"[a-z]\d{1,2}|j", re.ASCII)
_NUMBER = re.compile(r"\d{1,3}", re.ASCII)


class Verb(Enum):
    """Orders that need nothing but their name."""

    UNDO = auto()
    RESET = auto()
    ANNOUNCE = auto()
    COMMIT = auto()
    REDEAL = auto()
    TIME = auto()
    HELP = auto()
    QUIT = auto()


@dataclass(frozen=True, slots=True)
class NewMeld:
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AddTo:
    tiles: tuple[str, ...]
    meld: int


@dataclass(frozen=True, slots=True)
class Take:
    tiles: tuple[str, ...]
    meld: int


@dataclass(frozen=True, slots=True)
class Split:
    meld: int
    after: str


@dataclass(frozen=True, slots=True)
class Join:
    meld: int
    other: int


@dataclass(frozen=True, slots=True)
class Draw:
    stack: int | None


@dataclass(frozen=True, slots=True)
class Sort:
    by_number: bool


Edit = NewMeld | AddTo | Take | Split | Join
Order = Edit | Draw | Sort | Verb

_VERBS = {
    Verb.UNDO: "undo cofnij",
    Verb.RESET: "reset",
    Verb.ANNOUNCE: "announce zapowiedź zapowiedz zapowiadam",
    Verb.COMMIT: "commit ok zatwierdź zatwierdz gotowe pass pas",
    Verb.REDEAL: "redeal rozdaj",
    Verb.TIME: "time czas",
    Verb.HELP: "help pomoc ?",
    Verb.QUIT: "quit exit q wyjdź wyjdz",
}
_BY_WORD = {word: verb for verb, words in _VERBS.items() for word in words.split()}
_NEW = ("new", "nowy", "nowa")
_TAKE = ("take", "weź", "wez")
_SPLIT = ("split", "rozdziel", "podziel")
_AFTER = ("after", "po", "za")
_JOIN = ("join", "połącz", "polacz")
_DRAW = ("draw", "dobierz")
_SORT = ("sort", "sortuj")
_FILLERS = ("and", "i")


def read_order(line: str) -> Order:
    """The order a line gives; what is no order is refused."""
    words = _words(line)
    order = _verb(words) or _move(words) or _edit(words)
    if order is None:
        refuse(Violation(Refusal.UNKNOWN, facts={"line": line.strip()}))
    return order


def _words(line: str) -> list[str]:
    line = line.lower().replace("→", ">").replace("->", ">").replace("←", "<")
    return [w for w in re.sub(r"([<>])", r" \1 ", line).split() if w not in _FILLERS]


def _verb(words: list[str]) -> Verb | None:
    return _BY_WORD.get(words[0]) if len(words) == 1 else None


def _move(words: list[str]) -> Order | None:
    match words:
        case [draw] if draw in _DRAW:
            return Draw(None)
        case [draw, stack] if draw in _DRAW and _NUMBER.fullmatch(stack):
            return Draw(int(stack))
        case [sort, ("777" | "789") as how] if sort in _SORT:
            return Sort(by_number=how == "777")
    return None


def _edit(words: list[str]) -> Edit | None:
    match words:
        case [*tiles, new] if new in _NEW and _are_tiles(tiles):
            return NewMeld(tuple(tiles))
        case [*tiles, ">", meld] if _NUMBER.fullmatch(meld) and _are_tiles(tiles):
            return AddTo(tuple(tiles), int(meld))
        case [take, *tiles, "<", meld] if take in _TAKE and _are_tiles(tiles):
            return Take(tuple(tiles), int(meld)) if _NUMBER.fullmatch(meld) else None
        case [split, meld, after, tile] if split in _SPLIT and after in _AFTER:
            return Split(int(meld), tile) if _NUMBER.fullmatch(meld) else None
        case [join, meld, other] if join in _JOIN:
            both = _NUMBER.fullmatch(meld) and _NUMBER.fullmatch(other)
            return Join(int(meld), int(other)) if both else None
        case tiles if _are_tiles(tiles):
            return NewMeld(tuple(tiles))
    return None


def _are_tiles(words: list[str]) -> bool:
    return bool(words) and all(_TILE.fullmatch(word) for word in words)
