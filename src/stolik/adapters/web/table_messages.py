"""What a client may say at a table: one shape per message, unknown fields refused.

`t` names the message. A seat's own messages never say whose seat it is: the login does.
"""

from typing import Annotated, get_args

import msgspec
from msgspec import Meta

from stolik.adapters.web import wojtek_messages as w
from stolik.adapters.web.message_shapes import (
    Ask,
    Id,
    Message,
    Number,
    Reason,
    RefereeAsk,
    SeatNumber,
)
from stolik.app.access.roles import Rule

__all__ = ["MESSAGES", "Ask", "ClientMessage", "Message", "RefereeAsk", "read_message"]

Coordinate = Annotated[int, Meta(ge=-100_000, le=100_000)]
TileText = Annotated[str, Meta(max_length=4)]
Place = tuple[TileText, Coordinate, Coordinate]
Places = Annotated[list[Place], Meta(max_length=200)]
Rack = Annotated[list[TileText], Meta(max_length=200)]
Hex256 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Hello(Message, frozen=True, tag="hello"):
    """The first word: which table, what is known already, which commands are unanswered."""

    table: Annotated[str, Meta(max_length=64, pattern="^[^\\x00]*$")]
    proto: int = 1
    token: Annotated[str, Meta(max_length=200)] = ""  # programs only; browsers have a cookie
    last_seq: Number = 0
    pending: Annotated[list[Id], Meta(max_length=50)] = msgspec.field(default_factory=list)
    nonce_hash: Hex256 | None = None
    lang: Annotated[str, Meta(max_length=2)] = "pl"
    watch: bool = False  # only to watch, whoever asks: for a screen that everybody sees
    rule = Rule.WATCHER_HERE


class Resume(Message, frozen=True, tag="resume"):
    """There is a gap: everything after `last_seq`, please."""

    last_seq: Number
    rule = Rule.WATCHER_HERE


class Pong(Message, frozen=True, tag="pong"):
    """The answer to a ping."""

    n: Number
    rule = Rule.SEAT_HERE  # nobody else is pinged


class Draft(Message, frozen=True, tag="draft"):
    """How the felt looks now: all tiles on it, and the one in hand."""

    felt: Places
    lifted: TileText | None = None
    lifted_from_table: bool = False
    rule = Rule.SEAT_HERE


class Order(Message, frozen=True, tag="order"):
    """The own rack as its player has put it."""

    rack: Rack
    rule = Rule.SEAT_HERE


class NonceHash(Message, frozen=True, tag="nonce_hash"):
    """The commitment to this device's share of chance for the next deal."""

    hash: Hex256
    rule = Rule.SEAT_HERE


class Nonce(Message, frozen=True, tag="nonce"):
    """This device's share of chance, shown when all have committed to theirs."""

    nonce: Hex256
    rule = Rule.SEAT_HERE


class Draw(Ask, frozen=True, tag="draw"):
    stack: Annotated[int, Meta(ge=1, le=100)] | None = None


class Lay(Ask, frozen=True, tag="lay"):
    """The whole table as it shall lie: by places on the felt, or meld by meld."""

    felt: Places | None = None
    melds: Annotated[list[Rack], Meta(max_length=60)] | None = None


class Announce(Ask, frozen=True, tag="announce"):
    pass


class Click(Ask, frozen=True, tag="click"):
    pass


class Restart(Ask, frozen=True, tag="restart"):
    pass


class Ready(Ask, frozen=True, tag="ready"):
    announces_opening: bool = False


class Redeal(Ask, frozen=True, tag="redeal"):
    pass


class Confirm(Ask, frozen=True, tag="confirm"):
    pass


class Challenge(Ask, frozen=True, tag="challenge"):
    event: Number


class Begin(RefereeAsk, frozen=True, tag="begin"):
    """Deal without waiting for who has not come; `ack` says it was heard, the deal follows."""


class Pause(RefereeAsk, frozen=True, tag="pause"):
    reason: Reason


class GoOn(RefereeAsk, frozen=True, tag="go_on"):
    pass


class AddTime(RefereeAsk, frozen=True, tag="add_time"):
    seconds: Annotated[int, Meta(ge=-3600, le=3600)]
    reason: Reason


class VoidTurn(RefereeAsk, frozen=True, tag="void_turn"):
    reason: Reason


class Rewind(RefereeAsk, frozen=True, tag="rewind"):
    to: Number
    reason: Reason


class Ruling(RefereeAsk, frozen=True, tag="ruling"):
    reason: Reason
    challenge: Number | None = None


class Warn(RefereeAsk, frozen=True, tag="warn"):
    seat: SeatNumber
    reason: Reason


class Disqualify(RefereeAsk, frozen=True, tag="disqualify"):
    seat: SeatNumber
    reason: Reason
    gross: bool = False


class Inspect(RefereeAsk, frozen=True, tag="inspect"):
    seat: SeatNumber
    reason: Reason


class CallTime(RefereeAsk, frozen=True, tag="call_time"):
    pass


ClientMessage = (
    Hello
    | Resume
    | Pong
    | Draft
    | Order
    | NonceHash
    | Nonce
    | Draw
    | Lay
    | Announce
    | Click
    | Restart
    | Ready
    | Redeal
    | Confirm
    | Challenge
    | Begin
    | Pause
    | GoOn
    | AddTime
    | VoidTurn
    | Rewind
    | Ruling
    | Warn
    | Disqualify
    | Inspect
    | CallTime
    | w.Start
    | w.Exchange
    | w.Move
    | w.Rainbow
    | w.Three
    | w.Colour
    | w.Report
    | w.Seen
    | w.PassTurn
    | w.AnswerReport
    | w.Overrule
)
MESSAGES: tuple[type[Message], ...] = get_args(ClientMessage)

_DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


def read_message(raw: str | bytes) -> ClientMessage:
    """A message; raises `msgspec.MsgspecError` with the field at fault."""
    try:
        return _DECODER.decode(raw)
    except (RecursionError, UnicodeError) as error:  # nested without end, or no text at all
        raise msgspec.DecodeError(type(error).__name__) from None
