"""Parts that the command line and the server both work with.

Whatever is heavy is loaded by whoever first wants it: a server has to be there soon.
"""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Literal

from stolik.app.codes import Refusal
from stolik.bots import Bot
from stolik.refusal import Violation, refuse
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


_MOST_WITHOUT_KERNEL = 30  # tiles of a rack: a tenth of a second in plain Python


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


def asked_opening(rack: Tiles, rules: RulesProfile) -> Opening:
    """The same for whoever asks a server: refused where the answer could take long."""
    if len(rack) > _MOST_WITHOUT_KERNEL and not _solving(rules).is_quick:
        refuse(Violation(Refusal.RACK_LARGE, facts={"most": _MOST_WITHOUT_KERNEL}))
    return best_opening(rack, rules)


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

    def pictures(self, paper: "Paper", ppi: float = 60) -> list[bytes]:
        """A paper as one PNG a page."""
        from stolik.adapters.pdf.rendering import pictures

        return pictures(paper, ppi=ppi)


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
