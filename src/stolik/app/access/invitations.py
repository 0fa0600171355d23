"""Links: for the first organiser, a reset, a co-organiser (each works once), and of passes."""

from dataclasses import dataclass

from stolik.app.access.access import Access
from stolik.app.access.accounts import account_named, new_account, with_password
from stolik.app.access.codes import Refusal
from stolik.app.access.logins import end_logins, login_of_account
from stolik.app.access.passes import enter
from stolik.app.access.records import (
    Account,
    Invitation,
    Pass,
    Purpose,
    erase,
    every,
    find,
    keep,
    organiser_of,
)
from stolik.app.access.roles import Login, Role
from stolik.app.access.secrets_made import Secret, new_secret, shown
from stolik.app.chain import chained, genesis
from stolik.app.command_ids import mark
from stolik.app.ports import AlreadyDone, Append, Put, Stale, Stream
from stolik.refusal import Violation, refuse

INVITATION_S = 7 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Filled:
    """What somebody fills in to follow an invitation."""

    name: str = ""
    password: str = ""


async def set_up_link(access: Access) -> str | None:
    """The token of a new set-up link, as long as nobody organises here; older ones are over."""
    if await every(access.store, Account):
        return None
    return await _invite(access, Purpose.SET_UP)


async def reset_link(access: Access, name: str) -> str | None:
    """The token of a link to a new password for the account of this name."""
    account = await account_named(access, name)
    return await _invite(access, Purpose.RESET, account=account.id) if account else None


async def co_organiser_link(access: Access, tournament: str) -> str:
    """The token of a link for one more organiser of a tournament."""
    return await _invite(access, Purpose.CO_ORGANISER, tournament=tournament)


async def _invite(
    access: Access, purpose: Purpose, *, tournament: str = "", account: str = ""
) -> str:
    now = access.now()
    secret = new_secret(access.chance)
    invitation = Invitation(
        id=secret.id,
        purpose=purpose,
        hash=secret.hash,
        tournament=tournament,
        account=account,
        made_at=now,
        expires=now + INVITATION_S,
    )
    older = [erase(one) for one in await every(access.store, Invitation) if _replaces(one, purpose)]
    await access.store.put([*older, keep(invitation)])
    return secret.token


def _replaces(old: Invitation, purpose: Purpose) -> bool:
    """A new set-up or reset link ends the older ones of its kind."""
    return old.purpose is purpose is not Purpose.CO_ORGANISER


async def look(access: Access, token: str) -> Invitation | Pass:
    """What a link is for; refused if it is for nothing (any more)."""
    seen = shown(token)
    if seen:
        found = await find(access.store, Invitation, seen.id) or await find(
            access.store, Pass, seen.id
        )
        if found and seen.opens(found.hash) and found.expires > access.now():
            return found
    refuse(Violation(Refusal.LINK_UNKNOWN))
    raise AssertionError


async def follow(access: Access, token: str, login: Login, filled: Filled) -> Secret:
    """Exchange a link for a login."""
    found = await look(access, token)
    if isinstance(found, Pass):
        secret, _ = await enter(access, found)
        return secret
    match found.purpose:
        case Purpose.SET_UP:
            account = await new_account(access, *_both(filled))
            return await _use(access, found, account, keep(account))
        case Purpose.RESET:
            return await _reset(access, found, filled.password)
        case Purpose.CO_ORGANISER:
            return await _join(access, found, login, filled)


async def _reset(access: Access, invitation: Invitation, password: str) -> Secret:
    account = await find(access.store, Account, invitation.account)
    if account is None:
        refuse(Violation(Refusal.LINK_UNKNOWN))
        raise AssertionError
    changed = await with_password(access, account, password)
    secret = await _use(access, invitation, changed, keep(changed))
    await end_logins(access, lambda one: one.account == account.id and one.epoch != changed.epoch)
    return secret


async def _join(access: Access, invitation: Invitation, login: Login, filled: Filled) -> Secret:
    """Somebody who is an organiser already keeps the account; anybody else makes one."""
    account = await find(access.store, Account, login.account)
    kept: tuple[Put, ...] = ()
    if login.role is not Role.ORGANISER or account is None:
        account = await new_account(access, *_both(filled))
        kept = (keep(account),)
    more = organiser_of(account.id, invitation.tournament)
    return await _use(access, invitation, account, *kept, more)


def _both(filled: Filled) -> tuple[str, str]:
    if not filled.name or not filled.password:
        refuse(Violation(Refusal.PASSWORD_NEEDED))
    return filled.name, filled.password


async def _use(access: Access, invitation: Invitation, account: Account, *puts: Put) -> Secret:
    """Use an invitation up and keep what comes of it; of two at once the store lets one through."""
    secret, login = login_of_account(access, account)
    stream = Stream(f"invitation/{invitation.id}")
    entries = tuple(
        chained([b'{"event":"Used"}'], after=0, previous=genesis(stream), chance=access.chance)
    )
    all_puts = (erase(invitation), login, *puts)
    try:
        await access.store.append(Append(stream, 0, entries, mark(stream, "used"), all_puts))
    except (Stale, AlreadyDone):
        refuse(Violation(Refusal.LINK_UNKNOWN))
    return secret
