"""Who is entered and who leads whom."""

from dataclasses import dataclass

from stolik.tournament.state import EntryStatus


@dataclass(frozen=True, slots=True)
class Entrant:
    entrant: int
    name: str
    status: EntryStatus


@dataclass(frozen=True, slots=True)
class OpenGameAt:
    """A game that somebody's table has not brought a result of."""

    round: int
    table: int
    game: int
    games: tuple[int, ...]  # this one and those after it without a result


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """An entrant as the organiser knows him."""

    entrant: int
    name: str
    status: EntryStatus
    club: str
    team: str
    age_class: str
    fixed_table: int | None
    open_game: OpenGameAt | None = None  # what becomes of it is asked when he leaves
    test: int | None = None  # points of the knowledge test
    written: str = ""  # the name as it was entered, without what tells namesakes apart
    removable: bool = False  # entered and nothing more: he can be taken off every list


@dataclass(frozen=True, slots=True)
class Guardian:
    guardian: int
    name: str
    teams: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PeopleTold:
    """Names by number, two of one name told apart; and who leads which teams."""

    people: tuple[Person, ...]
    guardians: tuple[Guardian, ...]
