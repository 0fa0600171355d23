"""Organisers: the first by a link printed once, others by invitation, all with a password."""

from dataclasses import replace
from hashlib import sha256
from unicodedata import normalize

from stolik.app.access.access import Access
from stolik.app.access.codes import Refusal
from stolik.app.access.devices import PASSWORD, account_known, known_as
from stolik.app.access.guessing import Address, Guesser
from stolik.app.access.journal import What, noted
from stolik.app.access.logins import end_logins, login_of_account
from stolik.app.access.open_invitations import end_invitations
from stolik.app.access.outliving import outliving
from stolik.app.access.passes import revoke_made_by
from stolik.app.access.password_rules import LONGEST_PASSWORD, same_password, weakness
from stolik.app.access.records import (
    Account,
    every,
    find,
    keep,
    no_organiser_of,
    organisers_of,
)
from stolik.app.access.roles import Login
from stolik.app.access.secrets_made import Secret, new_id
from stolik.app.naming import skeleton, tidy
from stolik.app.ports import Append, Put, Stale, Stream
from stolik.app.streams.chain import chained, genesis
from stolik.app.streams.command_ids import our_own
from stolik.refusal import Violation, refuse

LONGEST_NAME = 80
_DISMISSED = b'{"event":"Dismissed"}'


async def log_in(
    access: Access, name: str, password: str, address: Address, *, device: str = ""
) -> tuple[Secret, Account]:
    """Open a login by name and password."""
    guesser = Guesser(address, target=_target(name), known_as=await _known_as(access, name, device))
    account = await access.guessing.guess(
        PASSWORD, guesser, lambda: _by_password(access, name, password)
    )
    if account is None:
        refuse(Violation(Refusal.PASSWORD_WRONG))
    secret, put = login_of_account(access, account)
    await access.store.put([put])
    return secret, account


async def _known_as(access: Access, name: str, device: str) -> str:
    """Whom a device came in as, if it was this very account: for others it is a stranger."""
    if not device or not await known_as(access, device, PASSWORD):
        return ""
    return await account_known(access, device, await account_named(access, name))


def _target(name: str) -> str:
    """What a guess is aimed at: as short for a long name as for a short one."""
    return sha256(_compared(name).encode()).hexdigest()[:32]


async def _by_password(access: Access, name: str, password: str) -> Account | None:
    account = await account_named(access, name)
    kept = account.password if account and len(password) <= LONGEST_PASSWORD else ""
    # A name nobody has takes as long as a wrong password, so the time tells nothing.
    typed = password[:LONGEST_PASSWORD]
    if await access.passwords.matches(kept, same_password(typed)):
        return account
    # Passwords of before were kept as they were typed, but for how letters are put together.
    before = _same_letters(typed)
    if before != same_password(typed) and await access.passwords.matches(kept, before):
        return account
    return None


async def account_named(access: Access, name: str) -> Account | None:
    """The account of this name, however its letters are cased."""
    wanted = _compared(name)
    accounts = await every(access.store, Account)
    return next((one for one in accounts if _compared(one.name) == wanted), None)


async def new_account(
    access: Access, name: str, password: str, about: tuple[str, ...] = ()
) -> Account:
    """An account that is not kept yet; refused if its name or password will not do."""
    known_as = " ".join(tidy(name[: LONGEST_NAME + 1]).split())
    if not 0 < len(known_as) <= LONGEST_NAME:
        refuse(Violation(Refusal.NAME_LENGTH, facts={"most": LONGEST_NAME}))
    if await _looks_taken(access, known_as):
        refuse(Violation(Refusal.NAME_TAKEN))
    account = Account(new_id(access.chance), known_as, "", "", access.now())
    return await with_password(access, account, password, about)


async def _looks_taken(access: Access, name: str) -> bool:
    """Whether an account is called so, or so alike that nobody could tell them apart."""
    accounts = await every(access.store, Account)
    return any(skeleton(one.name) == skeleton(name) for one in accounts)


