"""Parts of what is said at a table that are the same in every game."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from stolik.app.tables.messages import Fault, No
from stolik.app.tables.recorded import Recorded
from stolik.app.tables.setup import TableSetup
from stolik.app.texts import say
from stolik.refusal import Refused, Violation
from stolik.seats import Role, Viewer

MOST_SHOWN = 40  # tiles for each code: more help nobody to find the fault
# The shapes under the numbers; the browser draws the same ones.
_SHAPES = {"k": "●", "b": "■", "o": "▲", "r": "◆", "j": "★"}
_SENTENCE = 4  # what a sentence counts as, if it names fewer


def refusal(refused: Refused, *, id: str | None, seq: int, lang: str) -> No:  # noqa: A002 - the protocol's word
    """A refusal in the reader's language."""
    faults = [_fault(v, lang) for v in _in_short(refused.violations)]
    return No(id, faults, seq)


def _fault(v: Violation, lang: str) -> Fault:
    if v.facts or v.tiles or v.melds:
        return Fault(str(v.code), say(_in_marks(v), lang), v.article, v.tiles, v.melds)
    return _bare_fault(v.code, v.article, lang)


@cache
def _bare_fault(code: str, article: str, lang: str) -> Fault:
    """One that is the same each time: whoever sends rubbish gets it by the hundred."""
    return Fault(str(code), say(Violation(code, article), lang), article, (), ())


def _in_marks(violation: Violation) -> Violation:
    """Tiles as people at a table know them: a number and the shape of its colour, no code."""
    melds = tuple(tuple(map(tile_mark, meld)) for meld in violation.melds)
    return replace(violation, tiles=tuple(map(tile_mark, violation.tiles)), melds=melds)


def tile_mark(tile: str) -> str:
    """A tile as people know it; any other word as it is."""
    shape, number = _SHAPES.get(tile[:1], ""), tile[1:]
    is_tile = tile == "j" or (number.isdecimal() and tile[:1] != "j")
    return f"{number}{shape}" if shape and is_tile else tile


def _in_short(violations: Iterable[Violation]) -> Iterator[Violation]:
    """Every reason, none with all that somebody has sent: an answer is no larger than it helps."""
    shown: Counter[str] = Counter()
    for violation in violations:
        left = MOST_SHOWN - shown[violation.code]
        names = len(violation.tiles) + sum(map(len, violation.melds))
        shown[violation.code] += max(_SENTENCE, names)
        if left > 0:
            yield violation if names <= left else _cut(violation, left)


def _cut(violation: Violation, left: int) -> Violation:
    """With so many of its tiles."""
    tiles, melds = violation.tiles[:left], []
    left -= len(tiles)
    for meld in violation.melds:
        if left > 0:
            melds.append(meld[:left])
        left -= len(meld)
    return replace(violation, tiles=tiles, melds=tuple(melds))


def seats_shown(setup: TableSetup, viewer: Viewer) -> Sequence[Mapping[str, Any]]:
    """Who sits where; who needs more time is known to the table and its referees."""
    told = viewer.role in (Role.SEAT, Role.REFEREE)
    return [
        {"entrant": one.entrant, "bot": one.bot, "time_percent": one.time_percent if told else 100}
        for one in setup.seats
    ]


def noted(told: Recorded, viewer: Viewer) -> dict[str, Any]:
    """Of the note: where things lie, what became of them, the lag, the public side of a deal."""
    kept = ("felt", "taken", "lag_ms", "fair")
    shown = {key: told.note[key] for key in kept if key in told.note}
    if viewer.role is Role.PUBLIC:
        # The seed tells every rack; who may not see racks after the game does not get it either.
        shown.pop("fair", None)
    return shown
