"""A tournament's page where its link is shared: a title and a picture, made for strangers."""

from html import escape
from typing import TYPE_CHECKING, Any

from litestar import Response, get
from litestar.params import FromPath

from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.language import language_of
from stolik.adapters.web.edge.thinking import pool_of
from stolik.adapters.web.edge.warmth import when_warm
from stolik.adapters.web.routes.pages import TOURNAMENT, page_with
from stolik.adapters.web.routes.reach import reached
from stolik.adapters.web.sockets.live import live_of
from stolik.app.access.roles import Rule
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.reading_eyes import STRANGER
from stolik.app.tournaments.trying import TrialBook
from stolik.refusal import Refused

if TYPE_CHECKING:
    from stolik.app.paper.content import Paper

_HERE = "/api/tournaments/{tournament:str}"
_LOCALES = {"pl": "pl_PL", "en": "en_GB"}


@get(_HERE + "/picture", opt={"rule": Rule.WATCHER_HERE}, tags=["tournaments"])
async def picture(request: HttpRequest, tournament: FromPath[str]) -> Response[bytes]:
    """Who won, or what is played, as a picture of 1200 × 630 for links that are shared.

    Whoever asks, it has only the names of those who consented to be named in public.
    """
    live = live_of(request)
    office = await live.offices.office(tournament)
    pool, key = await pool_of(request, tournament)

    def work(book: TrialBook) -> dict[str, Any]:
        from stolik.app.paper.postcard import postcard
        from stolik.app.paper.source import PaperSource

        lang, details = language_of(request.scope), office.card.details
        source = PaperSource(desk=book.desk, name=office.card.name, lang=lang, details=details)
        return {"paper": postcard(source)}

    made: Paper = (await office.ask(work, pool, key, eyes=STRANGER))["paper"]
    drawn = await live.papers.postcard(made, tournament, pool, key)
    # Consent can be taken back: nobody keeps the picture without asking whether it is still good.
    headers = {"cache-control": "private, no-cache"}
    return Response(drawn, media_type="image/png", headers=headers)


@get(TOURNAMENT, opt={"rule": Rule.ANYONE}, include_in_schema=False, before_request=when_warm)
async def tournament_page(request: HttpRequest, tournament: FromPath[str]) -> Response[bytes]:
    """The page of the web app, with what a shared link shows of a public tournament."""
    try:
        office = await live_of(request).offices.office(tournament)
    except Refused:
        return page_with(request, "")
    return page_with(request, await _tags(request, office) if office.card.public else "")


async def _tags(request: HttpRequest, office: Office) -> str:
    card, lang = office.card, language_of(request.scope)
    address = (await reached(request)).address
    said = ", ".join(part for part in (card.details.day(lang), card.details.place) if part)
    told = {
        "og:type": "website",
        "og:site_name": "Stolik",
        "og:locale": _LOCALES.get(lang, "pl_PL"),
        "og:title": card.name,
        "og:description": said or office.state.format.title,
    }
    if address:
        told |= {
            "og:url": f"{address}/tournament/{card.id}",
            "og:image": f"{address}/api/tournaments/{card.id}/picture?lang={lang}",
            "og:image:width": "1200",
            "og:image:height": "630",
            "twitter:card": "summary_large_image",
        }
    return "".join(
        f'<meta property="{name}" content="{escape(word)}" />' for name, word in told.items()
    )


HANDLERS = (picture, tournament_page)
