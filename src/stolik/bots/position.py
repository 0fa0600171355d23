"""A table as the seat to move weighs it: its own tiles, what lies, and what others hold."""

from collections import Counter
from dataclasses import dataclass

from stolik.rummikub.rules import RulesProfile, TimeOverPolicy
from stolik.rummikub.tiles import JOKER, Tableau, Tile, Tiles, all_of
from stolik.rummikub.view import TableView
from stolik.seats import Seat


@dataclass(frozen=True, slots=True)
class Rival:
    """Another seat still in the game."""

    seat: Seat
    tiles: int
    opened: bool


@dataclass(frozen=True, slots=True)
class Position:
    """What is known when a move has to be chosen; nothing in it is hidden from the seat."""

    rules: RulesProfile
    seat: Seat
    rack: Tiles
    tableau: Tableau
    opened: bool
    rivals: tuple[Rival, ...]  # in the order they move
    pool: int
    may_draw: bool
    last_move: bool  # this seat will not move again

    @property
    def fewest(self) -> int:
        """The fewest tiles of a rival who may add to the table; a large number if nobody may."""
        return min((rival.tiles for rival in self.rivals if rival.opened), default=99)

    @property
    def unseen(self) -> Counter[Tile]:
        """Every tile that is neither on the table nor on the own rack."""
        return Counter(self.rules.tile_set) - Counter((*all_of(self.tableau), *self.rack))

    @property
    def numbered(self) -> Tiles:
        """The rack without its jokers."""
        return tuple(tile for tile in self.rack if tile != JOKER)


def position_of(view: TableView, rules: RulesProfile) -> Position:
    """The position the viewing seat is in."""
    me = own_seat(view)
    seat = view.seats[me]
    after = view.circle.index(me) + 1
    order = (*view.circle[after:], *view.circle[: after - 1])
    rivals = (
        Rival(other, view.seats[other].tiles, view.seats[other].opened)
        for other in order
        if view.seats[other].playing and not view.seats[other].disqualified
    )
    return Position(
        rules=rules,
        seat=me,
        rack=seat.rack or (),
        tableau=view.tableau,
        opened=seat.opened,
        rivals=tuple(rivals),
        pool=view.middle.tiles + sum(stack.tiles for stack in view.bank),
        may_draw=view.may_draw,
        last_move=_is_last_move(view, rules),
    )


def own_seat(view: TableView) -> Seat:
    """The seat that looks; bots sit at the table."""
    seat = view.viewer.seat
    assert seat is not None, "a bot looks from its seat"
    return seat


def _is_last_move(view: TableView, rules: RulesProfile) -> bool:
    finishing = rules.ending.time_over is TimeOverPolicy.FINISH_MOVE
    return view.last_moves is not None or (view.time_called and finishing)
