"""What programs elsewhere are told of public tournaments: that something happened, and where.

The log itself is the outbox. A record says up to which entry a receiver has heard each tournament,
so a notice outlives every restart, and is told again until somebody takes it. No people are named.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from hashlib import sha256
from time import monotonic
from typing import Any, Protocol

from stolik.app.ports import Entry, EventStore, Put
from stolik.app.reading.codec import TAG
from stolik.app.tournaments.card import KIND as TOURNAMENT
from stolik.app.tournaments.card import TournamentCard
from stolik.app.tournaments.offices import Offices

SCHEMA = "stolik.notice.1"
HEARD = "heard"  # how far a receiver has heard a tournament
LONGEST_PAUSE_S = 600.0
_SHORTEST_PAUSE_S = 1.0
_LOOKS_EVERY_S = 60.0  # whatever is known here: another node may have written
_AT_ONCE = 200
_NAMES = {
    "RoundPublished": "draw.published",
    "RoundUnpublished": "draw.unpublished",
    "ResultRecorded": "result.recorded",
    "ResultCorrected": "result.corrected",
    "TournamentFinished": "tournament.finished",
    "TournamentReopened": "tournament.reopened",
}
_FIELDS = ("round", "table", "game")

# Hands a notice over: the address, its id, its bytes. Why it was not taken; empty: it was.
Send = Callable[[str, str, bytes], Awaitable[str]]


class NoticeLog(Protocol):
    """The lines a server writes for whoever runs it."""

    def warning(self, event: str, **facts: Any) -> Any: ...


@dataclass(slots=True)
class Receiver:
    """One address, and how long it is left alone after it took nothing."""

    url: str
    pause: float = _SHORTEST_PAUSE_S

    @property
    def key(self) -> str:
        """What its records are kept under."""
        return sha256(self.url.encode()).hexdigest()[:16]


class Notices:
    """Tells receivers what happens in public tournaments, each in its own pace and in order."""

    def __init__(
        self,
        store: EventStore,
        offices: Offices,
        send: Send,
        log: NoticeLog,
        *,
        address: Callable[[], str] = lambda: "",
    ) -> None:
        """`address`: how links to this server begin at this moment, if anybody can follow them."""
        self._store, self._offices, self._send = store, offices, send
        self._log, self._address = log, address

    async def keep_on(self, urls: tuple[str, ...]) -> None:
        """Until the server stops."""
        await asyncio.gather(*(self._keep_telling(Receiver(url)) for url in urls))

    async def tell(self, receiver: Receiver) -> bool:
        """Everything it has not heard; whether it took all of it."""
        await self._greet(receiver)
        heard = await self._store.all(HEARD, f"{receiver.key}/")
        ends = await self._store.streams(f"{TOURNAMENT}/")
        took = True
        for card in await self._offices.cards():
            known = int(heard.get(f"{receiver.key}/{card.id}", b"0"))
            if card.public and ends.get(card.stream, 0) > known:
                took = await self._tell_one(receiver, card, known) and took
        return took

    async def _keep_telling(self, receiver: Receiver) -> None:
        seen, looked, took = -1, 0.0, False
        while True:
            happened, now = self._offices.happened(), monotonic()
            if not took or happened != seen or now - looked >= _LOOKS_EVERY_S:
                try:
                    took = await self.tell(receiver)
                except Exception as fault:  # nobody waits for this task: it has to say so itself
                    self._log.warning("no notices", why=type(fault).__name__)
                    took = False
                seen, looked = happened, now
                longer = min(receiver.pause * 2, LONGEST_PAUSE_S)
                receiver.pause = _SHORTEST_PAUSE_S if took else longer
            await asyncio.sleep(receiver.pause)

    async def _greet(self, receiver: Receiver) -> None:
        """A new receiver hears what happens from now on, not the years before."""
        if await self._store.get(HEARD, receiver.key) is not None:
            return
        ends = await self._store.streams(f"{TOURNAMENT}/")
        known = [
            Put(HEARD, f"{receiver.key}/{stream.partition('/')[2]}", str(end).encode())
            for stream, end in ends.items()
        ]
        await self._store.put([*known, Put(HEARD, receiver.key, b"0")])

    async def _tell_one(self, receiver: Receiver, card: TournamentCard, known: int) -> bool:
        key = f"{receiver.key}/{card.id}"
        while entries := await self._store.read(card.stream, known, _AT_ONCE):
            for entry in entries:
                notice = self._notice(card, entry)
                if notice is None:
                    continue
                body = json.dumps(notice, ensure_ascii=False).encode()
                if why := await self._send(receiver.url, notice["id"], body):
                    self._log.warning("notice not taken", receiver=receiver.key, why=why)
                    return False
                await self._store.put([Put(HEARD, key, str(entry.seq).encode())])
            known = entries[-1].seq
            await self._store.put([Put(HEARD, key, str(known).encode())])
        return True

    def _notice(self, card: TournamentCard, entry: Entry) -> dict[str, Any] | None:
        event = json.loads(entry.body)["event"]
        name = _NAMES.get(event[TAG])
        if name is None:
            return None
        return {
            "schema": SCHEMA,
            "id": f"{card.id}/{entry.seq}",
            "what": name,
            "tournament": {"id": card.id, "name": card.name},
            **{field: event[field] for field in _FIELDS if field in event},
            "results": f"{self._address()}/api/tournaments/{card.id}/open/results.json",
        }
