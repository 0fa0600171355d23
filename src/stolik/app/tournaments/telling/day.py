"""The timetable of the day as people write it."""

from collections.abc import Callable, Sequence

from stolik.app.codes import Refusal
from stolik.app.texts import text
from stolik.app.tournaments.telling import answers
from stolik.app.tournaments.telling.answers import Timetable
from stolik.app.tournaments.telling.wording import round_called, said
from stolik.refusal import Fact, Violation, refuse
from stolik.tournament.codes import Notice
from stolik.tournament.format import Stage, TournamentFormat
from stolik.tournament.state import TournamentState
from stolik.tournament.timeplan import DayItem, Slot, timetable

_DAY = 24 * 60


def timetable_of(
    state: TournamentState,
    limit: Callable[[Stage], int],
    *,
    start: str,
    minutes: int,
    pause: int,
    pauses: dict[int, int],
    game_minutes: int | None,
    items: Sequence[DayItem] = (),
    lang: str = "pl",
) -> Timetable:
    """The day, round by round; a round too short for its games says so."""
    for name, value in (("minutes", minutes), ("breaks", pause), ("game_minutes", game_minutes)):
        _refuse_minutes(name, value)
    for value in (*pauses.values(), *(item.minutes for item in items)):
        _refuse_minutes("long_breaks", value)
    game = limit if game_minutes is None else lambda _: game_minutes
    slots = timetable(
        state.format,
        starts=_minutes(start),
        minutes_per_round=minutes,
        break_minutes=pause,
        game_minutes=game,
        breaks=pauses,
        items=items,
    )
    return Timetable(
        tuple(_slot(one, state.format, lang) for one in slots),
        tuple(
            said(_too_short(one, state.format, lang), lang) for one in slots if one.games_do_not_fit
        ),
    )


def _title(one: Slot, shape: TournamentFormat, lang: str) -> str:
    if one.round:
        return round_called(shape, one.round, lang)
    return one.title or text(f"day.{one.kind}", lang)


def _slot(one: Slot, shape: TournamentFormat, lang: str) -> answers.Slot:
    title = _title(one, shape, lang)
    times = _clock(one.starts), _clock(one.ends)
    return answers.Slot(title, *times, one.games_do_not_fit, one.kind or "round")


def _too_short(slot: Slot, shape: TournamentFormat, lang: str) -> Violation:
    minutes, title = slot.ends - slot.starts, _title(slot, shape, lang)
    facts: dict[str, Fact] = {"round": title, "minutes": minutes, "game": slot.game_minutes}
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
