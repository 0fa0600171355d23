"""Tables among friends over HTTP: made, joined, looked for, played again; without any account."""

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.guard import address_of, login_of, services_of, token_of
from stolik.adapters.web.edge.reading import Body, Strict
from stolik.adapters.web.sockets.live import live_of
from stolik.app.access.logins import login_of as recognised
from stolik.app.access.roles import Login, Rule
from stolik.app.codes import Refusal as Unknown
from stolik.app.tables.codes import Refusal
from stolik.app.tables.company import FIRST, free_seats
from stolik.app.tables.friends import LobbyTable, SeatGiven
from stolik.app.tables.setup import FIRST_GAME, SeatSetup, TableSetup, Watching
from stolik.app.tables.table_rights import viewer_of
from stolik.refusal import Fact, Violation, refuse

_LEAST_PEOPLE = 2
Name = Annotated[str, Meta(max_length=64)]


class FriendsWanted(Body, frozen=True):
    """A table for people who know each other, and bots beside them if they like."""

    people: Annotated[int, Meta(ge=_LEAST_PEOPLE, le=10)] = _LEAST_PEOPLE
    bots: Annotated[tuple[Name, ...], Meta(max_length=10)] = ()
    game: Name = FIRST_GAME
    profile: Name = ""  # the first of the game if left out
    turn_time_s: Annotated[int, Meta(ge=0, le=600)] | None = None  # instead of the rules'; 0: none
    open: bool = False  # whether anybody may find it in the lobby
    watched: bool = False  # whether who finds no seat may watch; nobody's rack is shown to him


class FriendsMade(msgspec.Struct):
    """The table, the own seat, and what the others are told."""

    table: str
    seat: int
    link: str
    code: str
    invite: str


class WayThere(Body, frozen=True):
    """One of them: a typed code, the token of a link, or a table of the lobby."""

    code: Annotated[str, Meta(max_length=40)] = ""
    token: Annotated[str, Meta(max_length=200)] = ""
    table: Name = ""


class SeatTaken(msgspec.Struct):
    """A seat and the way to it; no link where one sits there already, no seat for who watches."""

    table: str
    seat: int | None
    link: str


class FriendSeat(msgspec.Struct):
    """A seat as everybody at the table may know it."""

    bot: str
    free: bool
    here: bool
    again: bool  # has gone on to the table of the next game


class CompanyTold(msgspec.Struct):
    """Who sits at a table among friends."""

    first: bool  # whether you made it
    dealt: bool
    watched: bool  # whether who finds no seat may watch
    seats: list[FriendSeat]


class StandIn(Body, frozen=True):
    """Where a bot is to sit down; everywhere nobody has come to, if no seat is named."""

    seat: Annotated[int, Meta(ge=0, le=10)] | None = None


@post("/api/friends", dto=Strict[FriendsWanted], opt={"rule": Rule.ANYONE}, tags=["friends"])
async def make_table(request: HttpRequest, data: JSONBody[FriendsWanted]) -> FriendsMade:
    """A table with a link and a code for the others; both are told once."""
    live = live_of(request)
    kind = live.rooms.game(data.game).practice
    profile, most = data.profile or kind.profiles[0], kind.most_bots + 1
    if profile not in kind.profiles:  # nobody names files of this machine from outside
        known = {"profile": profile, "known": ", ".join(kind.profiles)}
        refuse(Violation(Unknown.PROFILE_UNKNOWN, facts=known))
    if not set(data.bots) <= kind.bots:
        facts: dict[str, Fact] = {"most": kind.most_bots, "bots": tuple(sorted(kind.bots))}
        refuse(Violation(Refusal.BOTS, facts=facts))
    if data.people + len(data.bots) > most:
        refuse(Violation(Refusal.FRIENDS_SEATS, facts={"least": _LEAST_PEOPLE, "most": most}))
    setup = TableSetup(
        id=services_of(request).chance(12).hex(),
        profile=profile,
        seats=(
            *(SeatSetup() for _ in range(data.people)),
            *(SeatSetup(bot=name) for name in data.bots),
        ),
        watching=Watching.NO_RACKS if data.watched else Watching.NOBODY,
        game=data.game,
        turn_time_s=data.turn_time_s,
    )
    host, login = address_of(request).host, await login_of(request)
    made = await live.friends.make(setup, host, login, open_=data.open)
    seated = made.seated
    return FriendsMade(seated.table, FIRST, seated.link, made.code, made.invite)


