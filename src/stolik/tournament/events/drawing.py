"""Pledges, slips, draws and seats, until a round is published."""

from dataclasses import dataclass

from stolik.free_text import FreeText
from stolik.tournament.state import (
    DrawnSlip,
    EntrantNumber,
    RoundNumber,
    Seats,
    SeatTiles,
    TableNumber,
)


@dataclass(frozen=True, slots=True)
class ChancePledged:
    commit: str
    ctx: str
    entrants: Seats


@dataclass(frozen=True, slots=True)
class ChanceCarriedOut:
    """The secret of this pledge has left the server with a file: nothing is drawn with it again."""

    commit: str


@dataclass(frozen=True, slots=True)
class ChanceRevealed:
    """From now on everybody can check the draws that were made with this pledge."""

    commit: str
    seed: str


@dataclass(frozen=True, slots=True)
class SlipEntered:
    slip: DrawnSlip


@dataclass(frozen=True, slots=True)
class SlipTakenBack:
    slip: DrawnSlip


@dataclass(frozen=True, slots=True)
class RoundDrawn:
    """Draws are numbered, repeated ones too; chance, algorithm and input are on record."""

    draw: int
    round: RoundNumber
    stage: int
    tables: tuple[Seats, ...]
    numbers: tuple[TableNumber, ...]
    games: int
    how: str
    label: str
    algorithm: str
    input_hash: str
    plan: tuple[tuple[Seats, ...], ...]
    reason: FreeText
    public: str = ""


@dataclass(frozen=True, slots=True)
class SeatsSwapped:
    one: EntrantNumber
    other: EntrantNumber
    reason: FreeText


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Somebody who came late sits at a table that had a free chair, after those who sit there."""

    round: RoundNumber
    entrant: EntrantNumber
    table: TableNumber
    reason: FreeText


@dataclass(frozen=True, slots=True)
class TableLocked:
    table: TableNumber
    locked: bool
    reason: FreeText = ""


@dataclass(frozen=True, slots=True)
class RoundPublished:
    """The tables of a round are for everybody to know."""

    round: RoundNumber


@dataclass(frozen=True, slots=True)
class RoundUnpublished:
    round: RoundNumber
    reason: FreeText


@dataclass(frozen=True, slots=True)
class DealsPledged:
    """A table was set online; what becomes of its round, everybody knows these commits."""

    round: RoundNumber
    table: TableNumber
    id: str
    commits: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SeatsDrawn:
    """`tiles` in the order the table was announced; `seats` from the highest tile down.

    `reason`: why it was drawn again.
    """

    round: RoundNumber
    table: TableNumber
    tiles: SeatTiles
    seats: Seats
    reason: FreeText = ""
