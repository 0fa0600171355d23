"""The stores a whole server runs on, all tests unchanged."""

from pathlib import Path

import pytest

from stolik.adapters import store_postgres, store_sqlite
from tests.adapters.web.node import OpenStore


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.full)])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> OpenStore:
    """Opens one and the same storage as often as it is called."""
    if request.param == "sqlite":
        return lambda: store_sqlite.open_store(tmp_path)
    server = request.getfixturevalue("postgres")
    address: list[str] = []

    async def on_postgres() -> store_postgres.PostgresStore:
        if not address:
            address.append(await server.new_database())
        return await store_postgres.open_store(address[0])

    return on_postgres
