"""The live table over a WebSocket."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext

from litestar import websocket

from stolik.adapters.web.edge.crowd import GOES_FIRST, SOCKET_LOGIN, STRANGER_TURN
from stolik.adapters.web.edge.faults import refused_by
from stolik.adapters.web.edge.guard import Connection, address_of, services_of, token_of
from stolik.adapters.web.sockets.lines import Opener
from stolik.adapters.web.sockets.live import live_of
from stolik.adapters.web.sockets.outbox import CLOSED
from stolik.adapters.web.sockets.session import TableSession, WhoIs
from stolik.adapters.web.sockets.ways import Socket, socket_outbox, way_of
from stolik.app.access.roles import Rule
from stolik.app.access.standing import LoginNow, nobody, standing_of
from stolik.app.tables.recorded import Encode
from stolik.app.tables.speaking import refusal

_LARGE = 512  # bytes: what names many tiles


@websocket("/api/socket", opt={"rule": Rule.ANYONE})
async def table_socket(socket: Socket) -> None:
    """Whom it is for is decided by the first message, which names the table."""
    await socket.accept()
    services, live = services_of(socket), live_of(socket)
    outbox = socket_outbox(socket, live.rooms.house.encode)
    session = TableSession(live.rooms, outbox, who_asks(socket), nobody(services.access))
    with live.lines.socket(session, login_at(socket)):
        try:
            await listen(socket, session.receive)
        finally:
            session.leave()


def who_asks(connection: Connection) -> WhoIs:
    """Whose token a hello shows; without one it is the browser's at that table."""
    access = services_of(connection).access

    async def who(token: str | None, table: str) -> LoginNow:
        if token is None:
            return nobody(access)
        return await standing_of(access, token or token_of(connection, table))

    return who


def login_at(socket: Socket) -> str:
    """The login a socket was opened with, whatever its hello shows; empty for a stranger."""
    login: str = socket.scope["state"][SOCKET_LOGIN]
    return login


def opener_of(connection: Connection) -> Opener:
    """Who opens a line: every later request to it has to show the same."""
    return Opener(token_of(connection), address_of(connection).host)


async def listen(socket: Socket, receive: Callable[[str | bytes], Awaitable[None]]) -> None:
    """Pass on every message until the other side goes; the wire sees to it that they are few.

    Of all that strangers say a little is heard in each turn of the loop: who plays comes between.
    """
    way, state = way_of(socket), socket.scope["state"]
    turn, first = state.get(STRANGER_TURN), state.get(GOES_FIRST, nullcontext)
    while (message := await way.heard()) is not None:
        if turn:
            await turn()
        with first():
            await receive(message)
        if len(message) > _LARGE:
            await asyncio.sleep(0)  # whatever else of it waits, others come first


async def turned_away(socket: Socket, fault: Exception, encode: Encode, lang: str) -> None:
    """Why somebody is not let in, said over the socket: a browser can read no status of it."""
    no = refusal(refused_by(fault), id=None, seq=0, lang=lang)
    await socket.send_text(encode(no))  # as text: a browser gives bytes to nobody who reads words
    await socket.close(CLOSED)
