"""What all messages of a client at a table are made of."""

from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from stolik.app.access.roles import Rule
from stolik.app.command_ids import LENGTH, PATTERN

# With its length, because `$` would let a line end pass.
Id = Annotated[str, Meta(pattern=PATTERN, min_length=LENGTH, max_length=LENGTH)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Reason = Annotated[str, Meta(min_length=1, max_length=500)]
SeatNumber = Annotated[int, Meta(ge=0, le=4)]


class Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    """Anything a client sends; `rule` says who may."""

    rule: ClassVar[Rule]


class Ask(Message, frozen=True):
    """A command: its id is made by the client before sending; `after` is the last event it saw."""

    id: Id
    after: Number
    rule = Rule.SEAT_HERE


class RefereeAsk(Ask, frozen=True):
    """The referee's commands."""

    rule = Rule.REFEREE_HERE
