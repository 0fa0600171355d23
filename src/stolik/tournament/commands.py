"""What can be asked of a tournament. Draws arrive made: chance comes in from outside."""

from dataclasses import dataclass

from stolik.tournament.format import DrawKind
from stolik.tournament.state import (
    Collected,
    CorrectionCause,
    Decision,
    EntrantNumber,
    GameNumber,
    GuardianNumber,
    Line,
    OpenGame,
    RoundNumber,
    Seats,
    SeatTiles,
    SettledBy,
    TableNumber,
)

LAST_DECISION = 35  # of docs/rules/decisions.md, for tournaments that begin now
DISQUALIFICATION = "at_once"  # the step of a penalty that is given at once


@dataclass(frozen=True, slots=True)
class Create:
    """Begin; `confirmations`: how many people must confirm a result (a referee counts for all).

    `draw`, `team_size` and `table_size` depart from the format where it leaves the choice.
    """

    seed: str
    confirmations: int = 0
    draw: DrawKind | None = None
    team_size: int | None = None
    decisions: int = LAST_DECISION
    table_size: int | None = None


@dataclass(frozen=True, slots=True)
class Enter:
    """A new entrant, also a late one; beyond the limit he waits."""

    club: str = ""
    team: str = ""
    age_class: str = ""
    fixed_table: TableNumber | None = None


@dataclass(frozen=True, slots=True)
class Amend:
    """What was written of an entrant was wrong: club, team and class as they should stand."""

    entrant: EntrantNumber
    club: str
    team: str
    age_class: str
    reason: str = ""
    renamed: bool = False  # the name itself stands beside the log


@dataclass(frozen=True, slots=True)
class Remove:
    """The entrant was entered by mistake and has never sat down: he is on no list any more."""

    entrant: EntrantNumber
    reason: str


@dataclass(frozen=True, slots=True)
class CheckIn:
    """The entrant is here; or is not after all: a slip at the door, before his first seat."""

    entrant: EntrantNumber
    here: bool = True


@dataclass(frozen=True, slots=True)
class NameGuardian:
    """An adult leads the team; None: one who leads no team yet, and gets the next number."""

    team: str
    guardian: GuardianNumber | None = None


@dataclass(frozen=True, slots=True)
class KeepApart:
    """These entrants should not meet: a family, a school."""

    entrants: tuple[EntrantNumber, ...]


@dataclass(frozen=True, slots=True)
class FixTable:
    """The entrant always sits at this table (None: no longer)."""

    entrant: EntrantNumber
    table: TableNumber | None


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The entrant leaves; what was played stays. `game`: what becomes of the one he leaves in."""

    entrant: EntrantNumber
    reason: str
    game: OpenGame | None = None
    left_in: GameNumber | None = None  # the one he leaves in; None: the first without a result


@dataclass(frozen=True, slots=True)
class NoShow:
    """The entrant did not come."""

    entrant: EntrantNumber
    reason: str
    game: OpenGame | None = None


@dataclass(frozen=True, slots=True)
class Return:
    """A withdrawn or missing entrant plays on from the next draw."""

    entrant: EntrantNumber
    reason: str


@dataclass(frozen=True, slots=True)
class Substitute:
    """Somebody else takes over the number with all it has won."""

    entrant: EntrantNumber
    reason: str


@dataclass(frozen=True, slots=True)
class Disqualify:
    """Out of the tournament at once, or last in a game where the format says so."""

    entrant: EntrantNumber
    reason: str
    game: GameNumber | None = None
    leaving: OpenGame | None = None  # what becomes of the game at his table
    left_in: GameNumber | None = None  # the one he leaves in; None: the first without a result
    round: RoundNumber | None = None  # of `game`; None: the present one


@dataclass(frozen=True, slots=True)
class Penalise:
    """The next step of the ladder or the one that is named, with points named by the judge."""

    entrant: EntrantNumber
    reason: str
    big_points: int | None = None
    small_points: int | None = None
    game: GameNumber | None = None  # in which it is given; None: the first without a result
    step: str = ""  # "": the one that is due
    leaving: OpenGame | None = None  # what becomes of the game at his table, if he is put out
    left_in: GameNumber | None = None  # the one he leaves in; None: the first without a result
    over: int | None = None  # how many offences the judge was shown; None: he was shown none
    after_game: bool = False  # no game is on where it is given: nobody is put out of one


@dataclass(frozen=True, slots=True)
class Warn:
    """A violation somebody has noted: the step that is due, but nobody is excluded by a guess."""

    entrant: EntrantNumber
    reason: str
    game: GameNumber | None = None
    leaving: OpenGame | None = None  # what becomes of the game at his table, if it puts him out
    over: int | None = None  # as of a penalty
    after_game: bool = False  # as of a penalty


@dataclass(frozen=True, slots=True)
class CancelPenalty:
    """Take a line of the ledger back (numbered from 1); it stays readable."""

    penalty: int
    reason: str


@dataclass(frozen=True, slots=True)
class FileReport:
    """A player tells the judge how somebody behaves with whom he has sat at a table."""

    by: EntrantNumber
    against: EntrantNumber
    words: str
    noted: bool = False  # for him, by whoever brings a file


@dataclass(frozen=True, slots=True)
class DecideReport:
    """A team reported another: rejected, a warning, or disqualification at once."""

    by: EntrantNumber
    against: EntrantNumber
    decision: Decision
    reason: str
    game: GameNumber | None = None
    is_step: bool | None = None  # whether a warning is one of the ladder; None: as the format says
    report: int | None = None  # the number it was filed under, from 1
    leaving: OpenGame | None = None
    left_in: GameNumber | None = None  # the one he leaves in; None: the first without a result
    words: str = ""  # what was reported, where it was filed nowhere before
    round: RoundNumber | None = None  # of `game`; None: the last one both have played in
    over: int | None = None  # as of a penalty, where a warning is a step
    after_game: bool = False  # as of a penalty, where a warning is a step


@dataclass(frozen=True, slots=True)
class AwardTest:
    """Points from the knowledge test."""

    entrant: EntrantNumber
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class CarryOutChance:
    """The secret of the pledge that was drawn with leaves the server, with the whole tournament."""


@dataclass(frozen=True, slots=True)
class PledgeChance:
    """The house commits itself for the draw that is due, among these slips.

    `seed` shows the secret of a pledge that was drawn with and gives way to this one.
    """

    commit: str
    ctx: str
    entrants: Seats
    seed: str = ""


@dataclass(frozen=True, slots=True)
class EnterSlip:
    """Somebody drew a slip of paper for the round that is due."""

    entrant: EntrantNumber
    table: TableNumber
    seat: int


@dataclass(frozen=True, slots=True)
class TakeBackSlip:
    """A slip was entered by mistake."""

    entrant: EntrantNumber
    table: TableNumber
    seat: int


@dataclass(frozen=True, slots=True)
class Draw:
    """Seat the next round; `tables` in seat order, `plan` the drawn rounds after it."""

    tables: tuple[Seats, ...]
    how: str  # lot, planned, slips, by_hand, scheme, rank, groups
    label: str = ""  # of the chance used, e.g. draw/3
    algorithm: str = ""
    input_hash: str = ""
    plan: tuple[tuple[Seats, ...], ...] = ()
    reason: str = ""  # needed to draw a round again, or to leave the scheme
    public: str = ""  # what the hall added to the pledge


@dataclass(frozen=True, slots=True)
class SwapSeats:
    """Change the draft by hand: two entrants change places."""

    one: EntrantNumber
    other: EntrantNumber
    reason: str


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Somebody without a seat sits down on a free chair of the last round; nobody else moves."""

    entrant: EntrantNumber
    table: TableNumber
    reason: str


