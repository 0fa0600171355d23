"""The hall's stream: a word when a tournament or its hall has moved on, at most twice a second."""

import asyncio
from typing import Any

from litestar import Request, WebSocket, post, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from stolik.adapters.web.guard import login_of
from stolik.adapters.web.lines import LineOpened
from stolik.adapters.web.live import live_of
from stolik.adapters.web.outbox import Outbox, socket_outbox
from stolik.app.access.roles import Rule
from stolik.app.hall.hall import Hall, shown
from stolik.app.live.told import Encode

_BETWEEN_S = 0.5

Socket = WebSocket[Any, Any, Any]
Asking = Request[Any, Any, Any]

_HERE = "/api/tournaments/{tournament:str}"


class Watching:
    """Somebody's screen; it ends with its login."""

    def __init__(self, login_id: str, hall: Hall, outbox: Outbox, encode: Encode) -> None:
        self.login_id = login_id
        self._outbox = outbox
        self._telling = asyncio.ensure_future(_tell(hall, outbox, encode))

    async def receive(self, _: str | bytes) -> None:
        """A screen has nothing to say."""

    def close(self, code: str) -> None:
        """End the connection with a last word."""
        self._outbox.close(code)

    def leave(self) -> None:
        """The screen is gone."""
        self._telling.cancel()


@websocket(_HERE + "/socket", opt={"rule": Rule.WATCHER_HERE})
async def hall_socket(socket: Socket, tournament: FromPath[str]) -> None:
    """Says the number of the last event and how the hall stands; who wants more asks for it.

    `edition` is another one also when only names or words have changed, which are no events.
    """
    live, login = live_of(socket), await login_of(socket)
    hall = await live.halls.hall(tournament)
    await socket.accept()
    encode = live.rooms.house.encode
    outbox = socket_outbox(socket, encode)
    watching = Watching(login.id, hall, outbox, encode)
    live.lines.opened(watching)
    try:
        await _until_gone(socket)
    finally:
        watching.leave()
        live.lines.closed(watching)
        outbox.drop()


@post(_HERE + "/lines", opt={"rule": Rule.WATCHER_HERE}, tags=["tournaments"])
async def hall_line(request: Asking, tournament: FromPath[str]) -> LineOpened:
    """The same where no socket gets through: fetched by `/api/lines/…`."""
    live, login = live_of(request), await login_of(request)
    hall = await live.halls.hall(tournament)
    mail, outbox = live.lines.mail()
    watching = Watching(login.id, hall, outbox, live.rooms.house.encode)
    return LineOpened(live.lines.keep(watching, mail).id)


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


async def _until_gone(socket: Socket) -> None:
    try:
        while True:
            await socket.receive_data(mode="text")
    except WebSocketDisconnect:
        return
