"""The content of printed papers: plain data a template can draw and a test can read."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

# --- a page of text and tables ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Heading:
    heading: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    paragraph: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list; `small` under an item, such as the article it comes from."""

    items: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Column:
    title: str
    width: int = 0  # a share of what is left; 0: as wide as its text
    align: str = "left"
    large: bool = False  # to be found from where people stand


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; a row in `marked` (from 0) is set off, as who is level on the line of a cut is.

    `bands` are lines across the table before a row. From each row of `together` to the next all
    stand on one page; the first cell is theirs in common.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    marked: tuple[int, ...] = ()
    bands: tuple[tuple[int, str], ...] = ()
    together: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Blanks:
    """Lines to be filled in by hand, side by side as far as they fit."""

    blanks: tuple[str, ...]
    across: int = 1


@dataclass(frozen=True, slots=True)
class Boxes:
    """Things to agree to or not: each with two boxes to tick."""

    boxes: tuple[str, ...]
    yes: str
    no: str


Block = Heading | Paragraph | Items | Grid | Blanks | Boxes


@dataclass(frozen=True, slots=True)
class Page:
    """A page, or as many as its blocks need."""

    title: str
    subtitle: str
    blocks: tuple[Block, ...]
    large: bool = False  # to be read from a wall
    dense: bool = False  # all of it on one page


# --- papers with a shape of their own -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Label:
    """What stands on a table."""

    word: str
    number: str
    note: str


@dataclass(frozen=True, slots=True)
class Slip:
    """A piece of paper to draw; `note` says that its owner starts, `qr` opens its entry."""

    sign: str
    word: str
    note: str
    qr: str = ""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A player's row: who sits there, and the games that start with him."""

    seat: str
    number: str
    name: str
    sign: str
    starts: tuple[bool, ...]  # by game


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A table's score sheet for one round."""

    title: str
    table: str
    code: str
    rows: tuple[ScoreRow, ...]
    games: tuple[str, ...]  # titles
    figures: tuple[str, ...]  # boxes of a player in one game
    totals: tuple[str, ...]  # boxes of a player after the last
    endings: tuple[str, ...]  # how a game can end, to tick
    signature: str
    qr: str
    qr_note: str
    notes: tuple[str, ...]
    marks: tuple[str, ...]  # head hash and commitments, in small print


@dataclass(frozen=True, slots=True)
class Words:
    """Headings of a score sheet, the same on every one."""

    seat: str
    number: str
    name: str
    sign: str
    total: str
    control: str
    ending: str
    referee: str
    remarks: str


@dataclass(frozen=True, slots=True)
class Scores:
    words: Words
    sheets: tuple[ScoreSheet, ...]
    two: bool = False  # on a page, to be cut


@dataclass(frozen=True, slots=True)
class Badge:
    name: str
    number: str
    under: str  # club, team
    event: str
    code: str = ""
    qr: str = ""


@dataclass(frozen=True, slots=True)
class Diploma:
    heading: str
    name: str
    lines: tuple[str, ...]
    event: str
    signatures: tuple[str, ...]
    when: str = ""  # place and day
    partners: str = ""
    under: str = ""  # the club or school
    design: str = "frame"


@dataclass(frozen=True, slots=True)
class Poster:
    """What hangs on the door."""

    event: str
    when: str
    organiser: str
    scan: str
    address: str  # to be read and typed
    qr: str
    partners: str = ""


@dataclass(frozen=True, slots=True)
class Postcard:
    """What a link to a tournament shows where it is shared: who won, or what is played."""

    event: str
    under: str
    heading: str
    winners: tuple[tuple[str, str, str], ...]  # place, name, title
    foot: str


Body = (
    tuple[Page, ...]
    | tuple[Postcard, ...]
    | tuple[Poster, ...]
    | tuple[Label, ...]
    | tuple[Slip, ...]
    | Scores
    | tuple[Badge, ...]
    | tuple[Diploma, ...]
)


@dataclass(frozen=True, slots=True)
class Paper:
    """A document ready to be drawn by the template of this name."""

    template: str
    title: str
    lang: str
    body: Body
    foot: str = ""
    pages: str = ""  # the word for a page, where pages are numbered
    logo: bytes = b""  # a PNG of the organiser or a partner

    @property
    def pieces(self) -> int:
        """How much there is to draw: rows, badges, slips, a score sheet as four of them."""
        if isinstance(self.body, Scores):
            return _OF_A_SHEET * len(self.body.sheets)
        return sum(_pieces(part) for part in self.body)

    def parts(self, pages: int) -> Iterator["Paper"]:
        """The same paper in papers of so many pages, where each piece is as large as the next."""
        if isinstance(self.body, Scores):
            for some in _some(self.body.sheets, pages * (2 if self.body.two else 1)):
                yield replace(self, body=replace(self.body, sheets=some))
        elif on_a_page := _ON_A_PAGE.get(self.template):
            for some in _some(self.body, pages * on_a_page):
                yield replace(self, body=some)
        else:
            yield self


_OF_A_SHEET = 4
_ON_A_PAGE = {"badges": 10, "slips": 28, "labels": 2, "diplomas": 1}  # as templates lay them out


def _some(pieces: tuple[Any, ...], most: int) -> Iterator[tuple[Any, ...]]:
    return (pieces[at : at + most] for at in range(0, len(pieces), most))


def _pieces(part: object) -> int:
    if not isinstance(part, Page):
        return 1
    return sum(len(block.rows) if isinstance(block, Grid) else 1 for block in part.blocks)
