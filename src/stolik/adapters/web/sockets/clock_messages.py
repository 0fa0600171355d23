"""What a table's phone may say to its clock: one shape per message, unknown fields refused.

Every command has an id made before it was sent and `ago_ms`, how long ago it was made: the phone
measures it by its own monotonic clock, so that no clock has to be right.
"""

from typing import Annotated, ClassVar, get_args

import msgspec
from msgspec import Meta, Struct

from stolik.adapters.web.sockets.strictly import read_strictly
from stolik.app import bounds
from stolik.app.access.roles import Rule
from stolik.seats import Seat
from stolik.table_clock import commands as c
from stolik.table_clock.state import Holder, Ms

Id = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
Ago = Annotated[int, Meta(ge=0, le=86_400_000)]


class Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    """Anything a phone sends; `rule` says who may."""

    rule: ClassVar[Rule] = Rule.TABLE_HERE


class Status(Message, frozen=True, tag="status"):
    """What became of these commands, whose answer was lost on the way?"""

    pending: Annotated[list[Id], Meta(max_length=200)]
    rule = Rule.WATCHER_HERE


class Ask(Message, frozen=True, kw_only=True):
    """A command."""

    id: Id
    ago_ms: Ago = 0


class Start(Ask, frozen=True, tag="start"):
    """The first move of a game begins."""


class Tap(Ask, frozen=True, tag="tap"):
    """Ends the move of this number, which is this seat's; `passed`: nothing was laid."""

    seat: SeatNumber
    move: Number
    passed: bool = False


class Pause(Ask, frozen=True, tag="pause"):
    """A dispute: the clock stands."""

    reason: bounds.Why = "?"  # not said


class Resume(Ask, frozen=True, tag="resume"):
    """It goes on."""


class Restart(Ask, frozen=True, tag="restart"):
    """The player before clicked before drawing: the move of this number begins anew."""

    move: Number


class Announce(Ask, frozen=True, tag="announce"):
    """„Wyłożę się w następnej rundzie”; before a game: the opening of the first move."""

    seat: SeatNumber


class Correct(Ask, frozen=True, tag="correct"):
    """Somebody tapped by mistake: this seat is to move."""

    seat: SeatNumber
    reason: bounds.Why


class BankEmpty(Ask, frozen=True, tag="bank_empty"):
    """This seat took the last tile of the bank: the last moves begin."""

    seat: SeatNumber


class BankNotEmpty(Ask, frozen=True, tag="bank_not_empty"):
    """There are tiles left after all."""


class Stop(Ask, frozen=True, tag="stop"):
    """Somebody went out, or nothing more is played: the game is over."""


class Seen(Ask, frozen=True, tag="seen"):
    """This seat has seen the table and all racks."""

    seat: SeatNumber


class Next(Ask, frozen=True, tag="next"):
    """The next game can be dealt."""


class AddTime(Ask, frozen=True, tag="add_time"):
    """More seconds for the seat to move."""

    seconds: Annotated[int, Meta(ge=1, le=3600)]
    reason: bounds.Why
    rule = Rule.REFEREE_HERE


class CallTime(Ask, frozen=True, tag="call_time"):
    """The time is over at this table: last move each."""

    rule = Rule.REFEREE_HERE


ClientMessage = (
    Status
    | Start
    | Tap
    | Pause
    | Resume
    | Restart
    | Announce
    | Correct
    | BankEmpty
    | BankNotEmpty
    | Stop
    | Seen
    | Next
    | AddTime
    | CallTime
)

MESSAGES: tuple[type[Message], ...] = get_args(ClientMessage)

_KINDS = {str(kind.__struct_config__.tag): kind for kind in MESSAGES}
_DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


def read_message(raw: str | bytes) -> ClientMessage:
    """A message; one that cannot be read is refused by its field."""
    return read_strictly(raw, _DECODER, _KINDS)


def command_for(ask: Ask, at: Ms, *, referee: bool) -> c.Command:  # noqa: C901 - a table, no tangle
    """The command a message stands for, made at this moment."""
    match ask:
        case Start():
            return c.Start(at)
        case Tap(seat=seat, move=move, passed=passed):
            return c.Tap(Seat(seat), move, at, referee, passed=passed)
        case BankEmpty(seat=seat):
            return c.EmptyBank(Seat(seat), at)
        case BankNotEmpty():
            return c.RefillBank(at)
        case Pause(reason=reason):
            return c.Pause(Holder.TABLE, reason, at)
        case Resume():
            return c.Resume(Holder.TABLE, at)
        case Restart(move=move):
            return c.RestartMove(move, at)
        case Announce(seat=seat):
            return c.Announce(Seat(seat), at)
        case Correct(seat=seat, reason=reason):
            return c.CorrectSeat(Seat(seat), reason, at, referee)
        case Stop():
            return c.EndGame(at)
        case Seen(seat=seat):
            return c.SeeRacks(Seat(seat), at)
        case Next():
            return c.NextGame(at, referee)
        case AddTime(seconds=seconds, reason=reason):
            return c.AddTime(seconds, reason, at)
        case CallTime():
            return c.CallTime(at)
        case _:
            raise AssertionError(type(ask))
