"""What online tables could not tell the tournament: shown to the organiser until it is settled."""

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from stolik.adapters.web.edge.asking import HttpRequest, signature
from stolik.adapters.web.edge.guard import login_of, services_of
from stolik.adapters.web.edge.language import language_of
from stolik.adapters.web.edge.reading import Body, Strict
from stolik.adapters.web.sockets.live import live_of
from stolik.app import bounds
from stolik.app.access.roles import Rule
from stolik.app.hall import delivering
from stolik.app.texts import say

_REPORTS = "/api/tournaments/{tournament:str}/reports"
_TAGS = ["tournaments"]


class ReportWaiting(msgspec.Struct):
    """A report of a table that the tournament has not taken, and why; it is tried again."""

    id: str
    round: int
    table: int
    what: str  # result or ruling
    game: int  # of a result
    codes: list[str]
    message: str


class Dismissal(Body, frozen=True):
    """Why a report need not be taken any more."""

    reason: bounds.Why


@get(_REPORTS, opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def waiting_reports(request: HttpRequest, tournament: FromPath[str]) -> list[ReportWaiting]:
    """What online tables have to tell and the tournament does not take."""
    office = await live_of(request).offices.office(tournament)
    lang = language_of(request.scope)
    found = await delivering.undelivered(office, services_of(request).store)
    return [
        ReportWaiting(
            id=id_,
            round=one.round,
            table=one.table,
            what=one.what,
            game=one.game,
            codes=[violation.code for violation in one.why],
            message=" ".join(say(violation, lang) for violation in one.why),
        )
        for id_, one in found.items()
    ]


@post(
    _REPORTS + "/{report:str}/dismiss",
    dto=Strict[Dismissal],
    status_code=204,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def dismiss_report(
    request: HttpRequest,
    tournament: FromPath[str],
    report: FromPath[str],
    data: JSONBody[Dismissal],
) -> None:
    """It was settled by hand: nobody is to try it any more."""
    office = await live_of(request).offices.office(tournament)
    by = signature(await login_of(request))
    store = services_of(request).store
    await delivering.dismiss(office, store, report, reason=data.reason, by=by)


HANDLERS = (waiting_reports, dismiss_report)
