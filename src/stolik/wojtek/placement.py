"""Where places are drawn that a board file puts nowhere: between their neighbours, or in rows.

A board file may leave coordinates out: an organiser types names and colours first. None of this
decides anything: coordinates are no part of what is played.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from stolik.wojtek.board import Board

Point = tuple[int, int]

_NOWHERE: Point = (0, 0)
_STEP = 110
_IN_A_ROW = 14
_EDGE = 120


def placed(board: Board) -> Board:
    """The board with a spot for every place; one that says all of them stays as it is."""
    order = sorted(board.fields, key=lambda field: field.position)
    track = [*((field.x, field.y) for field in order), (board.goal.x, board.goal.y)]
    starts = [(start.x, start.y) for start in board.starts]
    if _NOWHERE not in (*track, *starts):
        return board
    drawn = _NOWHERE not in (track[0], track[-1])
    track = _between(track) if drawn else _rows(len(track))
    starts = [spot if drawn else _NOWHERE for spot in starts]
    starts = [_beside(n, track[0]) if at == _NOWHERE else at for n, at in enumerate(starts)]
    return replace(
        board,
        fields=tuple(replace(f, x=x, y=y) for f, (x, y) in zip(order, track[:-1], strict=True)),
        goal=replace(board.goal, x=track[-1][0], y=track[-1][1]),
        starts=tuple(replace(s, x=x, y=y) for s, (x, y) in zip(board.starts, starts, strict=True)),
        # A route in rows leads through no country.
        sheets=board.sheets if drawn else (),
    )


def _between(track: Sequence[Point]) -> list[Point]:
    """Places without a spot stand evenly on the way from the one before to the one after."""
    known = [n for n, spot in enumerate(track) if spot != _NOWHERE]
    found = [track[0]]
    for here, there in pairwise(known):
        (x, y), (to_x, to_y) = track[here], track[there]
        steps = there - here
        for n in range(1, steps + 1):
            found.append((x + (to_x - x) * n // steps, y + (to_y - y) * n // steps))
    return found


def _rows(count: int) -> list[Point]:
    """A snake from the lower right up to the goal; as close as a board of 2000 units needs it."""
    rows = -(-count // _IN_A_ROW)
    step = min(_STEP, (2000 - 3 * _EDGE) // rows)
    bottom = 2 * _EDGE + step * (rows - 1)
    spots = []
    for n in range(count):
        row, column = divmod(n, _IN_A_ROW)
        along = column if row % 2 else _IN_A_ROW - 1 - column
        spots.append((_EDGE + along * _STEP, bottom - row * step))
    return spots


def _beside(number: int, first: Point) -> Point:
    """Starts stand in a row below the first field, where there is room, else above it."""
    x, y = first
    row = y + _EDGE if y + _EDGE <= 2000 else y - _EDGE
    return max(0, min(2000, x - (number - 3) * _STEP)), row
