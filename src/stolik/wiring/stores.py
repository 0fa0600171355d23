"""The event store and the bus of a plan, opened; the mirror beside it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from stolik.adapters.bus.local import LocalBus
from stolik.adapters.cli.server.parts import ServePlan, Storage
from stolik.app.ports import Bus, EventStore
from stolik.app.streams.mirroring import MirrorHealth
from stolik.refusal import Violation, refuse
from stolik.wiring.serving import Log


@asynccontextmanager
async def opened_store(storage: Storage) -> AsyncIterator[EventStore]:
    """The store alone: a directory's, or a PostgreSQL."""
    store: EventStore
    if storage.database:
        from stolik.adapters.store_postgres import open_store as open_postgres

        store = await open_postgres(storage.database)
    else:
        from stolik.adapters.store_sqlite import open_store as open_sqlite

        store = await open_sqlite(storage.data)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def mirrored_store(plan: ServePlan, log: Log) -> AsyncIterator[EventStore]:
    """The store with its mirror, if one is wanted."""
    if plan.mirror is None:
        async with opened_store(plan.storage) as store:
            yield store
        return
    from stolik.adapters.store_sqlite import open_store
    from stolik.adapters.store_sqlite.mirror import MirrorPlan
    from stolik.adapters.store_sqlite.mirror_codes import Refusal as MirrorRefusal

    # What keeps the server from starting is said in words, not in the log beside them.
    at_start: list[MirrorHealth] = []
    started = False

    def told(health: MirrorHealth) -> None:
        if not started:
            at_start.append(health)
        elif health.why:
            log.error("mirror failed", why=health.why.code, **health.why.facts)
        else:
            log.warning("mirror", state=health.state)

    if plan.storage.database:
        refuse(Violation(MirrorRefusal.NO_DIRECTORY))
    mirrored = await open_store(plan.storage.data, mirror=MirrorPlan(plan.mirror), on_mirror=told)
    started = True
    for health in at_start:
        told(health)
    try:
        yield mirrored
    finally:
        await mirrored.close()


def check_mirror(storage: Storage, place: Path) -> None:
    """Refused if a directory cannot be the mirror of these data; nothing is changed there."""
    from stolik.adapters.store_sqlite.comparing import demand_mirror
    from stolik.adapters.store_sqlite.mirror_codes import Refusal as MirrorRefusal

    if storage.database:
        refuse(Violation(MirrorRefusal.NO_DIRECTORY))
    demand_mirror(storage.data, place)


@asynccontextmanager
async def opened_bus(storage: Storage) -> AsyncIterator[Bus]:
    bus: Bus
    if storage.database:
        from stolik.adapters.bus.postgres import PostgresBus

        bus = PostgresBus(storage.database)
    else:
        bus = LocalBus()
    try:
        yield bus
    finally:
        await bus.close()


def restore_data(backup: Path, directory: Path) -> Path | None:
    """Put a copy of the database in place; what was there is set aside and returned."""
    from stolik.adapters.store_sqlite.copying import restore

    return restore(backup, directory)
