"""Who reads whole tournaments and looks through sheets that somebody brings: small files a thread,
large ones a process of their own, which ends in time and with whoever brought the file.
"""

import pickle
from collections.abc import Callable
from typing import Any, TypeVar

from stolik.adapters.processes import OwnProcess
from stolik.adapters.sheets.limited import take_little
from stolik.app.fairness.drawing import next_draw
from stolik.app.games.registry import counting_of
from stolik.app.people.heats import Heat, read_heat
from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.files import FEW_BYTES, FEW_ROWS
from stolik.app.thinking.codes import Refusal as Thinking
from stolik.app.thinking.pools import Pools
from stolik.app.tournaments.card import TournamentCard
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.rescue import (
    Brought,
    KeptStream,
    brought,
    demand_latest,
    done_again,
    read_on,
)
from stolik.app.tournaments.trying import OnDesk
from stolik.refusal import Refused, Violation, refuse

T = TypeVar("T")
Run = Callable[..., Any]  # some work, here or in a process of its own

CPU_S = 30  # of computing: a machine that is busy with others makes no list too long
LONGEST_S = 120.0
_FEW_ENTRANTS = 60
_MEMORY = 1_500_000_000


class Readings:
    """Files of tournaments and long sheets, each of those who bring one in turn."""

    def __init__(self, pools: Pools, longest_s: float = LONGEST_S, cpu_s: int = CPU_S) -> None:
        self._pools = pools
        self._longest_s = longest_s
        self._cpu_s = cpu_s

    async def heat(self, content: bytes, card: TournamentCard, school: str, *keys: str) -> Heat:
        """The best of a school's heat."""

        def read(run: Run) -> Heat:
            found: Heat = run(read_heat, content, card, school)
            return found

        return await self._read(len(content), read, keys)

    async def back(self, content: bytes, kept: KeptStream, office: Office, *keys: str) -> Brought:
        """What is new in a file of a tournament that goes on here, tried on a desk as it stands."""
        demand_latest(kept, office.seq)
        desk, entrants = office.reading(), len(office.state.entrants)

        def read(run: Run) -> Brought:
            people, *steps = run(_packed, content, kept, office.profile, desk())
            # One by one: what is copied at a stroke holds everybody up.
            return brought(pickle.loads(people), tuple(map(pickle.loads, steps)))

        known = sum(len(entry.body) for entry in kept.entries)
        is_large = entrants > _FEW_ENTRANTS  # its draws are thought out again
        return await self._read(FEW_BYTES + 1 if is_large else len(content) + known, read, keys)

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
        return await self._pools.large_uploads.think(
            lambda: _in_time(lambda: read(_elsewhere(own, self._cpu_s))),
            *keys,
            give_up=own.call_off,
        )


def _elsewhere(own: OwnProcess, cpu_s: int) -> Run:
    return lambda work, *given: own.run(_bound, cpu_s, work, *given)


def _bound(cpu_s: int, work: Callable[..., Any], *given: object) -> Any:
    """What such a process does: with little memory and time; no file takes the machine's."""
    take_little(_MEMORY, cpu_s)
    try:
        return work(*given)
    except MemoryError:
        refuse(Violation(Refusal.TOO_HEAVY))


def _here(work: Callable[..., Any], *given: object) -> Any:
    return work(*given)


def _in_time(work: Callable[[], T]) -> T:
    try:
        return work()
    except Refused as refused:
        if refused.violations[0].code == Thinking.TOO_LONG:
            refuse(Violation(Refusal.TOO_SLOW))
        raise


def _packed(content: bytes, kept: KeptStream, profile: str, desk: Desk) -> list[bytes]:
    """The answer in pieces, once all of it could be done here; the desk is nobody's afterwards."""
    people, steps = read_on(content, kept, profile)
    counting = counting_of(desk.state.format, profile)
    done_again(desk, steps, people, counting, next_draw)
    return [pickle.dumps(people), *map(pickle.dumps, steps)]
