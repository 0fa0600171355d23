"""The picture of a tournament, for its page and its papers."""

from dataclasses import replace

from litestar import Response, delete, get, post
from litestar.params import FromPath

from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.codes import Refusal
from stolik.adapters.web.edge.guard import login_of, services_of
from stolik.adapters.web.edge.thinking import keys_of
from stolik.adapters.web.sockets.live import live_of
from stolik.app.access.roles import Rule
from stolik.app.tournaments.card import TournamentCard
from stolik.app.tournaments.logo import MOST_BYTES, logo_of, plain_picture, sign_of, write_logo
from stolik.app.tournaments.settings_told import set_otherwise
from stolik.refusal import Violation, refuse

_HERE = "/api/tournaments/{tournament:str}/logo"
_TAGS = ["tournaments"]


@get(_HERE, opt={"rule": Rule.WATCHER_HERE}, tags=_TAGS)
async def picture(request: HttpRequest, tournament: FromPath[str]) -> Response[bytes]:
    """The picture (PNG); `details.logo` of the tournament says whether there is one, and which."""
    found = await logo_of(services_of(request).store, tournament)
    if not found:
        refuse(Violation(Refusal.NOT_FOUND))
    # A page asks for it by its sign (`?…`): another picture has another address.
    headers = {"cache-control": "private, max-age=86400"}
    return Response(found, media_type="image/png", headers=headers)


@post(
    _HERE,
    status_code=204,
    request_max_body_size=10 * MOST_BYTES,  # what is too large is told so, in words of its own
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def hang(request: HttpRequest, tournament: FromPath[str]) -> None:
    """Another picture; the body is a PNG. What its file says beside the picture is not kept."""
    content, keys = await request.body(), await keys_of(request, tournament)
    kept = await live_of(request).pools.uploads.think(lambda: plain_picture(content), *keys)
    await _told(request, tournament, kept)


@delete(_HERE, opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def take_down(request: HttpRequest, tournament: FromPath[str]) -> None:
    """No picture any more."""
    await _told(request, tournament, b"")


async def _told(request: HttpRequest, tournament: str, kept: bytes) -> None:
    office = await live_of(request).offices.office(tournament)
    access, by = services_of(request).access, (await login_of(request)).author

    def hung(card: TournamentCard) -> TournamentCard:
        return replace(card, details=replace(card.details, logo=sign_of(kept)))

    await set_otherwise(office, access, hung, by, write_logo(tournament, kept))


HANDLERS = (picture, hang, take_down)
