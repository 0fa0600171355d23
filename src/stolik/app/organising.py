"""Results as people enter them, scored by the game's own rules into a tournament's lines."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from stolik.app.codes import Refusal
from stolik.app.questions import EnteredSeat, final_racks, is_replaced
from stolik.app.ranking import EnteredFinish, entered_ranking
from stolik.refusal import Violation, refuse
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.scoring import Ending, FinalRack, Score, must_confirm, score
from stolik.tournament.format import TournamentFormat
from stolik.tournament.state import EntrantNumber, Line, Points
from stolik.wojtek.board import Board


@dataclass(frozen=True, slots=True)
class SheetSeat:
    """A line of a score sheet: tiles, their sum or small points; or a place."""

    entrant: EntrantNumber
    entered: EnteredSeat
    small_points: int | None = None
    excluded: bool = False  # from this game: last, whatever is on the rack
    place: int | None = None
    finish: EnteredFinish | None = None  # Miś Wojtek: cards, arrival, distance


def sheet_lines(
    ending: str, seats: Sequence[SheetSeat], rules: RulesProfile, *, sure: bool = False
) -> tuple[Line, ...]:
    """A Rummikub sheet; an impossible one is refused with the number that cannot be right."""
    if _by_small_points(seats, rules):
        scores = _from_small_points(Ending(ending), seats, rules)
    else:
        racks = final_racks([seat.entered for seat in seats], rules)
        racks = [
            replace(rack, disqualified=s.excluded) for rack, s in zip(racks, seats, strict=True)
        ]
        scores = score(Ending(ending), racks, rules)
    if must_confirm(scores, rules) and not sure:
        most = str(max(s.small_points for s in scores))
        refuse(Violation(Refusal.RESULT_LOOK_TWICE, facts={"points": most}))
    return tuple(
        Line(seat.entrant, s.place, _whole(s.big_points), _whole(s.small_points))
        for seat, s in zip(seats, scores, strict=True)
    )


def lines_by_place(seats: Sequence[SheetSeat], shape: TournamentFormat) -> tuple[Line, ...]:
    """For a game that gives only places: the format's points for each."""
    given = sorted(seat.place for seat in seats if seat.place is not None)
    points = shape.points_at(len(seats))
    if given != list(range(1, len(seats) + 1)) or len(seats) > len(points):
        refuse(Violation(Refusal.RESULT_PLACES, facts={"most": len(seats)}))
    return tuple(
        Line(seat.entrant, place, points[place - 1], 0)
        for seat in seats
        if (place := seat.place) is not None
    )


def lines_by_ranking(
    seats: Sequence[SheetSeat], board: Board, shape: TournamentFormat
) -> tuple[Line, ...]:
    """A table of Miś Wojtek: its own rules rank it, the format gives the points."""
    finishes = [seat.finish for seat in seats if seat.finish is not None and seat.place is None]
    if len(finishes) < len(seats) or len(seats) > len(shape.place_points):
        refuse(Violation(Refusal.RESULT_PLACES, facts={"most": len(seats)}))
    standings = entered_ranking(finishes, board)
    return tuple(
        Line(seat.entrant, standing.place, shape.place_points[standing.place - 1], 0)
        for seat, standing in zip(seats, standings, strict=True)
    )


def _by_small_points(seats: Sequence[SheetSeat], rules: RulesProfile) -> bool:
    """Whether small points are all there is to count from: beside racks they are compared later."""
    if not any(seat.small_points is not None for seat in seats):
        return False
    entered = (seat.entered for seat in seats)
    return any(
        one.rack is None and one.rack_sum is None and not is_replaced(one, rules) for one in entered
    )


def _from_small_points(
    ending: Ending, seats: Sequence[SheetSeat], rules: RulesProfile
) -> tuple[Score, ...]:
    """Small points as written on the sheet, counted again from the racks they must come from."""
    points = [seat.small_points for seat in seats]
    if None in points or any(s.entered.rack_sum or s.entered.rack for s in seats):
        refuse(Violation(Refusal.RESULT_SMALL_POINTS_ALL))
    written = [value for value in points if value is not None]
    refuse(
        *(
            Violation(Refusal.RESULT_SMALL_POINTS_RANGE, facts={"entrant": seat.entrant})
            for seat, value in zip(seats, written, strict=True)
            if abs(value) > _LARGEST
        )
    )
    best = max(written)
    lost = -sum(value for value in written if value != best)
    # Where the winner's own rack is taken off, it shows as the difference to the sum.
    for own in dict.fromkeys((0, lost - best)):
        racks = [_rack(own if v == best else -v, s) for s, v in zip(seats, written, strict=True)]
        if own >= 0 and (ending is not Ending.WENT_OUT or own == 0):
            scores = score(ending, racks, rules)
            if [s.small_points for s in scores] == written:
                return scores
    facts = {"sum": sum(written), "winner": best, "losers": -lost}
    refuse(Violation(Refusal.RESULT_SMALL_POINTS_WRONG, facts=facts))
    raise AssertionError


_LARGEST = 10_000


def _rack(tiles: int, seat: SheetSeat) -> FinalRack:
    return FinalRack(
        max(tiles, 0) if seat.entered.flat is None else 0,
        opened=seat.entered.opened,
        flat=seat.entered.flat,
        disqualified=seat.excluded,
    )


def _whole(value: Fraction) -> Points:
    return int(value) if value.denominator == 1 else value
