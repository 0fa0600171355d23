"""What is kept beside events of Rummikub although no rule asks for it."""

from collections.abc import Mapping, Sequence
from typing import Any

from stolik.app.games.rummikub.on_the_felt.felt import arranged
from stolik.app.games.rummikub.table import LiveTable, write_film
from stolik.app.tables.seam.exchanged import Note
from stolik.rummikub import events as e
from stolik.rummikub.jokers import taken_jokers


def note_of(table: LiveTable, event: Any) -> Mapping[str, Any]:
    """Where tiles lie that were named meld by meld, and what became of jokers: kept, so that
    nobody works it out again."""
    if not isinstance(event, e.TilesLaid):
        return {}
    rules = table.rules
    note: dict[str, Any] = {"felt": arranged(table.felt, event.tableau, rules)}
    if taken := taken_jokers(table.state.tableau, event.tableau, rules):
        note["taken"] = taken
    return note


def turn_note(table: LiveTable, events: Sequence[Any], now: int) -> Mapping[str, Any]:
    """What is kept with the end of a turn: its drafts, and the lag granted to its player."""
    ended = next((event for event in events if isinstance(event, e.TurnEnded)), None)
    if ended is None:
        return {}
    note: dict[str, Any] = {}
    if table.film:
        note["film"] = write_film(table.film)
    late = -table.clock.left(now)
    if late > 0 and ended.how in (e.TurnEnd.CLICK, e.TurnEnd.EMPTY_RACK):
        note["lag_ms"] = late
    return note


def flag_note(table: LiveTable, lag_ms: int) -> Note:
    """The lag that was waited for before a flag fell."""
    # What the line was given counts, also when the flag falls in the end.
    given = table.clock.lag_credit(lag_ms)
    return {e.TimeRanOut: {"lag_ms": given}} if given else {}
