"""The clock of a table in the hall: one tap ends a move, and the next one's time begins.

    events = decide(state, command)
    state = replay(events, state)

It knows seats and milliseconds, no tiles; the time comes in with every command.
"""

from stolik.table_clock.engine import decide, evolve, replay
from stolik.table_clock.state import ClockState, Times

__all__ = ["ClockState", "Times", "decide", "evolve", "replay"]
