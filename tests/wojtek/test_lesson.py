"""The lesson is a game by the real rules in which everything comes once, and that ends."""

from collections.abc import Iterator

from stolik.app.library import board, lesson
from stolik.seats import Role, Seat, Viewer
from stolik.wojtek import commands as c
from stolik.wojtek import events as e
from stolik.wojtek.cards import Colour, TravelCard
from stolik.wojtek.engine import decide, replay
from stolik.wojtek.lesson import Companion, Lesson, Step, prepared
from stolik.wojtek.options import options_of
from stolik.wojtek.state import Phase, TableState, new_table
from stolik.wojtek.view import visible_to

PUPIL, OTHER = Seat(0), Seat(1)


def commands(step: Step) -> Iterator[c.Command]:
    """What a pupil asks of the table in one turn."""
    cards = tuple(TravelCard(card) for card in step.cards)
    match step.t:
        case "exchange":
            yield c.ExchangeCards(PUPIL, cards)
        case "move":
            yield c.MoveByCard(PUPIL, Colour(step.colour))
        case "rainbow":
            yield c.MoveByRainbow(PUPIL, step.to)
        case "three":
            yield c.PlayThreeCards(PUPIL, cards, Colour(step.slot), None, None)
            yield c.ChooseColour(PUPIL, Colour(step.colour))
        case _:
            raise AssertionError(step.t)


def played() -> tuple[TableState, list[str], list[tuple[int, ...]]]:
    track, told = board("trasa"), lesson("wojtek", Lesson)
    state = new_table(track)
    state = replay(decide(state, prepared(told, track)), state)
    kinds: list[str] = []
    warned: list[tuple[int, ...]] = []
    for step in told.steps:
        assert state.turn == PUPIL
        warned.append(options_of(state, PUPIL).ending)
        for command in commands(step):
            events = decide(state, command)
            kinds += [type(event).__name__ for event in events]
            state = replay(events, state)
        seen = visible_to(state, Viewer(Role.SEAT, OTHER))
        state = replay(decide(state, Companion(track).command(seen)), state)
    return state, kinds, warned


def test_the_lesson_shows_every_kind_of_turn_and_ends_with_a_complete_set():
    state, kinds, warned = played()
    assert state.phase is Phase.OVER
    assert state.ending is e.Ending.COMPLETE_SET
    for kind in ("CardsExchanged", "BearMoved", "CityTaken", "ThreeCardsDeclared", "SeatFinished"):
        assert kind in kinds
    assert state.seats[PUPIL].cities == ("Teheran",)
    assert state.seats[PUPIL].finished
    assert [result.standing.place for result in state.results] == [1, 2]
    assert warned[-1], "the last move is told to end the game"
    assert not any(warned[:-1])


def test_the_other_bear_is_in_the_way_of_the_rainbow_and_nowhere_else():
    state, _, _ = played()
    assert state.seats[OTHER].position == 7
    assert state.seats[PUPIL].position == 15
