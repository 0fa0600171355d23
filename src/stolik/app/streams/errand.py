"""What somebody sends a stream to do: in whose name, under which id, and whether he still may."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, auto

from stolik.app.ports import CommandId

# Asked when the waiting for a lock is over; refuses what may be done no longer.
Allowed = Callable[[], Awaitable[None]]


async def always() -> None:
    """For what the house does by itself."""


def asked_for(what: str | bytes) -> int:
    """Tells one request from another while this process lives; of no use to anybody else."""
    return hash(what) or 1


class Pace(Enum):
    """How long deciding takes: when the id is looked up and the right asked for follows from it."""

    AT_ONCE = auto()  # sooner than the store says whether the id is used: the append says it
    QUICK = auto()  # the id is looked up first
    QUEUED = auto()  # in a pool, perhaps behind others: the right is asked for again after it
    LONG = auto()  # for seconds, as a draw does: while others are served, then kept if none was


@dataclass(frozen=True, slots=True)
class Errand:
    """One command on its way to a stream."""

    by: str
    command: CommandId | None = None  # None: the system's own, never asked about again
    allowed: Allowed = always
    pace: Pace = Pace.QUICK
    seen: int = 0  # the number of the last event its sender knows
    asked: int = 0  # what it asks for, as `asked_for` tells it; 0: nobody compares
