"""What holds at every table of Miś Wojtek, whatever is done at it and whatever its board says.

A failure names the table: `table(board_seed, seats, temper, seed)` plays it again.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stolik.app.games.wojtek.record import read_log, write_log
from stolik.app.games.wojtek.verification import played
from stolik.refusal import Refused
from stolik.wojtek import commands as c
from stolik.wojtek import events as e
from stolik.wojtek.engine import decide, evolve, replay
from stolik.wojtek.notation import (
    read_bear_cards,
    read_move,
    read_position,
    read_travel_cards,
    write_cards,
    write_move,
    write_position,
)
from stolik.wojtek.state import Phase, TableState, new_table
from tests.wojtek.random_play import TEMPERS, Table, attempt, mixed, nonsense, table

LAWS = []
QUICK = [
    (board, 2 + (board + i) % 4, temper, board)
    for board in range(8)
    for i, temper in enumerate(TEMPERS)
]


def tables() -> st.SearchStrategy[Table]:
    return st.sampled_from(QUICK).map(lambda name: table(*name))


def at_every_table(law):
    """Try a law at each of the quick tier's tables, and remember it for the full tier."""
    LAWS.append(law)

    @pytest.mark.parametrize("name", QUICK, ids=str)
    def tried(name):
        law(table(*name))

    return tried


@at_every_table
def test_every_card_is_in_exactly_one_place(table: Table):
    for step in table.steps:
        state = step.after
        if state.seats:
            assert Counter(_travel(state)) == Counter(state.board.travel_cards), step.command
            assert Counter(_bear(state)) == Counter(state.board.bear_cards), step.command
            assert sorted(_cities(state)) == sorted(state.board.city_at.values()), step.command


@at_every_table
def test_there_is_one_bear_on_a_field(table: Table):
    for step in table.steps:
        goal = step.after.board.goal_position
        places = [
            (s.position, s.start if s.position == 0 else None)
            for s in step.after.seats
            if s.position is not None and s.position != goal
        ]
        assert len(set(places)) == len(places), step.command


@at_every_table
def test_bears_only_go_forward(table: Table):
    for before, event in _events_of(table):
        if isinstance(event, e.BearMoved):
            assert before.seats[event.seat].position == event.origin < event.to
        elif not isinstance(event, e.Rewound | e.SeatExcluded | e.BearPlaced | e.TableOpened):
            after = evolve(before, event)
            for was, now in zip(before.seats, after.seats, strict=False):
                assert was.position == now.position


@at_every_table
def test_nobody_overtakes_with_a_rainbow(table: Table):
    for before, event in _events_of(table):
        if isinstance(event, e.BearMoved) and event.cards == ("*",):
            others = [s.position for i, s in enumerate(before.seats) if i != event.seat]
            ahead = [p for p in others if p is not None and event.origin < p <= event.to]
            goal = before.board.goal_position
            assert all(p == goal == event.to for p in ahead)


@at_every_table
def test_replaying_the_log_gives_the_live_state(table: Table):
    state = new_table(table.end.board)
    for step in table.steps:
        state = replay(step.events, state)
        assert state == step.after
    log = table.end.log
    cut = Random(table.seed).randrange(len(log) + 1)
    assert replay(log[cut:], replay(log[:cut], new_table(table.end.board))) == table.end


@at_every_table
def test_a_refused_command_changes_nothing_and_the_same_is_decided_again(table: Table):
    for step in table.steps[::4]:
        written = repr(step.before)
        if step.violations:
            with pytest.raises(Refused):
                decide(step.before, step.command, mix=mixed)
        else:
            assert decide(step.before, step.command, mix=mixed) == step.events
        assert repr(step.before) == written


@at_every_table
def test_every_refusal_has_its_reasons_and_every_acceptance_its_events(table: Table):
    for step in table.steps:
        assert bool(step.violations) != bool(step.events), step.command


@at_every_table
def test_somebody_can_always_act(table: Table):
    for step in table.steps:
        state = step.after
        if state.phase in (Phase.SETTING_UP, Phase.PLAYING):
            assert not state.seats[state.turn].excluded, step.command
            assert not state.seats[state.turn].finished, step.command
        if state.phase is Phase.PLAYING and state.waiting is None:
            assert state.seats[state.turn].hand, step.command
        if state.phase is Phase.SETTING_UP:
            assert state.waiting == "start", step.command


