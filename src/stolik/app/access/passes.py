"""Ways in without an account: issued by the organiser, used by link or code, ended at once."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from stolik.app.access.access import Access
from stolik.app.access.codes import Refusal
from stolik.app.access.devices import pass_known
from stolik.app.access.guessing import Address, Guesser
from stolik.app.access.logins import end_logins, login_of_pass
from stolik.app.access.records import (
    KeptLogin,
    Pass,
    code_of,
    erase,
    every,
    find,
    keep,
    no_code,
    pass_of_code,
)
from stolik.app.access.roles import Role
from stolik.app.access.secrets_made import (
    PLAYER_CODE,
    REFEREE_PIN,
    CodeKind,
    Secret,
    code_key,
    new_code,
    new_secret,
    read_code,
)
from stolik.app.naming import faults_of
from stolik.app.ports import Put
from stolik.refusal import Violation, refuse

PASS_S = 30 * 24 * 3600
LONGEST_LABEL = 80
MOST_AT_ONCE = 1000
_AT_A_STROKE = 50

CODE_KINDS = {Role.PLAYER: PLAYER_CODE, Role.REFEREE: REFEREE_PIN}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whom a pass is for."""

    role: Role
    tables: tuple[str, ...] | None = None
    table: str = ""
    seat: int | None = None
    entrant: int | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Issued:
    """A pass with the secrets that are told once and never kept."""

    entry: Pass
    link: str
    code: str

    def __repr__(self) -> str:
        """Without its secrets."""
        return f"Issued({self.entry.id})"


async def issue(
    access: Access, tournament: str, wanted: Sequence[Wanted], by: str = ""
) -> tuple[Issued, ...]:
    """Make passes for a tournament, all or none."""
    check(wanted)
    issued, puts = [], []
    for done, one in enumerate(wanted):
        if done % _AT_A_STROKE == 0:
            await asyncio.sleep(0)  # a thousand of them are no reason to hold up a hall
        made, records = _made(access, tournament, one, by)
        issued.append(made)
        puts += records
    await access.store.put(puts)
    return tuple(issued)


def check(wanted: Sequence[Wanted]) -> None:
    """Refuse passes that cannot be."""
    refuse(*_faults(wanted))


def whose(entry: Pass) -> Wanted:
    """Whom a pass that was made is for."""
    return Wanted(entry.role, entry.tables, entry.table, entry.seat, entry.entrant, entry.label)


def _faults(wanted: Sequence[Wanted]) -> Iterator[Violation]:
    if len(wanted) > MOST_AT_ONCE:
        yield Violation(Refusal.TOO_MANY, facts={"most": MOST_AT_ONCE})
    for one in wanted:
        if len(one.label) > LONGEST_LABEL:
            yield Violation(Refusal.LABEL_LENGTH, facts={"most": LONGEST_LABEL})
        yield from faults_of(one.label)
        if not _has_a_place(one):
            yield Violation(Refusal.PASS_PLACE)


def _has_a_place(wanted: Wanted) -> bool:
    """A player sits somewhere or is somebody; a referee has tables; nobody has both."""
    at_seat = bool(wanted.table) and wanted.seat is not None and wanted.seat >= 0
    is_placed = at_seat != (wanted.entrant is not None)
    is_half_placed = bool(wanted.table) != (wanted.seat is not None)
    match wanted.role:
        case Role.PLAYER | Role.BOT:
            return is_placed and not is_half_placed and wanted.tables is None
        case Role.REFEREE:
            return not (wanted.table or wanted.seat is not None or wanted.entrant is not None)
        case Role.SPECTATOR:
            return wanted == Wanted(Role.SPECTATOR, label=wanted.label)
    return False


def _made(access: Access, tournament: str, wanted: Wanted, by: str) -> tuple[Issued, list[Put]]:
    now = access.now()
    blank = Pass(
        id="",
        role=wanted.role,
        tournament=tournament,
        tables=wanted.tables,
        table=wanted.table,
        seat=wanted.seat,
        entrant=wanted.entrant,
        label=wanted.label,
        hash="",
        code="",
        made_at=now,
        expires=now + PASS_S,
        by=by,
    )
    return _with_secrets(access, blank, new_secret(access.chance))


def _with_secrets(access: Access, entry: Pass, secret: Secret) -> tuple[Issued, list[Put]]:
    kind = CODE_KINDS.get(entry.role)
    code = new_code(kind, access.chance) if kind else ""
    key = _key(kind, code) if kind else ""
    entry = replace(entry, id=secret.id, hash=secret.hash, code=key)
    puts = [keep(entry), *([code_of(key, entry)] if key else [])]
    return Issued(entry, secret.token, code), puts