@post(
    "/api/friends/join",
    dto=Strict[WayThere],
    status_code=200,
    opt={"rule": Rule.ANYONE},
    tags=["friends"],
)
async def join_table(request: HttpRequest, data: JSONBody[WayThere]) -> SeatTaken:
    """A free seat at a table of friends; whoever sits there already keeps his.

    Where none is free one may watch, if who made the table lets people.
    """
    friends, access = live_of(request).friends, services_of(request).access

    async def login_at(table: str) -> Login:
        return await recognised(access, token_of(request, table))

    if data.token:
        return _taken(await friends.by_link(data.token, login_at))
    if data.table:
        return _taken(await friends.by_lobby(data.table, address_of(request), login_at))
    return _taken(await friends.by_code(data.code, address_of(request), login_at))


@get("/api/friends", opt={"rule": Rule.ANYONE}, tags=["friends"])
async def lobby(request: HttpRequest) -> list[LobbyTable]:
    """Tables at which somebody waits for anybody."""
    return await live_of(request).friends.lobby()


@get("/api/friends/{table:str}", opt={"rule": Rule.PLAYER_HERE}, tags=["friends"])
async def company(request: HttpRequest, table: FromPath[str]) -> CompanyTold:
    """Who sits where, for those who sit there too."""
    live = live_of(request)
    kept = await live.friends.company(table)
    host = await live.rooms.host(table)
    setup, here = host.room.table.setup, host.room.audience.present()
    free = set(free_seats(host, kept))
    seats = [
        FriendSeat(one.bot, n in free, here[n], n in kept.asked)
        for n, one in enumerate(setup.seats)
    ]
    watched = setup.watching is not Watching.NOBODY
    first = await _seat(request, setup) == FIRST
    return CompanyTold(first, not host.play.is_closed, watched, seats)


@post(
    "/api/friends/{table:str}/bots",
    dto=Strict[StandIn],
    status_code=204,
    opt={"rule": Rule.PLAYER_HERE},
    tags=["friends"],
)
async def stand_in(request: HttpRequest, table: FromPath[str], data: JSONBody[StandIn]) -> None:
    """Let a bot play for who has not come, or has gone."""
    live = live_of(request)
    kept = await live.friends.company(table)
    host = await live.rooms.host(table)
    asks = await _seat(request, host.room.table.setup)
    wanted = free_seats(host, kept) if data.seat is None else [data.seat]
    for seat in list(wanted):
        await live.friends.stand_in(table, seat, asks)


@post(
    "/api/friends/{table:str}/again",
    status_code=200,
    opt={"rule": Rule.PLAYER_HERE},
    tags=["friends"],
)
async def play_again(request: HttpRequest, table: FromPath[str]) -> SeatTaken:
    """The next game of the same people: each who asks comes to his own seat of it."""
    live = live_of(request)
    setup = (await live.rooms.host(table)).room.table.setup
    seat = await _seat(request, setup)
    host, login = address_of(request).host, await login_of(request)
    return _taken(await live.friends.again(table, seat, host, login))


async def _seat(request: HttpRequest, setup: TableSetup) -> int:
    seat = viewer_of(await login_of(request), setup).seat
    if seat is None:
        refuse(Violation(Refusal.NOT_YOURS))
    return int(seat)


def _taken(seated: SeatGiven) -> SeatTaken:
    return SeatTaken(seated.table, seated.seat, seated.link)


HANDLERS = (make_table, join_table, lobby, company, stand_in, play_again)
