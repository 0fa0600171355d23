"""Tie-breaks: one named function each; a chain of names splits a group again and again."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from stolik.tournament.state import (
    EntrantNumber,
    Line,
    Points,
    SettledBy,
)

Answer = int | Fraction | tuple[Points, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """Everything a chain may ask about one entrant in one ranking."""

    entrant: EntrantNumber
    played: tuple[Line, ...]
    big_points: Points  # penalties taken off
    small_points: Points
    games: tuple[int, ...] = ()  # which game each line is of, for direct meetings
    plays: bool = True
    settled: tuple[tuple[SettledBy, int | None], ...] = ()  # None: was not among them
    before: "Tally | None" = None  # in the ranking that led to this stage


def answers(criterion: str, group: Sequence[Tally]) -> list[Answer]:
    """What a criterion says of each of a tied group; higher is better."""
    if criterion.startswith("before."):
        name = criterion.removeprefix("before.")
        return [TIEBREAKS[name](tally.before) if tally.before else 0 for tally in group]
    if criterion == "direct":
        return _direct_meetings(group)
    if criterion in SETTLING:
        return _settled(SettledBy(criterion), group)
    return [TIEBREAKS[criterion](tally) for tally in group]


def _places(place: int) -> Callable[[Tally], Answer]:
    return lambda tally: sum(line.place == place for line in tally.played)


def _best_games(tally: Tally) -> Answer:
    return tuple(sorted((line.small_points for line in tally.played), reverse=True))


TIEBREAKS: Mapping[str, Callable[[Tally], Answer]] = {
    "big_points": lambda tally: tally.big_points,
    "small_points": lambda tally: tally.small_points,
    "games_won": _places(1),
    "best_games": _best_games,
    "first_places": _places(1),
    "second_places": _places(2),
    "third_places": _places(3),
}

# Who is still level after one drew for a larger group may draw again: asked until nothing splits.
SETTLING = frozenset(by.value for by in SettledBy)


def _settled(by: SettledBy, group: Sequence[Tally]) -> list[Answer]:
    """Tiles drawn, or the extra game; only draws count in which all who still play took part."""
    rows = [[number for kind, number in tally.settled if kind is by] for tally in group]
    counts = [
        all(row[i] is not None for row, tally in zip(rows, group, strict=True) if tally.plays)
        and any(row[i] is not None for row in rows)
        for i in range(len(rows[0]))
    ]
    return [
        tuple(-1 if number is None else number for number, c in zip(row, counts, strict=True) if c)
        for row in rows
    ]


def _direct_meetings(group: Sequence[Tally]) -> list[Answer]:
    """Games won against the other tied ones, less games lost to them."""
    games: dict[int, list[Line]] = defaultdict(list)
    for tally in group:
        for game, line in zip(tally.games, tally.played, strict=True):
            games[game].append(line)
    balance: dict[EntrantNumber, int] = defaultdict(int)
    for lines in games.values():
        for mine in lines:
            better = sum(other.place > mine.place for other in lines)
            worse = sum(other.place < mine.place for other in lines)
            balance[mine.entrant] += better - worse
    return [balance[tally.entrant] for tally in group]
