"""A log reads back byte for byte, and only a game that can have been played is believed."""

import json
from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from stolik.app.games.rummikub.record import head_of, read_log, write_log, write_state
from stolik.app.games.rummikub.verification import played
from stolik.app.library import RULES, rules_profile
from stolik.refusal import Refused
from stolik.rummikub.commands import DeclareReady, LayTiles, OpenTable
from stolik.rummikub.engine import decide, replay
from stolik.rummikub.events import Event, GameEnded
from stolik.rummikub.notation import read_tiles
from stolik.rummikub.openings import BestOpening, best_opening
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import TableState, new_table
from stolik.rummikub.tiles import Tile, without
from stolik.seats import Seat
from tests.moves import opening_or_none
from tests.random_play import TEMPERS, Temper, play

COMMANDS = 150


def some_table(rules: RulesProfile, temper: Temper, seed: int) -> TableState:
    state = new_table(rules)
    for step in islice(play(rules, 2 + seed % 3, temper, seed), COMMANDS):
        state = step.after
    return state


def as_text(log: Any) -> str:
    return json.dumps(log, ensure_ascii=False)


@pytest.mark.parametrize("temper", TEMPERS)
@pytest.mark.parametrize("profile", RULES)
def test_every_log_reads_back_and_can_have_been_played(profile: str, temper: Temper):
    rules = rules_profile(profile)
    state = some_table(rules, temper, RULES.index(profile))
    text = as_text(write_log(state.log, rules))
    events = read_log(json.loads(text), rules)
    assert events == state.log
    assert as_text(write_log(events, rules)) == text
    assert played(events, rules, best_opening=opening_or_none) == state
    json.dumps(write_state(state))


def test_the_head_depends_on_every_event_and_its_order():
    rules = rules_profile("mp2023")
    log = write_log(some_table(rules, TEMPERS[0], 1).log, rules)
    events = log["events"]
    heads = [head_of({**log, "events": events[:count]}) for count in range(len(events) + 1)]
    assert len(set(heads)) == len(heads)
    swapped = [*events[:-2], events[-1], events[-2]]
    assert head_of({**log, "events": swapped}) != heads[-1]


def test_an_event_left_out_doubled_or_moved_is_noticed():
    """Some changes make another legal game; a tile or a turn out of place never does."""
    rules = rules_profile("mp2023")
    log = some_table(rules, TEMPERS[1], 2).log
    chance = Random(1)
    noticed = Counter(_is_noticed(_damaged(log, chance), rules, opening_or_none) for _ in range(40))
    assert noticed[True] >= 38


def test_another_proof_of_the_same_worth_is_accepted():
    """Which of several best openings a verdict shows depends on who searched."""
    rules = rules_profile("mp2023")
    log = _won_at_once(rules)
    other = _with_proof(log, ("b11 b12 b13", "r11 r12 r13"))
    assert _with_proof(log, ("r11 r12 r13", "b11 b12 b13")) != other
    for proof in (log, other):
        played(proof, rules, best_opening=best_opening)
    for worse in (("r11 r12 r13",), (), ("b11 b12 b13", "k11 k12 k13"), ("b11 b12", "r11 r12 r13")):
        assert _is_noticed(_with_proof(log, worse), rules)


def _damaged(log: tuple[Event, ...], chance: Random) -> tuple[Event, ...]:
    i, j = sorted(chance.sample(range(len(log)), 2))
    return chance.choice(
        [
            (*log[:i], *log[i + 1 :]),
            (*log[:i], log[j], *log[i:]),
            (*log[:i], log[j], *log[i + 1 : j], log[i], *log[j + 1 :]),
        ]
    )


def _is_noticed(
    events: tuple[Event, ...], rules: RulesProfile, best: BestOpening = best_opening
) -> bool:
    try:
        played(events, rules, best_opening=best)
    except Refused:
        return True
    return False


def _won_at_once(rules: RulesProfile) -> tuple[Event, ...]:
    """Seat 1 lays its whole rack in the first turn; seat 2 had dealt tiles to open with."""
    loser = read_tiles("r11 r12 r13 b11 b12 b13 k13 o1 o3 o7 o9 o11 r1 r3", rules)
    winner = read_tiles("k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 r5 b5 o5", rules)
    order = (*loser, *winner)
    state = new_table(rules)
    for command in (
        OpenTable(2, Seat(0), (*order, *without(rules.tile_set, order))),
        DeclareReady(Seat(0)),
        DeclareReady(Seat(1)),
        LayTiles(Seat(0), (winner[:11], winner[11:])),
    ):
        state = replay(decide(state, command), state)
    return state.log


def _with_proof(log: tuple[Event, ...], melds: tuple[str, ...]) -> tuple[Event, ...]:
    """The log with other melds shown for seat 2."""
    ended = log[-1]
    assert isinstance(ended, GameEnded)
    first, second = ended.results
    assert second.verdict is not None
    proof = tuple(tuple(Tile(name) for name in meld.split()) for meld in melds)
    shown = replace(second, verdict=replace(second.verdict, melds=proof))
    return (*log[:-1], replace(ended, results=(first, shown)))