@at_every_table
def test_hands_are_full_between_turns(table: Table):
    for step in table.steps:
        state = step.after
        if state.phase is Phase.PLAYING and state.waiting is None:
            for seat in state.still_to_play():
                assert len(state.seats[seat].hand) == state.board.cards.hand


@at_every_table
def test_after_the_first_is_done_the_others_have_one_turn_each(table: Table):
    promised: list[int] | None = None
    begun: list[int] = []
    for _, event in _events_of(table):
        match event:
            case e.LastTurnsBegan(seats=seats):
                assert promised is None, "nobody is promised a second last turn"
                promised, begun = list(seats), []
            case e.TurnEnded(next_seat=following) if following is not None:
                begun.append(following)
            case e.SeatExcluded() | e.Rewound() | e.TimeCalled():
                promised = None
            case e.GameEnded() if promised is not None:
                assert begun == promised
                promised = None


@at_every_table
def test_whoever_is_excluded_is_last(table: Table):
    for before, event in _events_of(table):
        if isinstance(event, e.GameEnded):
            for result in event.results:
                excluded = before.seats[result.seat].excluded
                last = max(2, sum(seat.is_ranked for seat in before.seats))
                assert not excluded or before.overruled or result.standing.place == last


@at_every_table
def test_a_rewind_keeps_what_the_referee_wrote(table: Table):
    for before, event in _events_of(table):
        if isinstance(event, e.Rewound):
            now = evolve(before, event)
            assert now.reports == before.reports
            for was, is_now in zip(before.seats, now.seats, strict=True):
                assert (is_now.offences, is_now.excluded) == (was.offences, was.excluded)


@at_every_table
def test_a_log_reads_back_and_is_believed(table: Table):
    board = table.end.board
    log = write_log(table.end.log, board)
    assert read_log(log, board) == table.end.log
    assert played(table.end.log, board) == table.end


@at_every_table
def test_notation_reads_back(table: Table):
    board = table.end.board
    moves = c.ChooseStart | c.ExchangeCards | c.MoveByCard | c.MoveByRainbow
    moves |= c.PlayThreeCards | c.ChooseColour
    for step in table.steps:
        if isinstance(step.command, moves) and step.events:
            text = write_move(step.command)
            assert read_move(text, step.command.seat, board) == step.command
    for seat in table.end.seats:
        assert read_travel_cards(write_cards(seat.hand), board) == seat.hand
        assert read_bear_cards(write_cards(seat.cards), board) == seat.cards
        if seat.position is not None:
            text = write_position(seat.position, seat.start or 0, board)
            assert read_position(text, board) == seat.position


@pytest.mark.full
@settings(settings.get_profile("full"), max_examples=600)
@given(st.integers(0, 10**6), st.integers(2, 5), st.sampled_from(TEMPERS), st.integers(0, 10**6))
def test_all_laws_hold_at_many_more_tables(board: int, seats: int, temper, seed: int):
    played_table = table(board, seats, temper, seed)
    for law in LAWS:
        law(played_table)


@settings(max_examples=150)
@given(tables(), st.integers(0, 10**6))
def test_nonsense_is_refused_or_decided_but_never_breaks_anything(one: Table, seed: int):
    chance = Random(seed)
    state = chance.choice(one.steps).after
    step = attempt(state, nonsense(state, chance))
    if step.after.seats:
        assert Counter(_travel(step.after)) == Counter(state.board.travel_cards)


def test_somewhere_at_the_tables_everything_comes_up():
    """Else the laws would prove less than they seem to."""
    events, commands, codes = set(), set(), set()
    for name in QUICK:
        for step in table(*name).steps:
            events |= {type(event) for event in step.events}
            commands |= {type(step.command)} if step.events else set()
            codes |= {violation.code for violation in step.violations}
    assert set(e.Event.__args__) <= events
    assert set(c.Command.__args__) <= commands
    assert len(codes) > 25


def _events_of(table: Table) -> Iterator[tuple[TableState, e.Event]]:
    for step in table.steps:
        state = step.before
        for event in step.events:
            yield state, event
            state = evolve(state, event)


def _travel(state: TableState) -> Iterator[str]:
    yield from (*state.travel_deck, *state.travel_discards)
    for seat in state.seats:
        yield from seat.hand


def _bear(state: TableState) -> Iterator[str]:
    yield from (*state.bear_deck, *state.bear_discards)
    yield from (card for card in state.display if card is not None)
    for seat in state.seats:
        yield from seat.cards


def _cities(state: TableState) -> Iterator[str]:
    yield from (*state.cities, *state.cities_out)
    for seat in state.seats:
        yield from seat.cities
