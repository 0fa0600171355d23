"""Who reads whole tournaments and looks through sheets that somebody brings: small files a thread,
large ones a process of their own, which ends in time and with whoever brought the file.
"""

import pickle
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from stolik.adapters.processes import OwnProcess
from stolik.app.people.heats import Heat, read_heat
from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.files import FEW_ROWS
from stolik.app.thinking.codes import Refusal as Thinking
from stolik.app.thinking.pools import Pools
from stolik.app.tournaments.card import TournamentCard
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.rescue import Brought, KeptStream, brought, read_on
from stolik.app.tournaments.trying import OnDesk
from stolik.refusal import Refused, Violation, refuse

T = TypeVar("T")
Run = Callable[..., Any]  # some work, here or in a process of its own

FEW_BYTES = 100_000  # read before a process has started, in steps too small to hold anybody up
LONGEST_S = 30.0
_MEMORY = 1_500_000_000


class Readings:
    """Files of tournaments and long sheets, each of those who bring one in turn."""

    def __init__(self, pools: Pools, longest_s: float = LONGEST_S) -> None:
        self._pools = pools
        self._longest_s = longest_s

    async def heat(self, content: bytes, card: TournamentCard, school: str, *keys: str) -> Heat:
        """The best of a school's heat."""

        def read(run: Run) -> Heat:
            found: Heat = run(read_heat, content, card, school)
            return found

        return await self._read(len(content), read, keys)

    async def back(self, content: bytes, kept: KeptStream, profile: str, *keys: str) -> Brought:
        """What is new in a file of a tournament that goes on here."""

        def read(run: Run) -> Brought:
            people, *steps = run(_packed, content, kept, profile)
            # One by one: what is copied at a stroke holds everybody up.
            return brought(pickle.loads(people), tuple(map(pickle.loads, steps)))

        known = sum(len(entry.body) for entry in kept.entries)
        return await self._read(len(content) + known, read, keys)

    async def trial(
        self, work: OnDesk, desk: Callable[[], Desk], rows: int, *keys: str
    ) -> dict[str, Any]:
        """What a sheet of so many rows would change; `work` is a function of a module."""

        def read(run: Run) -> dict[str, Any]:
            found: dict[str, Any] = run(work, desk())
            return found

        return await self._read(FEW_BYTES + 1 if rows > FEW_ROWS else 0, read, keys)

    async def _read(self, size: int, read: Callable[[Run], T], keys: tuple[str, ...]) -> T:
        if size <= FEW_BYTES:
            return await self._pools.uploads.think(lambda: read(_here), *keys)
        own = OwnProcess(self._longest_s)
        return await self._pools.uploads.think(
            lambda: _in_time(lambda: read(_elsewhere(own))), *keys, give_up=own.call_off
        )


def _elsewhere(own: OwnProcess) -> Run:
    return lambda work, *given: own.run(_bound, work, *given)


def _bound(work: Callable[..., Any], *given: object) -> Any:
    """What such a process does: with little memory, so that no file takes the machine's."""
    _take_little()
    try:
        return work(*given)
    except MemoryError:
        refuse(Violation(Refusal.TOO_HEAVY))


def _take_little() -> None:
    try:
        import resource
    except ImportError:  # no such limits here; the clock ends it
        return
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


def _here(work: Callable[..., Any], *given: object) -> Any:
    return work(*given)


def _in_time(work: Callable[[], T]) -> T:
    try:
        return work()
    except Refused as refused:
        if refused.violations[0].code == Thinking.TOO_LONG:
            refuse(Violation(Refusal.TOO_SLOW))
        raise


def _packed(content: bytes, kept: KeptStream, profile: str) -> list[bytes]:
    """The answer in pieces."""
    people, steps = read_on(content, kept, profile)
    return [pickle.dumps(people), *map(pickle.dumps, steps)]
