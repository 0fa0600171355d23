"""Whom each request about a tournament is for, and in whose name it is carried out."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from stolik.app.access.codes import Refusal
from stolik.app.access.roles import ANONYMOUS, Login, PersonRole, Place, Rule, may
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.online import BY_REFEREE
from stolik.app.tournaments.reading_eyes import ALL, Eyes
from stolik.app.tournaments.requests import REQUESTS, OfGame
from stolik.app.tournaments.typed_again import penalty_asked
from stolik.refusal import Refused, Violation
from stolik.tournament.commands import Command
from stolik.tournament.format import ExcludedBy, Exclusion
from stolik.tournament.state import Decision

# What a referee does about somebody is done at that entrant's table.
_ABOUT_SOMEBODY = tuple(
    name
    for name, kind in REQUESTS.items()
    if kind.rule is Rule.REFEREE_HERE and not issubclass(kind.shape, OfGame)
)


def rule_of(do: str) -> Rule:
    """Whom a request is for; what nobody thought of is for the organiser."""
    return REQUESTS[do].rule if do in REQUESTS else Rule.ORGANISER_HERE


def allowed(login: Login, request: Mapping[str, Any], office: Office) -> dict[str, Any]:
    """The request as this login may make it: in its own name. Refused if it may not."""
    do, place = str(request.get("do", "")), _place(request, office)
    if not may(login, rule_of(do), place):
        code = Refusal.LOGIN_NEEDED if login is ANONYMOUS else Refusal.NOT_ALLOWED
        raise Refused([Violation(code)])
    if _is_for_head_judge(request, office) and not may(login, Rule.HEAD_JUDGE_HERE, place):
        raise Refused([Violation(Refusal.HEAD_JUDGE_ONLY)])
    # Nobody confirms or reports for somebody else: who it is, the login says.
    match rule_of(do):
        case Rule.WRITER_HERE:
            return {**request, "by": _signature(login)}
        case Rule.PLAYER_HERE:
            return {**request, "by": login.entrant}
        case _:
            return dict(request)


def demand_his(login: Login, asked: Iterable[Command], office: Office) -> None:
    """Refused if a file brings a penalty that this person may not give."""
    for command in asked:
        if (penalty := penalty_asked(command, office.state.format.ladder)) is not None:
            allowed(login, penalty, office)


def _is_for_head_judge(request: Mapping[str, Any], office: Office) -> bool:
    """Whether a penalty takes the head judge's word: an exclusion or points of one's own choice."""
    shape = office.state.format
    by_head = shape.excluded_by is ExcludedBy.HEAD_JUDGE
    match request.get("do"):
        case "disqualify":
            return by_head and shape.disqualification is Exclusion.TOURNAMENT
        case "report":
            puts_out = request.get("decision") == Decision.DISQUALIFICATION
            return by_head and puts_out and shape.report_excludes is Exclusion.TOURNAMENT
        case "penalty":
            # A list: what was sent may be anything, also what no set could be asked for.
            excluding = [s.id for s in shape.ladder if s.excludes is Exclusion.TOURNAMENT]
            points = any(request.get(name) for name in ("big_points", "small_points"))
            named = points and not office.counting.any_judge_deducts
            return named or (by_head and request.get("step") in excluding)
        case _:
            return False


def sees_names(login: Login, office: Office) -> bool:
    """Whether somebody is told names: who belongs to the tournament is, the public is not."""
    return may(login, Rule.WATCHER_HERE, Place(tournament=office.card.id))


def eyes_of(login: Login, office: Office) -> Eyes:
    """What somebody may read: who runs the tournament every reason, a player those about him."""
    here = Place(tournament=office.card.id)
    if may(login, Rule.REFEREE_HERE, here) or _referees_here(login, office):
        return replace(ALL, decides=may(login, Rule.HEAD_JUDGE_HERE, place_of(office)))
    mine = {login.entrant} if login.entrant and sees_names(login, office) else set()
    return Eyes(sees_names(login, office), frozenset(mine))


def _referees_here(login: Login, office: Office) -> bool:
    """A referee of some tables reads what a referee of all reads."""
    return login.role is PersonRole.REFEREE and login.tournament == office.card.id


def place_of(office: Office, table: str = "", seated: tuple[int | None, ...] = ()) -> Place:
    """The tournament as a place."""
    card = office.card
    return Place(
        card.id,
        table,
        seated=seated,
        out=office.out,
        public=card.public,
        head_judge=card.head_judge,
        deleted=card.deleted,
    )


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
    return str(login.entrant) if login.role in (PersonRole.PLAYER, PersonRole.BOT) else BY_REFEREE