def _key(kind: CodeKind, code: str) -> str:
    plain = read_code(kind, code)
    assert plain is not None, "a code just made is right"
    return code_key(kind, plain)


async def enter_by_code(
    access: Access, role: Role, typed: str, address: Address, *, device: str = ""
) -> tuple[Secret, Pass]:
    """Open a login by a code; it may be used again, on another device too."""
    kind = CODE_KINDS[role]
    code = read_code(kind, typed)
    if code is None:  # a slip, not a guess: no code looks like this
        refuse(Violation(Refusal.CODE_TYPO))
        raise AssertionError
    guesser = Guesser(address, known_as=await pass_known(access, device, kind.name))
    entry = await access.guessing.guess(kind.name, guesser, lambda: _by_code(access, kind, code))
    if entry is None:
        refuse(Violation(Refusal.CODE_UNKNOWN))
        raise AssertionError
    return await enter(access, entry)


async def _by_code(access: Access, kind: CodeKind, code: str) -> Pass | None:
    key = code_key(kind, code)
    entry = await pass_of_code(access.store, key)
    good = entry and entry.code == key and entry.expires > access.now()
    return entry if good else None


async def enter(access: Access, entry: Pass) -> tuple[Secret, Pass]:
    """Open a login by a pass that was shown."""
    secret, put = login_of_pass(access, entry)
    # Who comes in by his link again and again must not fill the disk with logins.
    many = access.came_in(entry.id, secret.id) if entry.seat is not None else ()
    await access.store.put([put, *(Put(KeptLogin.KIND, login, None) for login in many)])
    access.revoked(many)
    return secret, entry


async def passes_of(access: Access, tournament: str) -> tuple[Pass, ...]:
    """The passes of a tournament that are still good."""
    now = access.now()
    return tuple(
        entry
        for entry in await every(access.store, Pass)
        if entry.tournament == tournament and entry.expires > now
    )


async def renew(access: Access, tournament: str, pass_id: str, by: str = "") -> Issued:
    """The same pass with a new link and code; the old ones and their logins are over."""
    old = await of_here(access, tournament, pass_id)
    fresh = replace(old, made_at=access.now(), expires=access.now() + PASS_S, by=by)
    issued, puts = _with_secrets(access, fresh, new_secret(access.chance))
    await access.store.put([*_ended(access, old), *puts])
    await end_logins(access, lambda login: login.entry == old.id)
    return issued


async def revoke(access: Access, tournament: str, pass_id: str) -> None:
    """End a pass, its code and every login that came in by it."""
    old = await of_here(access, tournament, pass_id)
    await access.store.put(_ended(access, old))
    await end_logins(access, lambda login: login.entry == old.id)


async def revoke_entrant(access: Access, tournament: str, entrant: object) -> None:
    """End every way in of an entrant, and every login by it."""
    for entry in await every(access.store, Pass):
        if entry.tournament == tournament and entry.entrant == entrant is not None:
            await revoke(access, tournament, entry.id)


async def revoke_all(access: Access, tournament: str) -> int:
    """End every pass of a tournament, also those that are over; how many there were."""
    return await revoke_those(access, lambda entry: entry.tournament == tournament)


async def revoke_those(access: Access, are_meant: Callable[[Pass], bool]) -> int:
    """End these passes, also those that are over; how many there were."""
    old = [entry for entry in await every(access.store, Pass) if are_meant(entry)]
    if old:
        await access.store.put([put for entry in old for put in _ended(access, entry)])
        ids = {entry.id for entry in old}
        await end_logins(access, lambda login: login.entry in ids)
    return len(old)


async def revoke_of_tables(access: Access, tournament: str, tables: frozenset[str]) -> None:
    """End every pass to these tables: they are no more."""
    old = [
        entry
        for entry in await every(access.store, Pass)
        if entry.tournament == tournament and entry.table in tables
    ]
    if old:
        await access.store.put([put for entry in old for put in _ended(access, entry)])
        ids = {entry.id for entry in old}
        await end_logins(access, lambda login: login.entry in ids)


def _ended(access: Access, entry: Pass) -> list[Put]:
    access.ended(entry.id)
    return [erase(entry), *([no_code(entry.code)] if entry.code else [])]


async def of_here(access: Access, tournament: str, pass_id: str) -> Pass:
    """A pass of this tournament; refused if there is none."""
    entry = await find(access.store, Pass, pass_id)
    if entry is None or entry.tournament != tournament:
        refuse(Violation(Refusal.PASS_UNKNOWN))
        raise AssertionError
    return entry
