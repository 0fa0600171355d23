"""A table of Miś Wojtek as people type it from what was collected."""

from collections.abc import Sequence

from stolik.app.codes import Refusal
from stolik.app.games.counting import SheetSeat
from stolik.app.games.wojtek.entered import EnteredFinish, entered_ranking, reasons
from stolik.refusal import Violation, refuse
from stolik.tournament.format import TournamentFormat
from stolik.tournament.state import Line
from stolik.wojtek.board import Board


def lines_by_ranking(
    seats: Sequence[SheetSeat], board: Board, shape: TournamentFormat
) -> tuple[Line, ...]:
    """A table of Miś Wojtek: its own rules rank it, the format gives the points."""
    finishes = [_finish(seat) for seat in seats if seat.cards is not None and seat.place is None]
    points = shape.points_at(len(seats))
    if len(finishes) < len(seats) or len(seats) > len(points):
        refuse(Violation(Refusal.RESULT_PLACES, facts={"most": len(seats)}))
    standings = entered_ranking(finishes, board)
    return tuple(
        Line(seat.entrant, standing.place, points[standing.place - 1], 0)
        for seat, standing in zip(seats, standings, strict=True)
    )


def reasons_of_ranking(seats: Sequence[SheetSeat], board: Board, lang: str) -> tuple[str, ...]:
    """What decided each place, and what portraits and city cards were good for."""
    if any(seat.cards is None for seat in seats):
        return ()
    return reasons(entered_ranking([_finish(seat) for seat in seats], board), lang)


def _finish(seat: SheetSeat) -> EnteredFinish:
    return EnteredFinish(
        seat.cards or {},
        seat.portraits,
        seat.cities,
        seat.arrival,
        seat.distance,
        seat.start,
        seat.excluded,
    )
