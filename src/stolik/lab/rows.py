"""Simulated games as lines of a table (CSV) and as JSON values."""

from dataclasses import asdict, fields, is_dataclass
from fractions import Fraction
from typing import Any

from stolik.lab.games import GameRow, SeatRow

_GAME = ("game", "seed", "table_size", "ending", "turns", "pool_left")
_SEAT = tuple(field.name for field in fields(SeatRow))


def header(most_seats: int) -> list[str]:
    """The names of the columns, for tables of up to so many seats."""
    seats = [f"seat{n}_{name}" for n in range(1, most_seats + 1) for name in _SEAT]
    return [*_GAME, *seats]


def cells(row: GameRow, most_seats: int) -> list[str]:
    """One game as the cells of a line; a seat nobody sat on is left empty."""
    game = [row.game, row.seed, len(row.seats), row.ending, row.turns, row.pool_left]
    seats = [getattr(seat, name) for seat in row.seats for name in _SEAT]
    empty = [None] * (len(_SEAT) * (most_seats - len(row.seats)))
    return ["" if value is None else str(plain(value)) for value in (*game, *seats, *empty)]


def plain(value: Any) -> Any:
    """A value of the lab as JSON values; fractions as whole numbers or as decimals."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else round(float(value), 6)
    if isinstance(value, float):
        return round(value, 6)
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value
