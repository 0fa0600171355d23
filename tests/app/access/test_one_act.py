"""What is checked before a write is still true in it: limits, and that a pass is still there.

Every store waits for a disk, so all who come at once have looked before the first has written.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any

import pytest

from stolik.app.access import invitations, open_invitations, passes
from stolik.app.access.access import Access
from stolik.app.access.invitations import MOST_OPEN
from stolik.app.access.passes import MOST_OF_ENTRANT, Wanted
from stolik.app.access.records import organiser_of
from stolik.app.access.roles import PersonRole
from stolik.app.codes import Refusal
from stolik.app.ports import Append, Appended, Put
from stolik.app.streams import one_act
from stolik.app.streams.chain import verified
from stolik.app.streams.shelf import MOST_KEPT, Shelf
from stolik.refusal import Refused
from tests.app.access.test_people import make_access
from tests.fakes import MemoryStore

HERE, BY = "here", "account-1"
PLAYER = Wanted(PersonRole.PLAYER, entrant=1)


class SlowStore(MemoryStore):
    """Whoever asks it waits while others ask."""

    async def append(self, append: Append) -> Appended:
        await asyncio.sleep(0.001)
        return await super().append(append)

    async def put(self, puts: Sequence[Put]) -> None:
        await asyncio.sleep(0.001)
        await super().put(puts)

    async def all(self, kind: str, prefix: str = "") -> Mapping[str, bytes]:
        found = await super().all(kind, prefix)
        await asyncio.sleep(0)
        return found


@pytest.fixture(params=["one node", "many nodes"])
def nodes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Those of other nodes do not wait for each other: only the store stands between them."""
    if request.param == "many nodes":
        monkeypatch.setattr(one_act.asyncio, "Lock", _NoLock)
    return str(request.param)


class _NoLock(nullcontext[None], AbstractAsyncContextManager[None]):
    """A lock on another node: it keeps nobody here waiting."""


async def many(doing: Callable[[int], Awaitable[Any]], count: int) -> list[Any]:
    """What came of as many at once; None for a refusal."""
    told = await asyncio.gather(*(doing(n) for n in range(count)), return_exceptions=True)
    for one in told:
        if isinstance(one, BaseException) and not isinstance(one, Refused):
            raise one
    return [None if isinstance(one, Refused) else one for one in told]


async def opened() -> Access:
    access = make_access(SlowStore())
    await access.store.put([organiser_of(BY, HERE)])
    return access


@pytest.mark.usefixtures("nodes")
def test_an_entrant_has_no_more_passes_than_may_be_however_many_ask_at_once():
    async def story() -> None:
        access = await opened()
        made = await many(lambda _: passes.issue(access, HERE, [PLAYER], BY), 12)
        assert len([one for one in made if one]) == MOST_OF_ENTRANT
        assert len(await passes.passes_of(access, HERE)) == MOST_OF_ENTRANT
        for stream, entries in access.store._store.entries.items():
            verified(stream, entries)

    asyncio.run(story())


@pytest.mark.usefixtures("nodes")
def test_a_pass_is_renewed_or_revoked_and_renewed_once():
    async def story() -> None:
        access = await opened()
        for _ in range(6):
            ((old,),) = (await passes.issue(access, HERE, [PLAYER], BY),)

            async def one(n: int, old: str = old.entry.id) -> object:
                if n:
                    return await passes.renew(access, HERE, old, BY)
                await passes.revoke(access, HERE, old, BY)
                return "revoked"

            told = [said for said in await many(one, 12) if said]
            assert len(told) == 1, "all others are told that it is there no more"
            left = await passes.passes_of(access, HERE)
            assert [entry.id for entry in left] == (
                [] if told == ["revoked"] else [told[0].entry.id]
            )
            await passes.revoke_all(access, HERE)

    asyncio.run(story())


@pytest.mark.usefixtures("nodes")
def test_no_more_invitations_wait_than_may_be():
    async def story() -> None:
        access = await opened()
        made = await many(lambda _: invitations.co_organiser_link(access, HERE, BY), MOST_OPEN + 6)
        assert len([one for one in made if one]) == MOST_OPEN
        assert len(await open_invitations.open_invitations(access, HERE)) == MOST_OPEN

    asyncio.run(story())


@pytest.mark.usefixtures("nodes")
def test_no_more_files_of_ones_own_are_kept_than_may_be():
    async def story() -> None:
        store, shelf = SlowStore(), Shelf("rules_own", Refusal.OWN_USED)
        kept = await many(lambda n: shelf.keep(store, BY, {"n": n}), MOST_KEPT + 6)
        assert len([one for one in kept if one]) == MOST_KEPT
        assert len(await shelf.all(store, BY)) == MOST_KEPT

    asyncio.run(story())
