"""`evolve`: the only place where a table's state changes. Total; it never refuses."""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from stolik.seats import AccessChanged, Seat
from stolik.wojtek import events as e
from stolik.wojtek.cards import RAINBOW, BearCard, Colour, without
from stolik.wojtek.state import (
    BeforeExchange,
    Phase,
    Report,
    SeatState,
    TableState,
    ThreeCards,
    Waiting,
    changed,
    new_table,
)


def evolve(state: TableState, event: e.Event) -> TableState:
    """The state after one more event."""
    after = _rewound(state, event) if isinstance(event, e.Rewound) else _changed(state, event)
    return changed(after, version=state.version + 1, log=(*state.log, event))


def replay(events: Iterable[e.Event], state: TableState) -> TableState:
    """The state after all `events`, from an empty table (`new_table(board)`) or any state on."""
    for event in events:
        state = evolve(state, event)
    return state


def _changed(state: TableState, event: e.Event) -> TableState:  # noqa: C901 - a table, no tangle
    match event:
        case e.CardsDrawn(seat, cards):
            hand = (*state.seats[seat].hand, *cards)
            after = state.with_seat(seat, hand=hand)
            return changed(after, travel_deck=state.travel_deck[: -len(cards)])
        case e.BearMoved():
            return _moved(state, event)
        case e.BearCardTaken(seat, slot, card):
            after = state.with_seat(seat, cards=(*state.seats[seat].cards, card))
            return changed(after, display=_slot(state, slot, None))
        case e.SlotFilled(slot, card):
            return changed(state, display=_slot(state, slot, card), bear_deck=state.bear_deck[:-1])
        case e.TurnEnded(next_seat=following):
            return _turn_ended(state, following)
        case e.CardsExchanged(seat, cards):
            after = state.with_seat(seat, hand=without(state.seats[seat].hand, cards), acted=True)
            return changed(after, travel_discards=(*state.travel_discards, *cards))
        case e.TableOpened(bears=bears, offences=offences):
            seats = zip(bears, offences, strict=True)
            return _opened(state, tuple(SeatState(bear=bear, offences=n) for bear, n in seats))
        case e.DecksLaid(travel, bear_cards):
            return changed(state, travel_deck=travel, bear_deck=bear_cards)
        case e.DisplayCleared():
            gone = tuple(card for card in state.display if card is not None)
            discards = (*state.bear_discards, *gone)
            return changed(state, display=(None,) * len(state.display), bear_discards=discards)
        case e.TravelMixed(order):
            return changed(state, travel_deck=order, travel_discards=())
        case e.BearMixed(order):
            return changed(state, bear_deck=order, bear_discards=())
        case e.StartCardDrawn():
            return _start_card_drawn(state, event)
        case e.BearPlaced(seat, colour):
            start = state.board.start_of[colour]
            position = state.board.start_position(start)
            return changed(state.with_seat(seat, start=start, position=position), waiting=None)
        case e.OrderAnnounced(seats):
            return changed(state, order=seats)
        case e.GameStarted():
            return changed(state, phase=Phase.PLAYING, turn=state.order[0])
        case e.ThreeCardsDeclared():
            return _declared(state, event)
        case e.SlotEmptied(_, slot, card):
            discards = (*state.bear_discards, card)
            return changed(state, display=_slot(state, slot, None), bear_discards=discards)
        case e.SlotSwapped(seat, slot, card, own):
            kept = list(state.seats[seat].cards)
            kept[kept.index(own)] = card
            after = state.with_seat(seat, cards=tuple(kept))
            return changed(after, display=_slot(state, slot, own))
        case e.BearArrived(seat, number):
            return changed(state.with_seat(seat, arrival=number), arrivals=number)
        case e.JudgeCalled(waiting=waiting):
            return changed(state, waiting=waiting)
        case e.ColourAwaited():
            return changed(state, waiting=Waiting.COLOUR)
        case e.JudgeConfirmed():
            return changed(state, waiting=None)
        case e.CityTaken(seat, city):
            after = state.with_seat(seat, cities=(*state.seats[seat].cities, city))
            return changed(after, cities=tuple(c for c in state.cities if c != city))
        case e.TurnTimedOut(seat) | e.TurnPassed(seat):
            after = _restored(state, event).with_seat(seat, passed=True)
            return changed(after, waiting=None, three_cards=None)
        case e.SeatFinished(seat, _, cards):
            after = state.with_seat(seat, finished=True, hand=())
            return changed(after, travel_discards=(*state.travel_discards, *cards))
        case e.LastTurnsBegan(ending, seats):
            return changed(state, last_turns=seats, last_turns_ending=ending)
        case e.TimeCalled():
            return changed(state, time_called=True)
        case e.GameEnded(ending, results):
            return changed(state, phase=Phase.OVER, ending=ending, results=results, waiting=None)
        case e.ResultConfirmed(seat):
            return state.with_seat(seat, confirmed=True)
        case e.MisconductReported(seat, about, reason):
            return changed(state, reports=(*state.reports, Report(seat, about, reason)))
        case e.ReportDecided(number, decision, reason):
            reports = list(state.reports)
            answered = replace(reports[number - 1], decision=decision, answer=reason)
            reports[number - 1] = answered
            return changed(state, reports=tuple(reports))
        case e.OffencePunished(seat, step, points):
            deduction = state.seats[seat].deduction + points
            behind = tuple(e.LadderStep).index(step) + 1
            return state.with_seat(seat, offences=behind, deduction=deduction)
        case e.SeatExcluded(seat):
            return _excluded(_restored(state, event), seat)
        case e.RankingOverruled(results):
            after = changed(state, overruled=tuple(line.standing.place for line in results))
            return changed(after, results=results) if state.phase is Phase.OVER else after
        case e.Paused():
            return changed(state, paused=True)
        case e.Resumed():
            return changed(state, paused=False, inspected=None)
        case e.RulingGiven() | e.TimeAdded() | AccessChanged():
            return state
        case e.HandInspected(seat):
            return changed(state, inspected=seat)
        case e.Rewound():
            raise AssertionError("a rewind needs the log, see _rewound")
        case _:
            assert_never(event)


