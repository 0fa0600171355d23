"""What the use cases of this package work with."""

from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from stolik.app.access.guessing import Guessing
from stolik.app.access.watched import EDITION, Watched
from stolik.app.ports import Chance, EventStore

MOST_LOGINS = 20  # by the pass of one seat, or twice that: nobody has more devices

OnRevoked = Callable[[frozenset[str]], None]  # gets the ids of logins that have just ended

_MOST_ENDED = 10_000


class Passwords(Protocol):
    """Hashes passwords slowly, and not on the event loop."""

    def hashed(self, password: str) -> Awaitable[str]:
        """What may be kept of a password."""
        ...

    def matches(self, kept: str, password: str) -> Awaitable[bool]:
        """Whether this is the password; `kept` may be empty, which takes as long and is never."""
        ...


@dataclass(slots=True)
class Edition:
    """Grows whenever somebody may have lost a right, here or on another node."""

    number: int = 0
    ended: set[str] = field(default_factory=set)  # logins, since the number grew last
    kept: bytes | None = None  # the record as this node saw it last


@dataclass(frozen=True, slots=True)
class Access:
    """The parts; `now` is the wall clock in seconds."""

    store: EventStore
    chance: Chance
    now: Callable[[], int]
    passwords: Passwords
    guessing: Guessing
    tell_others: OnRevoked = lambda _: None  # the other nodes
    service_ms: Callable[[], int] = lambda: 0  # the service clock
    alone: bool = True  # whether no other node writes to the same store
    _on_revoked: list[OnRevoked] = field(default_factory=list)
    _on_changed: list[Callable[[], None]] = field(default_factory=list)
    _edition: Edition = field(default_factory=Edition)
    _came_in: dict[str, deque[str]] = field(default_factory=dict)  # logins of a pass, oldest first

    def __post_init__(self) -> None:
        """Nobody can take a right away without this being noted."""
        object.__setattr__(self, "store", Watched(self.store, self.chance, self._lost))

    @property
    def edition(self) -> int:
        """A login that was looked up at this number is still what it was, unless it `has_ended`."""
        return self._edition.number

    def has_ended(self, login: str) -> bool:
        """Whether this login has ended since the number grew last."""
        return login in self._edition.ended

    def came_in(self, entry: str, login: str) -> tuple[str, ...]:
        """Somebody comes in by a pass once more; the logins that are too many now."""
        logins = self._came_in.setdefault(entry, deque())
        logins.append(login)
        # Many at once: to erase something costs as much as there are records.
        if len(logins) < 2 * MOST_LOGINS:
            return ()
        return tuple(logins.popleft() for _ in range(MOST_LOGINS))

    def ended(self, entry: str) -> None:
        """Nobody comes in by this pass any more."""
        self._came_in.pop(entry, None)

    def on_revoked(self, hook: OnRevoked) -> None:
        """Have `hook` called with the ids of logins that end, so that their sockets are closed."""
        self._on_revoked.append(hook)

    def on_changed(self, hook: Callable[[], None]) -> None:
        """Have `hook` called whenever every login has to be looked at again."""
        self._on_changed.append(hook)

    def revoked(self, ids: Iterable[str]) -> None:
        """Tell every hook here and every other node."""
        ended = frozenset(ids)
        if ended:
            self.heard(ended)
            self.tell_others(ended)

    def heard(self, ids: Iterable[str]) -> None:
        """Tell every hook of this node, as for what ended on another."""
        ended = frozenset(ids)
        self._ended(ended)
        for hook in self._on_revoked if ended else ():
            hook(ended)

    def changed(self) -> None:
        """Somebody may have lost a right: nobody's login is taken for granted any more."""
        self._edition.number += 1
        self._edition.ended.clear()
        for hook in self._on_changed:
            hook()

    async def look(self) -> None:
        """Learn whether another node has taken a right away; its whisper may be late or lost."""
        if self.alone:
            return
        kept = await self.store.get(*EDITION)
        if kept != self._edition.kept:
            self._edition.kept = kept
            self.changed()

    def _lost(self, ids: Iterable[str]) -> None:
        ended = frozenset(ids)
        self._ended(ended)
        if not ended:
            self.tell_others(ended)

    def _ended(self, ids: frozenset[str]) -> None:
        """These logins, or any if none are named."""
        self._edition.ended |= ids
        if not ids or len(self._edition.ended) > _MOST_ENDED:
            self.changed()
            return
        for hook in self._on_changed:
            hook()
