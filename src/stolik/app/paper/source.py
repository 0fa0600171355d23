"""What papers are made of: a tournament, its names, where it is served and where its log ends."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Protocol

from stolik.app.games.counting import Rules
from stolik.app.naming import surname_first
from stolik.app.paper.codes import Phrase, Refusal
from stolik.app.paper.content import Page, Paper
from stolik.app.plurals import with_minus
from stolik.app.reading.exact import write_exact
from stolik.app.texts import text
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.details import NOTHING_SAID, Details
from stolik.app.tournaments.telling.wording import mark_of, round_called
from stolik.refusal import Violation, refuse
from stolik.tournament.format import Stage
from stolik.tournament.progress import party
from stolik.tournament.state import (
    EntrantNumber,
    GameNumber,
    Points,
    Round,
    RoundStatus,
    Seats,
    Table,
    TournamentState,
)

_LONGEST_EVENT, _LONGEST_PLACE = 80, 140  # characters: a heading takes two lines and no more
_AFTER = str.maketrans(
    {**{pl: f"{plain}{{" for pl, plain in zip("ąćęłńóśź", "acelnosz", strict=True)}, "ż": "z|"}
)
_NUMBER = re.compile("[0-9]+")

# Commitments of deals by (round, table), each game's by its number.
Commits = Mapping[tuple[int, int], Mapping[str, str]]


# What the result form says of winners: date of birth, address, telephone, e-mail.
Winners = Mapping[int, tuple[str, str, str, str]]


@dataclass(frozen=True)
class PaperSource:
    """Everything a paper can tell."""

    desk: Desk
    name: str
    lang: str = "pl"
    rules: Rules | None = None
    board: Rules | None = None
    head: str = ""  # the end of the hash chain
    page: str = ""  # where the web app shows the tournament; none: codes carry no address
    commits: Commits = field(default_factory=dict)
    winners: Winners = field(default_factory=dict)
    details: Details = NOTHING_SAID
    logo: bytes = b""

    @property
    def state(self) -> TournamentState:
        """The tournament as it stands."""
        return self.desk.state

    def game_minutes(self, stage: Stage) -> int:
        """How long a game of a stage may take by the rules in use; 0: no limit."""
        return self.rules.clock.game_minutes(heat=stage.is_heat) if self.rules else 0

    def starts(self, table: Table) -> bool:
        """Whether the first seat of a table starts: tiles were drawn, or need not be."""
        return self.starter_known or bool(table.tiles)

    def seats_played(self, r: Round, table: Table) -> tuple[int, ...]:
        """Seats that are part of any game of the round: who left before it is none of it."""
        games = range(1, r.games + 1)
        here = {n for game in games for n in party(self.state, r, table, GameNumber(game))}
        return tuple(seat for seat, n in enumerate(table.seats) if n in here or not here)

    @property
    def starter_known(self) -> bool:
        """Whether the first seat starts; not where tiles or cards drawn at the table decide it."""
        if self.board is not None:
            return False
        return self.rules is None or not self.rules.seats_by_tile

    @property
    def what_decides(self) -> Phrase:
        """What is drawn at the table to say who starts, where no paper can."""
        return Phrase.TILES_DECIDE if self.board is None else Phrase.CARDS_DECIDE

    @property
    def points_heads(self) -> tuple[Phrase, ...]:
        """The columns of points: places alone give one kind of them."""
        return (Phrase.POINTS,) if self.state.format.by_places else (Phrase.BIG, Phrase.SMALL)

    def figures(self, big: str, small: str) -> tuple[str, ...]:
        """What stands in those columns."""
        return tuple(with_minus(points) for points in (big, small)[: len(self.points_heads)])

    @property
    def event(self) -> str:
        """How the tournament is called."""
        return shortened(self.name or self.state.format.title, _LONGEST_EVENT)

    @property
    def day(self) -> str:
        """When it is held, in the language of the paper."""
        return self.details.day(self.lang)

    @property
    def occasion(self) -> str:
        """Its name, the day and the place, as far as they are known."""
        said = ", ".join(part for part in (self.day, self.details.place) if part)
        return " · ".join(part for part in (self.event, shortened(said, _LONGEST_PLACE)) if part)

    def say(self, phrase: Phrase, **facts: object) -> str:
        """A phrase in the language of the paper."""
        return text(phrase, self.lang, **facts)

    def cited(self, article: str) -> str:
        """Where a rule is written, or in words that the documents do not say."""
        return self.say(Phrase.DECIDED) if article.startswith("decision") else article

    def names(self) -> dict[EntrantNumber, str]:
        """Names to print, whole: a long one goes on a second line or is written smaller."""
        return self._names

    @cached_property
    def _names(self) -> dict[EntrantNumber, str]:
        # Once for a paper: every sheet asks, and all names are looked at to tell namesakes apart.
        return dict(self.desk.labels())

    def listed_names(self) -> dict[EntrantNumber, str]:
        """Names as a list has them, the surname first; namesakes are told apart as elsewhere."""
        people, labels = self.desk.people, self.desk.labels()
        return {
            n: surname_first(people[n]) + label.removeprefix(people[n]) if n in people else label
            for n, label in labels.items()
        }

    def club(self, entrant: EntrantNumber) -> str:
        """The club or school to print beside a name, whole: a long one goes on a second line."""
        return self.state.entrants[entrant].club

    def playing(self) -> Seats:
        """Everybody who is to play, refused if there is nobody."""
        playing = tuple(n for n, one in sorted(self.state.entrants.items()) if one.plays)
        if not playing:
            refuse(Violation(Refusal.NO_ENTRANTS))
        return playing

    def round(self, number: int | None) -> Round:
        """A published round, by default the last; refused if there is none."""
        published = [r for r in self.state.rounds if r.status is RoundStatus.PUBLISHED]
        found = [r for r in published if number is None or r.number == number]
        if not found:
            facts = {"round": number or 1, "rounds": len(published)}
            refuse(Violation(Refusal.NO_ROUND, facts=facts))
        return found[-1]

    def round_title(self, r: Round) -> str:
        """What people call it."""
        return round_called(self.state.format, r.number, self.lang)

    def foot(self) -> str:
        """The end of the log in small print, to be held against another copy."""
        return self.say(Phrase.HEAD, head=self.head) if self.head else ""

    def commitments(self, r: Round) -> tuple[str, ...]:
        """The commitments of the round's deals, table by table and game by game."""
        return tuple(
            line for table in r.tables for line in self.commitments_of(int(r.number), table.number)
        )

    def commitments_of(self, number: int, table: int) -> tuple[str, ...]:
        """Those of one table."""
        found = sorted(self.commits.get((number, table), {}).items())
        return tuple(
            self.say(Phrase.COMMIT, table=table, game=game, commit=commit) for game, commit in found
        )

    def pages(self, title: Phrase, *pages: Page, of: str = "") -> Paper:
        """A document of plain pages; `of`: which round, where there is one for each."""
        return Paper(
            "pages",
            ", ".join(part for part in (self.say(title), of) if part),
            self.lang,
            pages,
            foot=" · ".join(part for part in (self.event, self.foot()) if part),
            pages=self.say(Phrase.PAGE),
        )


