"""A public tournament for other programs and pages, without a login (docs/open-data.md)."""

from datetime import UTC, datetime
from hashlib import sha256

from litestar import Response, get
from litestar.params import FromPath

from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.codes import Refusal
from stolik.adapters.web.edge.language import header, language_of
from stolik.adapters.web.routes.reach import reached
from stolik.adapters.web.sockets.live import live_of
from stolik.app.access.roles import Rule
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.reading_eyes import STRANGER
from stolik.app.tournaments.telling.calendar import calendar
from stolik.refusal import Violation, refuse

_HERE = "/api/tournaments/{tournament:str}/open"
_KINDS = {"csv": "text/csv", "json": "application/json"}


@get(_HERE + "/event.ics", opt={"rule": Rule.WATCHER_HERE}, tags=["open data"])
async def event(request: HttpRequest, tournament: FromPath[str]) -> Response[bytes]:
    """The day for a calendar; not found while the organiser has said no date."""
    office = await live_of(request).offices.office(tournament)
    if not office.card.details.date:
        refuse(Violation(Refusal.NOT_FOUND))
    address = (await reached(request)).address
    url = f"{address}/tournament/{office.card.id}" if address else ""
    # The same plan is the same file: its stamp is that of the day it is for.
    stamp = datetime.fromisoformat(office.card.details.date).replace(tzinfo=UTC)
    told = calendar(office.card, office.state.format, stamp, url)
    return _sent(request, office, told.encode(), "text/calendar")


@get(_HERE + "/{file:str}", opt={"rule": Rule.WATCHER_HERE}, tags=["open data"])
async def open_file(
    request: HttpRequest, tournament: FromPath[str], file: FromPath[str]
) -> Response[bytes]:
    """`results.json`, `results.csv` or `standings.csv`, the same for whoever asks.

    Only those are named who consented to be named in public; all others have their number.
    """
    from stolik.app.sheets.exports import ExportSource
    from stolik.app.sheets.open_data import FILES

    if file not in FILES:
        refuse(Violation(Refusal.NOT_FOUND))
    live, lang = live_of(request), language_of(request.scope)
    office = await live.offices.office(tournament)
    desk, card = office.reading(STRANGER), office.card
    made = await live.pools.pages.think(
        lambda: FILES[file](card, ExportSource(desk(), (), lang)), tournament
    )
    return _sent(request, office, made, _KINDS[file.rpartition(".")[2]])


def _sent(request: HttpRequest, office: Office, body: bytes, kind: str) -> Response[bytes]:
    tag = f'"{sha256(body).hexdigest()[:32]}"'
    # Consent can be taken back: nobody keeps it without asking whether it is still good.
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-language"}
    if office.card.public:
        # Any page may read it. What only some may read stays with the pages of this server.
        headers["access-control-allow-origin"] = "*"
        headers["access-control-expose-headers"] = "etag"
        headers["cross-origin-resource-policy"] = "cross-origin"
    if header(request.scope, b"if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    return Response(body, media_type=kind, headers=headers)


HANDLERS = (event, open_file)
