"""What every sheet of a workbook needs to know."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from stolik.app.games.counting import Rules
from stolik.app.sheets.book import on, span
from stolik.app.sheets.codes import Phrase
from stolik.app.texts import text
from stolik.app.tournaments.telling.wording import criterion_text
from stolik.tournament.format import Criterion
from stolik.tournament.state import EntrantNumber, TournamentState

_CRITERION = "criterion."
ENTRANTS_FIRST = 3  # the row of entrant 1 on every sheet that has a row for each


@dataclass(frozen=True, slots=True)
class Setting:
    """A tournament, its names and the language of the headings."""

    state: TournamentState
    rules: Rules | None
    labels: Mapping[EntrantNumber, str]
    lang: str

    @property
    def by_places(self) -> bool:
        """Whether results are places; small points are counted otherwise."""
        return self.rules is None

    def head(self, phrase: str) -> str:
        """A heading; places alone give one kind of points, and the column of the other is empty."""
        if not self.state.format.by_places:
            return text(phrase, self.lang)
        if phrase == Phrase.HINT_LOTS:
            return text(Phrase.HINT_LOTS_NUMBER, self.lang)
        if phrase in (Phrase.SMALL, f"criterion.{Criterion.SMALL_POINTS.value}"):
            return ""
        if phrase.startswith(_CRITERION):
            return criterion_text(self.state.format, phrase.removeprefix(_CRITERION), self.lang)
        return text(Phrase.POINTS if phrase == Phrase.BIG else phrase, self.lang)

    @property
    def entrants(self) -> tuple[EntrantNumber, ...]:
        """Everybody who ever entered, in the order of numbers."""
        return tuple(sorted(self.state.entrants))

    @property
    def last_entrant_row(self) -> int:
        """The row of the last entrant."""
        return ENTRANTS_FIRST + max(len(self.state.entrants), 1) - 1

    def name(self, phrase: Phrase) -> str:
        """The name of a sheet."""
        return text(phrase, self.lang)

    def round_name(self, number: int) -> str:
        """The name of the sheet of a round."""
        return text(Phrase.ROUND, self.lang, number=number)

    def numbers(self) -> str:
        """The numbers on the sheet of entrants, seen from another sheet."""
        return self.entrant_column(0)

    def names(self) -> str:
        """The names on the sheet of entrants, seen from another sheet."""
        return self.entrant_column(1)

    def entrant_column(self, column: int) -> str:
        """A column of the sheet of entrants, seen from another sheet."""
        cells = span((ENTRANTS_FIRST, column), (self.last_entrant_row, column))
        return on(self.name(Phrase.ENTRANTS), cells)


def quoted(words: str) -> str:
    """Words inside a formula."""
    return '"' + words.replace('"', '""') + '"'


def name_width(names: Iterable[str]) -> int:
    """Wide enough for every name up to a line; longer ones are broken."""
    longest = max((len(name) for name in names), default=0)
    return min(max(longest + 2, _NARROW), _WIDE)


_NARROW, _WIDE = 28, 48  # characters