NO_PLACE = "–"


class _Placed(Protocol):
    @property
    def place(self) -> int | None: ...
    @property
    def games(self) -> int: ...
    @property
    def byes(self) -> int: ...


def is_begun(rows: Iterable[_Placed]) -> bool:
    """Before anybody has played all are level, and first: then nobody has a place."""
    return any(row.games or (row.place or 0) > 1 for row in rows)


def place_shown(source: PaperSource, row: _Placed, begun: bool) -> str:
    """A place; where places alone give points, who has not played has none (004 L101)."""
    lacks = source.state.format.by_places and not (row.games or row.byes)
    return NO_PLACE if lacks or not begun or row.place is None else str(row.place)


def marked(source: PaperSource, entrant: EntrantNumber) -> str:
    """A name, and in a word how its bearer has left."""
    name, mark = source.names()[entrant], mark_of(source.state, entrant, source.lang)
    return f"{name} ({mark})" if mark else name


def shortened(name: str, most: int) -> str:
    """A name that fits a line of a table."""
    return name if len(name) <= most else name[: most - 1] + "…"


def polish_order(name: str) -> str:
    """A key to sort by: Polish letters behind the ones they come from, ź before ż, 2 before 10."""
    return _NUMBER.sub(_by_size, name.casefold()).translate(_AFTER)


def _by_size(number: re.Match[str]) -> str:
    """Digits that sort as the number they are: how many there are comes before them."""
    digits = number.group().lstrip("0")
    return f"{len(digits):03}{digits}"


def shown(points: Points) -> str:
    """Points as people write them, with a real minus."""
    return with_minus(write_exact(Fraction(points)))
