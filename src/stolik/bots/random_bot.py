"""Random legal play: opens when it can, adds what fits, now and then misses a chance."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from stolik.bots.position import own_seat
from stolik.bots.reasons import Reason, ReasonCode
from stolik.rummikub.commands import (
    AnnounceOpening,
    ConfirmResult,
    DeclareReady,
    DrawTile,
    EndTurn,
    LayTiles,
    SeatCommand,
)
from stolik.rummikub.legality import move_violations
from stolik.rummikub.melds import Meld, read_meld
from stolik.rummikub.openings import BestOpening, opens
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import Phase
from stolik.rummikub.tiles import JOKER, Tableau, Tile, Tiles, without
from stolik.rummikub.view import TableView
from stolik.seats import Seat


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Plays any legal move it stumbles on; all its chance comes from `chance`."""

    rules: RulesProfile
    chance: Random
    best_opening: BestOpening

    def command(self, view: TableView) -> SeatCommand:
        """Lay if something is found, else draw; announce an opening now and then; click."""
        me = own_seat(view)
        if view.phase is Phase.READYING:
            return DeclareReady(me)
        if view.phase is Phase.OVER:
            return ConfirmResult(me)
        seat = view.seats[me]
        rack = seat.rack or ()
        if view.drew or not view.may_draw:
            can_announce = not seat.opened and not seat.announced and view.drew
            if can_announce and self.chance.random() < 0.5 and self._can_open(rack):
                return AnnounceOpening(me)
        if view.drew:
            return EndTurn(me)
        tableau = self._move(view, rack, opened=seat.opened)
        if tableau is not None:
            return LayTiles(me, tableau)
        return self._draw_or_pass(view, me)

    def explain(self) -> tuple[Reason, ...]:
        """Chance alone."""
        return (Reason(ReasonCode.BY_CHANCE),)

    def _draw_or_pass(self, view: TableView, me: Seat) -> SeatCommand:
        if not view.may_draw:
            return EndTurn(me)
        if view.middle.tiles:
            return DrawTile(me)
        return DrawTile(me, self.chance.choice(view.bank).number)

    def _can_open(self, rack: Tiles) -> bool:
        return opens(self.best_opening(rack, self.rules), self.rules)

    def _move(self, view: TableView, rack: Tiles, *, opened: bool) -> Tableau | None:
        if self.chance.random() < 0.1:
            return None
        tableau = view.tableau
        best = self.best_opening(rack, self.rules)
        if not opened:
            return (*tableau, *best.melds) if opens(best, self.rules) else None
        if best.melds:
            laid = self.chance.choice(best.melds)
            tableau, rack = (*tableau, laid), without(rack, laid)
        tableau = self._with_single_tiles(tableau, rack)
        seen = view.seats[view.turn].rack or ()
        illegal = move_violations(view.tableau, tableau, seen, self.rules, opened=True)
        return None if illegal else tableau

    def _with_single_tiles(self, tableau: Tableau, rack: Tiles) -> Tableau:
        for tile in self.chance.sample(rack, len(rack)):
            ways = list(self._ways(tableau, tile))
            if ways and self.chance.random() < 0.8:
                tableau = self.chance.choice(ways)
        return tableau

    def _ways(self, tableau: Tableau, tile: Tile) -> Iterator[Tableau]:
        """The tile at any place of any meld, or in the place of a joker that finds a new one."""
        for i, meld in enumerate(tableau):
            for place in range(len(meld) + 1):
                longer = (*meld[:place], tile, *meld[place:])
                for parts in ((longer,), (longer[:place], longer[place:])):
                    if all(self._is_meld(part) for part in parts):
                        yield (*tableau[:i], *parts, *tableau[i + 1 :])
            if JOKER in meld and tile != JOKER:
                place = meld.index(JOKER)
                freed = (*meld[:place], tile, *meld[place + 1 :])
                if self._is_meld(freed):
                    yield from self._ways((*tableau[:i], freed, *tableau[i + 1 :]), JOKER)

    def _is_meld(self, tiles: Tiles) -> bool:
        return isinstance(read_meld(tiles, self.rules), Meld)
