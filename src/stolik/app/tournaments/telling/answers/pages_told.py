"""Whole pages: a tournament's own, the public one, a player's table."""

from dataclasses import dataclass

from stolik.app.reading.written import Spread
from stolik.app.tournaments.card.details import Details
from stolik.app.tournaments.telling.answers.places_told import (
    Outlooks,
    Standing,
    TeamStanding,
    Title,
)
from stolik.app.tournaments.telling.answers.progress_told import Overview
from stolik.app.tournaments.telling.answers.rounds_told import Game, Round
from stolik.tournament.timeplan import DayItem


@dataclass(frozen=True, slots=True)
class TournamentTold:
    """A tournament, and where its record stands."""

    id: str
    name: str
    format: str
    profile: str
    public: bool
    start: str
    round_minutes: int
    break_minutes: int
    day: tuple[DayItem, ...]
    registration: bool
    heats_until: int
    heats_best: int
    keep_days: int
    details: Details
    seq: int
    head: str


@dataclass(frozen=True, slots=True)
class PageHead:
    """Which tournament a page shows, and as of when."""

    id: str
    name: str
    round_minutes: int
    details: Details
    seq: int
    edition: int  # another one also when only names or words have changed
    head: str


@dataclass(frozen=True, slots=True)
class PublicPage:
    """A tournament as whoever follows it reads it, in one piece; docs/hall.md."""

    top: Spread[PageHead]
    overview: Overview
    round: Round | None
    standings: tuple[Standing, ...]
    outlook: Outlooks
    titles: tuple[Title, ...]
    podium: tuple[Title, ...] = ()  # with whoever has no title and stands there all the same
    teams: tuple[TeamStanding, ...] = ()
    teams_counted: str = ""  # which stages count for them, where not all do


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Somebody at a table, as those there call him."""

    entrant: int
    label: str
    team: str = ""
    mark: str | None = None  # in a word, how somebody has left


@dataclass(frozen=True, slots=True)
class Judged:
    """A judge's word to one player, until it is read; the key is the same as long as it is."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class MyTable:
    """A player's own place in the round being played."""

    entrant: int
    label: str
    round: int
    table: int
    seat: int
    starter: int | None  # None: nobody yet, tiles are drawn for the seats
    seats: tuple[Neighbour, ...]
    online: str | None
    time_percent: int
    games: tuple[Game, ...]
    judged: tuple[Judged, ...]
    out: str | None = None  # why that was the last table, in words
    called: bool = False  # a referee, and he has not come: who called may withdraw it
