"""The organiser's hand on a whole hall: the round's time, pauses, breaks, calls."""

from typing import Any

from litestar import Response, delete, get, post, put
from litestar.params import FromPath, JSONBody

from stolik.adapters.web.edge.asking import HttpRequest, command_of, signature
from stolik.adapters.web.edge.encoding import encode
from stolik.adapters.web.edge.guard import allowed_by, login_of, services_of
from stolik.adapters.web.edge.language import language_of
from stolik.adapters.web.edge.reading import Body, Strict
from stolik.adapters.web.sockets.live import live_of
from stolik.app import bounds
from stolik.app.access.journal import What, noted
from stolik.app.access.roles import Place, Rule, may
from stolik.app.hall import control
from stolik.app.hall.codes import Refusal
from stolik.app.hall.events import Scene, ScenePicked, TableShown
from stolik.app.hall.hall import Decide, Hall, shown
from stolik.app.hall.me import my_table, why_no_table
from stolik.app.hall.times import write_percent
from stolik.app.hall.watch import tables_at_a_glance
from stolik.app.reading.written import written_fields
from stolik.refusal import Violation, refuse

_HERE = "/api/tournaments/{tournament:str}"
_ROUND = _HERE + "/rounds/{round_number:int}"
_TAGS = ["hall"]


class Minutes(Body, frozen=True):
    """How long."""

    minutes: bounds.Minutes


class MoreMinutes(Body, frozen=True):
    """How much longer, and why."""

    minutes: bounds.Minutes
    reason: bounds.Why


class MoreSeconds(Body, frozen=True):
    """How much longer each running move has, and why."""

    seconds: bounds.Seconds
    reason: bounds.Why


class Why(Body, frozen=True):
    """The reason, for everybody to read."""

    reason: bounds.Why


class Percent(Body, frozen=True):
    """Of the rule's time for a move: 150 is half as long again."""

    percent: bounds.Small
    reason: bounds.Why  # for organisers alone; at the table only the time is told


class TablePicked(Body, frozen=True):
    """A table of the round; null: none."""

    table: bounds.Table | None


class SceneWanted(Body, frozen=True):
    """What the hall's screen shows; null: what fits the hour. Page 0: all of its pages in turn."""

    scene: Scene | None
    page: bounds.Slide = 0


@get(_HERE + "/hall", opt={"rule": Rule.WATCHER_HERE}, tags=_TAGS)
async def look(request: HttpRequest, tournament: FromPath[str]) -> dict[str, Any]:
    """The round's time, pauses, breaks and calls, as every screen shows them."""
    return dict(shown(await live_of(request).halls.look(tournament)))


