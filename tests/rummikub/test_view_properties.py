"""Nothing hidden shows: views and events stay the same when only hidden tiles change."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from stolik.rummikub import commands as c
from stolik.rummikub import events as e
from stolik.rummikub.state import Phase, Stack, TableState
from stolik.rummikub.view import event_visible_to, visible_in_film, visible_looking_back, visible_to
from stolik.seats import Role, Viewer
from tests.random_play import Step, attempt
from tests.strategies import (
    QUICK_TABLES,
    Table,
    moments,
    more_tables,
    steps,
    table,
    tables,
    viewers,
)

SEEDS = st.integers(0, 10**6)
MANY = settings(settings.get_profile("full"), max_examples=100)


@settings(max_examples=200)
@given(moments(), SEEDS)
def test_no_view_changes_when_only_hidden_tiles_change(state: TableState, seed: int):
    assume(state.phase is not Phase.OVER)
    for viewer in viewers(len(state.seats)):
        other = _with_other_hidden_tiles(state, _open_racks(state, viewer), Random(seed))
        assert visible_to(other, viewer) == visible_to(state, viewer)


@settings(max_examples=200)
@given(moments())
def test_a_view_shows_no_tile_that_does_not_lie_open_to_the_viewer(state: TableState):
    assume(state.phase is not Phase.OVER)
    for viewer in viewers(len(state.seats)):
        own = [tile for seat in _open_racks(state, viewer) for tile in state.seats[seat].rack]
        drawn = [t for seat in _open_racks(state, viewer) for t in state.seats[seat].last_drawn]
        on_table = [tile for meld in state.tableau for tile in meld]
        shown = Counter(_tiles_in(visible_to(state, viewer), set(state.rules.tile_set)))
        assert shown <= Counter([*own, *drawn, *on_table])


@settings(max_examples=200)
@given(moments())
def test_no_view_holds_two_racks_before_the_end(state: TableState):
    assume(state.phase is not Phase.OVER)
    for viewer in viewers(len(state.seats)):
        view = visible_to(state, viewer)
        assert sum(seat.rack is not None for seat in view.seats) <= 1


@given(moments(), SEEDS)
def test_the_film_of_a_running_game_shows_the_own_rack_at_most(state: TableState, seed: int):
    for viewer in viewers(len(state.seats)):
        film = visible_in_film(state, viewer)
        seen = {n for n, seat in enumerate(film.seats) if seat.rack is not None}
        assert seen <= {viewer.seat}
        if state.phase is not Phase.OVER:  # its sheet lay open once, whatever was rewound since
            other = _with_other_hidden_tiles(state, seen, Random(seed))
            assert visible_in_film(other, viewer) == film


@given(tables())
def test_looking_back_shows_all_racks_but_not_to_the_public(table: Table):
    for state in (step.after for step in table.steps):
        for viewer in viewers(len(state.seats)):
            seen = [seat.rack for seat in visible_looking_back(state, viewer).seats]
            hidden = viewer.role is Role.PUBLIC
            assert seen == [None if hidden else seat.rack for seat in state.seats]


@settings(max_examples=200)
@given(moments())
def test_a_seat_always_sees_its_own_rack(state: TableState):
    for seat in range(len(state.seats)):
        view = visible_to(state, Viewer(Role.SEAT, seat))
        assert view.seats[seat].rack == state.seats[seat].rack


@given(tables())
def test_after_the_end_everybody_at_the_table_sees_all_racks(table: Table):
    for state in (step.after for step in table.steps if step.after.phase is Phase.OVER):
        for viewer in viewers(len(state.seats)):
            seen = [seat.rack for seat in visible_to(state, viewer).seats]
            at_the_table = viewer.role is not Role.PUBLIC
            assert seen == [seat.rack if at_the_table else None for seat in state.seats]


@settings(max_examples=200)
@given(steps(), SEEDS)
def test_what_a_command_does_shows_nothing_hidden(step: Step, seed: int):
    _shows_nothing_hidden(step, seed)


@given(tables())
def test_no_event_shows_others_the_tiles_it_hides(table: Table):
    chance = Random(table.seed)
    for event in table.end.log:
        other = _with_other_secrets(event, table.end, chance)
        for viewer in viewers(table.seats):
            if not _is_own(event, viewer):
                assert event_visible_to(other, viewer) == event_visible_to(event, viewer)


@pytest.mark.parametrize("kind", get_args(e.Event))
def test_somewhere_at_the_tables_every_kind_of_event_comes_up(kind: type):
    """Else the test above would prove less than it seems to."""
    logs = (table(*name).end.log for name in QUICK_TABLES)
    assert any(isinstance(event, kind) for log in logs for event in log)


@pytest.mark.full
@MANY
@given(more_tables(), SEEDS)
def test_nothing_hidden_shows_at_many_more_tables(table: Table, seed: int):
    for step in table.steps[seed % 3 :: 3]:
        _shows_nothing_hidden(step, seed)


def _shows_nothing_hidden(step: Step, seed: int) -> None:
    """The same command amid other hidden tiles: the same answer, and nobody sees a difference.

    The racks of whoever acts stay as they are, since he knows them when he decides.
    """
    state = step.before
    ended = any(isinstance(event, e.GameEnded) for event in step.events)
    if ended or state.phase in (Phase.CLOSED, Phase.OVER):
        return  # everything is laid open
    actors = {getattr(step.command, "seat", state.turn)}
    for viewer in viewers(len(state.seats)):
        open_racks = _open_racks(state, viewer)
        if any(isinstance(ev, e.TileDrawn) and ev.seat in open_racks for ev in step.events):
            continue  # a new tile on a rack he may look at
        known = open_racks | actors
        other = attempt(_with_other_hidden_tiles(state, known, Random(seed)), step.command)
        assert other.violations == step.violations
        assert _seen(other.events, viewer) == _seen(step.events, viewer)
        if not isinstance(step.command, c.Rewind):  # goes by the log, which stays as it is
            assert visible_to(other.after, viewer) == visible_to(step.after, viewer)


def _seen(events: tuple[e.Event, ...], viewer: Viewer) -> list[object]:
    return [(type(event), dict(event_visible_to(event, viewer))) for event in events]


def _open_racks(state: TableState, viewer: Viewer) -> set[int]:
    """Whose racks a viewer may know before the end: his own; the one a referee inspects."""
    if viewer.role is Role.SEAT:
        return {viewer.seat}
    inspecting = viewer.role is Role.REFEREE and state.paused and state.inspected is not None
    return {state.inspected} if inspecting else set()


def _with_other_hidden_tiles(state: TableState, known: set[int], chance: Random) -> TableState:
    """Deal the tiles of all other racks and of the pool anew; every count stays."""
    hidden = [i for i in range(len(state.seats)) if i not in known]
    stacks = (state.middle, *state.bank)
    bag = [tile for i in hidden for tile in state.seats[i].rack]
    bag += [tile for stack in stacks for tile in stack.tiles]
    chance.shuffle(bag)

    def take(count: int) -> tuple[str, ...]:
        return tuple(bag.pop() for _ in range(count))

    seats = list(state.seats)
    for i in hidden:
        rack = take(len(seats[i].rack))
        drawn = rack[len(rack) - len(seats[i].last_drawn) :]
        seats[i] = replace(seats[i], rack=rack, last_drawn=drawn)
    middle, *bank = (Stack(stack.number, take(len(stack.tiles))) for stack in stacks)
    return replace(state, seats=tuple(seats), middle=middle, bank=tuple(bank))


def _with_other_secrets(event: e.Event, state: TableState, chance: Random) -> e.Event:
    """The event with other tiles where nobody but its own seat may see them."""
    tiles = state.rules.tile_set
    match event:
        case e.TilesDealt():
            return replace(event, order=tuple(chance.sample(tiles, len(tiles))))
        case e.TileDrawn():
            return replace(event, tile=chance.choice(tiles))
        case e.RedealAsked():
            return replace(event, doublets=tuple(chance.sample(tiles, 3)))
        case e.TimeRanOut(draft=draft) if draft is not None:
            held = tuple(chance.sample(tiles, len(draft.own_in_hand)))
            return replace(event, draft=replace(draft, own_in_hand=held))
        case _:
            return event


def _is_own(event: e.Event, viewer: Viewer) -> bool:
    return viewer.role is Role.SEAT and getattr(event, "seat", None) == viewer.seat


def _tiles_in(value: Any, tiles: set[str]) -> Iterator[str]:
    """Every tile anywhere inside a view, however deep."""
    if is_dataclass(value):
        for field in fields(value):
            yield from _tiles_in(getattr(value, field.name), tiles)
    elif isinstance(value, tuple | list):
        for element in value:
            yield from _tiles_in(element, tiles)
    elif isinstance(value, str) and value in tiles:
        yield value
