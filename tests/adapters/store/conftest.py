"""The engines that the acceptance tests run on, all unchanged."""

from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from stolik.adapters import store_postgres, store_sqlite
from stolik.adapters.web.device.device_store import DeviceStore
from tests.adapters.web.device.playing import MemoryDrawer
from tests.fakes import MemoryStore


class Engine:
    """Opens stores on one and the same storage."""

    def __init__(self, name: str, open_one: Callable[[], Awaitable]) -> None:
        self.name = name
        self._open_one = open_one

    @asynccontextmanager
    async def opened(self):
        store = await self._open_one()
        try:
            yield store
        finally:
            await store.close()


@pytest.fixture(params=["memory", "device", "sqlite", "postgres"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Engine:
    if request.param == "memory":
        kept = MemoryStore()

        async def in_memory() -> MemoryStore:
            return kept

        return Engine("memory", in_memory)
    if request.param == "device":
        drawer = MemoryDrawer()

        async def on_device() -> DeviceStore:
            return DeviceStore(drawer, dict(drawer.kept))

        return Engine("device", on_device)
    if request.param == "sqlite":
        return Engine("sqlite", lambda: store_sqlite.open_store(tmp_path))
    server = request.getfixturevalue("postgres")
    address: list[str] = []

    async def on_postgres() -> store_postgres.PostgresStore:
        if not address:
            address.append(await server.new_schema())
        return await store_postgres.open_store(address[0])

    return Engine("postgres", on_postgres)