def _slot(state: TableState, slot: Colour, card: BearCard | None) -> tuple[BearCard | None, ...]:
    display = list(state.display)
    display[state.board.colour_ids.index(slot)] = card
    return tuple(display)


def _opened(state: TableState, seats: tuple[SeatState, ...]) -> TableState:
    """A game from its beginning; of the one before it only the reports are left."""
    return changed(
        new_table(state.board),
        phase=Phase.SETTING_UP,
        game=state.game + 1,
        game_began=state.version + 1,
        seats=seats,
        display=(None,) * len(state.board.colours),
        cities=tuple(state.board.city_at[p] for p in sorted(state.board.city_at)),
        reports=state.reports,
        version=state.version,
    )


def _start_card_drawn(state: TableState, event: e.StartCardDrawn) -> TableState:
    """Onto the used cards or into the hand; after a rainbow the player's choice is awaited."""
    after = changed(state, travel_deck=state.travel_deck[:-1], turn=event.seat)
    if event.kept:
        after = after.with_seat(event.seat, hand=(*state.seats[event.seat].hand, event.card))
    else:
        after = changed(after, travel_discards=(*state.travel_discards, event.card))
    chooses = event.decides and event.card == RAINBOW
    return changed(after, waiting=Waiting.START) if chooses else after


def _declared(state: TableState, event: e.ThreeCardsDeclared) -> TableState:
    play = ThreeCards(event.cards, event.slot, event.own, event.colour)
    before = BeforeExchange(
        state.display, state.bear_deck, state.bear_discards, state.seats[event.seat].cards
    )
    return changed(state, three_cards=play, before_exchange=before)


