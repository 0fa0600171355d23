"""Nothing hidden shows: views and events stay the same when only hidden cards change."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stolik.seats import Role, Seat, Viewer
from stolik.wojtek import commands as c
from stolik.wojtek import events as e
from stolik.wojtek.state import Phase, TableState
from stolik.wojtek.view import event_visible_to, visible_to
from tests.wojtek.random_play import TEMPERS, Step, attempt, table
from tests.wojtek.test_properties import QUICK

SEEDS = st.integers(0, 10**6)


def viewers(seats: int) -> list[Viewer]:
    """Everybody who may look at a table."""
    own = [Viewer(Role.SEAT, Seat(i)) for i in range(seats)]
    return [*own, *(Viewer(role) for role in (Role.REFEREE, Role.SPECTATOR, Role.PUBLIC))]


@st.composite
def steps(draw) -> Step:
    """Some command at some table, while a game is on."""
    name = draw(st.sampled_from(QUICK))
    on = [s for s in table(*name).steps if s.before.phase in (Phase.SETTING_UP, Phase.PLAYING)]
    return draw(st.sampled_from(on))


@settings(max_examples=200)
@given(steps(), SEEDS)
def test_no_view_changes_when_only_hidden_cards_change(step: Step, seed: int):
    state = step.before
    for viewer in viewers(len(state.seats)):
        other = _with_other_hidden_cards(state, _open_hands(state, viewer), Random(seed))
        assert visible_to(other, viewer) == visible_to(state, viewer)


@settings(max_examples=200)
@given(steps())
def test_a_view_shows_no_travel_card_that_is_not_the_viewers_own(step: Step):
    state = step.before
    for viewer in viewers(len(state.seats)):
        own = [card for seat in _open_hands(state, viewer) for card in state.seats[seat].hand]
        declared = state.three_cards.cards if state.three_cards else ()
        shown = Counter(_travel_cards_in(visible_to(state, viewer), state))
        assert shown <= Counter([*own, *declared])


@settings(max_examples=200)
@given(steps(), SEEDS)
def test_what_a_command_does_shows_nothing_hidden(step: Step, seed: int):
    _shows_nothing_hidden(step, seed)


@pytest.mark.parametrize("name", QUICK, ids=str)
def test_no_event_shows_others_the_cards_it_hides(name):
    one = table(*name)
    chance = Random(one.seed)
    for event in one.end.log:
        other = _with_other_secrets(event, one.end, chance)
        for viewer in viewers(one.seats):
            if not (viewer.role is Role.SEAT and getattr(event, "seat", None) == viewer.seat):
                assert event_visible_to(other, viewer) == event_visible_to(event, viewer)


@pytest.mark.parametrize("name", QUICK[:6], ids=str)
def test_a_seat_sees_its_own_hand_and_after_the_end_all(name):
    one = table(*name)
    for state in (step.after for step in one.steps if step.after.seats):
        for viewer in viewers(one.seats):
            seen = [seat.hand for seat in visible_to(state, viewer).seats]
            if viewer.role is Role.SEAT:
                assert seen[viewer.seat] == state.seats[viewer.seat].hand
            if state.phase is Phase.OVER and viewer.role is not Role.PUBLIC:
                assert seen == [seat.hand for seat in state.seats]
            if state.phase is not Phase.OVER:
                assert sum(hand is not None for hand in seen) <= 1


@pytest.mark.full
@settings(settings.get_profile("full"), max_examples=200)
@given(SEEDS, st.integers(2, 5), st.sampled_from(TEMPERS), SEEDS)
def test_nothing_hidden_shows_at_many_more_tables(board: int, seats: int, temper, seed: int):
    for step in table(board, seats, temper, seed).steps[seed % 3 :: 3]:
        _shows_nothing_hidden(step, seed)


def _shows_nothing_hidden(step: Step, seed: int) -> None:
    """The same command amid other hidden cards: the same answer, and nobody sees a difference.

    Bear cards that come from the deck in this step are open from then on, so decks keep their
    bear cards; the hand of whoever acts stays as it is, since he knows it when he decides.
    """
    state = step.before
    over = any(isinstance(event, e.GameEnded) for event in step.events)
    if over or state.phase in (Phase.CLOSED, Phase.OVER) or isinstance(step.command, c.Rewind):
        return
    if any(isinstance(event, e.StartCardDrawn) for event in step.events):
        return  # the judge draws it openly from the deck
    actors = {getattr(step.command, "seat", state.turn), state.turn}
    for viewer in viewers(len(state.seats)):
        known = _open_hands(state, viewer)
        drawn = any(isinstance(ev, e.CardsDrawn) and ev.seat in known for ev in step.events)
        if drawn:
            continue  # new cards in a hand he may look at
        other = attempt(
            _with_other_hidden_cards(state, known | actors, Random(seed), decks=False), step.command
        )
        assert other.violations == step.violations
        assert _seen(other.events, viewer) == _seen(step.events, viewer)
        assert visible_to(other.after, viewer) == visible_to(step.after, viewer)


def _seen(events: tuple[e.Event, ...], viewer: Viewer) -> list[object]:
    return [(type(event), dict(event_visible_to(event, viewer))) for event in events]


def _open_hands(state: TableState, viewer: Viewer) -> set[int]:
    """Whose hands a viewer may know before the end: his own; the one a referee inspects."""
    if viewer.role is Role.SEAT:
        return {viewer.seat}
    inspecting = viewer.role is Role.REFEREE and state.paused and state.inspected is not None
    return {state.inspected} if inspecting else set()


def _with_other_hidden_cards(
    state: TableState, known: set[int], chance: Random, *, decks: bool = True
) -> TableState:
    """Deal all other hands, the travel deck and the used cards anew; every count stays."""
    hidden = [i for i in range(len(state.seats)) if i not in known]
    bag = [card for i in hidden for card in state.seats[i].hand]
    bag += [*state.travel_deck, *state.travel_discards]
    chance.shuffle(bag)

    def take(count: int) -> tuple[str, ...]:
        return tuple(bag.pop() for _ in range(count))

    seats = list(state.seats)
    for i in hidden:
        seats[i] = replace(seats[i], hand=take(len(seats[i].hand)))
    deck, discards = take(len(state.travel_deck)), take(len(state.travel_discards))
    bears = chance.sample(state.bear_deck, len(state.bear_deck)) if decks else state.bear_deck
    return replace(
        state,
        seats=tuple(seats),
        travel_deck=deck,
        travel_discards=discards,
        bear_deck=tuple(bears),
    )


def _with_other_secrets(event: e.Event, state: TableState, chance: Random) -> e.Event:
    """The event with other cards where nobody but its own seat may see them."""
    travel, bear = state.board.travel_cards, state.board.bear_cards
    match event:
        case e.DecksLaid():
            return e.DecksLaid(
                tuple(chance.sample(travel, len(travel))), tuple(chance.sample(bear, len(bear)))
            )
        case e.TravelMixed(order):
            return e.TravelMixed(tuple(chance.sample(travel, len(order))))
        case e.BearMixed(order):
            return e.BearMixed(tuple(chance.sample(bear, len(order))))
        case e.CardsDrawn() | e.CardsExchanged() | e.SeatFinished():
            return replace(event, cards=tuple(chance.sample(travel, len(event.cards))))
        case _:
            return event


def _travel_cards_in(value: Any, state: TableState) -> Iterator[str]:
    """Every hand or declared set of travel cards anywhere inside a view."""
    if is_dataclass(value):
        for field in fields(value):
            if field.name in ("hand", "three_cards", "seats", "viewer"):
                yield from _travel_cards_in(getattr(value, field.name), state)
            elif field.name == "cards" and type(value).__name__ == "ThreeCards":
                yield from value.cards
    elif isinstance(value, tuple):
        for element in value:
            yield from _travel_cards_in(element, state)
    elif isinstance(value, str) and value in state.board.travel_cards:
        yield value
