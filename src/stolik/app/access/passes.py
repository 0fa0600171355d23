"""Ways in without an account: issued by the organiser, used by link or code, ended at once."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from stolik.app.access.access import Access
from stolik.app.access.codes import Refusal
from stolik.app.access.devices import pass_known
from stolik.app.access.guessing import Address, Guesser
from stolik.app.access.journal import What, noted
from stolik.app.access.logins import end_logins, lets_in, login_of_pass
from stolik.app.access.outliving import all_outlived, stays_no_more
from stolik.app.access.records import (
    KeptLogin,
    Pass,
    code_of,
    erase,
    every,
    find,
    is_organiser_of,
    keep,
    no_code,
    organisers_of,
    pass_of_code,
)
from stolik.app.access.roles import PRACTICE, PersonRole
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
from stolik.app.streams.errand import Allowed, always
from stolik.app.streams.one_act import one_act
from stolik.app.streams.slices import in_slices
from stolik.refusal import Violation, refuse, refuse_any

PASS_S = 30 * 24 * 3600
LONGEST_LABEL = 80
MOST_AT_ONCE = 1000
MOST_OF_ENTRANT = 5  # open ones of a role; each may be used on several devices
_MADE_AT_A_STROKE = 20  # each asks the system for chance several times
MOST_OTHERS = 1000  # open ones of who is no entrant, in a tournament

CODE_KINDS = {PersonRole.PLAYER: PLAYER_CODE, PersonRole.REFEREE: REFEREE_PIN}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whom a pass is for."""

    role: PersonRole
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
    access: Access,
    tournament: str,
    wanted: Sequence[Wanted],
    by: str = "",
    allowed: Allowed = always,
) -> tuple[Issued, ...]:
    """Make passes for a tournament, all or none."""
    check(wanted)
    if not by:  # nobody gives the passes to tables to practise at: nothing is told or counted
        issued, puts = await _all_made(access, tournament, wanted, by)
        await access.store.put(puts)
        return issued

    async def look() -> tuple[tuple[Issued, ...], list[Put]]:
        await allowed()
        await demand_room(access, tournament, wanted)
        made, puts = await _all_made(access, tournament, wanted, by)
        return made, [*puts, *await _told(access, tournament, What.PASS_ISSUED, wanted, by)]

    issued = await one_act(access.store, about(tournament), look)
    await _still_organises(access, tournament, by, [made.entry.id for made in issued])
    return issued


def about(tournament: str) -> str:
    """What every act on the ways into a tournament is about: one follows the other."""
    return f"ways/{tournament}"


async def _all_made(
    access: Access, tournament: str, wanted: Sequence[Wanted], by: str
) -> tuple[tuple[Issued, ...], list[Put]]:
    issued: list[Issued] = []
    puts: list[Put] = []
    async for one in in_slices(
        wanted, _MADE_AT_A_STROKE
    ):  # a thousand of them are no reason to hold up a hall
        made, records = _made(access, tournament, one, by)
        issued.append(made)
        puts += records
    return tuple(issued), puts


async def _still_organises(access: Access, tournament: str, by: str, made: Sequence[str]) -> None:
    """Refuse, and end what was made, if the dismissal of who made it was written just before.

    Other passes are worth nothing then, but a player's is good whoever made it. The house ends
    them, in a task of its own: whoever asked may write nothing any more.
    """
    if not by or await is_organiser_of(access.store, by, tournament):
        return
    ids = frozenset(made)
    await asyncio.create_task(revoke_those(access, lambda entry: entry.id in ids))
    refuse(Violation(Refusal.NOT_ALLOWED))


async def _told(
    access: Access, tournament: str, what: What, wanted: Sequence[Wanted], by: str
) -> list[Put]:
    """One act for all entrants of a role, however many; one for each other pass."""
    entrants: dict[PersonRole, list[int]] = {}
    for one in wanted:
        if one.entrant is not None:
            entrants.setdefault(one.role, []).append(one.entrant)
    found = [
        noted(access, tournament, what, by=by, role=role.value, entrants=tuple(numbers))
        for role, numbers in entrants.items()
    ]
    async for one in in_slices(wanted, _MADE_AT_A_STROKE):
        if one.entrant is None:
            where = {"tables": one.tables or (), "table": one.table, "seat": one.seat}
            found.append(noted(access, tournament, what, by=by, role=one.role.value, **where))
    return found