async def with_password(
    access: Access, account: Account, password: str, about: tuple[str, ...] = ()
) -> Account:
    """The account with another password and every login of it ended; not kept yet."""
    if weak := weakness(password, (account.name, *about)):
        refuse(weak)
    hashed = await access.passwords.hashed(same_password(password))
    return replace(account, password=hashed, epoch=new_id(access.chance))


async def change_password(
    access: Access,
    login: Login,
    old: str,
    new: str,
    address: Address,
    *,
    about: tuple[str, ...] = (),
) -> Secret:
    """Another password; every login of the account ends and this device gets a new one."""
    # Who is logged in is no stranger; whoever stole a login guesses on its own account only.
    guesser = Guesser(address, known_as=f"login {login.id}")
    account = await access.guessing.guess(
        PASSWORD, guesser, lambda: _by_password(access, login.label, old)
    )
    if account is None or account.id != login.account:
        refuse(Violation(Refusal.PASSWORD_WRONG))
    changed = await with_password(access, account, new, about)
    secret, put = login_of_account(access, changed)
    await access.store.put([keep(changed), put])
    await _end_others(access, account.id, changed.epoch)
    await end_invitations(access, lambda one: one.account == account.id)  # links to a new password
    return secret


async def log_out_everywhere(access: Access, login: Login) -> None:
    """End every login of an organiser's account."""
    account = await find(access.store, Account, login.account)
    if account:
        changed = replace(account, epoch=new_id(access.chance))
        await access.store.put([keep(changed)])
        await _end_others(access, account.id, changed.epoch)


async def _end_others(access: Access, account: str, epoch: str) -> None:
    await end_logins(access, lambda login: login.account == account and login.epoch != epoch)


async def organisers(access: Access, tournament: str) -> tuple[Account, ...]:
    """The accounts that organise a tournament."""
    ids = await organisers_of(access.store, tournament)
    return tuple(account for account in await every(access.store, Account) if account.id in ids)


async def names(access: Access) -> dict[str, str]:
    """What the accounts of this server are called."""
    return {account.id: account.name for account in await every(access.store, Account)}


async def dismiss(access: Access, tournament: str, account: str, by: str = "") -> None:
    """Let an account organise this tournament no longer; somebody must stay.

    Its invitations to this tournament end with it, the passes it made (but for players' that are in
    use), and all its logins: it comes in anew.
    """
    while not await _dismissed(access, tournament, account, by):
        pass  # two dismissed at once: look again who is left
    await end_invitations(access, lambda one: one.tournament == tournament and one.by == account)
    await revoke_made_by(access, tournament, account)
    await end_logins(access, lambda login: login.account == account)


async def _dismissed(access: Access, tournament: str, account: str, by: str) -> bool:
    """Whether it was done; not if somebody else of this tournament was dismissed meanwhile.

    Two organisers who dismiss each other at the same moment must not leave nobody.
    """
    stream = Stream(f"organisers/{tournament}")
    before = await access.store.read(stream)
    ids = await organisers_of(access.store, tournament)
    if account not in ids:
        refuse(Violation(Refusal.ORGANISER_UNKNOWN))
    if len(ids) == 1:
        refuse(Violation(Refusal.LAST_ORGANISER))
    previous = before[-1].link if before else genesis(stream)
    entries = tuple(
        chained([_DISMISSED], after=len(before), previous=previous, chance=access.chance)
    )
    told = noted(access, tournament, What.ORGANISER_DISMISSED, by=by, account=account)
    stay = await outliving(access, tournament, account)
    out = await _out_everywhere(access, account)
    puts = (no_organiser_of(account, tournament), *out, *stay, told)
    try:
        await access.store.append(
            Append(stream, len(before), entries, our_own(access.chance), puts)
        )
    except Stale:
        return False
    return True


async def _out_everywhere(access: Access, account: str) -> tuple[Put, ...]:
    """In the same write: whoever looks at a login of the account finds it over."""
    known = await find(access.store, Account, account)
    return (keep(replace(known, epoch=new_id(access.chance))),) if known else ()


def _same_letters(text: str) -> str:
    """The same word typed on another keyboard is the same word."""
    return normalize("NFC", text)


def _compared(name: str) -> str:
    return " ".join(_same_letters(name).casefold().split())
