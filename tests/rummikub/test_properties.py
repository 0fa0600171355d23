"""What holds at every table, whatever is done at it: laws over tables played by chance.

Each law is tried at a few tables that all laws share; the full tier tries all of them at many
more. A failure names the table: `table(profile, seats, temper, seed)` plays it again.
"""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from functools import lru_cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stolik.app.library import RULES, rules_profile
from stolik.refusal import Refused
from stolik.rummikub import commands as c
from stolik.rummikub import events as e
from stolik.rummikub.engine import decide, evolve, replay
from stolik.rummikub.notation import read_tableau, read_tiles, write_tableau, write_tiles
from stolik.rummikub.rules import PoolEmpty, RulesProfile
from stolik.rummikub.scoring import Ending
from stolik.rummikub.state import Phase, TableState, new_table
from stolik.rummikub.tiles import Tableau
from tests.moves import opening_or_none
from tests.random_play import CALM, TEMPERS, Step, Temper, attempt, nonsense, play, shuffled
from tests.rummikub import brute, sheet
from tests.strategies import (
    Table,
    custom_profiles,
    moments,
    more_tables,
    profiles,
    racks,
    tableaux,
    tables,
)

ROOT = Path(__file__).parents[2]
LAWS = []
MANY_SEEDS = 10**6
# Laws that are written from the four regulations and say nothing of a profile of one's own.
LAWS_OF_THE_FOUR = (
    "test_the_points_follow_the_regulation",
    "test_the_table_remembers_what_each_player_did",
)


def at_every_table(law):
    """Try a law at the quick tier's tables, and remember it for the full tier."""
    LAWS.append(law)
    return given(tables())(law)


@at_every_table
def test_every_tile_is_in_exactly_one_place(table: Table):
    for step in table.steps[1:]:
        if step.after.seats:
            assert Counter(_tiles_of(step.after)) == Counter(step.after.rules.tile_set)


@at_every_table
def test_after_every_accepted_command_the_tableau_consists_of_melds(table: Table):
    for step in table.steps:
        assert all(_is_meld(tiles) for tiles in step.after.tableau), step.command


@at_every_table
def test_replaying_the_log_gives_the_live_state(table: Table):
    state = new_table(table.end.rules)
    for step in table.steps:
        state = replay(step.events, state)
        _assert_same(state, step.after)


@at_every_table
def test_replay_may_pause_anywhere(table: Table):
    log, start = table.end.log, new_table(table.end.rules)
    for cut in Random(table.seed).sample(range(len(log) + 1), 3):
        _assert_same(replay(log[cut:], replay(log[:cut], start)), table.end)


@at_every_table
def test_the_log_only_grows(table: Table):
    for step in table.steps:
        assert step.after.log == step.before.log + step.events


@at_every_table
def test_a_refused_command_changes_nothing(table: Table):
    for step in table.steps:
        if step.violations:
            written, log = repr(step.before), step.before.log
            with pytest.raises(Refused):
                decide(step.before, step.command)
            assert (repr(step.before), step.before.log) == (written, log)


@at_every_table
def test_deciding_changes_nothing(table: Table):
    for step in table.steps[::7]:
        written = repr(step.before)
        _decided_again(step)
        assert repr(step.before) == written


@at_every_table
def test_the_same_command_in_the_same_state_is_decided_the_same_way(table: Table):
    for step in table.steps[::5]:
        assert _decided_again(step) == step.events


@at_every_table
def test_every_refusal_has_its_reasons_and_every_acceptance_its_events(table: Table):
    for step in table.steps:
        assert bool(step.violations) != bool(step.events), step.command


@at_every_table
def test_the_seat_to_move_is_in_the_game(table: Table):
    """Else nobody could act and the table would stand still."""
    for step in table.steps:
        if step.after.phase is Phase.PLAYING:
            assert step.after.turn in step.after.active_seats, step.command


@at_every_table
def test_a_table_waiting_for_readiness_waits_for_somebody(table: Table):
    for step in table.steps:
        state = step.after
        enough = len(state.active_seats) >= state.rules.seating.seats_min
        if state.phase is Phase.READYING and enough and not state.paused:
            assert not all(state.seats[seat].ready for seat in state.active_seats), step.command


@at_every_table
def test_the_seat_to_move_may_lay_or_draw_when_its_turn_begins(table: Table):
    for step in table.steps:
        if any(isinstance(event, e.TurnEnded) for event in step.events):
            assert not (step.after.phase is Phase.PLAYING and step.after.drew), step.command


@at_every_table
def test_whoever_clicks_before_drawing_draws_before_the_next_turn_ends(table: Table):
    """mp2023 L46: nobody saves a tile by a quick hand, unless the game is won meanwhile."""
    owing: int | None = None
    for before, event in _events_of(table):
        match event:
            case e.TileDrawn(seat) | e.NothingDrawn(seat) | e.SeatDisqualified(seat):
                owing = None if seat == owing else owing
            case e.Rewound() | e.TilesDealt():
                owing = None
            case e.TurnEnded(seat, how):
                assert owing is None, f"seat {owing} clicked early and never drew"
                idle = not before.drew and not before.laid and before.may_draw
                owing = seat if how is e.TurnEnd.CLICK and idle else None


