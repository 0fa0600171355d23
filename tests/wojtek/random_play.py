"""Whole tables played by chance: legal moves, a busy referee, and nonsense; all from one seed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from random import Random

from stolik.bots.wojtek.random_bot import RandomBot
from stolik.refusal import Refused, Violation
from stolik.seats import AccessChange, NoteAccess, Role, Seat, Viewer
from stolik.wojtek import commands as c
from stolik.wojtek.board import Board
from stolik.wojtek.cards import RAINBOW, Colour
from stolik.wojtek.engine import decide, replay
from stolik.wojtek.events import Event, Rewound
from stolik.wojtek.state import JUDGE_WAITS, Decision, Phase, TableState, new_table
from stolik.wojtek.view import visible_to
from tests.wojtek.boards import random_board

MOST_REWINDS = 6
LONGEST = 400


@dataclass(frozen=True, slots=True)
class Temper:
    """How often a table is disturbed: per hundred commands."""

    referee: int = 0
    nonsense: int = 0


CALM = Temper()
DISPUTED = Temper(referee=20)
WILD = Temper(referee=10, nonsense=30)
TEMPERS = (CALM, DISPUTED, WILD)


@dataclass(frozen=True, slots=True)
class Step:
    """One command and what came of it: events, or the violations it was refused for."""

    before: TableState = field(repr=False)
    command: c.Command
    events: tuple[Event, ...]
    violations: tuple[Violation, ...]
    after: TableState = field(repr=False)


def mixed(cards: tuple[str, ...], label: str) -> tuple[str, ...]:
    """A reshuffle that depends on its label alone."""
    return tuple(Random(label).sample(cards, len(cards)))


def attempt(state: TableState, command: c.Command) -> Step:
    """Put a command to the table. Anything but events or `Refused` is a bug and passes through."""
    try:
        events = decide(state, command, mix=mixed)
    except Refused as refused:
        return Step(state, command, (), refused.violations, state)
    return Step(state, command, events, (), replay(events, state))


@dataclass(frozen=True, slots=True)
class Table:
    """A table played by chance; `table(board, seats, temper, seed)` plays it again."""

    board_seed: int
    seats: int
    temper: Temper
    seed: int
    steps: tuple[Step, ...] = field(repr=False)

    @property
    def end(self) -> TableState:
        return self.steps[-1].after


@lru_cache(maxsize=64)
def table(board_seed: int, seats: int, temper: Temper, seed: int) -> Table:
    """One table, to the end of its game and a little beyond."""
    played = play(random_board(board_seed), seats, temper, seed)
    return Table(board_seed, seats, temper, seed, tuple(islice(played, LONGEST)))


def play(board: Board, seats: int, temper: Temper, seed: int) -> Iterator[Step]:
    """A game with everything that can happen at a table."""
    chance = Random(f"{board.hash} {seats} {temper} {seed}")
    bot = RandomBot(board, chance)
    state, beyond = new_table(board), 0
    while beyond < 12:
        step = attempt(state, _command(state, board, seats, temper, chance, bot))
        state = step.after
        beyond += state.phase is Phase.OVER
        yield step


def _command(
    state: TableState, board: Board, seats: int, temper: Temper, chance: Random, bot: RandomBot
) -> c.Command:
    if chance.randrange(100) < temper.nonsense:
        return nonsense(state, chance)
    if state.seats and chance.randrange(100) < temper.referee:
        return interference(state, chance)
    if state.paused:
        return _on_with_it(state, temper, chance)
    match state.phase:
        case Phase.CLOSED:
            return opening(board, seats, chance)
        case Phase.OVER:
            if chance.random() < 0.3 or state.game > 1:
                return interference(state, chance)
            return _to_the_next_game(state, chance)
        case _:
            if state.waiting in JUDGE_WAITS:
                return c.Confirm()
            if temper.referee and chance.random() < 0.03:
                return c.PassTurn(state.turn, "gone")
            if board.clock.turn_time_s and chance.random() < 0.1:
                return c.TimeOut(state.turn)
            return bot.command(visible_to(state, Viewer(Role.SEAT, state.turn)))


def _to_the_next_game(state: TableState, chance: Random) -> c.Command:
    """Reports are decided, results confirmed, and the cards laid out again."""
    undecided = [i for i, r in enumerate(state.reports, start=1) if r.decision is None]
    if undecided:
        return c.DecideReport(undecided[0], Decision.REJECTED, "no")
    unseen = [seat for seat in state.active_seats if not state.seats[seat].confirmed]
    if unseen:
        return c.ConfirmResult(chance.choice(unseen))
    return opening(state.board, len(state.seats), chance)


def opening(board: Board, seats: int, chance: Random) -> c.OpenTable:
    """Bears by lot, decks in any order, offences brought along."""
    return c.OpenTable(
        tuple(chance.sample(board.seating.bears, seats)),
        tuple(chance.sample(board.travel_cards, len(board.travel_cards))),
        tuple(chance.sample(board.bear_cards, len(board.bear_cards))),
        tuple(chance.randrange(3) for _ in range(seats)),
    )


def _on_with_it(state: TableState, temper: Temper, chance: Random) -> c.Command:
    seat = Seat(chance.randrange(len(state.seats)))
    rewinds = sum(isinstance(event, Rewound) for event in state.log)
    if temper.referee and rewinds < MOST_REWINDS and chance.random() < 0.3:
        return c.Rewind(chance.randint(1, len(state.log)), "wrong")
    if temper.referee and chance.random() < 0.2:
        return c.InspectHand(seat, "doubt")
    waiting = [i for i, r in enumerate(state.reports, start=1) if r.decision is None]
    if waiting:
        weights = (
            Decision.REJECTED,
            Decision.REJECTED,
            Decision.WARNING,
            Decision.DISQUALIFICATION,
        )
        decision = Decision.REJECTED if chance.random() < 0.5 else chance.choice(weights)
        return c.DecideReport(chance.choice(waiting), decision, "seen")
    return c.Resume()


def interference(state: TableState, chance: Random) -> c.Command:
    """Something a referee or a reporting player may do; it may come at the wrong moment."""
    seat, other = (Seat(chance.randrange(len(state.seats))) for _ in range(2))
    places = tuple(chance.sample(range(1, len(state.seats) + 1), len(state.seats)))
    kinds: tuple[Callable[[], c.Command], ...] = (
        lambda: c.Pause("a question"),
        lambda: c.Resume(),
        lambda: c.ReportMisconduct(seat, other, "laughs"),
        lambda: c.DecideReport(1, chance.choice(tuple(Decision)), "seen"),
        lambda: c.GiveRuling("play on"),
        lambda: c.Penalise(seat, "talked") if chance.random() < 0.4 else c.Pause("noise"),
        lambda: c.InspectHand(seat, "six cards?"),
        lambda: c.CallTime() if chance.random() < 0.2 else c.Pause("the bell"),
        lambda: c.Overrule(places, "a card was taken twice"),
        lambda: (
            c.Rewind(chance.randint(1, len(state.log)), "wrong")
            if sum(isinstance(e, Rewound) for e in state.log) < MOST_REWINDS
            else c.Confirm()
        ),
        lambda: c.Confirm(),
        lambda: c.AddTime(30, "the line was down"),
        lambda: c.Exclude(seat, "left") if chance.random() < 0.1 else c.Pause("noise"),
        lambda: c.PassTurn(seat, "gone"),
        lambda: looked_in(seat, chance),
    )
    return chance.choice(kinds)()


def looked_in(seat: Seat, chance: Random) -> NoteAccess:
    """Somebody can see or do more than before, as the house tells it."""
    what = chance.choice(tuple(AccessChange))
    ago = (chance.randrange(9000), 0) if what is AccessChange.DEVICE else ()
    watching = "no_racks" if what is AccessChange.WATCHING else ""
    whose = None if what is AccessChange.WATCHING else seat
    return NoteAccess(what, whose, len(ago), watching, ago)


def nonsense(state: TableState, chance: Random) -> c.Command:
    """A command nobody in his right mind would give; some are legal all the same."""
    board = state.board
    seat = Seat(chance.choice((-1, 0, 1, 2, 3, 4, 99, state.turn)))
    colour = Colour(chance.choice((*board.colour_ids, "z", "", "*")))
    cards = tuple(chance.choice((*board.travel_cards, RAINBOW)) for _ in range(chance.randrange(7)))
    number = chance.choice((-5, 0, 1, 3, 12, 50, 51, 10**6))
    bear = chance.choice((None, *board.bear_cards))
    maybe = chance.choice((None, colour))
    words = chance.choice(("", " ", "why not"))
    kinds: tuple[Callable[[], c.Command], ...] = (
        lambda: c.OpenTable(
            board.seating.bears[: chance.randrange(7)],
            cards,
            board.bear_cards,
            (0,) * number if 0 <= number < 9 else (),
        ),
        lambda: c.ChooseStart(seat, colour),
        lambda: c.ExchangeCards(seat, cards),
        lambda: c.MoveByCard(seat, colour),
        lambda: c.MoveByRainbow(seat, chance.choice((None, number)), maybe),
        lambda: c.PlayThreeCards(seat, cards[:3], maybe, bear, chance.choice((None, colour))),
        lambda: c.ChooseColour(seat, colour),
        lambda: c.TimeOut(seat),
        lambda: c.PassTurn(seat, words),
        lambda: c.ConfirmResult(seat),
        lambda: c.Confirm(),
        lambda: c.ReportMisconduct(seat, Seat(chance.choice((-1, 0, 1, 9))), words),
        lambda: c.DecideReport(number, chance.choice(tuple(Decision)), words),
        lambda: c.Penalise(seat, ""),
        lambda: c.Overrule(tuple(chance.randrange(-1, 6) for _ in range(chance.randrange(6))), "x"),
        lambda: c.Rewind(number, words),
        lambda: c.InspectHand(seat, words),
        lambda: c.Pause(words),
        lambda: c.GiveRuling(words),
        lambda: c.AddTime(number, words),
        lambda: looked_in(seat, chance),
    )
    return chance.choice(kinds)()
