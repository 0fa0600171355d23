"""Tables of a round that are played online: setting them, finding them, who sits, who watches."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import get, post, put
from litestar.params import FromPath, JSONBody

from stolik.adapters.web.edge.asking import HttpRequest, command_of, signature
from stolik.adapters.web.edge.guard import allowed_by, login_of
from stolik.adapters.web.edge.reading import Body, Strict
from stolik.adapters.web.sockets.live import live_of
from stolik.app import bounds
from stolik.app.access.roles import Rule
from stolik.app.tables.setup import Watching

_ONLINE = "/api/tournaments/{tournament:str}/rounds/{round_number:int}/online"
_TAGS = ["tournaments"]

WatchingName = Literal["nobody", "no_racks", "racks_after"]


class OnlineWanted(Body, frozen=True):
    """Tables of a published round to be played online; all of them if none are named."""

    tables: Annotated[list[bounds.Table], msgspec.Meta(max_length=2000)] | None = None
    watching: WatchingName = "racks_after"
    free_felt: bool = False


class BotWanted(Body, frozen=True):
    """A bot for a seat, counted from 0; without a name the seat is its player's again."""

    seat: bounds.SeatNumber
    bot: Annotated[str, msgspec.Meta(max_length=40)]


class WatchingWanted(Body, frozen=True):
    """What somebody who does not play may see."""

    watching: WatchingName


@post(_ONLINE, dto=Strict[OnlineWanted], opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def play_online(
    request: HttpRequest,
    tournament: FromPath[str],
    round_number: FromPath[int],
    data: JSONBody[OnlineWanted],
) -> list[dict[str, Any]]:
    """Set online tables for a published round; the others are played in the hall."""
    hall = await live_of(request).halls.hall(tournament)
    await hall.online.set(
        round_number,
        data.tables,
        watching=Watching(data.watching),
        free_felt=data.free_felt,
        by=signature(await login_of(request)),
        command=command_of(request),
        allowed=allowed_by(request, request.route_handler),
    )
    return await hall.online.listed(round_number)


@get(_ONLINE, opt={"rule": Rule.WATCHER_HERE}, tags=_TAGS)
async def online_tables(
    request: HttpRequest, tournament: FromPath[str], round_number: FromPath[int]
) -> list[dict[str, Any]]:
    """The online tables of a round, with the commitments of their deals."""
    hall = await live_of(request).halls.look(tournament)
    return await hall.online.listed(round_number)


@put(
    _ONLINE + "/{table:int}/bot",
    dto=Strict[BotWanted],
    status_code=204,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def seat_bot(
    request: HttpRequest,
    tournament: FromPath[str],
    round_number: FromPath[int],
    table: FromPath[int],
    data: JSONBody[BotWanted],
) -> None:
    """Let a bot play a seat of an online table, or give the seat back."""
    hall = await live_of(request).halls.hall(tournament)
    await hall.online.seat_bot(round_number, table, data.seat, data.bot)


@put(
    _ONLINE + "/{table:int}/watching",
    dto=Strict[WatchingWanted],
    status_code=204,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def set_watching(
    request: HttpRequest,
    tournament: FromPath[str],
    round_number: FromPath[int],
    table: FromPath[int],
    data: JSONBody[WatchingWanted],
) -> None:
    """Say what somebody who does not play may see of an online table."""
    hall = await live_of(request).halls.hall(tournament)
    await hall.online.set_watching(round_number, table, Watching(data.watching))


HANDLERS = (play_online, online_tables, seat_bot, set_watching)