@at_every_table
def test_a_seat_that_is_out_never_moves_a_tile(table: Table):
    """Decision 17: a disqualified player's turns are skipped, his tiles are out of play."""
    for before, event in _events_of(table):
        if isinstance(event, e.TileDrawn | e.TilesLaid | e.LooseTilesTaken):
            assert event.seat in before.active_seats


@at_every_table
def test_a_rewind_puts_every_tile_back(table: Table):
    for before, event in _events_of(table):
        if isinstance(event, e.Rewound):
            then = replay(before.log[: event.to], new_table(before.rules))
            now = evolve(before, event)
            assert _places(now) == _places(then)


@at_every_table
def test_a_rewind_keeps_what_the_referee_wrote(table: Table):
    for before, event in _events_of(table):
        if isinstance(event, e.Rewound):
            now = evolve(before, event)
            assert now.disputes == before.disputes
            for was, is_now in zip(before.seats, now.seats, strict=True):
                assert (is_now.warnings, is_now.disqualified) == (was.warnings, was.disqualified)


@at_every_table
def test_once_the_last_tile_is_taken_every_seat_has_one_more_move(table: Table):
    """Decision 13: starting with the next; a move that begins anew is that one move."""
    promised: tuple[int, ...] | None = None
    begun: list[int] = []
    for before, event in _events_of(table):
        match event:
            case e.LastMovesBegan(seats=seats):
                promised = seats
                begun = [before.turn] if seats[0] == before.turn else []
            case e.TurnEnded(next_seat=following):
                begun.append(following)
            case e.TilesDealt() | e.Rewound() | e.SeatDisqualified():
                promised = None
            case e.GameEnded(Ending.POOL_EMPTY | Ending.TIME_OVER) if promised:
                *moved, _never_moves = begun
                assert tuple(moved) == promised


@at_every_table
def test_where_play_goes_on_until_all_pass_it_ends_with_one_idle_circle(table: Table):
    """szkoly2015 L100: when the pool is empty, one full circle in which nobody lays a tile."""
    if table.end.rules.ending.pool_empty is not PoolEmpty.UNTIL_ALL_PASS:
        return
    idle: list[int] = []
    moved = certain = False
    for before, event in _events_of(table):
        match event:
            case e.TilesDealt() | e.Rewound() | e.SeatDisqualified():
                certain = False  # until the next tile is laid or drawn
            case e.TileDrawn(seat) if seat == before.turn:
                moved = True
            case e.TilesLaid(tableau=tableau) | e.LooseTilesTaken(tableau=tableau):
                moved |= bool(_tiles_added(before.tableau, tableau))
            case e.TurnEnded(seat):
                certain |= moved
                idle = [] if moved or before.pool_size else [*idle, seat]
                moved = False
                assert not certain or len(idle) <= len(before.active_seats)
            case e.GameEnded(Ending.POOL_EMPTY):
                assert not certain or sorted(idle) == sorted(before.active_seats)


@at_every_table
def test_the_table_remembers_what_each_player_did(table: Table):
    """The verdict rests on it: turns had, announcements made, tiles drawn in the last turn."""
    for state in (step.after for step in table.steps[::4]):
        if state.seats and not _rewound_in_this_game(state):
            seats = [seat for seat in state.seats if seat.playing]
            for seat, player in zip(seats, sheet.players_of(state), strict=True):
                assert seat.had_turn == player.had_turn
                assert seat.announced == player.announced
                assert seat.announced_before_game == player.announced_before_game
                assert Counter(seat.last_drawn) == Counter(player.drawn)


@at_every_table
def test_the_points_follow_the_regulation(table: Table):
    for before, event in _events_of(table):
        if isinstance(event, e.GameEnded) and not _rewound_in_this_game(before):
            players = sheet.players_of(before)
            expected = sheet.rows(table.profile, event.ending.value, players)
            scores = [result.score for result in event.results]
            assert [(s.place, s.small_points, s.big_points) for s in scores] == expected


@at_every_table
def test_whoever_went_out_is_alone_in_first_place(table: Table):
    for before, event in _events_of(table):
        if isinstance(event, e.GameEnded):
            empty = [seat for seat in before.active_seats if not before.seats[seat].rack]
            first = [result.seat for result in event.results if result.score.place == 1]
            assert (event.ending == "went_out") == bool(empty)
            assert not empty or first == empty


@pytest.mark.full
@settings(settings.get_profile("full"), max_examples=400)
@given(more_tables())
def test_all_laws_hold_at_many_more_tables(table: Table):
    for law in LAWS:
        law(table)


@given(custom_profiles(), st.integers(2, 4), st.sampled_from(TEMPERS), st.integers(0, 99))
@settings(max_examples=10)
def test_the_laws_hold_under_a_profile_of_ones_own(rules, seats, temper, seed):
    _laws_hold_under(rules, seats, temper, seed)


