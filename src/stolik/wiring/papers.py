"""Who draws papers and writes workbooks: small ones a thread, large ones a process of their own.

A large tournament waits behind other large ones only, and its work ends with whoever asked for it.
"""

from typing import TYPE_CHECKING

from stolik.adapters.processes import OwnProcess
from stolik.app.thinking.pools import Pools
from stolik.wiring.parts import Drawing, written_workbook

if TYPE_CHECKING:
    from stolik.app.paper.content import Paper
    from stolik.app.sheets.writing.workbook import WorkbookWish

_FEW_PIECES = 200  # of a paper; drawn before a process has started
_FEW_ENTRANTS = 60  # of a workbook
LONGEST_S = 120.0


class Papers:
    """Papers and workbooks as files, each tournament in its turn."""

    def __init__(self, pools: Pools, longest_s: float = LONGEST_S) -> None:
        self._pools = pools
        self._longest_s = longest_s

    async def pdf(self, paper: "Paper", tournament: str) -> bytes:
        """A paper as a PDF."""
        drawing = Drawing()
        if paper.pieces <= _FEW_PIECES:
            return await self._pools.papers.think(lambda: drawing.pdf(paper), tournament)
        own = OwnProcess(self._longest_s)
        return await self._pools.large.think(
            lambda: own.run(drawing.pdf, paper), tournament, give_up=own.call_off
        )

    async def workbook(self, wish: "WorkbookWish", tournament: str) -> bytes:
        """The workbook of a tournament."""
        if len(wish.state.entrants) <= _FEW_ENTRANTS:
            return await self._pools.papers.think(lambda: written_workbook(wish), tournament)
        own = OwnProcess(self._longest_s)
        return await self._pools.large.think(
            lambda: own.run(written_workbook, wish), tournament, give_up=own.call_off
        )
