"""A timetable for the day, and the warning when games cannot fit into their round."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from stolik.tournament.format import TournamentFormat


@dataclass(frozen=True, slots=True)
class Slot:
    """A line of the timetable, in minutes after midnight."""

    title: str
    starts: int
    ends: int
    games_do_not_fit: bool
    games: int


def timetable(
    shape: TournamentFormat,
    *,
    starts: int,
    minutes_per_round: int,
    break_minutes: int,
    game_minutes: int,
    breaks: Mapping[int, int] | None = None,
) -> tuple[Slot, ...]:
    """One slot per round; `breaks` overrides the break after a round (by its number)."""
    return tuple(
        _slots(shape, starts, minutes_per_round, break_minutes, game_minutes, breaks or {})
    )


def _slots(
    shape: TournamentFormat,
    now: int,
    per_round: int,
    pause: int,
    game: int,
    breaks: Mapping[int, int],
) -> Iterator[Slot]:
    number = 0
    for stage in shape.stages:
        length = stage.minutes or per_round
        for r in range(1, stage.rounds + 1):
            number += 1
            title = f"{stage.title} ({r}/{stage.rounds})" if stage.rounds > 1 else stage.title
            too_long = bool(game) and stage.games * game > length
            yield Slot(title, now, now + length, too_long, stage.games)
            now += length + breaks.get(number, pause)
