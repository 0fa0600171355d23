"""Who was let in or put out of a tournament, and who signs what in its history."""

from collections.abc import Callable

import msgspec
from litestar import get
from litestar.params import FromPath

from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.guard import services_of
from stolik.app.access import accounts, passes
from stolik.app.access.access import Access
from stolik.app.access.journal import Act, acts_of
from stolik.app.access.roles import PersonRole, Rule

_MOST = 1000


class Signed(msgspec.Struct):
    """Who did something: the role, and whom that names now."""

    by: str
    name: str = ""  # of an account
    entrant: int | None = None  # by whose pass somebody came in


class ActTold(msgspec.Struct, omit_defaults=True):
    """Something about access or names; `at` is the service clock as in the history."""

    what: str
    at: int
    when: int = 0  # seconds since 1970; 0: not known
    by: str = ""  # names of accounts, labels of helpers; empty: the server itself, or who is gone
    account: str = ""
    at_door: bool = False  # by a helper there
    role: str = ""
    entrants: tuple[int, ...] = ()
    consents: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    round: int = 0
    table: str = ""
    seat: int | None = None
    device: int = 0
    watching: str = ""
    percent: int = 0
    reason: str = ""
    settings: tuple[str, ...] = ()


async def signing(access: Access, tournament: str) -> Callable[[str], Signed]:
    """Reads what `signature` wrote: never an id of an account or a pass."""
    names = await accounts.names(access)
    given = {entry.id: entry for entry in await passes.passes_of(access, tournament)}

    def signed(by: str) -> Signed:
        role, _, author = by.partition(" ")
        if role in (PersonRole.PLAYER, PersonRole.BOT, PersonRole.REFEREE):
            return Signed(role, entrant=given[author].entrant if author in given else None)
        if role == PersonRole.DOOR:
            return Signed(role, given[author].label if author in given else "")
        return Signed(role, names.get(author, ""))

    return signed


@get(
    "/api/tournaments/{tournament:str}/history/access",
    opt={"rule": Rule.ORGANISER_HERE},
    tags=["people"],
)
async def acts(request: HttpRequest, tournament: FromPath[str]) -> list[ActTold]:
    """Passes, organisers, consents, times, settings, erasures, looks at seats; latest first."""
    access = services_of(request).access
    names = await accounts.names(access)
    doors = {
        entry.id: entry.label
        for entry in await passes.passes_of(access, tournament)
        if entry.role is PersonRole.DOOR
    }
    told = await acts_of(access.store, tournament, _MOST)
    return [_told(act, names | doors, at_door=act.door or act.by in doors) for act in told]


def _told(act: Act, names: dict[str, str], *, at_door: bool) -> ActTold:
    return ActTold(
        what=act.what.value,
        at=act.at,
        when=act.when,
        by=names.get(act.by, ""),
        at_door=at_door,
        account=names.get(act.account, ""),
        role=act.role or (PersonRole.DOOR if at_door else ""),
        entrants=act.entrants,
        consents=act.consents,
        tables=act.tables,
        round=act.round,
        table=act.table,
        seat=act.seat,
        device=act.device,
        watching=act.watching,
        percent=act.percent,
        reason=act.reason,
        settings=act.settings,
    )


HANDLERS = (acts,)
