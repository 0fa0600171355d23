"""The hall's stream: a word whenever a tournament has moved on, at most twice a second."""

import asyncio
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from stolik.adapters.web.live import live_of
from stolik.app.access.roles import Rule

_BETWEEN_S = 0.5


@websocket("/api/tournaments/{tournament:str}/socket", opt={"rule": Rule.WATCHER_HERE})
async def hall_socket(socket: WebSocket[Any, Any, Any], tournament: str) -> None:
    """Says the number of the last event; who wants to know more asks for it."""
    office = await live_of(socket).offices.office(tournament)
    await socket.accept()
    news = office.listen()
    gone = asyncio.ensure_future(_until_gone(socket))
    try:
        while not gone.done():
            news.clear()
            await socket.send_json({"t": "changed", "seq": office.seq, "head": office.head})
            waiting = asyncio.ensure_future(news.wait())
            await asyncio.wait({waiting, gone}, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            await asyncio.sleep(_BETWEEN_S)
    finally:
        gone.cancel()
        office.stop_listening(news)


async def _until_gone(socket: WebSocket[Any, Any, Any]) -> None:
    try:
        while True:
            await socket.receive_data(mode="text")
    except WebSocketDisconnect:
        return
