"""Seats, who looks at them, and what all at a table are told about that: the same in every game."""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, NewType

Seat = NewType("Seat", int)
FIRST_SEAT = Seat(0)


class Role(StrEnum):
    """Who looks. An opponent is a seat looking at another seat."""

    SEAT = "seat"
    REFEREE = "referee"
    SPECTATOR = "spectator"
    PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody looking at a table; `seat` only for `Role.SEAT`."""

    role: Role
    seat: Seat | None = None


class AccessChange(StrEnum):
    """What changed about who looks, acts or watches at a table, beside the game itself."""

    DEVICE = "device"  # a device that was not at this seat before in this game has its eyes now
    PASS_ISSUED = "pass_issued"  # somebody can get a seat's eyes who could not before
    PASS_RENEWED = "pass_renewed"
    BOT_SEATED = "bot_seated"  # the house plays the seat, or its player again
    BOT_LEFT = "bot_left"
    WATCHING = "watching"  # what who only watches may see
    TIME_SET = "time_set"  # how long the moves of a seat take from now on


@dataclass(frozen=True, slots=True)
class NoteAccess:
    """Write down who can see or do more than before; nobody asks, the house knows."""

    what: AccessChange
    seat: Seat | None = None
    device: int = 0
    watching: str = ""
    ago: tuple[int, ...] = ()
    percent: int = 0


@dataclass(frozen=True, slots=True)
class AccessChanged:
    """Beside the game: it changes nothing in it, but all who play know of it."""

    what: AccessChange
    seat: Seat | None = None
    device: int = 0  # how many devices have opened the seat in this game, this one with them
    watching: str = ""
    ago: tuple[int, ...] = ()  # how long before each of them did, in ms; this one is the last
    percent: int = 0  # of the rule's time for a move


def noted(command: NoteAccess) -> AccessChanged:
    """The event a note is told as."""
    what, seat, device = command.what, command.seat, command.device
    return AccessChanged(what, seat, device, command.watching, command.ago, command.percent)


def access_seen_by(event: AccessChanged, viewer: Viewer) -> dict[str, Any]:
    """What a viewer is told of it; who needs more time is known to the table and its referees."""
    if event.what is AccessChange.TIME_SET and viewer.role not in (Role.SEAT, Role.REFEREE):
        return {"what": event.what}
    return {field.name: getattr(event, field.name) for field in fields(event)}
