"""Parts that the command line and the server both work with.

Whatever is heavy is loaded by whoever first wants it: a server has to be there soon.
"""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Literal

from stolik.bots import Bot
from stolik.rummikub.openings import Opening
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import Tile, Tiles

if TYPE_CHECKING:
    from stolik.app.paper.content import Paper
    from stolik.app.sheets.book import Workbook
    from stolik.app.sheets.read_book import ReadBook
    from stolik.app.sheets.writing.workbook import WorkbookWish
    from stolik.bots.solving import Solving
    from stolik.solver import Solution


def solve(
    tableau: Sequence[Sequence[Tile]],
    rack: Sequence[Tile],
    *,
    maximise: Literal["tiles", "points"] = "tiles",
) -> "Solution":
    """The most that can be laid, by the kernel."""
    from stolik import solver

    return solver.solve(tableau, rack, maximise=maximise)


def best_opening(rack: Tiles, rules: RulesProfile) -> Opening:
    """The kernel's answer, under any profile."""
    return _solving(rules).best_opening(rack)


def make_bot(name: str, rules: RulesProfile, chance: Random) -> Bot:
    """A bot by its name, thinking with the parts picked here."""
    from stolik.bots.registry import bot_named

    return bot_named(name)(rules, chance, best_opening)


class Drawing:
    """Papers drawn by typst, which is loaded for the first of them."""

    def pdf(self, paper: "Paper") -> bytes:
        """A paper as a PDF."""
        from stolik.adapters.pdf.rendering import pdf

        return pdf(paper)

    def pictures(self, paper: "Paper") -> list[bytes]:
        """A paper as one PNG a page."""
        from stolik.adapters.pdf.rendering import pictures

        return pictures(paper)


def write_workbook(book: "Workbook") -> bytes:
    """A workbook as the bytes of an .xlsx file."""
    from stolik.adapters.sheets import writing

    return writing.write_workbook(book)


def written_workbook(wish: "WorkbookWish") -> bytes:
    """The workbook of a tournament as the bytes of an .xlsx file."""
    return write_workbook(wish.workbook())


def read_file(content: bytes) -> "ReadBook":
    """The sheets of a file, read in a process of its own."""
    from stolik.adapters.sheets import reader

    return reader.read_file(content)


@cache
def _solving(rules: RulesProfile) -> "Solving":
    from stolik.bots.solving import solving_for

    return solving_for(rules)
