"""A table's protocol over the messages of a worker: what a socket is elsewhere."""

import asyncio
from collections.abc import Callable, Sequence

from stolik.adapters.web.sockets.outbox import Outbox
from stolik.adapters.web.sockets.session import TableSession, WhoIs
from stolik.app.access.standing import LoginNow
from stolik.app.tables.rooms import Rooms

Say = Callable[[str], None]
End = Callable[[], None]


class _Way:
    """To a page that takes everything at once."""

    def __init__(self, say: Say, end: End) -> None:
        self.is_full = False
        self.on_room: Callable[[], None] = lambda: None
        self._say = say
        self._end = end

    def say(self, messages: Sequence[bytes]) -> None:
        for message in messages:
            self._say(message.decode())

    def end(self, code: int) -> None:
        del code
        self._end()

    def hang_up(self) -> None:
        self._end()

    def forget(self) -> None:
        """Nothing ever waits here."""


class DeviceLine:
    """One page at one table; its messages are carried out in their order."""

    def __init__(self, rooms: Rooms, who: WhoIs, stranger: LoginNow, say: Say, end: End) -> None:
        outbox = Outbox(_Way(say, end), rooms.house.encode)
        self._session = TableSession(rooms, outbox, who, stranger)
        self._heard: asyncio.Queue[str] = asyncio.Queue()
        self._listening = asyncio.ensure_future(self._listen())

    def receive(self, message: str) -> None:
        """One message of the page."""
        self._heard.put_nowait(message)

    def leave(self) -> None:
        """The page has gone."""
        self._listening.cancel()
        self._session.leave()

    async def _listen(self) -> None:
        while True:
            await self._session.receive(await self._heard.get())
