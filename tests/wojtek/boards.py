"""Boards with switches turned, one by one or by chance."""

from enum import StrEnum
from functools import cache
from random import Random
from typing import Any, get_type_hints

from stolik.app.library import board, board_from
from stolik.wojtek import board as b
from stolik.wojtek.board import Board

SECTIONS = {
    "start": b.StartRules,
    "rainbow": b.RainbowRules,
    "three_cards": b.ThreeCardRules,
    "landing": b.LandingRules,
    "ending": b.EndingRules,
    "ranking": b.RankingRules,
    "penalties": b.PenaltyRules,
    "judge": b.JudgeRules,
    "goal": b.Goal,
}


def _values(hint: Any) -> tuple[Any, ...]:
    if hint is bool:
        return (False, True)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return tuple(member.value for member in hint)
    return ()


# Every policy of a board file: `section.field` → its values.
SWITCHES: dict[str, tuple[Any, ...]] = {
    f"{section}.{name}": _values(hint)
    for section, kind in SECTIONS.items()
    for name, hint in get_type_hints(kind).items()
    if _values(hint)
}
# Numbers and lists that are switches of the table in wojtek.md, too.
DATA: dict[str, tuple[Any, ...]] = {
    "goal.colours": (["r", "g"], ["r", "o", "y", "g", "b", "v", "p"]),
    "clock.turn_time_s": (0, 60),
    "clock.patience_s": (90, 30),
    "cards.copies": (7, 3),
    "cards.exchange_most": (5, 3),
    "ending.set_size": (6, 5),
}
VALUES = [(name, value) for name, values in (SWITCHES | DATA).items() for value in values]


def with_switches(turned: dict[str, Any]) -> Board:
    """The default board with some switches turned."""
    raw: dict[str, Any] = {"based_on": "trasa"}
    for name, value in turned.items():
        section, _, field = name.partition(".")
        raw.setdefault(section, {})[field] = value
    return board_from(raw)


@cache
def random_board(seed: int) -> Board:
    """The default board for seed 0, then every switch by chance."""
    if not seed:
        return board("trasa")
    chance = Random(f"board {seed}")
    return with_switches(
        {name: chance.choice(values) for name, values in (SWITCHES | DATA).items()}
    )
