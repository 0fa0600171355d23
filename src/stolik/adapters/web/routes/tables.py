"""Live tables over HTTP: practice, tables without a socket, what a table looks like now."""

from collections.abc import AsyncIterator, Callable

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from stolik.adapters.web.edge import bounds as q
from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.guard import (
    address_of,
    login_of,
    services_of,
    token_of,
    tokens_of,
)
from stolik.adapters.web.edge.language import language_of
from stolik.adapters.web.edge.reading import Strict
from stolik.adapters.web.edge.thinking import thought
from stolik.adapters.web.routes.asked import PracticeSet, PracticeWanted
from stolik.adapters.web.sockets.lines import LineOpened, Opener
from stolik.adapters.web.sockets.live import live_of
from stolik.adapters.web.sockets.table import table_socket, who_asks
from stolik.app.access import passes
from stolik.app.access.roles import PRACTICE, PersonRole, Rule
from stolik.app.access.standing import LoginNow
from stolik.app.hall.seated import SeatName, people_at
from stolik.app.tables.codes import Refusal
from stolik.app.tables.eyes import demand_alone, mark_of, take_eyes
from stolik.app.tables.looking_back import film_of, looking_back
from stolik.app.tables.practising import PracticeWish, practice_table
from stolik.app.tables.room import Room
from stolik.app.tables.table_rights import viewer_of
from stolik.app.tables.transcript_of import transcript_of
from stolik.refusal import Violation, refuse
from stolik.seats import Role


class TablePeople(msgspec.Struct):
    """Where a table belongs, and its people by seat; none at a table of no tournament."""

    tournament: str
    round: int
    table: int
    seats: list[SeatName]


@post("/api/practice", dto=Strict[PracticeWanted], opt={"rule": Rule.ANYONE}, tags=["tables"])
async def practise(request: HttpRequest, data: JSONBody[PracticeWanted]) -> PracticeSet:
    """A table against bots, without any account; the link leads to its first seat."""
    services, live = services_of(request), live_of(request)
    wish = PracticeWish(data.profile, data.bots, data.turn_time_s, data.lesson)
    setup = practice_table(live.rooms.game(data.game), services.chance(12).hex(), wish)
    await live.practice.create(setup, address_of(request).host, await login_of(request))
    wanted = passes.Wanted(role=PersonRole.PLAYER, table=setup.id, seat=0)
    issued = (await passes.issue(services.access, PRACTICE, [wanted]))[0]
    return PracticeSet(setup.id, 0, f"/enter#{issued.link}")


@post("/api/lines", opt={"rule": Rule.ANYONE}, tags=["tables"])
async def open_line(request: HttpRequest) -> LineOpened:
    """Say `hello` where no socket gets through."""
    lines, who, host = live_of(request).lines, who_asks(request), address_of(request).host
    shown = token_of(request)

    async def noted(token: str | None, table: str) -> LoginNow:
        nonlocal shown
        # A program may show its token in the hello only.
        shown = token_of(request, table) or token or shown
        return await who(token, table)

    session, mail = await lines.open(await request.body(), noted, host)
    return LineOpened(lines.keep(session, mail, Opener(shown, host)).id)


@post("/api/lines/{line:str}", status_code=204, opt={"rule": Rule.ANYONE}, tags=["tables"])
async def say(request: HttpRequest, line: FromPath[str]) -> None:
    """One message of the table's protocol, by who opened the line."""
    lines = live_of(request).lines
    await lines.say(lines.line(line, tokens_of(request)), await request.body())


@get("/api/lines/{line:str}", opt={"rule": Rule.ANYONE}, tags=["tables"])
async def fetch(request: HttpRequest, line: FromPath[str], wait: q.Seconds = 0) -> Response[bytes]:
    """What the server has said since the last time; waits up to `wait` seconds for something."""
    lines = live_of(request).lines
    found = lines.line(line, tokens_of(request))
    taken = await lines.fetch(found, max(0, min(wait, 25)))
    return Response(b"[" + b",".join(taken) + b"]", media_type="application/json")


@get("/api/lines/{line:str}/stream", opt={"rule": Rule.ANYONE}, tags=["tables"])
async def stream(request: HttpRequest, line: FromPath[str]) -> Stream:
    """What the server says, as server-sent events."""
    lines = live_of(request).lines
    found = lines.line(line, tokens_of(request))

    async def said() -> AsyncIterator[bytes]:
        async for part in lines.stream(found):
            yield part

    return Stream(said(), media_type="text/event-stream")


@get(
    "/api/tables/{table:str}/games/{game:int}/transcript",
    opt={"rule": Rule.LOOKER_BACK_HERE},
    tags=["tables"],
)
async def game_transcript(
    request: HttpRequest, table: FromPath[str], game: FromPath[int], redeal: q.MaybeNumber = None
) -> Response[bytes]:
    """What anybody needs to check a finished game's deal; `redeal` names one that was asked back.

    Who may not see racks after the game is refused: the seed tells them all.
    """
    live = live_of(request)
    told = await transcript_of(await _seen_whole(request, table, game), game, redeal)
    return Response(live.rooms.house.encode(told), media_type="application/json")


