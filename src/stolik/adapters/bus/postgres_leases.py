"""Who answers for what, in tables of the database that the nodes share.

They are unlogged: a commit waits for no disk, and after a crash of the server they are empty. A
node whose row is gone was taken for dead: it registers again and says anew what it has open.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from datetime import timedelta
from typing import Any, TypeAlias, TypeVar

import asyncpg

from stolik.app.ports import Neighbours, NotRead

T = TypeVar("T")
Pool: TypeAlias = "asyncpg.Pool[Any]"

SILENT_S = 2.0
# The line is dead, the server cannot serve it just now, or two nodes were in each other's way.
_NOT_NOW: tuple[type[Exception], ...] = (
    OSError,
    EOFError,
    asyncio.TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.OperatorInterventionError,
    asyncpg.InternalClientError,
    asyncpg.TooManyConnectionsError,
    asyncpg.DeadlockDetectedError,
)
_PATIENCE_S = 3.0
_AT_ONCE = 50
_LINES = 2
# A number is given before its transaction ends: one that ends late must not be missed.
_LATE = 1_000

_LIVE = """
INSERT INTO nodes VALUES ($1, clock_timestamp())
ON CONFLICT (id) DO UPDATE SET seen = clock_timestamp() RETURNING xmax = 0 AS is_new
"""
_OTHERS = """
WITH late AS (SELECT clock_timestamp() - $2::interval AS since),
buried AS (DELETE FROM nodes USING late WHERE seen < since)
SELECT id FROM nodes, late WHERE id <> $1 AND seen >= since
"""
_NEWCOMERS = """
SELECT theirs.n, theirs.place, theirs.node
FROM openings AS theirs JOIN openings AS mine ON mine.place = theirs.place AND mine.node = $1
WHERE theirs.n > $2 AND theirs.node <> $1 ORDER BY theirs.n
"""
# A lease that nobody has, one's own, or with people that of a node that has none there.
_COME = """
WITH opening AS (
    INSERT INTO openings (place, node) VALUES ($1, $2) ON CONFLICT DO NOTHING
), lease AS (
    INSERT INTO leases VALUES ($1, $2, $3)
    ON CONFLICT (place) DO UPDATE SET node = $2, has_people = $3
    WHERE leases.node = $2 OR ($3 AND NOT leases.has_people)
    RETURNING place
)
SELECT EXISTS (SELECT FROM lease) AS is_held,
    ARRAY (SELECT node FROM openings WHERE place = $1 AND node <> $2) AS others
"""
_LEAVE = """
WITH gone AS (DELETE FROM openings WHERE node = $2 AND place = ANY ($1::text[]))
DELETE FROM leases WHERE node = $2 AND place = ANY ($1::text[])
"""
_USED = "SELECT place FROM leases WHERE has_people AND place = ANY ($1::text[])"
# First what is open here: its people wait.
_ORPHANS = """
INSERT INTO leases
SELECT key, $1, false FROM records
WHERE kind = 'running' AND NOT EXISTS (SELECT FROM leases WHERE place = key)
ORDER BY EXISTS (SELECT FROM openings WHERE place = key AND node = $1) DESC, key LIMIT $2
ON CONFLICT DO NOTHING RETURNING place
"""
_HELD = "SELECT place FROM leases WHERE node = $1"
_END = "DELETE FROM nodes WHERE id = $1"
_HELD_EACH = 10  # beats


class PostgresLeases:
    """The `Leases` of one node, over lines of its own."""

    def __init__(self, url: str, node: str) -> None:
        self._url = url
        self._node = node
        self._pool: Pool | None = None
        self._held: set[str] = set()
        self._is_known = False
        self._was_buried = False
        self._told: frozenset[int] = frozenset()  # openings that were looked at
        self._beats = 0

    def holds(self, place: str) -> bool:
        """Whether this node answers for it, as far as it knows."""
        return place in self._held

    async def come(self, place: str, *, with_people: bool) -> frozenset[str]:
        """This node has opened it: the other nodes that have."""

        async def ask(pool: Pool) -> frozenset[str]:
            (row,) = await pool.fetch(_COME, place, self._node, with_people)
            (self._held.add if row["is_held"] else self._held.discard)(place)
            return frozenset(row["others"])

        return await self._registered(ask)

    async def leave(self, places: Collection[str]) -> None:
        """This node has closed them."""
        self._held.difference_update(places)
        await self._asked(lambda pool: pool.execute(_LEAVE, list(places), self._node))

    async def used(self, places: Collection[str]) -> frozenset[str]:
        """Those somebody sits at, on any node."""
        rows = await self._asked(lambda pool: pool.fetch(_USED, list(places)))
        return frozenset(row["place"] for row in rows)

    async def beat(self) -> Neighbours:
        """Say that this node lives, bury those that do not, learn who is there."""

        async def ask(pool: Pool) -> Neighbours:
            await self._live(pool)
            was_buried, self._was_buried = self._was_buried, False
            others = await pool.fetch(_OTHERS, self._node, timedelta(seconds=SILENT_S))
            living = frozenset(row["id"] for row in others)
            here = await pool.fetch(_NEWCOMERS, self._node, max(self._told, default=0) - _LATE)
            new = tuple((row["place"], row["node"]) for row in here if row["n"] not in self._told)
            self._told = frozenset(row["n"] for row in here)
            await self._look_at_held(pool)
            return Neighbours(living, new, was_buried)

        return await self._asked(ask)

    async def orphans(self) -> tuple[str, ...]:
        """Places in play that nobody answered for; this node does now. Some at a time."""

        async def ask(pool: Pool) -> tuple[str, ...]:
            rows = await pool.fetch(_ORPHANS, self._node, _AT_ONCE)
            found = tuple(row["place"] for row in rows)
            self._held.update(found)
            return found

        return await self._registered(ask)

    async def end(self) -> None:
        """Give up everything, at once."""
        self._held.clear()
        await self._asked(lambda pool: pool.execute(_END, self._node))
        if self._pool:
            try:
                async with asyncio.timeout(_PATIENCE_S):
                    await self._pool.close()
            except TimeoutError:
                self._pool.terminate()

    async def _look_at_held(self, pool: Pool) -> None:
        """What this node believes to hold may have been taken without its hearing of it."""
        self._beats += 1
        if self._beats % _HELD_EACH == 0:
            before = set(self._held)
            kept = {row["place"] for row in await pool.fetch(_HELD, self._node)}
            self._held -= before - kept

    async def _registered(self, ask: Callable[[Pool], Awaitable[T]]) -> T:
        """Only a node that is known can have something open."""
        try:
            return await self._asked(ask)
        except asyncpg.ForeignKeyViolationError:
            await self._asked(self._live)
            return await self._asked(ask)

    async def _live(self, pool: Pool) -> None:
        is_new = await pool.fetchval(_LIVE, self._node)
        if is_new and self._is_known:
            self._was_buried = True  # to be told at the next beat
            self._held.clear()
        self._is_known = True

    async def _asked(self, ask: Callable[[Pool], Awaitable[T]]) -> T:
        try:
            if self._pool is None:
                self._pool = await asyncpg.create_pool(
                    self._url,
                    min_size=0,
                    max_size=_LINES,
                    server_settings={"application_name": "stolik-leases"},
                    timeout=_PATIENCE_S,
                    command_timeout=_PATIENCE_S,
                )
            return await ask(self._pool)
        except _NOT_NOW as error:
            raise NotRead from error
