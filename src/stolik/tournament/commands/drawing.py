"""Pledges, slips, draws and seats, until a round is published."""

from dataclasses import dataclass

from stolik.tournament.state import EntrantNumber, RoundNumber, Seats, SeatTiles, TableNumber


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
