"""Results of games."""

from dataclasses import dataclass

from stolik.free_text import FreeText
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
class ResultRecorded:
    """`lines` empty: the game was not played, or all but one were `absent` and he has a bye."""

    round: RoundNumber
    table: TableNumber
    game: GameNumber
    lines: tuple[Line, ...]
    by: str
    reason: FreeText
    absent: Seats = ()
    online: bool = False  # told by a table online, not by people
    collected: tuple[Collected, ...] = ()  # as it was typed
    excluded: Seats = ()  # last by the judge's mark on the sheet, besides those of the ledger


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    round: RoundNumber
    table: TableNumber
    game: GameNumber
    lines: tuple[Line, ...]
    reason: FreeText
    absent: Seats = ()
    online: bool = False
    collected: tuple[Collected, ...] = ()
    cause: CorrectionCause = CorrectionCause.BY_HAND
    excluded: Seats = ()


@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    round: RoundNumber
    table: TableNumber
    game: GameNumber
    by: str
