"""What happened at a table. A log of these is the game; replaying it gives the state."""

from dataclasses import dataclass
from enum import StrEnum

from stolik.free_text import FreeText
from stolik.judging import Paused as Paused
from stolik.judging import Resumed as Resumed
from stolik.judging import Rewound as Rewound
from stolik.judging import TimeAdded as TimeAdded
from stolik.rummikub.scoring import Ending, Score
from stolik.rummikub.state import Draft
from stolik.rummikub.tiles import Tableau, Tile, Tiles
from stolik.rummikub.verdict import Verdict
from stolik.seats import AccessChanged, Seat


class DrawReason(StrEnum):
    """Why a tile was taken."""

    MOVE = "move"
    PENALTY = "penalty"
    AFTER_CLICK = "after_click"


class TurnEnd(StrEnum):
    """What ended a turn (mp2023 L50)."""

    CLICK = "click"
    TIME = "time"
    EMPTY_RACK = "empty_rack"
    VOID = "void"
    DISQUALIFIED = "disqualified"


class TimeOutRuling(StrEnum):
    """Which rule a time-out was decided by."""

    MOVE_STANDS = "move_stands"
    OWN_TILE_BACK = "own_tile_back"
    TABLE_TILE_IN_HAND = "table_tile_in_hand"
    UNFINISHED = "unfinished"
    UNRESTORABLE = "unrestorable"
    NO_MOVE = "no_move"
    TOUCHED = "touched"
    ALREADY_DREW = "already_drew"


@dataclass(frozen=True, slots=True)
class TableOpened:
    rules_id: str
    rules_hash: str
    seats: int
    starter: Seat
    warnings: tuple[int, ...]
    drawn: tuple[Tiles, ...] = ()  # for the seats (szkoly2015 L67), seat by seat
    circle: tuple[Seat, ...] = ()  # … and who therefore sits after whom; (): as the seats count


@dataclass(frozen=True, slots=True)
class TilesDealt:
    game: int
    starter: Seat
    order: Tiles


@dataclass(frozen=True, slots=True)
class RedealAsked:
    seat: Seat
    doublets: Tiles


@dataclass(frozen=True, slots=True)
class ReadinessDeclared:
    seat: Seat
    announces_opening: bool


@dataclass(frozen=True, slots=True)
class GameStarted:
    pass


@dataclass(frozen=True, slots=True)
class StackPlaced:
    seat: Seat
    stack: int


@dataclass(frozen=True, slots=True)
class TileDrawn:
    seat: Seat
    tile: Tile
    reason: DrawReason


@dataclass(frozen=True, slots=True)
class NothingDrawn:
    """No tile could be taken; decision 5 wants the fact on record."""

    seat: Seat
    reason: DrawReason


@dataclass(frozen=True, slots=True)
class OpeningAnnounced:
    seat: Seat


@dataclass(frozen=True, slots=True)
class TilesLaid:
    """Tiles of the rack were laid; the tableau as it is then."""

    seat: Seat
    laid: Tiles
    tableau: Tableau


@dataclass(frozen=True, slots=True)
class LooseTilesTaken:
    """The table could not be restored: what is in no valid meld goes to the rack."""

    seat: Seat
    tiles: Tiles
    tableau: Tableau
    opened: bool


@dataclass(frozen=True, slots=True)
class TimeRanOut:
    seat: Seat
    ruling: TimeOutRuling
    article: str
    draft: Draft | None


@dataclass(frozen=True, slots=True)
class TurnEnded:
    seat: Seat
    how: TurnEnd
    next_seat: Seat


@dataclass(frozen=True, slots=True)
class TurnRestarted:
    seat: Seat


@dataclass(frozen=True, slots=True)
class TimeCalled:
    pass


@dataclass(frozen=True, slots=True)
class LastMovesBegan:
    """Each seat named has one more move, in this order."""

    ending: Ending
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat's line of the sheet, with the verdict if it had not opened."""

    seat: Seat
    score: Score
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class GameEnded:
    ending: Ending
    results: tuple[SeatResult, ...]


@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Challenged:
    seat: Seat
    event: int


@dataclass(frozen=True, slots=True)
class TurnVoided:
    seat: Seat
    reason: FreeText


@dataclass(frozen=True, slots=True)
class RulingGiven:
    reason: FreeText
    challenge: int | None


@dataclass(frozen=True, slots=True)
class WarningGiven:
    seat: Seat
    reason: FreeText
    counted_elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class SeatDisqualified:
    """Out of the game; `left`: of his own will or for no fault, so by no article."""

    seat: Seat
    reason: FreeText
    article: str
    left: bool = False


@dataclass(frozen=True, slots=True)
class RackInspected:
    seat: Seat
    reason: FreeText


Event = (
    TableOpened
    | TilesDealt
    | RedealAsked
    | ReadinessDeclared
    | GameStarted
    | StackPlaced
    | TileDrawn
    | NothingDrawn
    | OpeningAnnounced
    | TilesLaid
    | LooseTilesTaken
    | TimeRanOut
    | TurnEnded
    | TurnRestarted
    | TimeCalled
    | LastMovesBegan
    | GameEnded
    | ResultConfirmed
    | Challenged
    | Paused
    | Resumed
    | TimeAdded
    | TurnVoided
    | Rewound
    | RulingGiven
    | WarningGiven
    | SeatDisqualified
    | RackInspected
    | AccessChanged
)
