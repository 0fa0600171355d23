"""Where a tournament stands: what is due, what finishing would mean, the overview."""

from collections.abc import Mapping
from dataclasses import dataclass

from stolik.app.tournaments.telling.answers.day_told import StageTold
from stolik.app.tournaments.telling.answers.people_told import Entrant
from stolik.app.tournaments.telling.answers.places_told import Title
from stolik.app.tournaments.telling.answers.rounds_told import RoundListed
from stolik.app.tournaments.telling.answers.said import Said
from stolik.tournament.progress import Step


@dataclass(frozen=True, slots=True)
class GameAt:
    """Where a game was played."""

    round: int
    table: int
    game: int


@dataclass(frozen=True, slots=True)
class Due:
    """The next step, what is missing for it and what is worth a look."""

    next: Step
    message: str
    stage: int
    missing: tuple[Said, ...]
    remarks: tuple[Said, ...]
    unconfirmed: tuple[int, ...]  # would be seated, or are, and were not checked in
    advances: tuple[int, ...]  # whom the cut would take, if it is what comes next
    may_cut_back: bool = False  # a cut stands that can still be taken back
    may_come_back: tuple[int, ...] = ()  # who gave up a place that can still be his again
    rounds_back: int | None = None  # of the stage, before they were set otherwise
    to_confirm: tuple[GameAt, ...] = ()  # results that alone keep the next step waiting
    to_correct: tuple[GameAt, ...] = ()  # results that do not go with the penalties as they stand


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Rounds of a stage that would not be played."""

    stage: str
    rounds: int


@dataclass(frozen=True, slots=True)
class Ending:
    """What finishing now would mean, and how many rounds the stage being played may have."""

    early: bool  # something would be left out
    played: bool  # there is a result to finish with
    games: int  # of announced rounds that would count for nobody
    rounds: tuple[LeftOut, ...]
    titles: tuple[Title, ...]
    missing: tuple[Said, ...]  # ties that have to be parted first
    tied: tuple[int, ...]
    stage: str
    stage_rounds: int
    by_document: bool  # a document names the rounds: another number departs from it
    fewest: int
    most: int


@dataclass(frozen=True, slots=True)
class FormatNamed:
    id: str
    title: str
    game: str


@dataclass(frozen=True, slots=True)
class Chance:
    """Whether the next draw takes dice from the hall, and what the server is bound to."""

    dice: bool
    chosen: bool
    commit: str
    public: str


@dataclass(frozen=True, slots=True)
class Overview:
    """Where a tournament stands; a round that is still a draft is nobody's business yet."""

    format: FormatNamed
    profile: str
    seats_by_tile: bool  # drawn at the table: nobody is known to start before
    confirmations: int
    stage: int
    stages: tuple[StageTold, ...]
    round_titles: tuple[str, ...]  # of all that are planned
    finished: bool
    ended_early: bool  # before all of it was played
    entrants: tuple[Entrant, ...]
    rounds: tuple[RoundListed, ...]
    next: Due
    chance: Chance
    worth: Mapping[str, tuple[int, ...]]  # the big points of each place, by how many play
    team_size: int = 0  # 0: everybody plays for himself
    needs_guardian: bool = False  # each team, before the first draw
    test_points: int = 0  # the most a knowledge test can add; 0: there is none
    start_cards: bool = False  # cards drawn at the table decide who begins
    until_all_pass: bool = False  # with the bank empty; else one more move each
    finish_move: bool = False  # when the time is over; else one more move each
