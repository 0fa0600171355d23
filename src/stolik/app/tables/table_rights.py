"""Who may look and do what at a table: logins and its setup, as the rules of access ask."""

from typing import Any

from stolik.app.access.roles import PRACTICE, Login, Place, Rule, may
from stolik.app.tables import asks
from stolik.app.tables.setup import TableSetup, Watching
from stolik.seats import Role, Seat, Viewer


def viewer_of(login: Login, setup: TableSetup) -> Viewer:
    """Which eyes a login has at this table."""
    seat = seat_at(login, setup)
    if seat is not None:
        return Viewer(Role.SEAT, seat)
    if may_at(login, Rule.REFEREE_HERE, setup):
        return Viewer(Role.REFEREE)
    racks_after = setup.watching is Watching.RACKS_AFTER
    return Viewer(Role.SPECTATOR if racks_after else Role.PUBLIC)


def table_place(
    setup: TableSetup,
    seat: int | None = None,
    *,
    followed: bool = False,
    out: frozenset[int] = frozenset(),
    head_judge: str = "",
    deleted: bool = False,
) -> Place:
    """A table as the rules of access know it: in a tournament by its number.

    To know a table's id is no right: strangers watch where the tournament is `followed` by anybody
    and the table is not closed, and at a closed table nobody does who has no business there. At a
    table of no tournament who made it says whether it is closed.
    """
    closed = setup.watching is Watching.NOBODY
    return Place(
        tournament=setup.tournament,
        table=str(setup.table or setup.id),
        seat=seat,
        seated=tuple(each.entrant for each in setup.seats),
        house=setup.house_seats if setup.tournament == PRACTICE else frozenset(),
        out=out,
        public=(followed or setup.tournament == PRACTICE) and not closed,
        closed=closed,
        head_judge=head_judge,
        deleted=deleted,
    )


def rule_of(ask: asks.Ask, setup: TableSetup) -> Rule:
    """Whom a message is for; an exclusion is the head judge's where the document says so."""
    excludes = isinstance(ask, asks.Disqualify) and setup.head_judge_excludes
    return Rule.HEAD_JUDGE_HERE if excludes else ask.rule


def seat_at(login: Login, setup: TableSetup) -> Seat | None:
    """The seat that is the login's own."""
    seats = (Seat(i) for i in range(len(setup.seats)))
    return next((s for s in seats if may(login, Rule.SEAT_HERE, table_place(setup, s))), None)


def may_at(login: Login, rule: Rule, setup: TableSetup, **known: Any) -> bool:
    """Whether a login may do this at a table; `known`: what its tournament adds to the place."""
    return may(login, rule, table_place(setup, seat_at(login, setup), **known))