@post(
    _ROUND + "/clock",
    dto=Strict[Minutes],
    status_code=200,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def start_clock(
    request: HttpRequest,
    tournament: FromPath[str],
    round_number: FromPath[int],
    data: JSONBody[Minutes],
) -> dict[str, Any]:
    """Start the time of a round. When it is over, every running game comes to its last moves."""
    hall = await _hall(request, tournament, round_number)
    return await _do(
        request, hall, lambda s, at: control.start_clock(s, round_number, data.minutes, at)
    )


@post(
    _ROUND + "/clock/extend",
    dto=Strict[MoreMinutes],
    status_code=200,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def extend_clock(
    request: HttpRequest,
    tournament: FromPath[str],
    round_number: FromPath[int],
    data: JSONBody[MoreMinutes],
) -> dict[str, Any]:
    """Give the round more time."""
    hall = await _hall(request, tournament, round_number)
    return await _do(
        request,
        hall,
        lambda s, at: control.extend_clock(
            s, round_number, minutes=data.minutes, reason=data.reason, at=at
        ),
    )


@post(
    _ROUND + "/moves/extend",
    dto=Strict[MoreSeconds],
    status_code=200,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def extend_moves(
    request: HttpRequest,
    tournament: FromPath[str],
    round_number: FromPath[int],
    data: JSONBody[MoreSeconds],
) -> dict[str, Any]:
    """Give every running move of a round more time, in the hall and online."""
    hall = await _hall(request, tournament, round_number)
    return await _do(
        request,
        hall,
        lambda _, at: control.extend_moves(
            round_number, seconds=data.seconds, reason=data.reason, at=at
        ),
    )


@post(
    _ROUND + "/pause",
    dto=Strict[Why],
    status_code=200,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def pause(
    request: HttpRequest,
    tournament: FromPath[str],
    round_number: FromPath[int],
    data: JSONBody[Why],
) -> dict[str, Any]:
    """Stop all clocks of a round: of its tables, online too, and its own."""
    hall = await _hall(request, tournament, round_number)
    return await _do(
        request, hall, lambda s, at: control.pause(s, round_number, reason=data.reason, at=at)
    )


@post(_ROUND + "/resume", status_code=200, opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def resume(
    request: HttpRequest, tournament: FromPath[str], round_number: FromPath[int]
) -> dict[str, Any]:
    """Let them go on; a table that stopped its clock over a dispute still stands."""
    hall = await _hall(request, tournament, round_number)
    return await _do(request, hall, lambda s, at: control.resume(s, round_number, at))


@post(_ROUND + "/call-time", status_code=200, opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def call_time(
    request: HttpRequest, tournament: FromPath[str], round_number: FromPath[int]
) -> dict[str, Any]:
    """End the time of a round now: "last move each" at every running table."""
    hall = await _hall(request, tournament, round_number)
    games = await hall.running_games(round_number)
    return await _do(request, hall, lambda s, at: control.call_time(s, round_number, games, at))


@delete(_ROUND + "/call-time", status_code=200, opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def take_time_back(
    request: HttpRequest, tournament: FromPath[str], round_number: FromPath[int]
) -> dict[str, Any]:
    """The end of time was called by mistake: the round goes on with what it had left.

    `gone_on`: tables that play their last moves all the same, for they had gone on after the call.
    """
    hall = await _hall(request, tournament, round_number)
    done = await _do(request, hall, lambda s, at: control.take_time_back(s, round_number, at))
    return {**done, "gone_on": list(await hall.gone_on(round_number))}


@put(
    _ROUND + "/shown",
    dto=Strict[TablePicked],
    status_code=200,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def show_table(
    request: HttpRequest,
    tournament: FromPath[str],
    round_number: FromPath[int],
    data: JSONBody[TablePicked],
) -> dict[str, Any]:
    """Pick the table the hall's screen shows live, or none."""
    hall = await _hall(request, tournament, round_number)
    if data.table is not None:
        hall.place(round_number, data.table)
    return await _do(request, hall, lambda _, at: TableShown(round_number, data.table or 0, at))


@put(
    _HERE + "/scene",
    dto=Strict[SceneWanted],
    status_code=200,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def pick_scene(
    request: HttpRequest, tournament: FromPath[str], data: JSONBody[SceneWanted]
) -> dict[str, Any]:
    """Tell the hall's screen what to show until a round begins, or to show what fits the hour."""
    hall = await live_of(request).halls.hall(tournament)
    return await _do(request, hall, lambda _, at: ScenePicked(data.scene, data.page, at))


@get(_ROUND + "/missing", opt={"rule": Rule.WATCHER_HERE}, tags=_TAGS)
async def missing(
    request: HttpRequest, tournament: FromPath[str], round_number: FromPath[int]
) -> dict[str, Any]:
    """Which tables of a round owe a result."""
    hall = await live_of(request).halls.look(tournament)
    return {"round": round_number, "tables": list(hall.owing(round_number))}


@get(_ROUND + "/tables", opt={"rule": Rule.WATCHER_HERE}, tags=_TAGS)
async def at_a_glance(
    request: HttpRequest, tournament: FromPath[str], round_number: FromPath[int]
) -> Response[bytes]:
    """Every table of a round: clock or online table, whether it stands, what is disputed."""
    live, login = live_of(request), await login_of(request)
    hall = await live.halls.look(tournament)

    def judges(table: int | None = None) -> bool:
        return may(login, Rule.REFEREE_HERE, Place(tournament, str(table or "")))

    async def made() -> bytes:
        tables = await tables_at_a_glance(hall, round_number, judges)
        return await live.pools.pages.think(lambda: encode(tables), tournament)

    # Referees of every table see the same, so do all others; one of some tables his own.
    eyes = "referee" if judges() else login.id if login.tables else ""
    return Response(await hall.glance(round_number, eyes, made), media_type="application/json")


@post(_ROUND + "/call-results", status_code=200, opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def call_results(
    request: HttpRequest, tournament: FromPath[str], round_number: FromPath[int]
) -> dict[str, Any]:
    """Call the tables that owe a result, on every screen, until it is there."""
    hall = await _hall(request, tournament, round_number)
    return await _do(
        request,
        hall,
        lambda _, at: control.call_results(round_number, hall.owing(round_number), at),
    )


@post(
    _HERE + "/break",
    dto=Strict[Minutes],
    status_code=200,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def begin_break(
    request: HttpRequest, tournament: FromPath[str], data: JSONBody[Minutes]
) -> dict[str, Any]:
    """A break with a countdown on every screen."""
    hall = await live_of(request).halls.hall(tournament)
    return await _do(request, hall, lambda _, at: control.begin_break(data.minutes, at))


@delete(_HERE + "/break", status_code=200, opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def end_break(request: HttpRequest, tournament: FromPath[str]) -> dict[str, Any]:
    """End the break before its time."""
    hall = await live_of(request).halls.hall(tournament)
    return await _do(request, hall, control.end_break)


@put(
    _HERE + "/entrants/{entrant:int}/time",
    dto=Strict[Percent],
    status_code=204,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def set_time(
    request: HttpRequest, tournament: FromPath[str], entrant: FromPath[int], data: JSONBody[Percent]
) -> None:
    """Give somebody who needs it more time for each move, in the hall and online."""
    hall = await live_of(request).halls.hall(tournament)
    by, percent = (await login_of(request)).author, data.percent
    record = write_percent(hall.office, entrant, percent)
    access = services_of(request).access
    told = noted(
        access,
        tournament,
        What.TIME_SET,
        by=by,
        entrants=(entrant,),
        percent=percent,
        reason=data.reason,
    )
    await hall.set_percent(entrant, percent, [record, told])


@get(_HERE + "/me", opt={"rule": Rule.WATCHER_HERE}, tags=_TAGS)
async def me(request: HttpRequest, tournament: FromPath[str]) -> dict[str, Any]:
    """Your table in the round being played: seat, starter, the others, online or not, results,
    what a judge decided about you."""
    hall, login = await live_of(request).halls.look(tournament), await login_of(request)
    plays = may(login, Rule.PLAYER_HERE, Place(tournament))
    lang = language_of(request.scope)
    if login.entrant is None:
        refuse(Violation(Refusal.NO_TABLE))
    if not plays:
        refuse(why_no_table(hall, login.entrant, lang))
    return written_fields(await my_table(hall, login.entrant, lang))


@post(
    _HERE + "/tables/{table:int}/referee",
    status_code=200,
    opt={"rule": Rule.TABLE_HERE},
    tags=_TAGS,
)
async def call_referee(
    request: HttpRequest, tournament: FromPath[str], table: FromPath[int]
) -> dict[str, Any]:
    """Call a referee to a table of the round being played; on every screen until one has come."""
    hall = await live_of(request).halls.hall(tournament)
    number, who = hall.table_played(table), (await login_of(request)).entrant
    return await _do(request, hall, lambda s, at: control.call_referee(s, number, table, at, who))


@delete(
    _HERE + "/tables/{table:int}/referee",
    status_code=200,
    opt={"rule": Rule.TABLE_HERE},
    tags=_TAGS,
)
async def referee_came(
    request: HttpRequest, tournament: FromPath[str], table: FromPath[int]
) -> dict[str, Any]:
    """A referee has come to the table; or the player who called withdraws the call."""
    hall = await live_of(request).halls.hall(tournament)
    number, who = hall.table_played(table), (await login_of(request)).entrant
    return await _do(request, hall, lambda s, at: control.referee_came(s, number, table, at, who))


async def _hall(request: HttpRequest, tournament: str, number: int) -> Hall:
    """The hall of a tournament; refused if the round is not published."""
    hall = await live_of(request).halls.hall(tournament)
    hall.owing(number)
    return hall


async def _do(request: HttpRequest, hall: Hall, decide: Decide) -> dict[str, Any]:
    by = signature(await login_of(request))
    allowed = allowed_by(request, request.route_handler)
    await hall.do(decide, by=by, command=command_of(request), allowed=allowed)
    return dict(shown(hall))


HANDLERS = (
    *(look, start_clock, extend_clock, extend_moves, pause, resume, call_time),
    take_time_back,
    *(missing, at_a_glance, call_results, begin_break, end_break, set_time, me),
    *(call_referee, referee_came, show_table, pick_scene),
)
