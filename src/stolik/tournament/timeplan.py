"""A timetable for the day, and the warning when games cannot fit into their round."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from stolik.tournament.format import Stage, TournamentFormat

USUAL_MINUTES = 60  # of a round nobody has said anything about


class DayPart(StrEnum):
    """What stands in a timetable beside the rounds (szkoly2015 L117–126)."""

    REGISTRATION = "registration"
    OPENING = "opening"
    BREAK = "break"
    LUNCH = "lunch"
    CUT = "cut"  # it is announced who goes on
    AWARD = "award"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class DayItem:
    """Something before the first round (0) or after a round, instead of the usual break."""

    after_round: int
    minutes: int
    kind: DayPart = DayPart.BREAK
    title: str = ""  # in one's own words


@dataclass(frozen=True, slots=True)
class Slot:
    """A line of the timetable, in minutes after midnight."""

    title: str  # of an item, in one's own words
    starts: int
    ends: int
    games_do_not_fit: bool
    games: int
    game_minutes: int  # the most one of them takes; 0: no limit
    kind: DayPart | None = None  # none: a round
    round: int = 0  # its number


def timetable(
    shape: TournamentFormat,
    *,
    starts: int,
    minutes_per_round: int,
    break_minutes: int,
    game_minutes: Callable[[Stage], int],
    breaks: Mapping[int, int] | None = None,
    items: Sequence[DayItem] = (),
) -> tuple[Slot, ...]:
    """A slot for each round and item; `breaks` overrides the break after a round (by number)."""
    day = _Day(starts, items)
    day.pass_items(0)
    number = 0
    for stage in shape.stages:
        for _ in range(stage.rounds):
            number += 1
            length = round_minutes(shape, stage, minutes_per_round)
            day.play(stage, number, length, game_minutes(stage))
            if not day.pass_items(number):
                day.now += (breaks or {}).get(number, break_minutes)
    return tuple(day.slots)


def round_minutes(shape: TournamentFormat, stage: Stage, wanted: int) -> int:
    """How long a round of a stage is: as the organiser wants it (0: says nothing).

    Where a document gives a stage another time than the first one, a final say, that one stays.
    """
    if wanted and stage.minutes in (0, shape.stages[0].minutes):
        return wanted
    return stage.minutes or wanted or USUAL_MINUTES


class _Day:
    """The day as it passes."""

    def __init__(self, starts: int, items: Sequence[DayItem]) -> None:
        self.now = starts
        self.slots: list[Slot] = []
        self._items = items

    def play(self, stage: Stage, number: int, length: int, game: int) -> None:
        too_long = stage.games * game > length
        ends = self.now + length
        self.slots.append(Slot("", self.now, ends, too_long, stage.games, game, round=number))
        self.now = ends

    def pass_items(self, after: int) -> bool:
        """What comes after a round, in the order it was written; false: nothing."""
        found = [item for item in self._items if item.after_round == after]
        for item in found:
            ends = self.now + item.minutes
            self.slots.append(Slot(item.title, self.now, ends, False, 0, 0, item.kind))
            self.now = ends
        return bool(found)
