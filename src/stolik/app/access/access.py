"""What the use cases of this package work with."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from stolik.app.access.guessing import Guessing
from stolik.app.ports import Chance, EventStore

OnRevoked = Callable[[frozenset[str]], None]  # gets the ids of logins that have just ended


class Passwords(Protocol):
    """Hashes passwords slowly, and not on the event loop."""

    def hashed(self, password: str) -> Awaitable[str]:
        """What may be kept of a password."""
        ...

    def matches(self, kept: str, password: str) -> Awaitable[bool]:
        """Whether this is the password; `kept` may be empty, which takes as long and is never."""
        ...


@dataclass(frozen=True, slots=True)
class Access:
    """The parts; `now` is the wall clock in seconds."""

    store: EventStore
    chance: Chance
    now: Callable[[], int]
    passwords: Passwords
    guessing: Guessing
    tell_others: OnRevoked = lambda _: None  # the other nodes
    _on_revoked: list[OnRevoked] = field(default_factory=list)

    def on_revoked(self, hook: OnRevoked) -> None:
        """Have `hook` called with the ids of logins that end, so that their sockets are closed."""
        self._on_revoked.append(hook)

    def revoked(self, ids: Iterable[str]) -> None:
        """Tell every hook here and every other node."""
        ended = frozenset(ids)
        if ended:
            self.heard(ended)
            self.tell_others(ended)

    def heard(self, ids: Iterable[str]) -> None:
        """Tell every hook of this node, as for what ended on another."""
        ended = frozenset(ids)
        for hook in self._on_revoked:
            hook(ended)
