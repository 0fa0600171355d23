"""What happened in a tournament. A log of these is the tournament."""

from dataclasses import dataclass

from stolik.free_text import FreeText, GroupText
from stolik.tournament.format import DrawKind
from stolik.tournament.state import (
    Bonus,
    Collected,
    CorrectionCause,
    DrawnSlip,
    EntrantNumber,
    EntryStatus,
    GameNumber,
    GuardianNumber,
    Line,
    OpenGame,
    Penalty,
    Report,
    RoundNumber,
    Seats,
    SeatTiles,
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
    decisions: int = 0
    table_size: int | None = None  # to aim at


@dataclass(frozen=True, slots=True)
class EntrantEntered:
    """Somebody is entered, or on the waiting list; the name stands beside the log."""

    entrant: EntrantNumber
    status: EntryStatus
    club: GroupText
    team: GroupText
    age_class: GroupText
    fixed_table: TableNumber | None


@dataclass(frozen=True, slots=True)
class EntrantAmended:
    """Club, team and class as they should have been written; a new name stands beside the log."""

    entrant: EntrantNumber
    club: GroupText
    team: GroupText
    age_class: GroupText
    reason: FreeText = ""  # asked for once somebody has a seat
    renamed: bool = False


@dataclass(frozen=True, slots=True)
class EntrantRemoved:
    """Entered by mistake: nobody has this number any more, and nobody gets it again."""

    entrant: EntrantNumber
    reason: FreeText


@dataclass(frozen=True, slots=True)
class StatusChanged:
    entrant: EntrantNumber
    status: EntryStatus
    reason: FreeText
    open_game: GameNumber | None = None  # at his table when he left
    game: OpenGame | None = None  # and what becomes of it


@dataclass(frozen=True, slots=True)
class EntrantSubstituted:
    """Somebody else has the number from now on; the name stands beside the log."""

    entrant: EntrantNumber
    reason: FreeText


@dataclass(frozen=True, slots=True)
class GuardianNamed:
    """An adult leads a team; a number, the name stands beside the log."""

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
    """A penalty no longer counts; it stays in the ledger."""

    penalty: int
    reason: FreeText


@dataclass(frozen=True, slots=True)
class ReportFiled:
    """A report waits for its decision under the next number."""

    report: Report


@dataclass(frozen=True, slots=True)
class ReportDecided:
    """`number`: of the report that was filed; None: it was told and decided at once."""

    report: Report
    number: int | None = None


@dataclass(frozen=True, slots=True)
class TestAwarded:
    bonus: Bonus


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


@dataclass(frozen=True, slots=True)
class TieBroken:
    settlement: Settlement


@dataclass(frozen=True, slots=True)
class TieTakenBack:
    """What was drawn or played among these decides nothing any more."""

    settlement: Settlement
    reason: FreeText


@dataclass(frozen=True, slots=True)
class StageCut:
    """`advanced` in the order of the ranking they were cut by."""

    stage: int
    advanced: Seats


@dataclass(frozen=True, slots=True)
class CutTakenBack:
    """The stage before is open again; a draft of the one that was cut is gone."""

    stage: int
    reason: FreeText


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
class ResignationTakenBack:
    """Who gave a place up holds it again; a draft without him is gone.

    `leaves`: who had it meanwhile; nobody, where it was empty or is not announced yet. `advanced`:
    the field as it is then, in the order of the ranking; empty where none is announced.
    """

    stage: int
    entrant: EntrantNumber
    leaves: EntrantNumber | None
    advanced: Seats
    reason: FreeText


@dataclass(frozen=True, slots=True)
class RoundsSet:
    """A stage has another number of rounds from now on."""

    stage: int
    rounds: int
    reason: FreeText


@dataclass(frozen=True, slots=True)
class TournamentFinished:
    standings: tuple[tuple[int, EntrantNumber], ...]
    titles: tuple[tuple[str, EntrantNumber], ...]
    qualified: Seats
    early: FreeText = ""  # why it ended with what was played; "": nothing was left to play


@dataclass(frozen=True, slots=True)
class TournamentReopened:
    """Something announced was corrected; the tournament has to be finished again."""

    reason: FreeText


Event = (
    TournamentCreated
    | EntrantEntered
    | EntrantAmended
    | EntrantRemoved
    | StatusChanged
    | EntrantSubstituted
    | GuardianNamed
    | KeptApart
    | TableFixed
    | PenaltyGiven
    | PenaltyCancelled
    | ReportFiled
    | ReportDecided
    | TestAwarded
    | ChancePledged
    | ChanceCarriedOut
    | ChanceRevealed
    | SlipEntered
    | SlipTakenBack
    | RoundDrawn
    | SeatsSwapped
    | TableLocked
    | SeatTaken
    | RoundPublished
    | RoundUnpublished
    | DealsPledged
    | SeatsDrawn
    | ResultRecorded
    | ResultCorrected
    | ResultConfirmed
    | TieBroken
    | TieTakenBack
    | StageCut
    | CutTakenBack
    | PlacePassedDown
    | ResignationTakenBack
    | RoundsSet
    | TournamentFinished
    | TournamentReopened
)
