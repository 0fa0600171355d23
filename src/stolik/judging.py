"""What whoever judges a table does in every game: stop it, let it go on, give time, go back.

The commands as asked, and the events they lead to; each game's engine says when they may be.
"""

from dataclasses import dataclass

from stolik.free_text import FreeText
from stolik.seats import Seat


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop the game and its clock."""

    reason: str


@dataclass(frozen=True, slots=True)
class Resume:
    """Let it go on."""


@dataclass(frozen=True, slots=True)
class AddTime:
    """More seconds for the seat to move, in this turn."""

    seconds: int
    reason: str


@dataclass(frozen=True, slots=True)
class Rewind:
    """Go back to how things were after event number `to`."""

    to: int
    reason: str
    # Also into a move: for the house, that takes back a time called too early, and for old logs.
    anywhere: bool = False


@dataclass(frozen=True, slots=True)
class Paused:
    """Nobody moves and no clock runs until it is resumed."""

    reason: FreeText


@dataclass(frozen=True, slots=True)
class Resumed:
    """The game and its clock go on."""


@dataclass(frozen=True, slots=True)
class TimeAdded:
    """The turn that runs is longer by so much."""

    seat: Seat
    seconds: int
    reason: FreeText


@dataclass(frozen=True, slots=True)
class Rewound:
    """All after event number `to` is as if it had not been; the log keeps it."""

    to: int
    reason: FreeText
