"""Parts that the command line and the server both work with.

Whatever is heavy is loaded by whoever first wants it: a server has to be there soon.
"""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from stolik.app.codes import Refusal
from stolik.bots import Bot
from stolik.refusal import Violation, refuse
from stolik.rummikub.openings import Opening
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import Tableau, Tile, Tiles

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


def is_quick(rules: RulesProfile) -> bool:
    """Whether the kernel answers under these rules."""
    return _solving(rules).is_quick


class AskedOnce:
    """One question of somebody who asks a server, however many counts it takes.

    They share one budget, unless the kernel makes them; what is not sure to be the best within
    it is refused: a referee rules by it.
    """

    def __init__(self) -> None:
        from stolik.bots.solving import LOOKS
        from stolik.solver import LookBudget

        self._budget = LookBudget(LOOKS)

    def best_opening(self, rack: Tiles, rules: RulesProfile) -> Opening:
        """The best opening of a rack."""
        solving = _solving(rules)
        shared = None if solving.is_quick else self._budget
        return _sure(solving.best_opening(rack, budget=shared))

    def most(self, tableau: Tableau, rack: Tiles, rules: RulesProfile) -> "Solution":
        """The most that can be laid by these rules."""
        return _sure(_solving(rules).most(tableau, rack, budget=self._budget))


class _Found(Protocol):
    @property
    def complete(self) -> bool: ...


F = TypeVar("F", bound=_Found)


def _sure(found: F) -> F:
    if not found.complete:
        refuse(Violation(Refusal.RACK_LARGE))
    return found


def asked_opening(rack: Tiles, rules: RulesProfile) -> Opening:
    """A question of its own: the best opening."""
    return AskedOnce().best_opening(rack, rules)


def asked_most(tableau: Tableau, rack: Tiles, rules: RulesProfile) -> "Solution":
    """A question of its own: the most that can be laid."""
    return AskedOnce().most(tableau, rack, rules)


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
