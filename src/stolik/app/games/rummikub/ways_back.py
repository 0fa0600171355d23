"""The two ways back from a move, as a referee is asked about them: told by the rewinds themselves.

Screens put names to the seats and count nothing: what they say is what will happen.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from stolik.app.texts import say
from stolik.refusal import Refused
from stolik.rummikub.rewinding import Side, way_back
from stolik.rummikub.state import TableState


@dataclass(frozen=True, slots=True)
class OneWay:
    """One way back: the event to name in `rewind`, who is to move then, whose turns are lost."""

    to: int | None  # None: this way is closed, `why` says the reason
    turn: int | None  # None: everybody gets ready for the game again
    lost: Sequence[int]  # seats, turn by turn
    why: str = ""


@dataclass(frozen=True, slots=True)
class WaysBack:
    """Both ways from the move in which an event fell, at a table that has `seq` events."""

    event: int
    seq: int
    before: OneWay
    after: OneWay


def ways_back(state: TableState, event: int, lang: str) -> WaysBack:
    """To before the move of an event, and to after it."""
    before, after = (_way(state, event, side, lang) for side in (Side.BEFORE, Side.AFTER))
    return WaysBack(event, state.version, before, after)


def _way(state: TableState, event: int, side: Side, lang: str) -> OneWay:
    try:
        found = way_back(state, event, side)
    except Refused as refused:
        return OneWay(None, None, (), " ".join(say(one, lang) for one in refused.violations))
    return OneWay(found.to, found.turn, found.lost)
