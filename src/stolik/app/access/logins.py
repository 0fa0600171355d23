"""Open logins: made, recognised, ended at once.

A login is only as good as what it came in by: each time it is shown, its pass or its account is
looked at again. So what is revoked is over, whatever was under way at that moment. A program may
show the token of a pass's link itself: that is a login too, one for all who show it, called as the
pass is, and over with it.
"""

from collections.abc import Callable

from stolik.app.access.access import Access
from stolik.app.access.outliving import has_outlived
from stolik.app.access.records import (
    Account,
    KeptLogin,
    Pass,
    erase,
    every,
    find,
    is_organiser_of,
    keep,
    tournaments_of,
)
from stolik.app.access.roles import ANONYMOUS, Login, PersonRole
from stolik.app.access.secrets_made import Secret, new_secret, shown
from stolik.app.ports import Put
from stolik.app.streams.slices import in_slices

ACCOUNT_LOGIN_S = 14 * 24 * 3600


def login_of_account(access: Access, account: Account) -> tuple[Secret, Put]:
    """A new login of an organiser and the record to write."""
    now = access.now()
    return _opened(access, account=account, entry=None, now=now, expires=now + ACCOUNT_LOGIN_S)


def login_of_pass(access: Access, entry: Pass) -> tuple[Secret, Put]:
    """A new login by a pass and the record to write; it lasts as long as the pass."""
    return _opened(access, account=None, entry=entry, now=access.now(), expires=entry.expires)


def _opened(
    access: Access, *, account: Account | None, entry: Pass | None, now: int, expires: int
) -> tuple[Secret, Put]:
    secret = new_secret(access.chance)
    kept = KeptLogin(
        id=secret.id,
        hash=secret.hash,
        account=account.id if account else "",
        epoch=account.epoch if account else "",
        entry=entry.id if entry else "",
        made_at=now,
        expires=expires,
    )
    return secret, keep(kept)


async def login_of(access: Access, token: str | None) -> Login:
    """Who shows this token, as things stand now."""
    seen = shown(token) if token else None
    if seen is None:
        return ANONYMOUS
    kept = await find(access.store, KeptLogin, seen.id) or await _by_link(access, seen.id)
    if kept is None or not seen.opens(kept.hash) or kept.expires <= access.now():
        return ANONYMOUS
    return await _as_kept(access, kept)


async def login_now(access: Access, login_id: str) -> Login:
    """A login that was recognised before, as things stand now."""
    if not login_id:
        return ANONYMOUS
    kept = await find(access.store, KeptLogin, login_id) or await _by_link(access, login_id)
    if kept is None or kept.expires <= access.now():
        return ANONYMOUS
    return await _as_kept(access, kept)


async def _by_link(access: Access, pass_id: str) -> KeptLogin | None:
    """The login of whoever shows the link of a pass; nothing is kept of it."""
    entry = await find(access.store, Pass, pass_id)
    if entry is None:
        return None
    return KeptLogin(entry.id, entry.hash, "", "", entry.id, entry.made_at, entry.expires)


async def _as_kept(access: Access, kept: KeptLogin) -> Login:
    return await (_of_account(access, kept) if kept.account else _of_pass(access, kept))


async def _of_account(access: Access, kept: KeptLogin) -> Login:
    account = await find(access.store, Account, kept.account)
    if account is None or account.epoch != kept.epoch:
        return ANONYMOUS
    return Login(
        id=kept.id,
        role=PersonRole.ORGANISER,
        account=account.id,
        tournaments=await tournaments_of(access.store, account.id),
        label=account.name,
        made_at=kept.made_at,
        expires=kept.expires,
    )


async def _of_pass(access: Access, kept: KeptLogin) -> Login:
    entry = await find(access.store, Pass, kept.entry)
    if entry is None or not await lets_in(access, entry):
        return ANONYMOUS
    return Login(
        id=kept.id,
        role=entry.role,
        tournament=entry.tournament,
        tables=entry.tables,
        table=entry.table,
        seat=entry.seat,
        entrant=entry.entrant,
        label=entry.label,
        made_at=kept.made_at,
        expires=min(kept.expires, entry.expires),
        entry=entry.id,
    )


async def lets_in(access: Access, entry: Pass) -> bool:
    """Whether a pass is good: whoever made it must organise the tournament to this day.

    Players' own ones that were in use are the exception (`outliving.py`).
    """
    if entry.expires <= access.now():
        return False
    if not entry.by or await is_organiser_of(access.store, entry.by, entry.tournament):
        return True
    return entry.role is PersonRole.PLAYER and await has_outlived(access.store, entry)


async def log_out(access: Access, login: Login) -> None:
    """End one login; that of a link ends with its pass."""
    if login.role is not PersonRole.ANONYMOUS and login.id != login.entry:
        await access.store.put([Put(KeptLogin.KIND, login.id, None)])
        access.revoked([login.id])


async def end_logins(access: Access, which: Callable[[KeptLogin], bool]) -> None:
    """Erase these logins, and those that ran out with them, and close their sockets."""
    now = access.now()
    ended = [
        login
        async for login in in_slices(await every(access.store, KeptLogin))
        if which(login) or login.expires <= now
    ]
    if ended:
        await access.store.put([erase(login) for login in ended])
    access.revoked(login.id for login in ended)
