"""Tie-breaks: one named function each; a chain of names splits a group again and again.

Every member of `Criterion` is answered here, alone or of a tied group; the workbook
(`app/sheets/writing/sums_stages.py`) has an arm for each. One that is not known raises.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from stolik.tournament.format import Criterion
from stolik.tournament.state import EntrantNumber, Line, Points, SettledBy

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
    byes: int = 0  # games he was left alone for
    before: "Tally | None" = None  # in the ranking that led to this stage


def answers(criterion: str, group: Sequence[Tally]) -> list[Answer]:
    """What a criterion says of each of a tied group; higher is better."""
    if criterion.startswith("before."):
        name = criterion.removeprefix("before.")
        return [TIEBREAKS[name](tally.before) if tally.before else 0 for tally in group]
    if criterion == Criterion.DIRECT:
        return _direct_meetings(group)
    if criterion in SETTLING:
        return _settled(SettledBy(criterion), group)
    return [TIEBREAKS[criterion](tally) for tally in group]


def _places(place: int) -> Callable[[Tally], Answer]:
    return lambda tally: sum(line.place == place for line in tally.played)


def _best_games(tally: Tally) -> tuple[Points, ...]:
    return tuple(sorted((line.small_points for line in tally.played), reverse=True))


# Criteria that count how often somebody came in at a place.
COUNTED_PLACES: Mapping[str, int] = {
    Criterion.GAMES_WON: 1,
    Criterion.FIRST_PLACES: 1,
    Criterion.SECOND_PLACES: 2,
    Criterion.THIRD_PLACES: 3,
}

TIEBREAKS: Mapping[str, Callable[[Tally], Answer]] = {
    Criterion.BIG_POINTS: lambda tally: tally.big_points,
    Criterion.SMALL_POINTS: lambda tally: tally.small_points,
    Criterion.BEST_GAME: lambda tally: _best_games(tally)[:1],
    Criterion.BEST_GAMES: _best_games,
    **{name: _places(place) for name, place in COUNTED_PLACES.items()},
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
