"""A first game with tiles that were laid beforehand: the real rules, and no chance.

Whose turn of the lesson it is, is told by the tiles on the rack: no two turns of a seat begin with
equally many, so a page that was loaded again knows where it was.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from stolik.refusal import Range
from stolik.rummikub import commands as c
from stolik.rummikub.dealing import receivers
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import Draft, Phase
from stolik.rummikub.tiles import Tableau, Tile, Tiles, without
from stolik.rummikub.view import TableView
from stolik.seats import Seat

PUPIL = Seat(0)
DRAW, LAY, TIME_OUT = "draw", "lay", "time_out"


@dataclass(frozen=True, slots=True)
class Step:
    """A turn: by how many tiles it is known, which melds go and which come, what is said of it."""

    seat: Annotated[int, Range(0, 3)]
    tiles: Annotated[int, Range(1, 106)]
    t: str
    gone: tuple[tuple[str, ...], ...] = ()
    laid: tuple[tuple[str, ...], ...] = ()
    say: str = ""

    def tableau(self, before: Tableau) -> Tableau:
        """The table after this turn."""
        left = without(before, _melds(self.gone))
        return (*left, *_melds(self.laid))


@dataclass(frozen=True, slots=True)
class Lesson:
    """The racks by seat, the tiles in the order they are drawn, and everybody's turns."""

    racks: tuple[tuple[str, ...], ...]
    draws: tuple[str, ...]
    steps: tuple[Step, ...]

    def step(self, seat: Seat, tiles: int) -> Step | None:
        """The turn a seat with so many tiles is to make."""
        found = (step for step in self.steps if (step.seat, step.tiles) == (seat, tiles))
        return next(found, None)

    @property
    def of_pupil(self) -> tuple[Step, ...]:
        """What is to be learned, in order."""
        return tuple(step for step in self.steps if step.seat == PUPIL)


def prepared(lesson: Lesson, rules: RulesProfile) -> c.OpenTable:
    """All tiles in such an order that the deal gives these racks and the middle these draws."""
    seats = tuple(Seat(i) for i in range(len(lesson.racks)))
    size, given = rules.tiles.stack_size, defaultdict[Seat, int](int)
    dealt: list[str] = []
    for seat in receivers(seats, rules):
        dealt += lesson.racks[seat][given[seat] : given[seat] + size]
        given[seat] += size
    rest = Counter[str](rules.tile_set)
    rest.subtract([*dealt, *lesson.draws])
    between = sorted(rest.elements())
    # The last stack lies in the middle; what is left over lies in it, below the draws.
    drawn = (len(rules.tile_set) % size + size) - len(lesson.draws)
    cut = len(between) - drawn
    order = (*dealt, *between[:cut], *lesson.draws, *between[cut:])
    return c.OpenTable(len(seats), PUPIL, tuple(map(Tile, order)))


def is_due(lesson: Lesson, command: c.Command, rack: Tiles, tableau: Tableau) -> bool:
    """Whether a pupil with this rack does what is being learned; what belongs to no turn is."""
    match command:
        case c.DeclareReady(announces_opening=announces):
            return not announces
        case c.EndTurn() | c.ConfirmResult():
            return True
        case c.DrawTile():
            step = lesson.step(PUPIL, len(rack))
            return step is not None and step.t == DRAW
        case c.LayTiles(tableau=wanted):
            step = lesson.step(PUPIL, len(rack))
            return step is not None and step.t == LAY and _same(step.tableau(tableau), wanted)
        case _:
            return False


@dataclass(frozen=True, slots=True)
class Companion:
    """Whoever else sits at a lesson: does in each turn what the lesson says."""

    lesson: Lesson

    def command(self, view: TableView) -> c.Command:
        """The next thing this seat does."""
        me = view.viewer.seat
        assert me is not None, "a companion sits"
        if view.phase is Phase.READYING:
            return c.DeclareReady(me)
        if view.phase is Phase.OVER:
            return c.ConfirmResult(me)
        if view.drew:
            return c.EndTurn(me)
        step = self.lesson.step(me, view.seats[me].tiles)
        if step is None or step.t == DRAW:
            return c.DrawTile(me)
        tableau = step.tableau(view.tableau)
        return c.LayTiles(me, tableau) if step.t == LAY else c.TimeOut(me, Draft(tableau))


def _melds(named: Iterable[Iterable[str]]) -> Tableau:
    return tuple(tuple(map(Tile, meld)) for meld in named)


def _same(one: Tableau, other: Tableau) -> bool:
    """The same melds, in whatever order."""
    return sorted(map(sorted, one)) == sorted(map(sorted, other))
