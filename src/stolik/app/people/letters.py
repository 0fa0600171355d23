"""Letters by e-mail: posted without anybody waiting, tried again, and not once they make no sense.

They wait in the memory of this node: one that was not taken before the server stopped is lost, as
nothing in a tournament hangs on it. Who is forgotten meanwhile is not written to.
"""

import asyncio
import re
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from time import monotonic
from typing import Any, Protocol

from stolik.app.people.codes import Refusal
from stolik.refusal import Violation, refuse

LONGEST_ADDRESS = 254
MOST_FOR_STRANGERS = 60  # an hour: whoever fills in a form names any address
_HOUR_S = 3600.0
_MOST_WAITING = 1000
_MOST_KNOWN = 5000
_AT_ONCE = 2
_PAUSES_S = (60.0, 300.0, 1800.0, 7200.0)
# Letters of ASCII alone, and nothing that could be another header or another address.
_ADDRESS = re.compile(  # no encoded word, which somebody on the way might decode
    r"(?!.*=\?)[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+"
)


class LetterFate(StrEnum):
    """What became of a letter."""

    SENT = "sent"
    LATER = "later"
    REFUSED = "refused"


async def _nothing() -> None:
    pass


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter to one address."""

    to: str
    subject: str
    text: str
    # Asked before each try: whoever it is for may have been forgotten.
    still: Callable[[], Awaitable[bool]]
    # Done when it is certain that it never went.
    unsent: Callable[[], Awaitable[None]] = _nothing

    def __repr__(self) -> str:
        """Without the address."""
        return "Letter()"


SendLetter = Callable[[Letter], Awaitable[LetterFate]]


class LetterLog(Protocol):
    """The lines a server writes for whoever runs it."""

    def warning(self, event: str, **facts: Any) -> Any: ...


def read_address(text: str) -> str:
    """An address as it was typed; refused if it is none."""
    address = text.strip()
    if len(address) > LONGEST_ADDRESS or not _ADDRESS.fullmatch(address):
        refuse(Violation(Refusal.MAIL_ADDRESS))
    return address


class Mailbox:
    """Where letters are posted."""

    def __init__(
        self, send: SendLetter, log: LetterLog, pauses_s: tuple[float, ...] = _PAUSES_S
    ) -> None:
        self._send, self._log, self._pauses_s = send, log, pauses_s
        # What was posted already, by hashes: addresses outlive nobody who is forgotten.
        self._known: OrderedDict[bytes, None] = OrderedDict()
        self._of_strangers: deque[float] = deque()
        self._few = asyncio.Semaphore(_AT_ONCE)
        self._running: set[asyncio.Task[None]] = set()

    def post(self, letter: Letter, key: str) -> None:
        """Send it some time; under one key only once."""
        hashed = _hash(key)
        if hashed in self._known:
            return
        if len(self._running) >= _MOST_WAITING:
            self._log.warning("letter not posted", waiting=len(self._running))
            return
        self._known[hashed] = None
        while len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)
        task = asyncio.ensure_future(self._deliver(letter, hashed))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def post_for_stranger(self, letter: Letter, key: str) -> None:
        """The same for a letter that anybody can cause: so many an hour."""
        now = monotonic()
        while self._of_strangers and self._of_strangers[0] <= now - _HOUR_S:
            self._of_strangers.popleft()
        if _hash(key) in self._known or len(self._of_strangers) >= MOST_FOR_STRANGERS:
            return
        self._of_strangers.append(now)
        self.post(letter, key)

    async def delivered(self) -> None:
        """Come back when nothing waits."""
        while self._running:
            await asyncio.gather(*self._running)

    def stop(self) -> None:
        """Let go of what was not taken yet."""
        for task in self._running:
            task.cancel()

    async def _deliver(self, letter: Letter, known: bytes) -> None:
        fate = LetterFate.LATER
        for pause in (0.0, *self._pauses_s):
            await asyncio.sleep(pause)
            try:
                async with self._few:
                    if not await letter.still():
                        return await self._never_went(letter, known)
                    fate = await self._send(letter)
                if fate is LetterFate.REFUSED:
                    await self._never_went(letter, known)
            except Exception as fault:  # nobody waits for this task: it has to say so itself
                self._log.warning("letter not sent", why=type(fault).__name__)
            if fate is not LetterFate.LATER:
                break
        if fate is not LetterFate.SENT:
            self._log.warning("letter not sent", why=fate.value)

    async def _never_went(self, letter: Letter, known: bytes) -> None:
        self._known.pop(known, None)  # another may be posted in its place
        await letter.unsent()


def _hash(key: str) -> bytes:
    return sha256(key.encode()).digest()
