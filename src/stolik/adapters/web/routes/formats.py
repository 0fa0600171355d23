"""Ways of holding a tournament, before there is one."""

from typing import Any

from litestar import get
from litestar.params import FromPath

from stolik.adapters.web.edge import bounds as q
from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.guard import login_of, services_of
from stolik.adapters.web.edge.language import language_of
from stolik.app.access.roles import Rule
from stolik.app.reading.written import written_fields
from stolik.app.tournaments.own_rules import OwnKind, taken_along
from stolik.app.tournaments.telling.answers import FormatTold
from stolik.app.tournaments.telling.forecast import day_planned, formats_told

_TAGS = ["tournaments"]


@get("/api/formats", opt={"rule": Rule.ANYONE}, tags=_TAGS, sync_to_thread=False)
def formats(request: HttpRequest) -> list[FormatTold]:
    """The formats a tournament can have."""
    return formats_told(language_of(request.scope))


@get("/api/formats/{name:str}/forecast", opt={"rule": Rule.ANYONE}, tags=_TAGS)
async def plan_ahead(
    request: HttpRequest,
    name: FromPath[str],
    entrants: q.Entrants,
    start: q.Clock = "10:00",
    minutes: q.Minutes = 0,
    breaks: q.Minutes = 10,
    table_size: q.MaybeTableSize = None,
) -> dict[str, Any]:
    """What a number of entrants means: fields and tables of each stage, and the day's timetable."""
    lang, login = language_of(request.scope), await login_of(request)
    store = services_of(request).store
    day = day_planned(
        await taken_along(store, login.account, OwnKind.FORMAT, name),
        entrants,
        start=start,
        minutes=minutes,
        breaks=breaks,
        lang=lang,
        table_size=table_size,
    )
    return written_fields(day)


HANDLERS = (formats, plan_ahead)
