"""The hall's stream: a word when a tournament or its hall has moved on, at most twice a second."""

import asyncio
from typing import Any

from litestar import WebSocket, post, websocket
from litestar.params import FromPath

from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.faults import FAULTS
from stolik.adapters.web.edge.guard import standing_of
from stolik.adapters.web.sockets.lines import LineOpened
from stolik.adapters.web.sockets.live import live_of
from stolik.adapters.web.sockets.outbox import Outbox
from stolik.adapters.web.sockets.table import listen, login_at, opener_of, turned_away
from stolik.adapters.web.sockets.ways import socket_outbox
from stolik.app.access.roles import Rule, may
from stolik.app.access.standing import LoginNow
from stolik.app.hall.hall import Hall, shown
from stolik.app.tables.codes import NoticeCode
from stolik.app.tables.recorded import Encode
from stolik.app.tournaments.rights import place_of

_BETWEEN_S = 0.5

Socket = WebSocket[Any, Any, Any]

_HERE = "/api/tournaments/{tournament:str}"


class Watching:
    """Somebody's screen; it ends with its login."""

    def __init__(self, standing: LoginNow, hall: Hall, outbox: Outbox, encode: Encode) -> None:
        self.standing = standing
        self._hall = hall
        self._outbox = outbox
        self._telling = asyncio.ensure_future(_tell(hall, outbox, encode))

    async def receive(self, _: str | bytes) -> None:
        """A screen has nothing to say."""

    def why_over(self) -> str:
        """Its login has ended, or strangers may not follow the tournament any more."""
        if self.standing.is_over:
            return NoticeCode.LOGGED_OUT
        may_look = may(self.standing.login, Rule.WATCHER_HERE, place_of(self._hall.office))
        return "" if may_look else NoticeCode.WATCHING

    def close(self, code: str) -> None:
        """End the connection with a last word."""
        self._outbox.cut(code)
        self._telling.cancel()

    def leave(self) -> None:
        """The screen is gone."""
        self._telling.cancel()


@websocket(_HERE + "/socket", opt={"rule": Rule.WATCHER_HERE})
async def hall_socket(socket: Socket, tournament: FromPath[str]) -> None:
    """Says the number of the last event and how the hall stands; who wants more asks for it.

    `edition` is another one also when only names or words have changed, which are no events.
    """
    live, standing = live_of(socket), await standing_of(socket)
    await socket.accept()
    encode = live.rooms.house.encode
    outbox = socket_outbox(socket, encode)
    try:
        hall = await live.halls.look(tournament)
    except FAULTS as fault:
        await turned_away(socket, fault, encode, outbox.lang)
        return
    watching = Watching(standing, hall, outbox, encode)
    with live.lines.socket(watching, login_at(socket)):
        try:
            await listen(socket, watching.receive)
        finally:
            watching.leave()
            outbox.drop()


@post(_HERE + "/lines", opt={"rule": Rule.WATCHER_HERE}, tags=["tournaments"])
async def hall_line(request: HttpRequest, tournament: FromPath[str]) -> LineOpened:
    """The same where no socket gets through: fetched by `/api/lines/…`."""
    live, standing = live_of(request), await standing_of(request)
    hall = await live.halls.look(tournament)
    mail, outbox = live.lines.mail()
    watching = Watching(standing, hall, outbox, live.rooms.house.encode)
    return LineOpened(live.lines.keep(watching, mail, opener_of(request)).id)


async def _tell(hall: Hall, outbox: Outbox, encode: Encode) -> None:
    office = hall.office
    news = office.listen()
    try:
        while True:
            news.clear()
            told = {"seq": office.seq, "edition": office.edition, "head": office.head}
            outbox.send(encode({"t": "changed", **told, "hall": shown(hall)}))
            await asyncio.sleep(_BETWEEN_S)
            await news.wait()
    finally:
        office.stop_listening(news)
