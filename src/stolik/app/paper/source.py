"""What papers are made of: a tournament, its names, where it is served and where its log ends."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from stolik.app.desk import Desk
from stolik.app.exact import write_exact
from stolik.app.paper.codes import Phrase, Refusal
from stolik.app.paper.content import Page, Paper
from stolik.app.texts import text
from stolik.refusal import Violation, refuse
from stolik.rummikub.rules import RulesProfile
from stolik.tournament.state import (
    EntrantNumber,
    Points,
    Round,
    RoundStatus,
    Seats,
    TournamentState,
)
from stolik.wojtek.board import Board

LETTERS = "ABCDE"  # of seats, as the slips name them
_LONGEST_NAME, _LONGEST_CLUB, _LONGEST_EVENT = 60, 32, 80
_AFTER = str.maketrans(
    {**{pl: f"{plain}{{" for pl, plain in zip("ąćęłńóśź", "acelnosz", strict=True)}, "ż": "z|"}
)

# Commitments of deals by (round, table), each game's by its number.
Commits = Mapping[tuple[int, int], Mapping[str, str]]


@dataclass(frozen=True)
class Source:
    """Everything a paper can tell."""

    desk: Desk
    name: str
    lang: str = "pl"
    rules: RulesProfile | None = None
    board: Board | None = None
    head: str = ""  # the end of the hash chain
    page: str = ""  # where the web app shows the tournament; none: codes carry no address
    commits: Commits = field(default_factory=dict)

    @property
    def state(self) -> TournamentState:
        """The tournament as it stands."""
        return self.desk.state

    @property
    def event(self) -> str:
        """How the tournament is called."""
        return shortened(self.name or self.state.format.title, _LONGEST_EVENT)

    def say(self, phrase: Phrase, **facts: object) -> str:
        """A phrase in the language of the paper."""
        return text(phrase, self.lang, **facts)

    def names(self) -> dict[EntrantNumber, str]:
        """Names to print, cut where they would fill a page."""
        return {n: shortened(name) for n, name in self.desk.labels().items()}

    def club(self, entrant: EntrantNumber) -> str:
        """The club or school to print beside a name."""
        return shortened(self.state.entrants[entrant].club, _LONGEST_CLUB)

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
        """The round's number and, where it says more, its stage."""
        return self.say(
            Phrase.ROUND_OF, round=r.number, stage=self.state.format.stages[r.stage].title
        )

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

    def pages(self, title: Phrase, *pages: Page) -> Paper:
        """A document of plain pages."""
        return Paper(
            "pages",
            self.say(title),
            self.lang,
            pages,
            foot=" · ".join(part for part in (self.event, self.foot()) if part),
            pages=self.say(Phrase.PAGE),
        )


def shortened(name: str, most: int = _LONGEST_NAME) -> str:
    """A name that fits a line of a table."""
    return name if len(name) <= most else name[: most - 1] + "…"


def polish_order(name: str) -> str:
    """A key to sort by: Polish letters behind the ones they come from, ź before ż."""
    return name.casefold().translate(_AFTER)


def shown(points: Points) -> str:
    """Points as people write them, with a real minus."""
    return write_exact(Fraction(points)).replace("-", "−")
