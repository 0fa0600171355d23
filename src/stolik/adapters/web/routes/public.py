"""What everybody in the hall opens: the public page."""

from litestar import Response, get
from litestar.params import FromPath

from stolik.adapters.web.edge import bounds as q
from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.guard import login_of
from stolik.adapters.web.edge.language import header, language_of
from stolik.adapters.web.sockets.live import live_of
from stolik.app.access.roles import Place, Rule, may
from stolik.app.tournaments.reading_eyes import ALL, Eyes
from stolik.app.tournaments.rights import eyes_of


@get(
    "/api/tournaments/{tournament:str}/public",
    opt={"rule": Rule.WATCHER_HERE},
    tags=["tournaments"],
)
async def public(
    request: HttpRequest,
    tournament: FromPath[str],
    seq: q.Seq = 0,
    edition: q.Seq = 0,
) -> Response[bytes]:
    """How the tournament stands, in one piece, made once for all who follow it.

    It may be a moment old. Who was told of event `seq` or of an `edition` by the socket gets it
    with that; organisers and referees always get the newest.
    """
    live, login = live_of(request), await login_of(request)
    office = await live.offices.office(tournament)
    eyes = eyes_of(login, office)
    here = Place(tournament)
    runs_it = may(login, Rule.REFEREE_HERE, here)
    page = await live.pages.page(
        office,
        # One page for all players: reasons that concern one of them are asked for by `round`.
        eyes=eyes if eyes == ALL else Eyes(eyes.names),
        lang=language_of(request.scope),
        after=office.seq if runs_it else max(0, seq),
        edition=office.edition if runs_it else max(0, edition),
    )
    # Names stay in no cache; without them a browser may keep the page and ask whether it is good.
    headers = {
        "cache-control": "no-store" if eyes.names else "private, no-cache",
        "etag": page.tag,
        "vary": "accept-encoding, accept-language, cookie",
    }
    if header(request.scope, b"if-none-match") == page.tag:
        return Response(b"", status_code=304, headers=headers)
    packs = "gzip" in header(request.scope, b"accept-encoding")
    if packs:
        headers["content-encoding"] = "gzip"
    body = page.packed if packs else page.plain
    return Response(body, media_type="application/json", headers=headers)


HANDLERS = (public,)
