"""Whom each request about a tournament is for, and in whose name it is carried out."""

from collections.abc import Mapping
from typing import Any

from stolik.app.access.codes import Refusal
from stolik.app.access.roles import ANONYMOUS, Login, Place, Role, Rule, may
from stolik.app.office.office import Office
from stolik.app.office.online import BY_REFEREE
from stolik.app.reading_eyes import ALL, Eyes
from stolik.refusal import Refused, Violation

_QUESTIONS = ("overview", "round", "standings", "plan", "teams", "outlook", "check", "penalties")
# What only looks: it is answered beside everything that changes something.
_LOOKING = (*_QUESTIONS, "people", "tables", "draft")
# What may think for seconds before it changes anything.
THINKING = ("draw", "swap", "publish", "cut", "finish")
_OF_A_TABLE = ("result", "confirm")
_ABOUT_SOMEBODY = ("penalty", "report", "disqualify")
_REFEREES = ("unplayed", *_ABOUT_SOMEBODY)


def rule_of(do: str) -> Rule:
    """Whom a request is for; what nobody thought of is for the organiser."""
    if do in _QUESTIONS:
        return Rule.WATCHER_HERE
    if do in _OF_A_TABLE:
        return Rule.TABLE_HERE
    return Rule.REFEREE_HERE if do in _REFEREES else Rule.ORGANISER_HERE


def is_question(request: Mapping[str, Any]) -> bool:
    """Whether a request changes nothing, whatever it says."""
    return request.get("do") in _LOOKING


def allowed(login: Login, request: Mapping[str, Any], office: Office) -> dict[str, Any]:
    """The request as this login may make it: in its own name. Refused if it may not."""
    do = str(request.get("do", ""))
    if not may(login, rule_of(do), _place(request, office)):
        code = Refusal.LOGIN_NEEDED if login is ANONYMOUS else Refusal.NOT_ALLOWED
        raise Refused([Violation(code)])
    # Nobody confirms for somebody else: who it is, the login says.
    return {**request, "by": _signature(login)} if do in _OF_A_TABLE else dict(request)


def sees_names(login: Login, office: Office) -> bool:
    """Whether somebody is told names: who belongs to the tournament is, the public is not."""
    return may(login, Rule.WATCHER_HERE, Place(tournament=office.card.id))


def eyes_of(login: Login, office: Office) -> Eyes:
    """What somebody may read: who runs the tournament every reason, a player those about him."""
    here = Place(tournament=office.card.id)
    if may(login, Rule.REFEREE_HERE, here) or _referees_here(login, office):
        return ALL
    mine = {login.entrant} if login.entrant and sees_names(login, office) else set()
    return Eyes(sees_names(login, office), frozenset(mine))


def _referees_here(login: Login, office: Office) -> bool:
    """A referee of some tables reads what a referee of all reads."""
    return login.role is Role.REFEREE and login.tournament == office.card.id


def place_of(office: Office, table: str = "", seated: tuple[int | None, ...] = ()) -> Place:
    """The tournament as a place."""
    return Place(office.card.id, table, seated=seated, public=office.card.public)


def _place(request: Mapping[str, Any], office: Office) -> Place:
    """Where a request wants something done: at the table it names, if it names one."""
    if request.get("do") in _ABOUT_SOMEBODY:
        return _where_sits(request.get("entrant"), office)
    number, table = request.get("round"), request.get("table")
    if type(number) is not int or type(table) is not int:
        return place_of(office)
    # A draft has no seats yet: whether a request is refused would tell them.
    rounds = [r for r in office.state.rounds if r is not office.state.draft]
    tables = rounds[number - 1].tables if 1 <= number <= len(rounds) else ()
    seats = tables[table - 1].seats if 1 <= table <= len(tables) else ()
    return place_of(office, str(table), tuple(int(n) for n in seats))


def _where_sits(entrant: object, office: Office) -> Place:
    """The table of an entrant in the round published last; whatever table a request may name."""
    published = [r for r in office.state.rounds if r is not office.state.draft]
    for table in published[-1].tables if published else ():
        if entrant in table.seats:
            return place_of(office, str(table.number), tuple(int(n) for n in table.seats))
    return place_of(office)


def _signature(login: Login) -> str:
    return str(login.entrant) if login.role in (Role.PLAYER, Role.BOT) else BY_REFEREE
