"""Links: for the first organiser, a reset, a co-organiser (each works once), and of passes."""

from dataclasses import dataclass

from stolik.app.access.access import Access
from stolik.app.access.accounts import account_named, new_account, with_password
from stolik.app.access.codes import Refusal
from stolik.app.access.journal import What, noted
from stolik.app.access.logins import end_logins, lets_in, login_of_account
from stolik.app.access.open_invitations import (
    USED,
    closed,
    end_invitations,
    is_good,
    open_invitations,
)
from stolik.app.access.passes import about, enter
from stolik.app.access.records import (
    Account,
    Invitation,
    Pass,
    Purpose,
    every,
    find,
    keep,
    organiser_of,
)
from stolik.app.access.roles import Login, PersonRole
from stolik.app.access.secrets_made import Secret, new_secret, shown
from stolik.app.ports import Put
from stolik.app.streams.errand import Allowed, always
from stolik.app.streams.one_act import one_act
from stolik.refusal import Violation, refuse

INVITATION_S = 7 * 24 * 3600
MOST_OPEN = 20  # of one organiser for one tournament


@dataclass(frozen=True, slots=True)
class Filled:
    """What somebody fills in to follow an invitation."""

    name: str = ""
    password: str = ""
    about: tuple[str, ...] = ()  # what is known of them: no password is made of it


async def set_up_link(access: Access) -> str | None:
    """The token of a new set-up link, as long as nobody organises here; older ones are over."""
    if await every(access.store, Account):
        return None
    return await _invite(access, Purpose.SET_UP)


async def reset_link(access: Access, name: str) -> str | None:
    """The token of a link to a new password for the account of this name."""
    account = await account_named(access, name)
    return await _invite(access, Purpose.RESET, account=account.id) if account else None


async def co_organiser_link(
    access: Access, tournament: str, by: str = "", allowed: Allowed = always
) -> str:
    """The token of a link for one more organiser of a tournament; it ends with who made it."""

    async def look() -> tuple[str, list[Put]]:
        await allowed()
        mine = [one for one in await open_invitations(access, tournament) if one.by == by]
        if len(mine) >= MOST_OPEN:
            refuse(Violation(Refusal.TOO_MANY_INVITATIONS, facts={"most": MOST_OPEN}))
        secret, invitation = _invited(access, Purpose.CO_ORGANISER, tournament=tournament, by=by)
        told = noted(access, tournament, What.INVITED, by=by)
        return secret.token, [keep(invitation), told]

    await end_invitations(access, lambda _: False)
    return await one_act(access.store, about(tournament), look)


async def _invite(access: Access, purpose: Purpose, *, account: str = "") -> str:
    """A new set-up or reset link; it ends the older ones of its kind, for the same account."""
    secret, new = _invited(access, purpose, account=account)

    def replaced(old: Invitation) -> bool:
        return (old.purpose, old.account) == (new.purpose, new.account)

    await end_invitations(access, replaced)
    await access.store.put([keep(new)])
    return secret.token


def _invited(
    access: Access, purpose: Purpose, *, tournament: str = "", account: str = "", by: str = ""
) -> tuple[Secret, Invitation]:
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
        by=by,
    )
    return secret, invitation


async def look(access: Access, token: str) -> Invitation | Pass:
    """What a link is for; refused if it is for nothing (any more)."""
    seen = shown(token)
    if seen:
        found = await find(access.store, Invitation, seen.id) or await find(
            access.store, Pass, seen.id
        )
        if found and seen.opens(found.hash) and await _is_good(access, found):
            return found
    refuse(Violation(Refusal.LINK_UNKNOWN))


async def _is_good(access: Access, found: Invitation | Pass) -> bool:
    if isinstance(found, Pass):
        return await lets_in(access, found)
    # Who set the server up has used up every link to do so.
    is_late = found.purpose is Purpose.SET_UP and bool(await every(access.store, Account))
    return not is_late and await is_good(access, found)


async def tournament_of(access: Access, token: str) -> str:
    """Where a link leads, if it leads anywhere."""
    return (await look(access, token)).tournament


async def follow(access: Access, token: str, login: Login, filled: Filled) -> Secret:
    """Exchange a link for a login."""
    found = await look(access, token)
    if isinstance(found, Pass):
        secret, _ = await enter(access, found)
        return secret
    match found.purpose:
        case Purpose.SET_UP:
            account = await new_account(access, *_both(filled), filled.about)
            return await _use(access, found, account, keep(account))
        case Purpose.RESET:
            return await _reset(access, found, filled)
        case Purpose.CO_ORGANISER:
            return await _join(access, found, login, filled)


async def _reset(access: Access, invitation: Invitation, filled: Filled) -> Secret:
    account = await find(access.store, Account, invitation.account)
    if account is None:
        refuse(Violation(Refusal.LINK_UNKNOWN))
    changed = await with_password(access, account, filled.password, filled.about)
    secret = await _use(access, invitation, changed, keep(changed))
    await end_logins(access, lambda one: one.account == account.id and one.epoch != changed.epoch)
    return secret


async def _join(access: Access, invitation: Invitation, login: Login, filled: Filled) -> Secret:
    """Somebody who is an organiser already keeps the account; anybody else makes one."""
    account = await find(access.store, Account, login.account)
    kept: tuple[Put, ...] = ()
    if login.role is not PersonRole.ORGANISER or account is None:
        account = await new_account(access, *_both(filled), filled.about)
        kept = (keep(account),)
    more = organiser_of(account.id, invitation.tournament)
    came = noted(access, invitation.tournament, What.ORGANISER_CAME, account=account.id)
    return await _use(access, invitation, account, *kept, more, came)


def _both(filled: Filled) -> tuple[str, str]:
    if not filled.name or not filled.password:
        refuse(Violation(Refusal.PASSWORD_NEEDED))
    return filled.name, filled.password


async def _use(access: Access, invitation: Invitation, account: Account, *puts: Put) -> Secret:
    """Use an invitation up and keep what comes of it."""
    secret, login = login_of_account(access, account)
    if not await closed(access, invitation, USED, login, *puts):
        refuse(Violation(Refusal.LINK_UNKNOWN))
    return secret
