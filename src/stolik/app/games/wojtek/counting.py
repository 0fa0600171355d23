"""How a tournament counts tables of Miś Wojtek: by what was collected, or by places typed."""

from collections.abc import Sequence

from stolik.app.games.counting import (
    Counting,
    ScoreSheet,
    demand_places,
    lines_by_place,
    points_of,
)
from stolik.app.games.wojtek.score_sheet import lines_by_ranking, reasons_of_ranking
from stolik.app.games.wojtek.starting import started
from stolik.app.library import board
from stolik.tournament.format import TournamentFormat
from stolik.tournament.state import Line
from stolik.wojtek.board import Board


def counting(profile: str, shape: TournamentFormat) -> Counting:
    """On the board of this name."""
    track = board(profile)
    return Counting(
        lines=lambda sheet: _lines(sheet, track, shape),
        demand_possible=lambda lines: _demand_possible(lines, shape),
        reasons=lambda sheet, lang: reasons_of_ranking(sheet.seats, track, lang),
        worth=points_of(shape),
        board=track,
        online=profile,
        keeps_offences=True,
        rounds_free=True,
        start_cards=True,
        starting=lambda asked, lang: started(asked, track, lang),
    )


def _lines(sheet: ScoreSheet, track: Board, shape: TournamentFormat) -> tuple[Line, ...]:
    if any(seat.cards is not None for seat in sheet.seats):
        return lines_by_ranking(sheet.seats, track, shape)
    return lines_by_place(sheet.seats, shape)


def _demand_possible(lines: Sequence[Line], shape: TournamentFormat) -> None:
    """A ranking shares places where nothing tells two apart; typed places are held to their own."""
    places, points = [line.place for line in lines], shape.place_points
    ranked = all(place == 1 + sum(other < place for other in places) for place in places)
    known = len(lines) <= len(points) and ranked
    if known and all((x.big_points, x.small_points) == (points[x.place - 1], 0) for x in lines):
        return
    demand_places(lines, shape)