@pytest.mark.full
@settings(settings.get_profile("full"), max_examples=300)
@given(custom_profiles(), st.integers(2, 4), st.sampled_from(TEMPERS), st.integers(0, MANY_SEEDS))
def test_the_laws_hold_under_many_profiles_of_ones_own(rules, seats, temper, seed):
    _laws_hold_under(rules, seats, temper, seed)


def _laws_hold_under(rules: RulesProfile, seats: int, temper: Temper, seed: int) -> None:
    played = Table(
        rules.id, seats, temper, seed, tuple(islice(play(rules, seats, temper, seed), 260))
    )
    for law in LAWS:
        if law.__name__ not in LAWS_OF_THE_FOUR:
            law(played)


@settings(max_examples=150)
@given(moments(), st.integers(0, MANY_SEEDS))
def test_nonsense_is_refused_or_decided_but_never_breaks_anything(state: TableState, seed: int):
    step = attempt(state, nonsense(state, Random(seed)))
    if step.after.seats:
        assert Counter(_tiles_of(step.after)) == Counter(state.rules.tile_set)


@pytest.mark.parametrize("profile", RULES)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("temper", [CALM, Temper(early_clicks=15)], ids=["calm", "quick-handed"])
def test_a_game_comes_to_its_end(profile: str, seats: int, temper: Temper):
    """Every turn takes a tile from the pool or one from a rack, and neither can last."""
    rules = rules_profile(profile)
    dealt = 14 * seats
    moves = 2 * (len(rules.tile_set) - dealt) + dealt
    most = (moves + 1) * seats if profile == "szkoly2015" else moves + seats
    turns = 0
    for step in play(rules, seats, temper, seed=7):
        turns += sum(isinstance(event, e.TurnEnded) for event in step.events)
        assert turns <= most
        if step.after.phase is Phase.OVER:
            break


@pytest.mark.full
@pytest.mark.parametrize("temper", range(len(TEMPERS)))
def test_no_decision_hangs_on_the_order_of_a_set(temper: int):
    """Python orders sets of texts anew in each process; a log must come out the same in all."""
    program = (
        "import hashlib; from tests.random_play import TEMPERS; from tests.strategies import table;"
        f"steps = table('mp2023', 3, TEMPERS[{temper}], 11).steps;"
        "told = repr([(step.command, step.events, step.violations) for step in steps]);"
        "print(hashlib.sha256(told.encode()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(digests) == 1


def test_rewinding_again_and_again_stays_cheap():
    """Were every rewind to replay the ones before it, the fortieth would never come to an end."""
    state = _started(4)
    state = attempt(state, c.Pause("a long dispute")).after
    for _ in range(40):
        state = attempt(state, c.Rewind(len(state.log), "again")).after
    assert replay(state.log, new_table(state.rules)) == state


@given(profiles(), st.data())
def test_tiles_read_back_as_written(rules: RulesProfile, data: st.DataObject):
    rack = data.draw(racks(size=40, rules=rules))
    assert read_tiles(write_tiles(rack), rules) == rack


@given(profiles(), st.data())
def test_a_tableau_reads_back_as_written(rules: RulesProfile, data: st.DataObject):
    tableau = data.draw(tableaux(rules))
    assert read_tableau(write_tableau(tableau), rules) == tableau


@at_every_table
def test_every_tableau_reads_back_as_written(table: Table):
    for step in table.steps[::10]:
        tableau = step.after.tableau
        assert read_tableau(write_tableau(tableau), table.end.rules) == tableau


@lru_cache(maxsize=20_000)
def _is_meld(tiles: tuple[str, ...]) -> bool:
    return brute.meld(tiles) is not None


def _tiles_of(state: TableState) -> Iterator[str]:
    for place in _places(state):
        yield from place


def _tiles_added(before: Tableau, after: Tableau) -> Counter[str]:
    return Counter(t for meld in after for t in meld) - Counter(t for meld in before for t in meld)


def _places(state: TableState) -> tuple[tuple[str, ...], ...]:
    racks_now = tuple(seat.rack for seat in state.seats)
    stacks = tuple(stack.tiles for stack in (state.middle, *state.bank))
    return racks_now + state.tableau + stacks


def _assert_same(one: TableState, other: TableState) -> None:
    for field in fields(TableState):
        assert getattr(one, field.name) == getattr(other, field.name), field.name


def _decided_again(step: Step) -> tuple[e.Event, ...]:
    try:
        return decide(step.before, step.command, best_opening=opening_or_none)
    except Refused:
        return ()


def _events_of(table: Table) -> Iterator[tuple[TableState, e.Event]]:
    """Every event of a table with the state it fell into."""
    for step in table.steps:
        state = step.before
        for event in step.events:
            yield state, event
            state = evolve(state, event)


def _rewound_in_this_game(state: TableState) -> bool:
    return any(isinstance(event, e.Rewound) for event in state.log[state.game_began :])


def _started(seats: int) -> TableState:
    rules = rules_profile("mp2023")
    state = new_table(rules)
    opening = c.OpenTable(seats, 0, shuffled(rules, Random(1)))
    for command in (opening, *(c.DeclareReady(seat) for seat in range(seats))):
        state = attempt(state, command).after
    return state
