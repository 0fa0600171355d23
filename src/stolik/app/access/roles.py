"""Who may do what: roles, rules and the one function that decides.

A rule is declared on every route and every socket command. What no rule allows is refused.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

PRACTICE = "practice"  # the tournament of tables that belong to none


class PersonRole(StrEnum):
    """What somebody is to us."""

    ANONYMOUS = "anonymous"
    SPECTATOR = "spectator"
    PLAYER = "player"
    DOOR = "door"  # a helper at the entrance: who is here, what was signed, nothing else
    REFEREE = "referee"
    ORGANISER = "organiser"
    BOT = "bot"


class Rule(StrEnum):
    """Whom a route or a socket command is for."""

    ANYONE = "anyone"
    WATCHER_HERE = "watcher_here"  # everybody of this tournament; all, where it is public
    LOOKER_BACK_HERE = "looker_back_here"  # the same; at a practice table who knows its address
    SEAT_HERE = "seat_here"  # the player or bot of this very seat
    PLAYER_HERE = "player_here"  # a player or bot of this table (without a table: tournament)
    TABLE_HERE = "table_here"  # who has business here: players, referee, organiser
    WRITER_HERE = "writer_here"  # the same without programs: who writes and confirms results
    DOOR_HERE = "door_here"  # a helper at the door of this tournament, or an organiser here
    REFEREE_HERE = "referee_here"  # the referee of this table, or an organiser here
    HEAD_JUDGE_HERE = "head_judge_here"  # whom the organisers named; nobody named: an organiser
    ORGANISER_HERE = "organiser_here"  # an organiser of this tournament
    ORGANISER = "organiser"  # an organiser of any tournament, or of none yet
    LOCAL_OR_ORGANISER = "local_or_organiser"  # somebody at this very machine, or an organiser


@dataclass(frozen=True, slots=True)
class Login:
    """Who is asking, as our own records say it at this moment; never what a client says."""

    id: str
    role: PersonRole
    account: str = ""  # an organiser's
    tournaments: frozenset[str] = frozenset()  # those the account organises
    tournament: str = ""  # the one this login is good for, unless it is an organiser's
    tables: tuple[str, ...] | None = None  # a referee's; None: all of the tournament
    table: str = ""  # of a player bound to a seat
    seat: int | None = None
    entrant: int | None = None  # of a player who sits wherever the draw puts them
    label: str = ""
    made_at: int = 0  # seconds of the wall clock
    expires: int = 0
    entry: str = ""  # the pass it came in by

    @property
    def author(self) -> str:
        """Who it is on whatever device: the account or the pass, never a name."""
        return self.account or self.entry or self.id


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is to be done; what is not known there is empty and gives no right."""

    tournament: str = ""
    table: str = ""
    seat: int | None = None
    seated: tuple[int | None, ...] = ()  # entrants at the table by seat
    house: frozenset[int] = frozenset()  # seats to practise at that are nobody's: bots play them
    out: frozenset[int] = frozenset()  # entrants who play no longer: they read, they do not act
    public: bool = False  # whether anybody may watch
    closed: bool = False  # whether nobody may who has no business here, whatever pass he has
    head_judge: str = ""  # the account or pass that was named; "": every organiser is
    local: bool = False  # whether the request comes from this very machine
    deleted: bool = False  # for ever: nobody does anything there any more


ANONYMOUS = Login(id="", role=PersonRole.ANONYMOUS)


def may(login: Login, rule: Rule, place: Place) -> bool:  # noqa: C901 - one arm a rule
    """Whether this login may do here what the rule is for; the only place that says so."""
    if place.deleted:
        return rule is Rule.ANYONE
    match rule:
        case Rule.ANYONE:
            return True
        case Rule.WATCHER_HERE:
            if place.closed:
                return may(login, Rule.TABLE_HERE, replace(place, out=frozenset()))
            return place.public or _belongs(login, place)
        case Rule.LOOKER_BACK_HERE:
            # Whether a game there is over is for the table to say (tables/looking_back.py).
            return place.tournament == PRACTICE or may(login, Rule.WATCHER_HERE, place)
        case Rule.SEAT_HERE:
            return _sits(login, place)
        case Rule.PLAYER_HERE:
            return _plays(login, place)
        case Rule.TABLE_HERE:
            return _plays(login, place) or _referees(login, place) or _organises(login, place)
        case Rule.WRITER_HERE:
            return login.role is not PersonRole.BOT and may(login, Rule.TABLE_HERE, place)
        case Rule.DOOR_HERE:
            return _at_door(login, place) or _organises(login, place)
        case Rule.REFEREE_HERE:
            return _referees(login, place) or _organises(login, place)
        case Rule.HEAD_JUDGE_HERE:
            return _heads(login, place)
        case Rule.ORGANISER_HERE:
            return _organises(login, place)
        case Rule.ORGANISER:
            return login.role is PersonRole.ORGANISER
        case Rule.LOCAL_OR_ORGANISER:
            return place.local or login.role is PersonRole.ORGANISER
    return False  # type: ignore[unreachable]  # a rule nobody thought of lets nobody in


def _at_door(login: Login, place: Place) -> bool:
    return login.role is PersonRole.DOOR and _here(login, place)


def _organises(login: Login, place: Place) -> bool:
    return login.role is PersonRole.ORGANISER and place.tournament in login.tournaments


def _heads(login: Login, place: Place) -> bool:
    """Once somebody is named nobody else is; a pass that has ended heads nothing."""
    if not place.head_judge:
        return _organises(login, place)
    judges = login.role is PersonRole.REFEREE and _here(login, place)
    return login.author == place.head_judge and (judges or _organises(login, place))


def _referees(login: Login, place: Place) -> bool:
    """A referee of some tables has no say in what is not about one of them."""
    if login.role is not PersonRole.REFEREE or not _here(login, place):
        return False
    return login.tables is None or place.table in login.tables


def _plays(login: Login, place: Place) -> bool:
    if login.role not in (PersonRole.PLAYER, PersonRole.BOT) or not _here(login, place):
        return False
    return not place.table or (bool(_seats(login, place)) and not _is_out(login, place))


def _is_out(login: Login, place: Place) -> bool:
    """Whether he has withdrawn or was excluded; his seat stays his to look at."""
    return login.entrant in place.out


def _sits(login: Login, place: Place) -> bool:
    if not place.table or not _plays(login, place):
        return False
    return place.seat in _seats(login, place)


def _seats(login: Login, place: Place) -> frozenset[int]:
    """The seats of this table that are the login's own."""
    if login.seat is not None and login.table == place.table:
        return frozenset({login.seat}) - place.house
    if login.entrant is None:
        return frozenset()
    return frozenset(n for n, who in enumerate(place.seated) if who == login.entrant)


def _belongs(login: Login, place: Place) -> bool:
    return _organises(login, place) or (
        login.role is not PersonRole.ANONYMOUS and _here(login, place)
    )


def _here(login: Login, place: Place) -> bool:
    return login.tournament != "" and login.tournament == place.tournament
