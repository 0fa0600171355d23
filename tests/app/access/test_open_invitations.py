"""Invitations that wait: listed, taken back, ended with who made them; each works once."""

import asyncio
import json

import pytest

from stolik.app.access import accounts, invitations, logins, open_invitations
from stolik.app.access.access import Access
from stolik.app.access.invitations import MOST_OPEN, Filled
from stolik.app.access.open_invitations import end_invitations, take_back
from stolik.app.access.records import (
    Invitation,
    Pass,
    Purpose,
    every,
    find,
    no_organiser_of,
    organiser_of,
    organisers_of,
)
from stolik.app.access.roles import ANONYMOUS, Login, PersonRole
from stolik.app.ports import Put
from stolik.refusal import Refused
from tests.app.access.test_people import HALL, PASSWORD, code_of, first_organiser, make_access, told
from tests.fakes import MemoryStore


async def organiser(access: Access, name: str = "", by: str = "") -> Login:
    """The first organiser here, or another one by an invitation."""
    if not name:
        login = await logins.login_of(access, await first_organiser(access))
        await access.store.put([organiser_of(login.account, "here")])
        return login
    token = await invitations.co_organiser_link(access, "here", by)
    secret = await invitations.follow(access, token, ANONYMOUS, Filled(name, PASSWORD))
    return await logins.login_of(access, secret.token)


def test_an_invitation_taken_back_lets_nobody_in():
    async def story(access: Access) -> None:
        first = await organiser(access)
        token = await invitations.co_organiser_link(access, "here", first.account)
        (waiting,) = await open_invitations.open_invitations(access, "here")
        assert (waiting.by, waiting.purpose) == (first.account, Purpose.CO_ORGANISER)
        elsewhere = take_back(access, "elsewhere", waiting.id)
        assert await code_of(elsewhere) == "access.invitation_unknown"
        await take_back(access, "here", waiting.id)
        assert await open_invitations.open_invitations(access, "here") == ()
        late = invitations.follow(access, token, ANONYMOUS, Filled("Inny", PASSWORD))
        assert await code_of(late) == "access.link_unknown"
        again = take_back(access, "here", waiting.id)
        assert await code_of(again) == "access.invitation_unknown"

    told(story)


async def came_in_though_taken_back(access: Access) -> bool:
    """Follow a link; while its password is being hashed the invitation is taken back."""
    first = await organiser(access)
    token = await invitations.co_organiser_link(access, "here", first.account)
    (waiting,) = await open_invitations.open_invitations(access, "here")
    plain, taken = access.passwords.hashed, []

    async def slowly(password: str) -> str:
        taken.append(await take_back(access, "here", waiting.id))
        return await plain(password)

    access.passwords.hashed = slowly  # type: ignore[method-assign]
    following = invitations.follow(access, token, ANONYMOUS, Filled("Inny", PASSWORD))
    try:
        await following
    except Refused:
        return False
    return bool(taken)


def test_an_invitation_taken_back_in_mid_use_lets_nobody_in():
    async def story(access: Access) -> None:
        assert not await came_in_though_taken_back(access)

    told(story)


def test_the_mutant_that_only_erases_the_record_is_caught(monkeypatch: pytest.MonkeyPatch):
    async def erased(access: Access, tournament: str, invitation_id: str) -> None:
        del tournament
        await access.store.put([Put(Invitation.KIND, invitation_id, None)])

    monkeypatch.setattr(f"{__name__}.take_back", erased)

    async def story(access: Access) -> None:
        assert await came_in_though_taken_back(access)

    told(story)


async def let_in_by_who_is_gone(access: Access) -> bool:
    first = await organiser(access)
    second = await organiser(access, "Inny", first.account)
    token = await invitations.co_organiser_link(access, "here", second.account)
    kept = await invitations.co_organiser_link(access, "here", first.account)
    await accounts.dismiss(access, "here", second.account)
    assert isinstance(await invitations.look(access, kept), Invitation)
    try:
        await invitations.follow(access, token, ANONYMOUS, Filled("Trzeci", PASSWORD))
    except Refused:
        return False
    return True


def test_an_invitation_ends_with_who_made_it():
    async def story(access: Access) -> None:
        assert not await let_in_by_who_is_gone(access)

    told(story)


def test_the_mutant_whose_invitations_outlive_their_maker_is_caught(
    monkeypatch: pytest.MonkeyPatch,
):
    async def nothing(*_: object) -> None:
        return None

    async def good(*_: object) -> bool:
        return True

    monkeypatch.setattr("stolik.app.access.accounts.end_invitations", nothing)
    monkeypatch.setattr("stolik.app.access.invitations.is_good", good)

    async def story(access: Access) -> None:
        assert await let_in_by_who_is_gone(access)

    told(story)


def test_an_invitation_of_somebody_who_organises_no_longer_is_no_good_by_itself():
    """However they lost it: the right is looked at when it is used."""

    async def story(access: Access) -> None:
        first = await organiser(access)
        token = await invitations.co_organiser_link(access, "here", "somebody gone")
        assert await open_invitations.open_invitations(access, "here") == ()
        late = invitations.follow(access, token, first, Filled())
        assert await code_of(late) == "access.link_unknown"

    told(story)


