"""People on several nodes of one database: one link lets one in, what ends here ends there."""

import asyncio
import json

import pytest

from stolik.adapters.bus.postgres import PostgresBus
from stolik.adapters.store_postgres import open_store
from stolik.app.access import invitations, logins, passes
from stolik.app.access.access import Access
from stolik.app.access.invitations import Filled
from stolik.app.access.passes import Wanted
from stolik.app.access.records import Account, every
from stolik.app.access.roles import ANONYMOUS, PersonRole
from stolik.app.ports import Stream
from stolik.refusal import Refused
from stolik.wiring.serving import REVOKED, make_access
from tests.app.access.test_people import PASSWORD
from tests.app.access.test_people import make_access as make_quick_access
from tests.postgres import Postgres

pytestmark = pytest.mark.full


def test_of_two_nodes_one_lets_in(postgres: Postgres):
    async def story() -> None:
        url = await postgres.new_schema()
        stores = [await open_store(url), await open_store(url)]
        nodes = [make_quick_access(store) for store in stores]
        token = await invitations.set_up_link(nodes[0])
        assert token
        tries = [
            invitations.follow(nodes[n % 2], token, ANONYMOUS, Filled(f"Organizator {n}", PASSWORD))
            for n in range(20)
        ]
        done = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(one, Refused) for one in done) == 19
        assert len(await every(stores[1], Account)) == 1
        for store in stores:
            await store.close()

    asyncio.run(story())


def test_what_ends_on_one_node_ends_on_the_other(postgres: Postgres):
    async def story() -> None:
        url = await postgres.new_schema()
        stores = [await open_store(url), await open_store(url)]
        buses = [PostgresBus(url), PostgresBus(url)]
        here, there = (make_access(s, b) for s, b in zip(stores, buses, strict=True))
        ended: asyncio.Queue[frozenset[str]] = asyncio.Queue()
        there.on_revoked(ended.put_nowait)
        for bus, access in zip(buses, (here, there), strict=True):
            await bus.listen(_nothing, _heard_by(access))
        (issued,) = await passes.issue(here, "cup", [Wanted(PersonRole.PLAYER, entrant=1)])
        secret, _ = await passes.enter(here, issued.entry)
        assert (await logins.login_of(there, secret.token)).entrant == 1
        await passes.revoke(here, "cup", issued.entry.id)
        assert (await logins.login_of(there, secret.token)).role is PersonRole.ANONYMOUS
        assert await asyncio.wait_for(ended.get(), 10) == {secret.id}
        for part in (*buses, *stores):
            await part.close()

    asyncio.run(story())


async def _nothing(_stream: Stream, _seq: int) -> None:
    pass


def _heard_by(access: Access):
    async def heard(stream: Stream, message: bytes) -> None:
        if stream == REVOKED:
            access.heard(json.loads(message))

    return heard
