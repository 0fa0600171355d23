"""Results of games."""

from dataclasses import dataclass

from stolik.tournament.state import (
    Collected,
    CorrectionCause,
    GameNumber,
    Line,
    RoundNumber,
    Seats,
    TableNumber,
)


@dataclass(frozen=True, slots=True)
class RecordResult:
    """A game's lines, already scored by the game's own rules.

    `absent`: seats of the table that are no part of this game; all but one, and no lines: a bye.
    """

    round: RoundNumber
    table: TableNumber
    game: GameNumber
    lines: tuple[Line, ...]
    by: str = ""
    absent: Seats = ()
    online: bool = False  # a table online says itself who played (decision 17)
    collected: tuple[Collected, ...] = ()  # as it was typed
    excluded: Seats = ()  # last by the judge's mark on the sheet, besides those of the ledger


@dataclass(frozen=True, slots=True)
class CorrectResult:
    """Replace the lines of an earlier game; nothing is overwritten in the log."""

    round: RoundNumber
    table: TableNumber
    game: GameNumber
    lines: tuple[Line, ...]
    reason: str
    absent: Seats = ()
    online: bool = False
    over: int | None = None  # the version its author had seen; None: not said
    collected: tuple[Collected, ...] = ()  # as it was typed
    cause: CorrectionCause = CorrectionCause.BY_HAND
    excluded: Seats = ()


@dataclass(frozen=True, slots=True)
class Unplayed:
    """A game that will not be played: 0/0 for all."""

    round: RoundNumber
    table: TableNumber
    game: GameNumber
    reason: str


@dataclass(frozen=True, slots=True)
class Confirm:
    """An entrant of the table, or the referee, confirms a result."""

    round: RoundNumber
    table: TableNumber
    game: GameNumber
    by: str
