"""Results as people enter them, scored by the game's own rules into a tournament's lines."""

from collections.abc import Sequence
from fractions import Fraction

from stolik.app.codes import Refusal
from stolik.app.questions import EnteredSeat, final_racks
from stolik.refusal import Violation, refuse
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.scoring import Ending, score
from stolik.tournament.format import TournamentFormat
from stolik.tournament.state import EntrantNumber, Line, Points


def sheet_lines(
    ending: str, seats: Sequence[tuple[EntrantNumber, EnteredSeat]], rules: RulesProfile
) -> tuple[Line, ...]:
    """A Rummikub sheet; an impossible one is refused with the number that cannot be right."""
    racks = final_racks([seat for _, seat in seats], rules)
    scores = score(Ending(ending), racks, rules)
    return tuple(
        Line(n, s.place, _whole(s.big_points), _whole(s.small_points))
        for (n, _), s in zip(seats, scores, strict=True)
    )


def lines_by_place(
    places: Sequence[tuple[EntrantNumber, int | None]], shape: TournamentFormat
) -> tuple[Line, ...]:
    """For a game that gives only places: the format's points for each."""
    given = sorted(place for _, place in places if place is not None)
    if given != list(range(1, len(places) + 1)):
        refuse(Violation(Refusal.RESULT_PLACES, facts={"most": len(places)}))
    return tuple(
        Line(n, place or 0, shape.place_points[(place or 0) - 1], 0) for n, place in places
    )


def _whole(value: Fraction) -> Points:
    return int(value) if value.denominator == 1 else value
