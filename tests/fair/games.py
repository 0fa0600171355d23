"""Transcripts of real games: bots through the engine, and tables with a busy referee."""

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

from stolik.app.fairness.dealing import FairDeal, FairDraw, OpenedDeal, game_context
from stolik.app.games.rummikub.dealing import seats_drawn
from stolik.app.games.rummikub.transcript import dealt_games, transcript
from stolik.app.lab.playing import play_game
from stolik.app.library import RULES, rules_profile
from stolik.fair import public_entropy
from stolik.lab.clock import ChanceClock
from stolik.rummikub import commands as c
from stolik.rummikub.dealing import doublets, receivers, stacks
from stolik.rummikub.events import TilesDealt
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import Phase, TableState, new_table
from stolik.wiring.parts import best_opening, make_bot
from tests.random_play import DISPUTED, HASTY, RandomTable, attempt


@dataclass(frozen=True)
class Shown:
    """A transcript and what a player wrote down before the game."""

    transcript: dict[str, Any]
    commit: str
    public: str


def shown(made: dict[str, Any]) -> Shown:
    return Shown(made, made["commit"], made["public"])


def entropy(seats: int, chance: Random) -> str:
    """Dice, nonces, or both."""
    kind = chance.randrange(3)
    dice = " ".join(chance.choices("123456", k=5)) if kind != 1 else ""
    nonces = {seat: chance.randbytes(32).hex() for seat in range(seats)} if kind else {}
    return public_entropy(dice, nonces)


@lru_cache(maxsize=512)
def bot_game(number: int, ctx: str = "") -> Shown:
    """Game `number` between bots, time-outs included; `ctx`: another name for it."""
    chance = Random(f"fair game {number}")
    rules, seats = rules_profile(RULES[number % len(RULES)]), 2 + number % 3
    ctx = ctx or game_context("test", 1, number, 1)
    deal = FairDeal(chance.randbytes(32), ctx, rules.tile_set)
    opened = deal.opened(entropy(seats, chance))
    name = ("greedy", "random", "patient")[number // 3 % 3]
    bots = [make_bot(name, rules, Random(f"{number}/{seat}")) for seat in range(seats)]
    clock = ChanceClock(chance, 0.05) if number % 2 else None
    state = play_game(rules, bots, "", best_opening=best_opening, clock=clock, order=opened.order)
    (game,) = dealt_games(state.log)
    return shown(transcript(game, opened, rules))


@dataclass(frozen=True)
class Disturbed:
    """A table with redeals, rewinds and rulings, and the transcripts of what ended there."""

    state: TableState
    games: tuple[Shown, ...]
    ends: tuple[TableState | None, ...]  # of each game; None: it was dealt anew


@lru_cache(maxsize=64)
def disturbed_table(number: int, steps: int = 400) -> Disturbed:
    """Table `number`; every deal of its first game gives somebody doublets enough for a redeal."""
    chance = Random(f"fair table {number}")
    rules, seats = rules_profile(RULES[number % len(RULES)]), 2 + number % 3
    temper = DISPUTED if number % 3 else HASTY
    table = RandomTable(rules, seats, temper, chance, shy=0)
    state, opened, ends = new_table(rules), dict[Any, OpenedDeal](), dict[int, TableState]()
    for _ in range(steps):
        command = table.command(state)
        if isinstance(command, c.OpenTable | c.Deal):
            deal = _deal(state, seats, rules, chance)
            opened[deal.order] = deal
            command = replace(command, order=deal.order)
            if isinstance(command, c.OpenTable) and rules.seats_by_tile:
                drawn, starter = seats_drawn(rules, deal.key, seats)
                command = replace(command, drawn=drawn, starter=starter)
        state = attempt(state, command).after
        if state.phase is Phase.OVER:
            ends[len([event for event in state.log if isinstance(event, TilesDealt)])] = state
        if len(state.active_seats) < 2 and state.phase is Phase.OVER:
            break
    dealt = enumerate(dealt_games(state.log), start=1)
    games = {number: game for number, game in dealt if game.is_over}
    made = [transcript(game, opened[game.dealt.order], rules) for game in games.values()]
    return Disturbed(state, tuple(map(shown, made)), tuple(ends.get(n) for n in games))


def _deal(state: TableState, seats: int, rules: RulesProfile, chance: Random) -> OpenedDeal:
    """Seeds are tried until the first deal is one to ask back."""
    game = state.game + (state.phase is not Phase.REDEALING)
    ctx = game_context("test", 2, 1, game)
    while True:
        deal = FairDeal(chance.randbytes(32), ctx, rules.tile_set)
        if state.phase is Phase.REDEALING:
            dealt = [event for event in state.log if isinstance(event, TilesDealt)]
            number = sum(event.game == game for event in dealt)
            deal = deal.redeal(chance.randbytes(32), number)
        opened = deal.opened(entropy(seats, chance))
        if state.phase is not Phase.CLOSED or _asks_back(opened, seats, rules):
            return opened


def _asks_back(opened: OpenedDeal, seats: int, rules: RulesProfile) -> bool:
    racks: dict[int, tuple[str, ...]] = {}
    given = receivers(range(seats), rules)  # type: ignore[arg-type]
    for stack, seat in zip(stacks(opened.order, rules), given, strict=False):
        racks[seat] = (*racks.get(seat, ()), *stack.tiles)
    needed = rules.deal.doublets_for_redeal
    return any(len(doublets(rack, rules)) >= needed for rack in racks.values())  # type: ignore[arg-type]


def draw(number: int) -> Shown:
    """A draw, every other one repeated for a reason."""
    chance = Random(f"fair draw {number}")
    field = tuple(range(1, 4 + chance.randrange(40)))
    secret = FairDraw(chance.randbytes(32), "test", field)
    reasons = ["somebody came late"] * (number % 3)
    return shown(secret.revealed(entropy(0, Random(6)), 1 + number % 5, reasons))
