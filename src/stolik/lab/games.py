"""One simulated game as a row of plain values."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from stolik.bots.registry import bot_named
from stolik.bots.solving import solving_for
from stolik.lab.clock import ChanceClock
from stolik.lab.table import play_game
from stolik.rummikub import events as e
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import TableState
from stolik.seats import Seat


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """What is simulated; game number i of a plan is the same whoever plays it and when.

    Table sizes take turns, and so do the bots on the seats: game after game each bot sits one
    seat further, so that nobody always starts.
    """

    rules: RulesProfile
    games: int
    seats: tuple[int, ...]  # table sizes
    bots: tuple[str, ...]
    seed: str
    time_outs: float = 0.0  # the probability that a turn runs out of time

    def seed_of(self, game: int) -> str:
        """The seed of one game; `stolik play` with it plays the same deal."""
        return f"{self.seed}/{game}"

    def table_size(self, game: int) -> int:
        """How many sit at the table in this game."""
        return self.seats[game % len(self.seats)]

    def bots_of(self, game: int) -> tuple[str, ...]:
        """Who sits where in this game; seat 1 starts."""
        shift = game // len(self.seats)
        return tuple(
            self.bots[(seat + shift) % len(self.bots)] for seat in range(self.table_size(game))
        )


@dataclass(frozen=True, slots=True)
class SeatRow:
    """What a game came to for one seat."""

    bot: str
    place: int
    big_points: Fraction
    small_points: Fraction
    won: Fraction  # 1, or the share of a tie for first
    opened_in_turn: int | None  # counted in the seat's own turns
    turns: int
    time_outs: int
    tiles_left: int
    verdict: str | None


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game, its length and its seats in order of play."""

    game: int
    seed: str
    ending: str
    turns: int
    pool_left: int
    seats: tuple[SeatRow, ...]


def play_planned(plan: SimulationPlan, game: int) -> GameRow:
    """Play game number `game` of the plan."""
    seed, best_opening = plan.seed_of(game), solving_for(plan.rules).best_opening
    names = plan.bots_of(game)
    bots = [
        bot_named(name)(plan.rules, Random(f"{seed}/{seat}"), best_opening)
        for seat, name in enumerate(names)
    ]
    clock = ChanceClock(Random(f"{seed}/clock"), plan.time_outs) if plan.time_outs else None
    state = play_game(plan.rules, bots, seed, best_opening=best_opening, clock=clock)
    return _row(state, game, seed, names)


def _row(state: TableState, game: int, seed: str, names: tuple[str, ...]) -> GameRow:
    assert state.ending is not None
    turns, time_outs, openings = _story_of(state)
    winners = sum(result.score.place == 1 for result in state.results)
    seats = tuple(
        SeatRow(
            bot=names[result.seat],
            place=result.score.place,
            big_points=result.score.big_points,
            small_points=result.score.small_points,
            won=Fraction(result.score.place == 1, winners),
            opened_in_turn=openings.get(result.seat),
            turns=turns[result.seat],
            time_outs=time_outs[result.seat],
            tiles_left=len(state.seats[result.seat].rack),
            verdict=result.verdict.rule.value if result.verdict else None,
        )
        for result in state.results
    )
    return GameRow(game, seed, state.ending.value, sum(turns.values()), state.pool_size, seats)


def _story_of(state: TableState) -> tuple[Counter[Seat], Counter[Seat], dict[Seat, int]]:
    """Turns and time-outs of each seat, and the turn it opened in."""
    turns: Counter[Seat] = Counter()
    time_outs: Counter[Seat] = Counter()
    openings: dict[Seat, int] = {}
    for event in state.log:
        match event:
            case e.TimeRanOut(seat):
                time_outs[seat] += 1
            case e.TilesLaid(seat):
                openings.setdefault(seat, turns[seat] + 1)
            case e.TurnEnded(seat):
                turns[seat] += 1
            case e.GameEnded() if not state.seats[state.turn].rack:
                turns[state.turn] += 1  # an empty rack ends the turn and the game at once
    return turns, time_outs, openings
