"""An organiser's own boards of Miś Wojtek: looked at, kept, signed, taken along."""

from typing import Annotated, Any

import msgspec
from litestar import delete, get, post, put
from litestar.params import FromPath, JSONBody

from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.guard import login_of, services_of
from stolik.adapters.web.edge.language import language_of
from stolik.adapters.web.edge.reading import Body, Strict
from stolik.adapters.web.edge.thinking import thought
from stolik.adapters.web.routes.own import files_of
from stolik.app import bounds as b
from stolik.app.access.roles import Rule
from stolik.app.games.wojtek import own_boards as boards
from stolik.app.library import BOARDS, board
from stolik.app.reading.written import written, written_fields
from stolik.app.streams.shelf import MOST_CHARS

_TAGS = ["boards"]
_MOST_BYTES = 4 * MOST_CHARS
Changes = Annotated[
    dict[b.Word, bool | Annotated[int, msgspec.Meta(ge=-(10**6), le=10**6)] | b.Word],
    msgspec.Meta(max_length=50),
]


class BoardWanted(Body, frozen=True):
    """A file of one's own, or changes to the switches of a board that is known."""

    text: Annotated[str, msgspec.Meta(max_length=MOST_CHARS)] = ""
    based_on: b.Word = BOARDS[0]
    title: b.Name = ""
    changes: Changes | None = None


class BoardSigned(Body, frozen=True):
    verified_by: Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=r"\S")]


async def _draft(request: HttpRequest, data: BoardWanted) -> boards.Draft:
    """What is wanted; changes to a board of one's own keep all that it says already."""
    login, store = await login_of(request), services_of(request).store
    base = await boards.base_of(store, login.account, data.based_on)
    return boards.Draft(data.text, base, data.title, data.changes)


@get("/api/boards", opt={"rule": Rule.ORGANISER}, tags=_TAGS)
async def listed(request: HttpRequest) -> list[dict[str, Any]]:
    """The boards you can choose: ours and your own."""
    login = await login_of(request)
    kept = await boards.kept(services_of(request).store, login.account)
    return await thought(request, lambda: [written(one) for one in boards.listed(kept)], "")


@get("/api/boards/{number:str}", opt={"rule": Rule.ORGANISER}, tags=_TAGS)
async def look(request: HttpRequest, number: FromPath[str]) -> dict[str, Any]:
    """One of them with its picture and every switch in a sentence."""
    login, lang = await login_of(request), language_of(request.scope)
    named = await boards.written(services_of(request).store, login.account, number)

    def told() -> dict[str, Any]:
        return written_fields(boards.told(board(named), lang, number))

    return await thought(request, told, "")


@post(
    "/api/boards/check",
    dto=Strict[BoardWanted],
    status_code=200,
    request_max_body_size=_MOST_BYTES,
    opt={"rule": Rule.ORGANISER},
    tags=_TAGS,
)
async def check(request: HttpRequest, data: JSONBody[BoardWanted]) -> dict[str, Any]:
    """Everything that is wrong with a board, or its picture. Nothing is kept."""
    lang, draft = language_of(request.scope), await _draft(request, data)
    return await thought(request, lambda: written_fields(boards.looked_at(draft, lang)), "")


@post(
    "/api/boards",
    dto=Strict[BoardWanted],
    request_max_body_size=_MOST_BYTES,
    opt={"rule": Rule.ORGANISER},
    tags=_TAGS,
)
async def keep(request: HttpRequest, data: JSONBody[BoardWanted]) -> dict[str, str]:
    """Keep a sound board; nobody has signed it yet."""
    login, store = await login_of(request), services_of(request).store
    draft = await _draft(request, data)
    raw = await thought(request, lambda: boards.sound(draft), "")
    return {"id": await boards.keep(store, login.account, raw)}


@put("/api/boards/{number:str}", dto=Strict[BoardSigned], opt={"rule": Rule.ORGANISER}, tags=_TAGS)
async def sign(
    request: HttpRequest, number: FromPath[str], data: JSONBody[BoardSigned]
) -> dict[str, str]:
    """Say that you have held the board against the printed game."""
    login = await login_of(request)
    store = services_of(request).store
    return {"id": await boards.sign(store, login.account, number, data.verified_by)}


@delete("/api/boards/{number:str}", opt={"rule": Rule.ORGANISER}, tags=_TAGS)
async def take_away(request: HttpRequest, number: FromPath[str]) -> None:
    """Delete a board of yours; refused, by name, while a tournament of yours is played on it."""
    login = await login_of(request)
    used = await files_of(request, login)
    await boards.remove(services_of(request).store, login.account, number, used)


HANDLERS = (listed, look, check, keep, sign, take_away)