@dataclass(frozen=True, slots=True)
class LockTable:
    """A table of the draft that a repeated draw must leave alone."""

    table: TableNumber
    locked: bool = True
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Publish:
    """The draft is valid from now on; `seed` shows the secret behind its draw, if it has one."""

    seed: str = ""


@dataclass(frozen=True, slots=True)
class Unpublish:
    """Take a published draw back, until its first result."""

    reason: str


@dataclass(frozen=True, slots=True)
class PledgeDeals:
    """What binds the deals of a table that was set online, before anybody is dealt to.

    `id` tells one setting of the table from another; each of `commits` is a context and a commit.
    """

    round: RoundNumber
    table: TableNumber
    id: str
    commits: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class DrawSeats:
    """Those at a table drew tiles for their seats; the highest starts (szkoly2015 L67).

    `reason`: why they draw again; None: they think it is for the first time.
    """

    round: RoundNumber
    table: TableNumber
    tiles: SeatTiles
    reason: str | None = None


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


@dataclass(frozen=True, slots=True)
class BreakTie:
    """Tied entrants drew tiles or played an extra game; a higher number is better."""

    by: SettledBy
    drawn: tuple[tuple[EntrantNumber, int], ...]


@dataclass(frozen=True, slots=True)
class TakeTieBack:
    """Tiles or the order of an extra game were written down wrong: these are level again."""

    entrants: tuple[EntrantNumber, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Cut:
    """Advance to the next stage; `size` only where the format leaves it open."""

    size: int | None = None


@dataclass(frozen=True, slots=True)
class TakeCutBack:
    """A cut was announced too soon, or by results that were corrected since."""

    reason: str


@dataclass(frozen=True, slots=True)
class Resign:
    """A qualified entrant gives up his place; it passes down the list."""

    entrant: EntrantNumber
    reason: str


@dataclass(frozen=True, slots=True)
class TakeResignationBack:
    """The wrong row, or somebody who comes after all: the place is his again."""

    entrant: EntrantNumber
    reason: str


@dataclass(frozen=True, slots=True)
class SetRounds:
    """The stage being played has another number of rounds: the hall closes, or there is time."""

    rounds: int
    reason: str


@dataclass(frozen=True, slots=True)
class Finish:
    """Announce the final standings and the titles.

    `early`: why it ends with what was played, though rounds or results are still to come.
    """

    early: str = ""


@dataclass(frozen=True, slots=True)
class Reopen:
    """The end was announced too soon: it goes on where it was."""

    reason: str


Command = (
    Create
    | Enter
    | Amend
    | Remove
    | CheckIn
    | NameGuardian
    | KeepApart
    | FixTable
    | Withdraw
    | NoShow
    | Return
    | Substitute
    | Disqualify
    | Penalise
    | Warn
    | CancelPenalty
    | FileReport
    | DecideReport
    | AwardTest
    | CarryOutChance
    | PledgeChance
    | EnterSlip
    | TakeBackSlip
    | Draw
    | SwapSeats
    | LockTable
    | TakeSeat
    | Publish
    | Unpublish
    | PledgeDeals
    | DrawSeats
    | RecordResult
    | CorrectResult
    | Unplayed
    | Confirm
    | BreakTie
    | TakeTieBack
    | Cut
    | TakeCutBack
    | Resign
    | TakeResignationBack
    | SetRounds
    | Finish
    | Reopen
)
