"""Run a tournament: draws made by chance, results scored by the game's own rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from stolik.app.questions import EnteredSeat, final_racks
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.scoring import Ending, score
from stolik.tournament.format import TournamentFormat
from stolik.tournament.state import EntrantNumber, Line, Points

# A game's sheet, entrant by entrant, as a tournament's lines.
ScoreSheet = Callable[[str, Mapping[EntrantNumber, EnteredSeat]], tuple[Line, ...]]


@dataclass(frozen=True, slots=True)
class RummikubSheet:
    """Scores a sheet by a rules profile; an impossible one is refused with what cannot be right."""

    rules: RulesProfile

    def __call__(
        self, ending: str, seats: Mapping[EntrantNumber, EnteredSeat]
    ) -> tuple[Line, ...]:
        racks = final_racks(tuple(seats.values()), self.rules)
        scores = score(Ending(ending), racks, self.rules)
        return tuple(
            Line(entrant, s.place, whole(s.big_points), whole(s.small_points))
            for entrant, s in zip(seats, scores, strict=True)
        )


def lines_by_place(
    places: Mapping[EntrantNumber, int], shape: TournamentFormat
) -> tuple[Line, ...]:
    """For a game that gives only places: the format's points, ties sharing the better place."""
    points = shape.place_points
    return tuple(
        Line(n, place, points[place - 1] if place <= len(points) else 0, 0)
        for n, place in places.items()
    )


def whole(value: Fraction) -> Points:
    """An exact number, as int where it is one."""
    return int(value) if value.denominator == 1 else value


def in_order(entrants: Sequence[EntrantNumber]) -> tuple[EntrantNumber, ...]:
    """Entrants by number: input order must not matter."""
    return tuple(sorted(entrants))
