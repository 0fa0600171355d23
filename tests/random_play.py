"""Whole tables played by chance: real moves, clumsy time-outs, a busy referee, and nonsense.

All chance comes from one seed, so a failing table is named by (profile, seats, seed).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from stolik.refusal import Refused, Violation
from stolik.rummikub import commands as c
from stolik.rummikub.dealing import doublets, receivers
from stolik.rummikub.engine import decide, replay
from stolik.rummikub.events import Event, Rewound
from stolik.rummikub.rules import RulesProfile, StackChoice
from stolik.rummikub.state import Draft, Phase, TableState, new_table
from stolik.rummikub.tiles import JOKER, Tableau, Tile, Tiles, without
from stolik.seats import AccessChange, NoteAccess, Seat
from tests.moves import opening_or_none, random_move

MOST_REWINDS = 6


@dataclass(frozen=True, slots=True)
class Temper:
    """How often a table is disturbed: per hundred commands."""

    time_outs: int = 0
    early_clicks: int = 0
    referee: int = 0
    nonsense: int = 0


CALM = Temper()
HASTY = Temper(time_outs=12, early_clicks=8)
DISPUTED = Temper(time_outs=5, early_clicks=3, referee=15)
WILD = Temper(time_outs=10, early_clicks=5, referee=10, nonsense=30)
TEMPERS = (CALM, HASTY, DISPUTED, WILD)


@dataclass(frozen=True, slots=True)
class Step:
    """One command and what came of it: events, or the violations it was refused for."""

    before: TableState = field(repr=False)
    command: c.Command
    events: tuple[Event, ...]
    violations: tuple[Violation, ...]
    after: TableState = field(repr=False)

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text(repr(self))


def attempt(state: TableState, command: c.Command) -> Step:
    """Put a command to the table. Anything but events or `Refused` is a bug and passes through."""
    try:
        events = decide(state, command, best_opening=opening_or_none)
    except Refused as refused:
        return Step(state, command, (), refused.violations, state)
    return Step(state, command, events, (), replay(events, state))


def play(rules: RulesProfile, seats: int, temper: Temper, seed: int) -> Iterator[Step]:
    """A table that plays game after game, for as long as there are seats to play."""
    chance = Random(f"{rules.id} {seats} {temper} {seed}")
    table = RandomTable(rules, seats, temper, chance, shy=chance.randrange(seats))
    state = new_table(rules)
    while not _is_deserted(state):
        step = attempt(state, table.command(state))
        state = step.after
        yield step


def _is_deserted(state: TableState) -> bool:
    """Too few seats are left for anything more."""
    too_few = len(state.active_seats) < state.rules.seating.seats_min
    waiting = state.phase in (Phase.READYING, Phase.REDEALING, Phase.OVER)
    return too_few and waiting


def rewinds(state: TableState) -> int:
    """How often a table was rewound. Each one replays the log, so tables here keep it low."""
    return sum(isinstance(event, Rewound) for event in state.log)


@dataclass(frozen=True, slots=True)
class RandomTable:
    """Everybody at the table: players, clock, referee and fools."""

    rules: RulesProfile
    seats: int
    temper: Temper
    chance: Random
    shy: int  # this seat hardly ever opens, so that there are verdicts to give

    def command(self, state: TableState) -> c.Command:
        """Whatever comes next; most of the time something that brings the game on."""
        if self._once_in_a_while(self.temper.nonsense):
            return nonsense(state, self.chance)
        if state.seats and self._once_in_a_while(self.temper.referee):
            return interference(state, self.chance)
        return self.progress(state)

    def progress(self, state: TableState) -> c.Command:
        """What a table has to do next, whoever has to do it."""
        if state.paused:
            return self._on_with_it(state)
        match state.phase:
            case Phase.CLOSED:
                starter = self.chance.randrange(self.seats)
                return c.OpenTable(self.seats, starter, self._order(self.seats))
            case Phase.READYING:
                return self._readiness(state)
            case Phase.REDEALING:
                return c.Deal(self._order(len(state.active_seats)))
            case Phase.PLAYING:
                return self._turn(state)
            case Phase.OVER:
                unconfirmed = [s for s in state.active_seats if not state.seats[s].confirmed]
                if unconfirmed:
                    return c.ConfirmResult(self.chance.choice(unconfirmed))
                return c.Deal(self._order(len(state.active_seats)))

    def _order(self, seats: int) -> Tiles:
        """Tiles for a deal; every second one makes somebody go out long before the others open."""
        order = shuffled(self.rules, self.chance)
        lucky = self.chance.random() < 0.5
        return lucky_order(order, seats, self.rules, self.chance) if lucky else order

    def _readiness(self, state: TableState) -> c.Command:
        askers = [
            seat
            for seat in state.active_seats
            if len(doublets(state.seats[seat].rack, self.rules))
            >= self.rules.deal.doublets_for_redeal
        ]
        if askers and self.chance.random() < 0.5:
            return c.AskRedeal(self.chance.choice(askers))
        unready = [s for s in state.active_seats if not state.seats[s].ready]
        announces = self.rules.opening.announcement_before_game and self.chance.random() < 0.3
        return c.DeclareReady(self.chance.choice(unready or [0]), announces)

    def _turn(self, state: TableState) -> c.Command:
        if self._once_in_a_while(self.temper.time_outs):
            return time_out(state, self.chance)
        if state.drew:
            seat = state.seats[state.turn]
            if not seat.opened and not seat.announced and self.chance.random() < 0.3:
                return c.AnnounceOpening(state.turn)
            return c.EndTurn(state.turn)
        if self._once_in_a_while(self.temper.early_clicks):
            return c.EndTurn(state.turn)
        if state.clicked_early is not None and self.chance.random() < 0.3:
            if state.owes_tile and self.chance.random() < 0.5:
                return draw(state, state.clicked_early, self.chance)
            return c.RestartTurn(state.turn)
        shies = state.turn == self.shy and not state.seats[self.shy].opened
        tableau = None if shies and self.chance.random() < 0.95 else random_move(state, self.chance)
        if tableau:
            return c.LayTiles(state.turn, tableau)
        return draw(state, state.turn, self.chance) if state.may_draw else c.EndTurn(state.turn)

    def _on_with_it(self, state: TableState) -> c.Command:
        busy = self.chance.random() < 0.25
        if busy and self.temper.referee and rewinds(state) < MOST_REWINDS:
            number = self.chance.randint(state.game_began, len(state.log))
            seat = self.chance.randrange(len(state.seats))
            # Into a move too: logs of before hold such rewinds.
            back = c.Rewind(number, "wrong", anywhere=True)
            return self.chance.choice((back, c.InspectRack(seat, "doubt")))
        open_disputes = [i for i, d in enumerate(state.disputes, start=1) if d.ruling is None]
        if open_disputes:
            return c.GiveRuling("stands", self.chance.choice(open_disputes))
        return c.Resume()

    def _once_in_a_while(self, percent: int) -> bool:
        return self.chance.randrange(100) < percent


def shuffled(rules: RulesProfile, chance: Random) -> Tiles:
    """All tiles in some order."""
    return tuple(chance.sample(rules.tile_set, len(rules.tile_set)))


def lucky_order(order: Tiles, seats: int, rules: RulesProfile, chance: Random) -> Tiles:
    """The order with two long runs, or nearly, dealt to one of the seats."""
    size, tiles = rules.tiles.stack_size, list(order)
    lucky = chance.randrange(seats)
    given = receivers(tuple(map(Seat, range(seats))), rules)
    places = [
        size * stack + i for stack, seat in enumerate(given) if seat == lucky for i in range(size)
    ]
    one, other = chance.choices(rules.tiles.colours, k=2)
    runs = [f"{one}{n}" for n in range(1, 8)] + [f"{other}{n}" for n in range(7, 14)]
    for place, tile in zip(places, runs[: len(runs) - chance.randrange(4)], strict=False):
        at = max(i for i, t in enumerate(tiles) if t == tile)
        if at not in places:
            tiles[place], tiles[at] = tiles[at], tiles[place]
    return tuple(tiles)


def draw(state: TableState, seat: int, chance: Random) -> c.Command:
    """A draw that names a stack when it has to."""
    names_stack = state.rules.deal.next_stack is StackChoice.ACTIVE_PLAYER
    if state.middle.tiles or not state.bank or not names_stack:
        return c.DrawTile(seat)
    return c.DrawTile(seat, chance.choice(state.bank).number)


def time_out(state: TableState, chance: Random) -> c.TimeOut:
    """The clock runs out on nothing, on a whole move, or on any mess."""
    kind = chance.randrange(4)
    draft = None
    if kind == 1:
        move = random_move(state, chance) or state.tableau
        draft = Draft(move, own_in_hand=_some(_rack_left(state, move), chance))
    elif kind >= 2:
        draft = messy_draft(state, chance)
    return c.TimeOut(
        state.turn,
        draft,
        restorable=chance.random() < 0.6,
        touched_after_time=chance.random() < 0.1,
    )


def messy_draft(state: TableState, chance: Random) -> Draft:
    """A tableau somebody was rearranging: pulled apart, half put together, tiles in the hand."""
    tableau = [list(meld) for meld in (random_move(state, chance) or state.tableau)]
    rack = list(_rack_left(state, tuple(map(tuple, tableau))))
    lifted: list[Tile] = []
    for _ in range(chance.randrange(4)):
        if tableau:
            meld = chance.choice(tableau)
            if meld:
                lifted.append(meld.pop(chance.randrange(len(meld))))
    own, table = _mine_and_the_tables(state, tableau, lifted)
    held = [tile for tile in table if chance.random() < 0.5]
    put_down = [*without(table, held), *_some(rack, chance), *own]
    for tile in put_down:
        if tableau and chance.random() < 0.6:
            meld = chance.choice(tableau)
            meld.insert(chance.randrange(len(meld) + 1), tile)
        else:
            tableau.append([tile])
    lying = tuple(tuple(meld) for meld in tableau if meld)
    return Draft(lying, _some(_rack_left(state, lying), chance), tuple(held))


def _mine_and_the_tables(
    state: TableState, tableau: list[list[Tile]], lifted: list[Tile]
) -> tuple[Tiles, Tiles]:
    """Of the lifted tiles, those that came from the rack in this move and those of the table."""
    lying = [tile for meld in tableau for tile in meld]
    before = [tile for meld in state.tableau for tile in meld]
    the_tables = without(before, lying)
    return without(lifted, the_tables), tuple(tile for tile in the_tables if tile in lifted)


def _rack_left(state: TableState, tableau: Tableau) -> Tiles:
    lying = [tile for meld in tableau for tile in meld]
    before = [tile for meld in state.tableau for tile in meld]
    return without(state.seats[state.turn].rack, without(lying, before))


def _some(tiles: Sequence[Tile], chance: Random) -> Tiles:
    return tuple(chance.sample(tiles, chance.randrange(min(len(tiles), 3) + 1)))


def interference(state: TableState, chance: Random) -> c.Command:
    """Something a referee or a disputing player may do; it may come at the wrong moment."""
    seat = chance.randrange(len(state.seats))
    number = chance.randint(state.game_began, len(state.log))
    kinds: tuple[Callable[[], c.Command], ...] = (
        lambda: c.Pause("a question"),
        lambda: c.Resume(),
        lambda: c.Challenge(seat, number),
        lambda: c.Challenge(seat, len(state.log)),
        lambda: c.GiveRuling("play on", None if not state.disputes else 1),
        lambda: c.AddTime(10, "the clock stood still"),
        lambda: c.VoidTurn("touched the wrong rack"),
        lambda: c.Warn(seat, "talked"),
        lambda: c.InspectRack(seat, "too many tiles?"),
        lambda: c.InspectRack(seat, "too few tiles?"),
        lambda: c.CallTime() if chance.random() < 0.1 else c.Pause("the bell"),
        lambda: _rare_disqualification(seat, chance),
        lambda: looked_in(seat, chance),
    )
    return chance.choice(kinds)()


def looked_in(seat: int, chance: Random) -> NoteAccess:
    """Somebody can see or do more than before, as the house tells it."""
    what = chance.choice(tuple(AccessChange))
    ago = (chance.randrange(9000), 0) if what is AccessChange.DEVICE else ()
    watching = "no_racks" if what is AccessChange.WATCHING else ""
    whose = None if what is AccessChange.WATCHING else seat
    return NoteAccess(what, whose, len(ago), watching, ago)


def _rare_disqualification(seat: int, chance: Random) -> c.Command:
    if chance.random() < 0.8:
        return c.Warn(seat, "insulted the judge")
    return c.Disqualify(seat, "cheated", gross=chance.random() < 0.7)


def nonsense(state: TableState, chance: Random) -> c.Command:
    """A command nobody in his right mind would give; some are legal all the same."""
    seat = chance.choice((-1, 0, 1, 2, 3, 4, 99))
    rules, order = state.rules, shuffled(state.rules, chance)
    strange_number = chance.choice((-5, -1, 0, 1, 10**6))
    kinds: tuple[Callable[[], c.Command], ...] = (
        lambda: c.OpenTable(chance.randrange(-1, 7), seat, order, (0,) * chance.randrange(5)),
        lambda: c.OpenTable(2, 0, order[: chance.randrange(len(order))]),
        lambda: c.Deal(order),
        lambda: c.Deal((*order[1:], chance.choice(rules.tile_set))),
        lambda: c.AskRedeal(seat),
        lambda: c.DeclareReady(seat, chance.random() < 0.5),
        lambda: c.DrawTile(seat, chance.choice((None, strange_number, chance.randrange(16)))),
        lambda: c.LayTiles(seat, broken_tableau(state, chance)),
        lambda: c.LayTiles(state.turn, broken_tableau(state, chance)),
        lambda: c.AnnounceOpening(seat),
        lambda: c.EndTurn(seat),
        lambda: c.RestartTurn(seat),
        lambda: c.TimeOut(seat, Draft(broken_tableau(state, chance))),
        lambda: c.TimeOut(state.turn, Draft(broken_tableau(state, chance), (JOKER,), (JOKER,))),
        lambda: c.ConfirmResult(seat),
        lambda: c.Challenge(seat, strange_number),
        lambda: c.Pause(" "),
        lambda: c.Resume(),
        lambda: c.AddTime(strange_number, chance.choice(("", "why not"))),
        lambda: c.VoidTurn(""),
        lambda: c.Rewind(strange_number, "again"),
        lambda: c.Rewind(len(state.log), ""),
        lambda: c.GiveRuling("who knows", strange_number),
        lambda: c.Warn(seat, ""),
        lambda: c.Disqualify(seat, "", gross=True),
        lambda: c.InspectRack(seat, "curious"),
        lambda: looked_in(seat, chance),
    )
    return chance.choice(kinds)()


def broken_tableau(state: TableState, chance: Random) -> Tableau:
    """The tableau with a little or a great deal wrong."""
    melds = [list(meld) for meld in state.tableau]
    strangers = chance.sample(state.rules.tile_set, 3)
    damage = chance.randrange(7)
    if damage == 0:
        melds.append([])
    elif damage == 1:
        melds.append(strangers)
    elif damage == 2 and melds:
        melds.pop(chance.randrange(len(melds)))
    elif damage == 3 and melds:
        chance.choice(melds).pop()
    elif damage == 4 and melds:
        chance.choice(melds).insert(0, strangers[0])
    elif damage == 5:
        melds = [[tile for meld in melds for tile in meld]]
    elif damage == 6 and 0 <= state.turn < len(state.seats):
        rack = state.seats[state.turn].rack
        melds.append(chance.sample(rack, min(3, len(rack))))
    return tuple(tuple(meld) for meld in melds)