def check(wanted: Sequence[Wanted]) -> None:
    """Refuse passes that cannot be."""
    refuse_any(*_faults(wanted))


async def demand_room(access: Access, tournament: str, wanted: Sequence[Wanted]) -> None:
    """Refuse passes beyond what a tournament needs; whoever has lost a code gets a renewed one."""
    kept = [whose(entry) for entry in await passes_of(access, tournament)]
    counts = Counter((one.role, one.entrant) for one in kept)
    for one in wanted:
        whom = (one.role, one.entrant)
        if one.entrant is not None and counts[whom] >= MOST_OF_ENTRANT:
            facts = {"entrant": one.entrant, "most": MOST_OF_ENTRANT}
            refuse(Violation(Refusal.TOO_MANY_OF_ENTRANT, facts=facts))
        counts[whom] += 1
    others = sum(one.entrant is None for one in (*kept, *wanted))
    if others > MOST_OTHERS and any(one.entrant is None for one in wanted):
        refuse(Violation(Refusal.TOO_MANY_PASSES, facts={"most": MOST_OTHERS}))


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
        case PersonRole.PLAYER | PersonRole.BOT:
            return is_placed and not is_half_placed and wanted.tables is None
        case PersonRole.REFEREE:
            return not (wanted.table or wanted.seat is not None or wanted.entrant is not None)
        case PersonRole.SPECTATOR | PersonRole.DOOR:
            return wanted == Wanted(wanted.role, label=wanted.label)
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
        ends_with_maker=_ends_with_maker(wanted.role, by),
    )
    return _with_secrets(access, blank, new_secret(access.chance))


def _ends_with_maker(role: PersonRole, by: str) -> bool:
    return role is PersonRole.PLAYER and by != ""


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
    access: Access, role: PersonRole, typed: str, address: Address, *, device: str = ""
) -> tuple[Secret, Pass]:
    """Open a login by a code; it may be used again, on another device too."""
    kind = CODE_KINDS[role]
    code = read_code(kind, typed)
    if code is None:  # a slip, not a guess: no code looks like this
        refuse(Violation(Refusal.CODE_TYPO))
    guesser = Guesser(address, known_as=await pass_known(access, device, kind.name))
    entry = await access.guessing.guess(kind.name, guesser, lambda: _by_code(access, kind, code))
    if entry is None:
        refuse(Violation(Refusal.CODE_UNKNOWN))
    return await enter(access, entry)


async def _by_code(access: Access, kind: CodeKind, code: str) -> Pass | None:
    key = code_key(kind, code)
    entry = await pass_of_code(access.store, key)
    good = entry and entry.code == key and await lets_in(access, entry)
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
    store, now = access.store, access.now()
    here, stay = await organisers_of(store, tournament), await all_outlived(store)

    def is_good(entry: Pass) -> bool:  # as `lets_in` says, without asking for each of a thousand
        if not entry.by or entry.by in here:
            return True
        return entry.role is PersonRole.PLAYER and (not entry.ends_with_maker or entry.id in stay)

    mine = [entry for entry in await every(store, Pass) if entry.tournament == tournament]
    return tuple([one async for one in in_slices(mine) if one.expires > now and is_good(one)])


async def renew(
    access: Access, tournament: str, pass_id: str, by: str = "", allowed: Allowed = always
) -> Issued:
    """The same pass with a new link and code; the old ones and their logins are over."""

    async def look() -> tuple[Issued, list[Put]]:
        await allowed()
        old = await of_here(access, tournament, pass_id)
        ends = _ends_with_maker(old.role, by)
        now = access.now()
        fresh = replace(old, made_at=now, expires=now + PASS_S, by=by, ends_with_maker=ends)
        issued, puts = _with_secrets(access, fresh, new_secret(access.chance))
        told = await _told(access, tournament, What.PASS_RENEWED, [whose(old)], by)
        return issued, [*_ended(access, old), *puts, *told]

    issued = await one_act(access.store, about(tournament), look)
    await end_logins(access, lambda login: login.entry == pass_id)
    access.revoked([pass_id])
    await _still_organises(access, tournament, by, [issued.entry.id])
    return issued


