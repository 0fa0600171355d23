"""Coming in by link, code and password, and going out again."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from stolik.adapters.store_sqlite import open_store
from stolik.app.access import accounts, invitations, logins, passes
from stolik.app.access.access import Access
from stolik.app.access.guessing import Address, Guessing
from stolik.app.access.invitations import Filled
from stolik.app.access.passes import Wanted
from stolik.app.access.records import Account, every, organiser_of, tournaments_of
from stolik.app.access.roles import ANONYMOUS, PersonRole
from stolik.app.ports import EventStore
from stolik.refusal import Refused
from tests.fakes import HandClock, MemoryStore, SeededChance

HALL = Address("192.0.2.1")
PASSWORD = "a password of the hall"


class PlainPasswords:
    """A fake that takes no time; the real one is tried over HTTP."""

    async def hashed(self, password: str) -> str:
        return f"hash of {password}"

    async def matches(self, kept: str, password: str) -> bool:
        return kept == f"hash of {password}"


def make_access(store: EventStore) -> Access:
    clock = HandClock()
    return Access(store, SeededChance("people"), clock.seconds, PlainPasswords(), Guessing(clock))


async def first_organiser(access: Access) -> str:
    token = await invitations.set_up_link(access)
    assert token
    secret = await invitations.follow(access, token, ANONYMOUS, Filled("Organizator", PASSWORD))
    return secret.token


async def code_of(refused: Awaitable[object]) -> str:
    with pytest.raises(Refused) as raised:
        await refused
    return str(raised.value.violations[0].code)


Story = Callable[[Access], Awaitable[None]]


def told(story: Story) -> None:
    asyncio.run(_told(story, MemoryStore()))


async def _told(story: Story, store: EventStore) -> None:
    await story(make_access(store))


# A link that works once works once


async def race(access: Access) -> None:
    token = await invitations.set_up_link(access)
    assert token
    tries = [
        invitations.follow(access, token, ANONYMOUS, Filled(f"Organizator {n}", PASSWORD))
        for n in range(20)
    ]
    done = await asyncio.gather(*tries, return_exceptions=True)
    won = [one for one in done if not isinstance(one, BaseException)]
    lost = [one for one in done if isinstance(one, Refused)]
    assert (len(won), len(lost)) == (1, 19)
    assert {str(one.violations[0].code) for one in lost} == {"access.link_unknown"}
    assert len(await every(access.store, Account)) == 1


def test_of_twenty_who_use_a_link_at_once_one_comes_in():
    told(race)


def test_the_database_lets_one_through_too(tmp_path: Path):
    async def on_disk() -> None:
        store = await open_store(tmp_path)
        try:
            await _told(race, store)
        finally:
            await store.close()

    asyncio.run(on_disk())


def test_a_new_set_up_link_ends_the_old_one():
    async def story(access: Access) -> None:
        old = await invitations.set_up_link(access)
        await invitations.set_up_link(access)
        assert await code_of(invitations.look(access, old)) == "access.link_unknown"

    told(story)


def test_a_link_to_a_new_password_ends_every_login():
    async def story(access: Access) -> None:
        old = await first_organiser(access)
        token = await invitations.reset_link(access, "organizator")
        assert token
        assert (await logins.login_of(access, old)).role is PersonRole.ORGANISER
        secret = await invitations.follow(access, token, ANONYMOUS, Filled(password=PASSWORD + "!"))
        assert (await logins.login_of(access, old)).role is PersonRole.ANONYMOUS
        assert (await logins.login_of(access, secret.token)).role is PersonRole.ORGANISER
        assert await invitations.reset_link(access, "nobody") is None

    told(story)


def test_a_co_organiser_joins_with_the_account_they_have():
    async def story(access: Access) -> None:
        login = await logins.login_of(access, await first_organiser(access))
        token = await invitations.co_organiser_link(access, "other")
        secret = await invitations.follow(access, token, login, Filled())
        joined = await logins.login_of(access, secret.token)
        assert (joined.account, joined.tournaments) == (login.account, frozenset({"other"}))
        assert len(await every(access.store, Account)) == 1

    told(story)


def test_a_co_organiser_without_an_account_makes_one():
    async def story(access: Access) -> None:
        await first_organiser(access)
        token = await invitations.co_organiser_link(access, "here")
        empty = invitations.follow(access, token, ANONYMOUS, Filled())
        assert await code_of(empty) == "access.password_needed"
        same = invitations.follow(access, token, ANONYMOUS, Filled("ORGANIZATOR", PASSWORD))
        assert await code_of(same) == "access.name_taken"
        weak = invitations.follow(access, token, ANONYMOUS, Filled("Inny", "short"))
        assert await code_of(weak) == "access.password_length"
        # what was refused used nothing up
        secret = await invitations.follow(access, token, ANONYMOUS, Filled("Inny", PASSWORD))
        assert (await logins.login_of(access, secret.token)).tournaments == {"here"}

    told(story)


def test_somebody_must_stay():
    async def story(access: Access) -> None:
        first = await logins.login_of(access, await first_organiser(access))
        await access.store.put([organiser_of(first.account, "here")])
        alone = accounts.dismiss(access, "here", first.account)
        assert await code_of(alone) == "access.last_organiser"
        token = await invitations.co_organiser_link(access, "here")
        second = await invitations.follow(access, token, ANONYMOUS, Filled("Inny", PASSWORD))
        stranger = accounts.dismiss(access, "here", "nobody")
        assert await code_of(stranger) == "access.organiser_unknown"
        await accounts.dismiss(access, "here", first.account)
        assert await tournaments_of(access.store, first.account) == frozenset()
        assert (await logins.login_of(access, second.token)).tournaments == {"here"}

    told(story)


# Passes


def test_a_code_goes_on_on_another_device_until_it_is_renewed():
    async def story(access: Access) -> None:
        ended: list[frozenset[str]] = []
        access.on_revoked(ended.append)
        (issued,) = await passes.issue(access, "here", [Wanted(PersonRole.PLAYER, entrant=17)])
        tokens = []
        for _ in range(2):
            secret, _entry = await passes.enter_by_code(
                access, PersonRole.PLAYER, issued.code, HALL
            )
            tokens.append(secret.token)
        people = [await logins.login_of(access, token) for token in tokens]
        assert [login.entrant for login in people] == [17, 17]

        fresh = await passes.renew(access, "here", issued.entry.id)
        assert ended == [
            frozenset(login.id for login in people),
            frozenset([issued.entry.id]),  # who shows the link itself
        ]
        assert [(await logins.login_of(access, token)).role for token in tokens] == [
            PersonRole.ANONYMOUS,
            PersonRole.ANONYMOUS,
        ]
        old = passes.enter_by_code(access, PersonRole.PLAYER, issued.code, HALL)
        assert await code_of(old) == "access.code_unknown"
        assert await code_of(invitations.look(access, issued.link)) == "access.link_unknown"
        secret, _entry = await passes.enter_by_code(access, PersonRole.PLAYER, fresh.code, HALL)
        assert (await logins.login_of(access, secret.token)).entrant == 17

    told(story)


def test_a_revoked_pass_lets_nobody_in_and_nobody_stay():
    async def story(access: Access) -> None:
        wanted = [
            Wanted(PersonRole.REFEREE, tables=("1", "2")),
            Wanted(PersonRole.REFEREE, tables=None),
        ]
        gone, stays = await passes.issue(access, "here", wanted)
        inside, _ = await passes.enter_by_code(access, PersonRole.REFEREE, gone.code, HALL)
        other, _ = await passes.enter_by_code(access, PersonRole.REFEREE, stays.code, HALL)
        foreign = passes.revoke(access, "elsewhere", gone.entry.id)
        assert await code_of(foreign) == "access.pass_unknown"
        await passes.revoke(access, "here", gone.entry.id)
        assert (await logins.login_of(access, inside.token)).role is PersonRole.ANONYMOUS
        assert (await logins.login_of(access, other.token)).tables is None
        assert [one.id for one in await passes.passes_of(access, "here")] == [stays.entry.id]

    told(story)


def test_a_login_that_was_under_way_while_its_pass_ended_is_worth_nothing():
    async def story(access: Access) -> None:
        (issued,) = await passes.issue(access, "here", [Wanted(PersonRole.PLAYER, entrant=1)])
        found = await invitations.look(access, issued.link)
        await passes.revoke(access, "here", issued.entry.id)
        secret, _ = await passes.enter(access, found)  # it had been found before
        assert (await logins.login_of(access, secret.token)).role is PersonRole.ANONYMOUS

    told(story)


@pytest.mark.parametrize(
    "wanted",
    [
        Wanted(PersonRole.PLAYER),
        Wanted(PersonRole.PLAYER, table="1"),
        Wanted(PersonRole.PLAYER, seat=0),
        Wanted(PersonRole.PLAYER, table="1", seat=-1),
        Wanted(PersonRole.PLAYER, table="1", seat=0, entrant=3),
        Wanted(PersonRole.PLAYER, entrant=3, tables=("1",)),
        Wanted(PersonRole.BOT),
        Wanted(PersonRole.REFEREE, tables=("1",), entrant=3),
        Wanted(PersonRole.SPECTATOR, table="1", seat=0),
        Wanted(PersonRole.ORGANISER),
        Wanted(PersonRole.ANONYMOUS),
    ],
)
def test_a_pass_without_its_place_is_refused(wanted: Wanted):
    async def story(access: Access) -> None:
        issuing = passes.issue(access, "here", [Wanted(PersonRole.SPECTATOR), wanted])
        assert await code_of(issuing) == "access.pass_place"
        assert await passes.passes_of(access, "here") == ()

    told(story)


def test_a_spectator_has_a_link_and_no_code():
    async def story(access: Access) -> None:
        (issued,) = await passes.issue(access, "here", [Wanted(PersonRole.SPECTATOR)])
        assert issued.code == ""
        secret = await invitations.follow(access, issued.link, ANONYMOUS, Filled())
        assert (await logins.login_of(access, secret.token)).role is PersonRole.SPECTATOR

    told(story)