def _restored(
    state: TableState, event: e.TurnTimedOut | e.TurnPassed | e.SeatExcluded
) -> TableState:
    """An exchange without a move leaves nothing changed, the order of the deck included (L46)."""
    before = state.before_exchange
    if not event.restored or before is None:
        return state
    return changed(
        state.with_seat(event.seat, cards=before.cards),
        display=before.display,
        bear_deck=before.bear_deck,
        bear_discards=before.bear_discards,
        before_exchange=None,
    )


def _moved(state: TableState, event: e.BearMoved) -> TableState:
    hand = without(state.seats[event.seat].hand, event.cards)
    after = state.with_seat(event.seat, hand=hand, position=event.to, acted=True)
    return changed(
        after,
        travel_discards=(*state.travel_discards, *event.cards),
        landing=event.colour,
        three_cards=None,
        before_exchange=None,
        waiting=None,
    )


def _turn_ended(state: TableState, following: Seat | None) -> TableState:
    queue = state.last_turns
    begun = queue is not None and queue[:1] == (following,)
    return changed(
        state,
        turn=state.turn if following is None else following,
        waiting=None,
        three_cards=None,
        before_exchange=None,
        landing=None,
        last_turns=queue[1:] if queue and begun else queue,
        turns=state.turns + 1,
    )


def _excluded(state: TableState, seat: Seat) -> TableState:
    """The bear leaves the track, the cards go to the discards (decision W16)."""
    was, mine = state.seats[seat], state.turn == seat
    after = state.with_seat(
        seat, excluded=True, position=None, arrival=None, hand=(), cards=(), cities=()
    )
    queue = state.last_turns
    return changed(
        after,
        travel_discards=(*state.travel_discards, *was.hand),
        bear_discards=(*state.bear_discards, *was.cards),
        cities_out=(*state.cities_out, *was.cities),
        waiting=None if mine else state.waiting,
        three_cards=None if mine else state.three_cards,
        landing=None if mine else state.landing,
        last_turns=None if queue is None else tuple(s for s in queue if s != seat),
    )


# Points at which a table waits for somebody: only there can it be taken up again. What is never
# undone is none of them: it stays in the line also where all around it was undone.
_RESTS = (
    e.GameStarted,
    e.JudgeCalled,
    e.ColourAwaited,
    e.Paused,
    e.Resumed,
    e.HandInspected,
)
_NEVER_UNDONE = (
    e.MisconductReported,
    e.ReportDecided,
    e.OffencePunished,
    e.SeatExcluded,
    e.RankingOverruled,
    e.RulingGiven,
    AccessChanged,
)


def resting_points(log: tuple[e.Event, ...]) -> list[int]:
    """The numbers of the events a rewind may go back to, those already undone left out."""
    return [number for number, event in surviving_line(log) if _rests(event)]


def _rests(event: e.Event) -> bool:
    match event:
        case e.TurnEnded(next_seat=following):
            return following is not None
        case e.StartCardDrawn(_, card, decides):
            return decides and card == RAINBOW
        case _:
            return isinstance(event, _RESTS)


def surviving_line(log: tuple[e.Event, ...]) -> list[tuple[int, e.Event]]:
    """The numbered events that count: a rewind undoes all after its target but the referee's."""
    line: list[tuple[int, e.Event]] = []
    for number, event in enumerate(log, start=1):
        if isinstance(event, e.Rewound):
            line = [(n, ev) for n, ev in line if n <= event.to or isinstance(ev, _NEVER_UNDONE)]
        else:
            line.append((number, event))
    return line


def _rewound(state: TableState, event: e.Rewound) -> TableState:
    """The earlier state with play stopped; what the referee wrote down since stands."""
    earlier = new_table(state.board)
    for number, survivor in surviving_line((*state.log, event)):
        earlier = _changed(changed(earlier, version=number - 1), survivor)
    return changed(earlier, version=state.version, paused=True)
