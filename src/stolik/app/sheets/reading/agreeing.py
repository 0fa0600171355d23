"""Answers about consents in a form: nobody is taken for agreeing, and a no is asked about."""

from collections.abc import Iterator, Mapping

from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.read_book import Rows, cell_of
from stolik.app.sheets.reading.headings import Part, plain_words
from stolik.app.sheets.reading.listed import Listed, cell_called, words_at
from stolik.refusal import Fact, Violation

# A form asks in whole sentences: longer ones than a heading of names ever is.
_ASKED = ("zgod", "zgadzam", "wyraz", "oswiadcz", "rodo", "akcept", "wizerun", "consent", "agree")
_GONE = (
    *("rezygn", "zrezygn", "wycof", "nie bierze", "nie wezmie", "nie przyjdzie", "nie gra"),
    *("nieobecn", "chory", "chora", "skresl", "withdrawn", "resigned", "not coming", "cancelled"),
)
_NO = ("nie", "no", "brak", "odmawiam", "n", "false", "falsz")


def refused_by(sheet: str, rows: Rows, first: int, one: Listed) -> Iterator[Violation]:
    """Every consent that somebody did not give, with the cell that says so."""
    for column in range(len(rows[one.row])):
        heading = plain_words(str(cell_of(rows, first - 1, column) or "")) if first else ""
        asked = any(word.startswith(_ASKED) for word in heading.split())
        said = plain_words(words_at(rows, one.row, column)).split()[:1]
        if asked and said and said[0] in _NO:
            cell = cell_called(sheet, one.row, column)
            facts: dict[str, Fact] = {"cell": cell, "value": one.name}
            heading = words_at(rows, first - 1, column)
            yield Violation(Refusal.DOUBT_CONSENT, facts={**facts, "heading": _short(heading)})


def resigned(
    sheet: str, rows: Rows, columns: Mapping[Part, int], one: Listed
) -> Iterator[Violation]:
    """A remark beside somebody that he will not play: in a column that is not taken over."""
    for column in {*range(len(rows[one.row]))} - {*columns.values()}:
        said = words_at(rows, one.row, column)
        if plain_words(said).startswith(_GONE):
            facts: dict[str, Fact] = {"cell": cell_called(sheet, one.row, column), "value": said}
            yield Violation(Refusal.DOUBT_RESIGNED, facts={**facts, "name": one.name})


def _short(heading: str) -> str:
    return heading if len(heading) <= _LONGEST else f"{heading[:_LONGEST].rstrip()}…"


_LONGEST = 60
