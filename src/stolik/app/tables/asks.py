"""What a client may say at a table, whatever is played there: one shape per message.

`tag` names a message on the wire, `rule` says who may send it. A seat's own messages never say
whose seat it is: the login does. What only one game knows is in `app/games/<game>/asks.py`; the
adapter makes strict readers of all these classes.
"""

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from stolik.app import bounds
from stolik.app.access.roles import Rule
from stolik.app.streams.command_ids import LENGTH, PATTERN

# With its length, because `$` would let a line end pass.
Id = Annotated[str, Meta(pattern=PATTERN, min_length=LENGTH, max_length=LENGTH)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Reason = bounds.Why
SeatNumber = Annotated[int, Meta(ge=0, le=4)]
Hex256 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


@dataclass(slots=True)
class Message:
    """Anything a client sends."""

    tag: ClassVar[str]
    rule: ClassVar[Rule]


@dataclass(slots=True)
class Gesture(Message):
    """What a seat moves about before it acts: shown or remembered, never an event."""

    rule = Rule.SEAT_HERE


@dataclass(slots=True)
class Ask(Message):
    """A command: its id is made by the client before sending; `after` is the last event it saw."""

    id: Id
    after: Number
    rule = Rule.SEAT_HERE


@dataclass(slots=True)
class RefereeAsk(Ask):
    """The referee's commands."""

    rule = Rule.REFEREE_HERE


@dataclass(slots=True)
class Hello(Message):
    """The first word: which table, what is known already, which commands are unanswered."""

    table: Annotated[str, Meta(max_length=64, pattern="^[^\\x00]*$")]
    proto: int = 1
    token: Annotated[str, Meta(max_length=200)] = ""  # programs only; browsers have a cookie
    last_seq: Number = 0
    pending: Annotated[list[Id], Meta(max_length=50)] = field(default_factory=list)
    nonce_hash: Hex256 | None = None
    lang: Annotated[str, Meta(max_length=2)] = "pl"
    watch: bool = False  # only to watch, whoever asks: for a screen that everybody sees
    tag = "hello"
    rule = Rule.WATCHER_HERE


@dataclass(slots=True)
class Resume(Message):
    """There is a gap: everything after `last_seq`, please."""

    last_seq: Number
    tag = "resume"
    rule = Rule.WATCHER_HERE


@dataclass(slots=True)
class Pong(Message):
    """The answer to a ping."""

    n: Number
    tag = "pong"
    rule = Rule.SEAT_HERE  # nobody else is pinged


@dataclass(slots=True)
class React(Message):
    """One of a few signs to the others at a table among friends; nobody can say anything else."""

    what: Literal["bravo", "smile", "wow", "think", "hurry", "again"]
    tag = "react"
    rule = Rule.SEAT_HERE


@dataclass(slots=True)
class NonceHash(Message):
    """The commitment to this device's share of chance for the next deal."""

    hash: Hex256
    tag = "nonce_hash"
    rule = Rule.SEAT_HERE


@dataclass(slots=True)
class Nonce(Message):
    """This device's share of chance, shown when all have committed to theirs."""

    nonce: Hex256
    tag = "nonce"
    rule = Rule.SEAT_HERE


@dataclass(slots=True)
class Confirm(Ask):
    tag = "confirm"


@dataclass(slots=True)
class Begin(RefereeAsk):
    """Deal without waiting for who has not come; `ack` says it was heard, the deal follows."""

    tag = "begin"


@dataclass(slots=True)
class Pause(RefereeAsk):
    reason: Reason
    tag = "pause"


@dataclass(slots=True)
class GoOn(RefereeAsk):
    tag = "go_on"


@dataclass(slots=True)
class AddTime(RefereeAsk):
    seconds: Annotated[int, Meta(ge=-3600, le=3600)]
    reason: Reason
    tag = "add_time"


@dataclass(slots=True)
class Rewind(RefereeAsk):
    to: Number
    reason: Reason
    tag = "rewind"


@dataclass(slots=True)
class Ruling(RefereeAsk):
    reason: Reason
    challenge: Number | None = None
    tag = "ruling"


@dataclass(slots=True)
class Warn(RefereeAsk):
    seat: SeatNumber
    reason: Reason
    over: Number | None = None  # the offences the referee was shown; others by now: refused
    tag = "warn"


@dataclass(slots=True)
class Disqualify(RefereeAsk):
    seat: SeatNumber
    reason: Reason
    gross: bool = False
    over: Number | None = None  # as of a warning
    tag = "disqualify"


@dataclass(slots=True)
class Inspect(RefereeAsk):
    seat: SeatNumber
    reason: Reason
    tag = "inspect"


@dataclass(slots=True)
class CallTime(RefereeAsk):
    tag = "call_time"


COMMON: tuple[type[Message], ...] = (
    *(Hello, Resume, Pong, React, NonceHash, Nonce, Confirm),
    *(Begin, Pause, GoOn, AddTime, Rewind, Ruling, Warn, Disqualify, Inspect, CallTime),
)
