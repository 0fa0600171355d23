"""The timetable of the day as people write it."""

from typing import Any

from stolik.app.codes import Refusal
from stolik.app.texts import say
from stolik.refusal import Fact, Violation, refuse
from stolik.rummikub.rules import RulesProfile
from stolik.tournament.codes import Notice
from stolik.tournament.state import TournamentState
from stolik.tournament.timeplan import Slot, timetable

_DAY = 24 * 60


def timetable_of(
    state: TournamentState,
    rules: RulesProfile | None,
    *,
    start: str,
    minutes: int,
    pause: int,
    pauses: dict[int, int],
    game_minutes: int | None,
    lang: str = "pl",
) -> dict[str, Any]:
    """The day, round by round; a round too short for its games says so."""
    for name, value in (("minutes", minutes), ("breaks", pause), ("game_minutes", game_minutes)):
        _refuse_minutes(name, value)
    for value in pauses.values():
        _refuse_minutes("long_breaks", value)
    limit = rules.clock.game_time_min if rules else 0
    game = limit if game_minutes is None else game_minutes
    slots = timetable(
        state.format,
        starts=_minutes(start),
        minutes_per_round=minutes,
        break_minutes=pause,
        game_minutes=game,
        breaks=pauses,
    )
    return {
        "slots": [
            {
                "title": slot.title,
                "from": _clock(slot.starts),
                "to": _clock(slot.ends),
                "games_do_not_fit": slot.games_do_not_fit,
            }
            for slot in slots
        ],
        "remarks": [
            {"code": str(remark.code), "message": say(remark, lang)}
            for slot in slots
            if slot.games_do_not_fit
            for remark in [_too_short(slot, game)]
        ],
    }


def _too_short(slot: Slot, game: int) -> Violation:
    minutes = slot.ends - slot.starts
    facts: dict[str, Fact] = {"round": slot.title, "minutes": minutes, "game": game}
    return Violation(Notice.GAMES_DO_NOT_FIT, facts={**facts, "games": slot.games})


def _refuse_minutes(name: str, value: int | None) -> None:
    if value is not None and not 0 <= value <= _DAY:
        refuse(Violation(Refusal.PLAN_MINUTES, facts={"field": name, "most": _DAY}))


def _minutes(clock: str) -> int:
    hours, _, minutes = clock.partition(":")
    digits = clock.isascii() and hours.isdecimal() and minutes.isdecimal() and len(clock) <= 5
    if not (digits and int(hours) < 24 and int(minutes) < 60):
        refuse(Violation(Refusal.CLOCK_TIME, facts={"time": clock}))
    return int(hours) * 60 + int(minutes)


def _clock(minutes: int) -> str:
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"
