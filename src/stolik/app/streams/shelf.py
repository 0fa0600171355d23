"""What an organiser keeps of his own beside his account: written out, numbered by its contents."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from stolik.app.codes import Refusal
from stolik.app.library import written_out
from stolik.app.ports import EventStore, Put
from stolik.app.streams.one_act import one_act
from stolik.refusal import Violation, refuse

MOST_KEPT = 50  # of one kind, of one account
MOST_CHARS = 60_000  # of a file
_DIGITS = 16

# Tournaments by name, each with the files it was made with, word for word.
Used = Iterable[tuple[str, tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class Shelf:
    """The boards, rules or formats of each account; one sees and chooses only one's own."""

    kind: str
    full: Refusal

    async def keep(self, store: EventStore, account: str, raw: Mapping[str, Any]) -> str:
        """Put it there; its number. The same one twice is one."""
        body = written_out(raw)
        number = sha256(body.encode()).hexdigest()[:_DIGITS]
        key = f"{account}/{number}"

        async def look() -> tuple[str, list[Put]]:
            others = await store.all(self.kind, f"{account}/")
            if len(others) >= MOST_KEPT and key not in others:
                refuse(Violation(self.full, facts={"most": MOST_KEPT}))
            return number, [Put(self.kind, key, body.encode())]

        return await one_act(store, f"{self.kind}/{account}", look)

    async def change(
        self, store: EventStore, account: str, number: str, raw: Mapping[str, Any]
    ) -> None:
        """Something else under the number people know."""
        await store.put([Put(self.kind, f"{account}/{number}", written_out(raw).encode())])

    async def remove(
        self, store: EventStore, account: str, number: str, *, as_used: str, used: Used
    ) -> None:
        """Take it away, if nothing of whom it is plays by it: the refusal names what does.

        `as_used`: how a tournament takes it along; `used`: what tournaments have taken along.
        """
        names = [name for name, taken in used if as_used in taken]
        if names:
            refuse(Violation(Refusal.OWN_USED, facts={"names": tuple(names)}))
        await store.put([Put(self.kind, f"{account}/{number}", None)])

    async def get(self, store: EventStore, account: str, number: str) -> str | None:
        """What is kept under a number."""
        if not account or not number.isalnum():
            return None
        body = await store.get(self.kind, f"{account}/{number}")
        return None if body is None else body.decode()

    async def all(self, store: EventStore, account: str) -> dict[str, str]:
        """Everything of an account, by number."""
        kept = await store.all(self.kind, f"{account}/")
        return {key.rpartition("/")[2]: body.decode() for key, body in kept.items()}