async def revoke(access: Access, tournament: str, pass_id: str, by: str = "") -> None:
    """End a pass, its code and every login that came in by it."""
    if not await _revoke_here(access, tournament, lambda entry: entry.id == pass_id, by):
        refuse(Violation(Refusal.PASS_UNKNOWN))


async def revoke_entrant(access: Access, tournament: str, entrant: object, by: str = "") -> None:
    """End every way in of an entrant, and every login by it."""
    await _revoke_here(access, tournament, lambda one: one.entrant == entrant is not None, by)


async def revoke_all(access: Access, tournament: str) -> int:
    """End every pass of a tournament, also those that are over; how many there were."""
    return await _revoke_here(access, tournament, lambda _: True)


async def revoke_those(access: Access, are_meant: Callable[[Pass], bool]) -> int:
    """End these passes, also those that are over; how many there were."""
    every_one = await every(access.store, Pass)
    places = {entry.tournament async for entry in in_slices(every_one) if are_meant(entry)}
    return sum([await _revoke_here(access, here, are_meant) for here in sorted(places)])


async def _revoke_here(
    access: Access, tournament: str, are_meant: Callable[[Pass], bool], by: str = ""
) -> int:
    """End those of a tournament that are there when it is written; how many there were."""

    async def look() -> tuple[list[Pass], list[Put]]:
        here = [one for one in await every(access.store, Pass) if one.tournament == tournament]
        old = [entry async for entry in in_slices(here) if are_meant(entry)]
        told = await _told(access, tournament, What.PASS_REVOKED, list(map(whose, old)), by)
        return old, [*(put for entry in old for put in _ended(access, entry)), *told]

    if tournament == PRACTICE:  # where nobody renews any, and what is kept must not grow
        old, puts = await look()
        await access.store.put(puts)
    else:
        old = await one_act(access.store, about(tournament), look)
    ids = {entry.id for entry in old}
    if ids:
        await end_logins(access, lambda login: login.entry in ids)
        access.revoked(ids)
    return len(ids)


async def unlabel(access: Access, tournament: str, are_meant: Callable[[Pass], bool]) -> None:
    """Let these passes go on without their label, which names somebody who is forgotten."""

    async def look() -> tuple[None, list[Put]]:
        here = [one for one in await every(access.store, Pass) if one.tournament == tournament]
        return None, [
            keep(replace(entry, label="")) async for entry in in_slices(here) if are_meant(entry)
        ]

    await one_act(access.store, about(tournament), look)


async def revoke_of_tables(access: Access, tournament: str, tables: frozenset[str]) -> None:
    """End every pass to these tables: they are no more."""
    await revoke_those(access, lambda one: one.tournament == tournament and one.table in tables)


async def revoke_made_by(access: Access, tournament: str, account: str) -> None:
    """End what somebody who organises no longer has made, but for players' passes that stay."""
    stay = await all_outlived(access.store)

    def ends(one: Pass) -> bool:
        stays = one.role is PersonRole.PLAYER and (not one.ends_with_maker or one.id in stay)
        return (one.tournament, one.by) == (tournament, account) and not stays

    await revoke_those(access, ends)


def _ended(access: Access, entry: Pass) -> list[Put]:
    access.ended(entry.id)
    no_way = [no_code(entry.code)] if entry.code else []
    return [erase(entry), *no_way, *stays_no_more([entry])]


async def of_here(access: Access, tournament: str, pass_id: str) -> Pass:
    """A pass of this tournament; refused if there is none."""
    entry = await find(access.store, Pass, pass_id)
    if entry is None or entry.tournament != tournament:
        refuse(Violation(Refusal.PASS_UNKNOWN))
    return entry
