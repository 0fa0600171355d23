"""Who draws papers and writes workbooks: small ones a thread, large ones a process of their own.

A large tournament waits behind other large ones only, and its work ends with whoever asked for it.
Turns are taken by who asks: many tournaments of one account are one asker.
"""

from typing import TYPE_CHECKING

from stolik.adapters.processes import OwnProcess
from stolik.app.thinking.pools import Pool, Pools
from stolik.wiring.parts import Drawing, written_workbook

if TYPE_CHECKING:
    from stolik.app.paper.content import Paper
    from stolik.app.sheets.writing.workbook import WorkbookWish

_FEW_PIECES = 200  # of a paper; drawn before a process has started
_FEW_ENTRANTS = 60  # of a workbook
LONGEST_S = 120.0
_POSTCARD_PPI = 144
_MOST_POSTCARDS = 100


class Papers:
    """Papers and workbooks as files, each asker in turn."""

    def __init__(self, pools: Pools, longest_s: float = LONGEST_S) -> None:
        self._pools = pools
        self._longest_s = longest_s
        # The last picture of each tournament: the same words are the same picture.
        self._postcards: dict[tuple[str, str], tuple[Paper, bytes]] = {}

    async def pdf(self, paper: "Paper", *keys: str) -> bytes:
        """A paper as a PDF."""
        drawing = Drawing()
        if paper.pieces <= _FEW_PIECES:
            return await self._pools.papers.think(lambda: drawing.pdf(paper), *keys)
        own = OwnProcess(self._longest_s)
        return await self._pools.large.think(
            lambda: own.run(drawing.pdf, paper), *keys, give_up=own.call_off
        )

    async def postcard(self, paper: "Paper", tournament: str, pool: Pool, key: str) -> bytes:
        """The picture of a link, 1200 × 630."""
        where = tournament, paper.lang
        kept = self._postcards.get(where)
        if kept is not None and kept[0] == paper:
            return kept[1]
        (drawn,) = await pool.think(lambda: Drawing().pictures(paper, _POSTCARD_PPI), key)
        if len(self._postcards) >= _MOST_POSTCARDS:
            self._postcards.clear()
        self._postcards[where] = (paper, drawn)
        return drawn

    async def workbook(self, wish: "WorkbookWish", *keys: str) -> bytes:
        """The workbook of a tournament."""
        if len(wish.state.entrants) <= _FEW_ENTRANTS:
            return await self._pools.papers.think(lambda: written_workbook(wish), *keys)
        own = OwnProcess(self._longest_s)
        return await self._pools.large.think(
            lambda: own.run(written_workbook, wish), *keys, give_up=own.call_off
        )