class OneAtATime(MemoryStore):
    """Whoever reads who organises waits until everybody has: the worst moment there is."""

    async def all(self, kind: str, prefix: str = ""):
        found = dict(await super().all(kind, prefix))
        if kind == "organiser_of":
            await asyncio.sleep(0.01)
        return found


async def left_after_dismissing_each_other(access: Access) -> int:
    first = await organiser(access)
    second = await organiser(access, "Inny", first.account)
    await asyncio.gather(
        accounts.dismiss(access, "here", first.account),
        accounts.dismiss(access, "here", second.account),
        return_exceptions=True,
    )
    return len(await organisers_of(access.store, "here"))


def test_two_who_dismiss_each_other_leave_one():
    async def story(access: Access) -> None:
        assert await left_after_dismissing_each_other(access) == 1

    asyncio.run(story(make_access(OneAtATime())))


def test_the_mutant_that_looks_before_it_leaps_is_caught(monkeypatch: pytest.MonkeyPatch):
    async def dismissed(access: Access, tournament: str, account: str, _: str) -> bool:
        if len(await organisers_of(access.store, tournament)) > 1:
            await access.store.put([no_organiser_of(account, tournament)])
        return True

    monkeypatch.setattr("stolik.app.access.accounts._dismissed", dismissed)

    async def story(access: Access) -> None:
        assert await left_after_dismissing_each_other(access) == 0

    asyncio.run(story(make_access(OneAtATime())))


def test_who_is_dismissed_is_out_at_once():
    async def story(access: Access) -> None:
        first = await organiser(access)
        second = await organiser(access, "Inny", first.account)
        ended: list[frozenset[str]] = []
        access.on_revoked(ended.append)
        await accounts.dismiss(access, "here", second.account)
        assert second.id in ended[-1]
        assert first.id not in ended[-1]

    told(story)


def test_nobody_has_invitations_without_end():
    async def story(access: Access) -> None:
        first = await organiser(access)
        for _ in range(MOST_OPEN):
            await invitations.co_organiser_link(access, "here", first.account)
        more = invitations.co_organiser_link(access, "here", first.account)
        assert await code_of(more) == "access.too_many_invitations"

    told(story)


def test_a_link_to_a_new_password_ends_with_a_new_password():
    async def story(access: Access) -> None:
        first = await organiser(access)
        other = await organiser(access, "Inny", first.account)
        tokens = [await invitations.reset_link(access, name) for name in ("organizator", "inny")]
        words = (PASSWORD, "a second word of the hall")
        await accounts.change_password(access, first, *words, HALL)
        mine, theirs = (str(token) for token in tokens)
        gone = invitations.look(access, mine)
        assert await code_of(gone) == "access.link_unknown"
        found = await invitations.look(access, theirs)  # one account's link is none of another's
        assert isinstance(found, Invitation)
        assert found.account == other.account

    told(story)


def test_nobody_sets_up_a_server_that_is_set_up():
    async def story(access: Access) -> None:
        token = await invitations.set_up_link(access)
        assert token
        (kept,) = await every(access.store, Invitation)
        await first_organiser(access)
        # As if another node had printed it at the same moment.
        body = json.dumps({**_fields(kept)}).encode()
        await access.store.put([Put(Invitation.KIND, kept.id, body)])
        late = invitations.follow(access, token, ANONYMOUS, Filled("Inny", PASSWORD))
        assert await code_of(late) == "access.link_unknown"

    told(story)


def _fields(kept: Invitation) -> dict[str, object]:
    return {name: getattr(kept, name) for name in Invitation.__slots__ if name != "KIND"}


def test_records_of_before_are_read():
    """They say nothing of who made them."""

    async def story(access: Access) -> None:
        old = {
            "id": "1" * 32,
            "purpose": "co_organiser",
            "hash": "",
            "tournament": "here",
            "account": "",
            "made_at": 0,
            "expires": 2**40,
        }
        await access.store.put([Put(Invitation.KIND, old["id"], json.dumps(old).encode())])
        (found,) = await open_invitations.open_invitations(access, "here")
        assert found.by == ""
        entry = {
            **dict.fromkeys(("table", "label", "hash", "code"), ""),
            "id": "2" * 32,
            "role": "player",
            "tournament": "here",
            "tables": None,
            "seat": None,
            "entrant": 1,
            "made_at": 0,
            "expires": 2**40,
        }
        await access.store.put([Put(Pass.KIND, "2" * 32, json.dumps(entry).encode())])
        kept = await find(access.store, Pass, "2" * 32)
        assert kept
        assert (kept.by, kept.role) == ("", PersonRole.PLAYER)

    told(story)


def test_what_ran_out_is_cleared_away():
    async def story(access: Access) -> None:
        await organiser(access)
        await invitations.co_organiser_link(access, "here")
        access.now.__self__.now += 8 * 24 * 3600  # type: ignore[attr-defined]
        await end_invitations(access, lambda _: False)
        assert await every(access.store, Invitation) == ()

    told(story)
