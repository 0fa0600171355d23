"""What happened in a tournament. A log of these is the tournament."""

from dataclasses import dataclass

from stolik.free_text import FreeText, GroupText
from stolik.tournament.format import DrawKind
from stolik.tournament.state import (
    Bonus,
    EntrantNumber,
    EntryStatus,
    GameNumber,
    GuardianNumber,
    Line,
    Penalty,
    Report,
    RoundNumber,
    Seats,
    Settlement,
    TableNumber,
)


@dataclass(frozen=True, slots=True)
class TournamentCreated:
    format_id: str
    format_hash: str
    seed: str
    confirmations: int
    draw: DrawKind | None = None  # where the organiser departed from the format
    team_size: int | None = None


@dataclass(frozen=True, slots=True)
class EntrantEntered:
    entrant: EntrantNumber
    status: EntryStatus
    club: GroupText
    team: GroupText
    age_class: GroupText
    fixed_table: TableNumber | None


@dataclass(frozen=True, slots=True)
class StatusChanged:
    entrant: EntrantNumber
    status: EntryStatus
    reason: FreeText


@dataclass(frozen=True, slots=True)
class EntrantSubstituted:
    entrant: EntrantNumber
    reason: FreeText


@dataclass(frozen=True, slots=True)
class GuardianNamed:
    team: GroupText
    guardian: GuardianNumber


@dataclass(frozen=True, slots=True)
class KeptApart:
    entrants: tuple[EntrantNumber, ...]


@dataclass(frozen=True, slots=True)
class TableFixed:
    entrant: EntrantNumber
    table: TableNumber | None


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    penalty: Penalty


@dataclass(frozen=True, slots=True)
class PenaltyCancelled:
    penalty: int
    reason: FreeText


@dataclass(frozen=True, slots=True)
class ReportDecided:
    report: Report


@dataclass(frozen=True, slots=True)
class TestAwarded:
    bonus: Bonus


@dataclass(frozen=True, slots=True)
class ChancePledged:
    commit: str
    ctx: str
    entrants: Seats


@dataclass(frozen=True, slots=True)
class ChanceRevealed:
    """From now on everybody can check the draws that were made with this pledge."""

    commit: str
    seed: str


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
class TableLocked:
    table: TableNumber
    locked: bool
    reason: FreeText = ""


@dataclass(frozen=True, slots=True)
class RoundPublished:
    round: RoundNumber


@dataclass(frozen=True, slots=True)
class RoundUnpublished:
    round: RoundNumber
    reason: FreeText


@dataclass(frozen=True, slots=True)
class ResultRecorded:
    """`lines` empty: the game was not played."""

    round: RoundNumber
    table: TableNumber
    game: GameNumber
    lines: tuple[Line, ...]
    by: str
    reason: FreeText


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    round: RoundNumber
    table: TableNumber
    game: GameNumber
    lines: tuple[Line, ...]
    reason: FreeText


@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    round: RoundNumber
    table: TableNumber
    game: GameNumber
    by: str


@dataclass(frozen=True, slots=True)
class TieBroken:
    settlement: Settlement


@dataclass(frozen=True, slots=True)
class StageCut:
    """`advanced` in the order of the ranking they were cut by."""

    stage: int
    advanced: Seats


@dataclass(frozen=True, slots=True)
class PlacePassedDown:
    """A qualified entrant is replaced by the next of the list, or by nobody.

    `stage` after the last one: the next event, for which the first places qualify.
    """

    stage: int
    resigned: EntrantNumber
    successor: EntrantNumber | None
    reason: FreeText


@dataclass(frozen=True, slots=True)
class TournamentFinished:
    standings: tuple[tuple[int, EntrantNumber], ...]
    titles: tuple[tuple[str, EntrantNumber], ...]
    qualified: Seats


@dataclass(frozen=True, slots=True)
class TournamentReopened:
    """Something announced was corrected; the tournament has to be finished again."""

    reason: FreeText


Event = (
    TournamentCreated
    | EntrantEntered
    | StatusChanged
    | EntrantSubstituted
    | GuardianNamed
    | KeptApart
    | TableFixed
    | PenaltyGiven
    | PenaltyCancelled
    | ReportDecided
    | TestAwarded
    | ChancePledged
    | ChanceRevealed
    | RoundDrawn
    | SeatsSwapped
    | TableLocked
    | RoundPublished
    | RoundUnpublished
    | ResultRecorded
    | ResultCorrected
    | ResultConfirmed
    | TieBroken
    | StageCut
    | PlacePassedDown
    | TournamentFinished
    | TournamentReopened
)
