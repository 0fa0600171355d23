"""Who stands where: standings, teams, outlooks and titles."""

from collections.abc import Mapping
from dataclasses import dataclass

from stolik.app.reading.written import Spread
from stolik.app.tournaments.telling.answers.done_told import Done
from stolik.app.tournaments.telling.answers.said import Shown
from stolik.tournament.ranking.outlook import Outlook


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A row of the standings with every tie-break column and the reason for its place."""

    place: int | None  # None: played, and was put out since
    entrant: int
    name: str
    mark: str | None = None  # in a word, how somebody who played has left
    overall: int | None = None  # the place among all, where a class was asked for
    big_points: str
    small_points: str
    columns: Spread[Mapping[str, Shown]]
    games: int
    byes: int = 0
    remark: str | None = None  # what of the points came from no game; a place given up
    reason: str
    tied_on_line: bool = False
    tied_for_seats: bool = False  # the next step seats by place, and this one is shared
    stage: int | None = None  # the last one played, where rows of several stand below each other
    may_resign: bool = False  # there is a place to give up now
    may_come_back: bool = False  # to a place that was given up
    gives_back: str | None = None  # who leaves the field then
    ranking_points: int | None = None


@dataclass(frozen=True, slots=True)
class StandingsTold:
    rows: tuple[Standing, ...]
    steps_in: str | None = None  # who takes a place that is given up now
    steps_in_lots: tuple[str, ...] = ()  # who shares the next place and draws for it first


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamStanding:
    """A team's row: the sums of its members."""

    place: int
    team: str
    big_points: str
    small_points: str
    columns: Spread[Mapping[str, Shown]]
    members: tuple[int, ...]
    games: int
    guardian: int | None = None
    reason: str


@dataclass(frozen=True, slots=True)
class TeamsTold:
    """The ranked teams, and what counts for them."""

    rows: tuple[TeamStanding, ...]
    counted: str  # which stages count, where not all do


@dataclass(frozen=True, slots=True)
class EntrantOutlook:
    entrant: int
    outlook: Outlook
    text: str


@dataclass(frozen=True, slots=True)
class Outlooks:
    """Safe, live or out before the next cut; nobody where no cut of a known size comes."""

    cut: int | None
    entrants: tuple[EntrantOutlook, ...]


@dataclass(frozen=True, slots=True)
class Title:
    title: str
    text: str
    place: int
    entrant: int
    name: str


@dataclass(frozen=True, slots=True)
class Titles:
    """What the places are called, and who goes on to the next event."""

    titles: tuple[Title, ...]
    qualified: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """The end of a tournament."""

    done: Spread[Done]
    titles: Spread[Titles]
