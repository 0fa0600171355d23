"""What the server says at a table. `docs/protocol.md` is made from these classes.

They are made, written and dropped, several for each move: not frozen, which would cost as much
again as everything else that is said.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

PROTOCOL = 1


@dataclass(slots=True)
class ClockShown:
    """The move clock: `left_ms` at server time `now`, counting down while it runs."""

    seat: int
    running: bool
    left_ms: int
    now: int
    lag_ms: int = 0  # granted in this game to the seat to move


@dataclass(slots=True)
class Welcome:
    """Who you are here, and where the table stands."""

    table: str
    role: str
    seat: int | None
    seq: int
    server_time: int
    rules: Mapping[str, Any]
    seats: Sequence[Mapping[str, Any]]
    game: str
    games: int = 1  # how many are played at this table
    proto: int = PROTOCOL
    t: Literal["welcome"] = "welcome"


@dataclass(slots=True)
class Item:
    """One event as this viewer may know it; every viewer gets every number."""

    seq: int
    kind: str
    at: int
    by: str
    data: Mapping[str, Any]


@dataclass(slots=True)
class Events:
    """What has happened, in order, the clock after it and, for a seat, its rack."""

    items: Sequence[Item]
    clock: ClockShown
    rack: Sequence[str] | None = None
    t: Literal["events"] = "events"


@dataclass(slots=True)
class DraftShown:
    """How the felt looks while the seat to move thinks; `outline` marks its clusters."""

    seat: int
    felt: Sequence[Sequence[Any]]
    lifted: str | None
    outline: Sequence[Any]
    melds: Sequence[Sequence[str]] = ()  # the same, meld by meld, in the order the mover has them
    prospect: Any = None  # for the mover: what would come of ending the turn like this
    t: Literal["draft"] = "draft"


@dataclass(slots=True)
class Snapshot:
    """The table as it stands, for who has missed too much."""

    seq: int
    view: Any
    felt: Sequence[Sequence[Any]]
    draft: DraftShown | None
    clock: ClockShown
    present: Sequence[bool]
    rack: Sequence[str] | None  # in the order its player put it
    fair: Mapping[str, str] | None = None  # ctx, commit and public of the deal that is played
    options: Any = None  # what the own seat may do now, where a game tells it
    last_play: Sequence[str] = ()  # the tiles laid last in this game, to be marked
    before_play: Sequence[Sequence[str]] = ()  # the melds before that: which of two equal tiles
    last_move: int | None = (
        None  # the number of the last move of another seat: it can be challenged
    )
    jokers: Mapping[str, Sequence[str]] = field(default_factory=dict)  # by the tiles of their melds
    access: Sequence[Item] = ()  # who came to look or act in this game: `AccessChanged`
    story: Sequence[Item] = ()  # the last plays of this game and all a referee did: for a log
    waits_ms: int | None = None  # until the house acts for who is waited for, from `clock.now`
    match: Sequence[Mapping[str, Any]] = ()  # after a game: what each seat has of all of them
    t: Literal["snapshot"] = "snapshot"


@dataclass(slots=True)
class Status:
    """What became of the commands a client was not told about: acked, or unknown."""

    commands: Mapping[str, Mapping[str, Any]]
    t: Literal["status"] = "status"


@dataclass(slots=True)
class Ack:
    """The command is on disk; its last event has this number."""

    id: str
    seq: int
    t: Literal["ack"] = "ack"


@dataclass(slots=True)
class Fault:
    """One reason, its sentence in the reader's language, and the tiles it is about."""

    code: str
    message: str
    article: str = ""
    tiles: Sequence[str] = ()
    melds: Sequence[Sequence[str]] = ()


@dataclass(slots=True)
class No:
    """A refusal; nothing has changed and the draft is still there."""

    id: str | None
    faults: Sequence[Fault]
    seq: int
    t: Literal["no"] = "no"


@dataclass(slots=True)
class Present:
    """Which seats are there: somebody connected, or a bot."""

    seats: Sequence[bool]
    t: Literal["present"] = "present"


@dataclass(slots=True)
class People:
    """Somebody here is called or counted otherwise: `GET /api/tables/ID/people` tells how."""

    t: Literal["people"] = "people"


@dataclass(slots=True)
class Deal:
    """Before a deal: the house's commitment; once all have given theirs, `reveal` asks for nonces.

    `public` is the settled entropy, told with the deal.
    """

    game: int
    ctx: str
    commit: str
    hashes: Mapping[str, str] = field(default_factory=dict)
    reveal: bool = False
    t: Literal["deal"] = "deal"


@dataclass(slots=True)
class Notice:
    """Something to say on every screen, such as that nothing can be saved."""

    code: str
    message: str
    t: Literal["notice"] = "notice"


@dataclass(slots=True)
class Reaction:
    """A sign somebody gives the others; it is shown for a moment and kept nowhere."""

    seat: int
    what: str
    t: Literal["reaction"] = "reaction"


@dataclass(slots=True)
class Ping:
    """Answer at once with `pong`: this is how the line's lag is measured."""

    n: int
    t: Literal["ping"] = "ping"


@dataclass(slots=True)
class Bye:
    """The last word on this connection, and why."""

    code: str
    message: str
    t: Literal["bye"] = "bye"


ServerMessage = (
    Welcome
    | Events
    | DraftShown
    | Snapshot
    | Status
    | Ack
    | No
    | Present
    | People
    | Deal
    | Notice
    | Reaction
    | Ping
    | Bye
)
