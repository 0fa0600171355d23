"""Tables of several nodes: who answers for which, who wants to hear of it, who lets go of it.

A node opens a table when somebody comes to it or when it has to answer for it, and closes it when
neither holds any more. The node with people answers; of several the one that was there first.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from stolik.app.ports import NotRead, Stream
from stolik.app.tables.host import Host
from stolik.app.tables.house import House

NODE = "node/"  # whispers about a node
_IDLE_MS = 10_000  # a table may be asked for again
_CLAIM_EACH_MS = 2_000
_BY_ITSELF = Stream("leases")


class AmongNodes:
    """This node beside the others of its database."""

    def __init__(
        self,
        house: House,
        hosts: Mapping[str, Host],
        *,
        open_: Callable[[str], Awaitable[None]],
        close: Callable[[str], None],
        look_at_all: Callable[[], Awaitable[None]],
    ) -> None:
        self._house = house
        self._leases = house.leases
        self._hosts = hosts
        self._open = open_
        self._close = close
        self._look_at_all = look_at_all
        self._living: frozenset[str] = frozenset()
        self._turn = asyncio.Lock()
        self._claim_at = 0
        self._has_ended = False
        self._claiming: asyncio.Task[None] | None = None

    async def opening(self, host: Host) -> None:
        """Be told of what is written from now on; whoever has it open hears that we have."""
        host.room.audience.neighbours = await self._leases.come(_place(host), with_people=False)

    async def came(self, host: Host) -> None:
        """Somebody has sat down here: this node answers, unless another with people does."""
        if not self._house.is_alone and self._has_people(host) != host.told_people:
            with suppress(NotRead):  # at the next beat
                await self._come(host)

    async def heard(self, host: Host, said: Mapping[str, Any]) -> None:
        """Another node has said who is there with it, and whether it answers."""
        has_people, other_has = self._has_people(host), bool(said["here"])
        if host.holds_lease:
            is_to_ask = bool(said["answers"])  # of two only one is right
        else:
            is_to_ask = has_people and not other_has and (said["answers"] or not said["open"])
        if is_to_ask:
            await self._come(host)

    async def mind(self) -> None:
        """Say that this node lives; look after what dead ones have left."""
        async with self._turn:
            if self._has_ended:
                return  # it would come back to life
            found = await self._leases.beat()
            if found.was_buried:
                await self._rise()
            for place, node in found.newcomers:
                if host := self._hosts.get(place):
                    # It may have read before something that it was not told.
                    host.room.audience.neighbours |= {node}
                    self._house.bus.wake(
                        host.room.table.setup.stream, host.room.table.seq, to=frozenset((node,))
                    )
            gone, self._living = self._living - found.living, found.living
            for node in gone:
                for host in tuple(self._hosts.values()):
                    host.room.audience.lost(node)
            if gone:
                # It may have written something and died before it could wake anybody.
                await self._look_at_all()
            await self._let_go()
            self._claim(at_once=bool(gone))

    async def end(self) -> None:
        """Give everything up; the others need not wait until this node is missed."""
        if self._claiming:
            self._claiming.cancel()
        async with self._turn:
            self._has_ended = True
            try:
                await self._leases.end()
            except NotRead:
                return  # it will be missed
        self._house.bus.whisper(Stream(NODE + self._house.node), b"")

    async def _come(self, host: Host) -> None:
        people, held = self._has_people(host), host.holds_lease
        others = await self._leases.come(_place(host), with_people=people)
        host.told_people = people
        host.room.audience.neighbours |= others
        if host.holds_lease != held:
            host.look()
        host.room.audience.announce()

    async def _rise(self) -> None:
        """The others have taken this node for dead, and its tables."""
        for host in tuple(self._hosts.values()):
            await self._come(host)
            host.look()
        await self._look_at_all()

    async def _let_go(self) -> None:
        """Close what nobody needs here, and tell the leases where people have come or left."""
        idle, late = [], self._house.clock.now() - _IDLE_MS
        for table, host in tuple(self._hosts.items()):
            if self._has_people(host) != host.told_people:
                await self._come(host)
            if not host.is_needed and host.used_at < late:
                idle.append(table)
        for table in idle:
            self._hosts[table].room.audience.announce(is_open=False)
            self._close(table)
        if idle:
            await self._leases.leave(idle)

    def _claim(self, *, at_once: bool) -> None:
        now = self._house.clock.now()
        if at_once or now >= self._claim_at:
            self._claim_at = now + _CLAIM_EACH_MS
            if self._claiming is None or self._claiming.done():
                self._claiming = asyncio.ensure_future(self._answer_for_orphans())

    async def _answer_for_orphans(self) -> None:
        """Tables in play whose node is gone, or that were never opened; some at a time."""
        try:
            while places := await self._leases.orphans():
                for place in places:
                    if host := self._hosts.get(place):
                        await self._come(host)
                        host.look()
                    else:
                        await self._open(place)
                    await asyncio.sleep(0)
        except NotRead:
            return  # at the next time
        except Exception as fault:
            self._house.on_fault(_BY_ITSELF, fault)

    @staticmethod
    def _has_people(host: Host) -> bool:
        return bool(host.room.audience.seats_here())


def _place(host: Host) -> str:
    return host.room.table.setup.id
