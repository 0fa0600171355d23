"""The live table over a WebSocket."""

from collections.abc import Awaitable, Callable
from typing import Any

from litestar import WebSocket, websocket

from stolik.adapters.web.guard import services_of, token_of
from stolik.adapters.web.live import live_of
from stolik.adapters.web.outbox import socket_outbox
from stolik.adapters.web.table_session import TableSession
from stolik.adapters.web.wire import wire_of
from stolik.app.access.logins import login_of
from stolik.app.access.roles import Login, Rule

_TOO_FAST = 4008
# A player drags at most a few drafts a second; more than this is no player.
_MESSAGES_A_SECOND = 40
_BURST = 200

Socket = WebSocket[Any, Any, Any]


@websocket("/api/socket", opt={"rule": Rule.ANYONE})
async def table_socket(socket: Socket) -> None:
    """Whom it is for is decided by the first message, which names the table."""
    await socket.accept()
    services, live = services_of(socket), live_of(socket)

    async def who(token: str) -> Login:
        return await login_of(services.access, token or token_of(socket))

    outbox = socket_outbox(socket, live.rooms.house.encode)
    session = TableSession(live.rooms, outbox, who)
    live.lines.opened(session)
    try:
        await listen(socket, session.receive)
    finally:
        live.lines.closed(session)
        session.leave()


async def listen(socket: Socket, receive: Callable[[str | bytes], Awaitable[None]]) -> None:
    """Pass on every message until the other side goes."""
    wire, now = wire_of(socket), services_of(socket).monotonic
    budget = Budget(now())
    while (message := await wire.heard()) is not None:
        if not budget.allows(now()):
            await socket.close(_TOO_FAST)
            return
        await receive(message)


class Budget:
    """How much a connection may say: a burst, and then a steady stream."""

    def __init__(self, now: float) -> None:
        self._left = float(_BURST)
        self._since = now

    def allows(self, now: float) -> bool:
        """Whether one more message is within the budget."""
        self._left = min(_BURST, self._left + (now - self._since) * _MESSAGES_A_SECOND) - 1
        self._since = now
        return self._left >= 0