@get(
    "/api/tables/{table:str}/games/{game:int}/film",
    opt={"rule": Rule.LOOKER_BACK_HERE},
    tags=["tables"],
)
async def game_film(
    request: HttpRequest, table: FromPath[str], game: FromPath[int], after: q.Seq = 0
) -> Response[bytes]:
    """A game frame by frame, with the drafts of its turns if it has any, as you may look back.

    While it is played nobody sees a rack or hand that is not his; once it is over, all of them,
    unless the table hides them from who only watches.
    """
    live = live_of(request)
    room = (await live.rooms.host(table)).room
    await room.catch_up()
    login = await login_of(request)
    viewer = looking_back(room.play, game, viewer_of(login, room.table.setup))
    if viewer.seat is not None and game == room.play.game_number:
        # A film is a look at the rack like any other.
        await take_eyes(room, viewer.seat, mark_of(login.id, room.table.setup.id))
    encode, where = live.rooms.house.encode, room.table.setup.tournament
    # Played through again from its log, which only grows: another thread may do that.
    told = await thought(request, lambda: encode(film_of(room.play, game, viewer, after)), where)
    return Response(told, media_type="application/json")


@get(
    "/api/tables/{table:str}/games/{game:int}/study",
    opt={"rule": Rule.LOOKER_BACK_HERE},
    tags=["tables"],
)
async def game_study(
    request: HttpRequest, table: FromPath[str], game: FromPath[int], after: q.Seq = 0
) -> Response[bytes]:
    """Some turns of a finished game beside the best they could have been, those after a number.

    Who may not see racks after the game is refused.
    """
    room = await _seen_whole(request, table, game)
    find = room.play.study(game, max(after, 0))
    return await _thought_out(request, room, find)


@get(
    "/api/tables/{table:str}/games/{game:int}/record",
    opt={"rule": Rule.LOOKER_BACK_HERE},
    tags=["tables"],
)
async def game_record(
    request: HttpRequest, table: FromPath[str], game: FromPath[int]
) -> Response[bytes]:
    """A finished game as the file that `stolik analyse` and `stolik replay` read."""
    room = await _seen_whole(request, table, game)
    return await _thought_out(request, room, room.play.record(game))


async def _seen_whole(request: HttpRequest, table: str, game: int) -> Room:
    """A table whose racks one may see once a game is over."""
    room = (await live_of(request).rooms.host(table)).room
    await room.catch_up()
    viewer = viewer_of(await login_of(request), room.table.setup)
    if looking_back(room.play, game, viewer).role is Role.PUBLIC:
        refuse(Violation(Refusal.NOT_YOURS))
    return room


async def _thought_out(
    request: HttpRequest, room: Room, find: Callable[[], object]
) -> Response[bytes]:
    """What takes long is worked out beside the loop."""
    encode = live_of(request).rooms.house.encode
    found = await thought(request, lambda: encode(find()), room.table.setup.tournament)
    return Response(found, media_type="application/json", headers={"cache-control": "no-store"})


@get("/api/tables/{table:str}/hint", opt={"rule": Rule.PLAYER_HERE}, tags=["tables"])
async def hint(request: HttpRequest, table: FromPath[str]) -> Response[bytes]:
    """A good move for who practises, in words and as the table would lie; own rack only."""
    live, login = live_of(request), await login_of(request)
    room = (await live.rooms.host(table)).room
    setup = room.table.setup
    seat = viewer_of(login, setup).seat
    if seat is None:
        refuse(Violation(Refusal.NOT_YOURS))
    demand_alone(room, seat)
    find = room.play.hint(seat, language_of(request.scope))
    await take_eyes(room, seat, mark_of(login.id, setup.id))
    return await _thought_out(request, room, find)


@get("/api/tables/{table:str}/rewind", opt={"rule": Rule.REFEREE_HERE}, tags=["tables"])
async def ways_back(request: HttpRequest, table: FromPath[str], event: q.Seq) -> Response[bytes]:
    """Where a rewind to before and to after the move of an event would lead; nothing is done."""
    room = (await live_of(request).rooms.host(table)).room
    await room.catch_up()
    find = room.play.ways_back(event, language_of(request.scope))
    return await _thought_out(request, room, find)


@get("/api/tables/{table:str}/people", opt={"rule": Rule.WATCHER_HERE}, tags=["tables"])
async def people(request: HttpRequest, table: FromPath[str]) -> Response[TablePeople]:
    """What the people at a table are called, as far as you may read their names."""
    live, login = live_of(request), await login_of(request)
    host = await live.rooms.host(table)
    setup = host.room.table.setup
    seated: tuple[SeatName, ...] = ()
    if setup.tournament != PRACTICE:
        office = await live.offices.office(setup.tournament)
        seated = await people_at(office, setup.seats, login, host.play.game_number)
    told = TablePeople(setup.tournament, setup.round, setup.table, list(seated))
    return Response(told, headers={"cache-control": "no-store"})


HANDLERS = (
    *(table_socket, practise, open_line, say, fetch, stream),
    *(game_transcript, game_film, game_study, game_record, people, hint, ways_back),
)
