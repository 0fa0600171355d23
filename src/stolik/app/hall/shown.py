"""What every screen shows of a hall, and the sheets a referee has to decide on."""

from collections.abc import Mapping

from stolik.app.hall import events as e
from stolik.app.hall.hall import Hall
from stolik.app.tournaments.online import BY_REFEREE
from stolik.tournament.state import GameNumber, Result, TableNumber


def differing(hall: Hall) -> tuple[e.SheetContradicted, ...]:
    """Sheets that say something else than what counts, until a referee has decided."""
    held = hall.state.contradicted
    return tuple(s for s in held if is_open(result_of(hall, s.round, s.table, s.game)))


def is_open(first: Result | None) -> bool:
    """Whether a second sheet can still be held against it."""
    return first is not None and BY_REFEREE not in first.confirmed_by


def result_of(hall: Hall, number: int, table: int, game: int) -> Result | None:
    """The result of a game that counts."""
    found = hall.office.state.rounds[number - 1 : number]
    which = (TableNumber(table), GameNumber(game))
    return found[0].results.get(which) if found else None


def shown(hall: Hall) -> Mapping[str, object]:
    """What every screen shows of the hall."""
    state, now = hall.state, hall.house.clock.now()
    number, call, scene = state.round, state.call, state.scene
    played = hall.published()
    waiting = state.calls_of(int(played.number)) if played else ()
    picked = state.shown_of(int(played.number)) if played else None
    missing = hall.owing(call.round) if call else ()
    return {
        "seq": hall.seq,
        "now": now,
        "round": number,
        "running": state.runs,
        "left_ms": max(0, state.left_at(now)) if number else None,
        "time_called": state.time_called is not None,
        "paused": state.paused,
        "pause_reason": state.pause_reason,
        "break_ms": state.break_left(now),
        "call": {"round": call.round, "tables": [t for t in call.tables if t in missing]}
        if call and any(t in missing for t in call.tables)
        else None,
        "shown": picked,
        "scene": {"scene": scene.scene, "page": scene.page, "at": scene.at} if scene else None,
        "referee": [{"table": c.table, "ago_ms": max(0, now - c.at)} for c in waiting],
        "differing": [
            {"round": number, "table": table, "game": game}
            for number, table, game in sorted({(s.round, s.table, s.game) for s in differing(hall)})
        ],
    }
