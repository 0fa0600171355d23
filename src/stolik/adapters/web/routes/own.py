"""Rules and formats of an organiser's own: looked at, kept, chosen for a tournament."""

from typing import Annotated, Any

import msgspec
from litestar import delete, get, post
from litestar.params import FromPath, JSONBody

from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.guard import login_of, services_of
from stolik.adapters.web.edge.language import language_of
from stolik.adapters.web.edge.reading import Body, Strict
from stolik.adapters.web.edge.thinking import thought
from stolik.adapters.web.sockets.live import live_of
from stolik.app import bounds as b
from stolik.app.access.roles import Login, Rule
from stolik.app.reading.written import written_fields
from stolik.app.streams.shelf import MOST_CHARS, Used
from stolik.app.tournaments import own_rules as own

_TAGS = ["own rules and formats"]
_MOST_BYTES = 4 * MOST_CHARS


class OwnWanted(Body, frozen=True):
    """A TOML file; `based_on` names one of ours to start from, in the file or beside it."""

    kind: own.OwnKind
    text: Annotated[str, msgspec.Meta(max_length=MOST_CHARS)] = ""
    based_on: b.Word = ""
    title: b.Name = ""
    rounds: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None  # of a format's first stage
    final: bool = True  # whether the stages after the first are played


def _draft(data: OwnWanted) -> own.Draft:
    return own.Draft(data.kind, data.text, data.based_on, data.title, data.rounds, data.final)


@get("/api/own", opt={"rule": Rule.ORGANISER}, tags=_TAGS)
async def listed(request: HttpRequest) -> dict[str, Any]:
    """The rules you can choose, and your own formats."""
    login, lang = await login_of(request), language_of(request.scope)
    mine = await own.kept(services_of(request).store, login.account)
    return await thought(request, lambda: written_fields(own.choice(mine, lang)), "")


@get("/api/own/{kind:str}/{number:str}", opt={"rule": Rule.ORGANISER}, tags=_TAGS)
async def look(
    request: HttpRequest, kind: FromPath[own.OwnKind], number: FromPath[str]
) -> dict[str, Any]:
    """One of yours, or of ours, with every field in a sentence."""
    login, lang = await login_of(request), language_of(request.scope)
    found = await own.look(services_of(request).store, login.account, kind, number, lang)
    return await thought(request, lambda: written_fields(found()), "")


@post(
    "/api/own/check",
    dto=Strict[OwnWanted],
    status_code=200,
    request_max_body_size=_MOST_BYTES,
    opt={"rule": Rule.ORGANISER},
    tags=_TAGS,
)
async def check(request: HttpRequest, data: JSONBody[OwnWanted]) -> dict[str, Any]:
    """Everything that is wrong with a file, or every field of it. Nothing is kept."""
    lang = language_of(request.scope)
    return await thought(request, lambda: written_fields(own.looked_at(_draft(data), lang)), "")


@post(
    "/api/own",
    dto=Strict[OwnWanted],
    request_max_body_size=_MOST_BYTES,
    opt={"rule": Rule.ORGANISER},
    tags=_TAGS,
)
async def keep(request: HttpRequest, data: JSONBody[OwnWanted]) -> dict[str, str]:
    """Keep sound rules or a sound format, to be chosen for tournaments."""
    login, store = await login_of(request), services_of(request).store
    raw = await thought(request, lambda: own.drafted(_draft(data)), "")
    return {"id": await own.keep(store, login.account, data.kind, raw)}


@delete("/api/own/{kind:str}/{number:str}", opt={"rule": Rule.ORGANISER}, tags=_TAGS)
async def take_away(
    request: HttpRequest, kind: FromPath[own.OwnKind], number: FromPath[str]
) -> None:
    """Delete one of yours; refused, by name, while a tournament you organise goes by it."""
    login = await login_of(request)
    used = await files_of(request, login)
    await own.remove(services_of(request).store, login.account, kind, number, used)


async def files_of(request: HttpRequest, login: Login) -> Used:
    """What the tournaments of an organiser were made with; of others one is not told."""
    offices = live_of(request).offices
    cards = [await offices.card(tournament) for tournament in sorted(login.tournaments)]
    return [(card.name, (card.format, card.profile)) for card in cards if card]


HANDLERS = (listed, look, check, keep, take_away)
