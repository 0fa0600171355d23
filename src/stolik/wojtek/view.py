"""The one gate for secrets: what a viewer may see, built field by field from an allow-list."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from stolik.free_text import for_strangers
from stolik.seats import AccessChanged, Role, Seat, Viewer, access_seen_by
from stolik.wojtek import events as e
from stolik.wojtek.cards import BearCard, BearCards, Colour, TravelCards
from stolik.wojtek.ranking import collection_of, sets_of
from stolik.wojtek.state import Phase, Report, TableState, ThreeCards, Waiting


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as others see it; bear cards lie open, `hand` is None when hidden."""

    bear: str
    start: int | None
    position: int | None
    arrival: int | None
    travel_cards: int
    hand: TravelCards | None
    cards: BearCards
    cities: tuple[str, ...]
    finished: bool
    offences: int
    deduction: int
    excluded: bool
    confirmed: bool
    sets: tuple[int, ...]  # as they would count now, portraits and cities used at their best


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one viewer sees it; of decks and used cards only how many they are."""

    viewer: Viewer
    board_id: str
    board_verified: bool
    version: int
    phase: Phase
    game: int
    seats: tuple[SeatView, ...]
    order: tuple[Seat, ...]
    turn: Seat
    turn_time_s: int
    waiting: Waiting | None
    three_cards: ThreeCards | None
    landing: Colour | None
    display: tuple[BearCard | None, ...]
    travel_deck: int
    travel_discards: int
    bear_deck: int
    bear_discards: int
    cities: tuple[str, ...]
    time_called: bool
    last_turns: tuple[Seat, ...] | None
    ending: e.Ending | None
    results: tuple[e.SeatResult, ...]
    paused: bool
    reports: tuple[Report, ...]
    inspected: Seat | None
    turns: int


def visible_to(state: TableState, viewer: Viewer) -> TableView:
    """Everything `viewer` may know of the table now, and nothing else."""
    return TableView(
        viewer=viewer,
        board_id=state.board.id,
        board_verified=state.board.is_verified,
        version=state.version,
        phase=state.phase,
        game=state.game,
        seats=tuple(_seat_view(state, Seat(i), viewer) for i in range(len(state.seats))),
        order=state.order,
        turn=state.turn,
        turn_time_s=state.board.clock.turn_time_s,
        waiting=state.waiting,
        three_cards=state.three_cards,
        landing=state.landing,
        display=state.display,
        travel_deck=len(state.travel_deck),
        travel_discards=len(state.travel_discards),
        bear_deck=len(state.bear_deck),
        bear_discards=len(state.bear_discards),
        cities=state.cities,
        time_called=state.time_called,
        last_turns=state.last_turns,
        ending=state.ending,
        results=state.results,
        paused=state.paused,
        reports=_reports(state, viewer),
        inspected=state.inspected,
        turns=state.turns,
    )


def visible_in_film(state: TableState, viewer: Viewer) -> TableView:
    """An earlier moment of a game that is still played: the own hand at most.

    What an inspection or an end that was rewound had shown is not shown a second time.
    """
    shown = visible_to(state, viewer)
    seats = tuple(
        seat if n == viewer.seat else replace(seat, hand=None) for n, seat in enumerate(shown.seats)
    )
    return replace(shown, seats=seats)


def visible_looking_back(state: TableState, viewer: Viewer) -> TableView:
    """How a game that is over by now stood at an earlier moment: with the hands it was played from.

    Whoever may not see hands after a game does not see earlier ones either. For a game that is
    still played there is `visible_in_film`.
    """
    shown = visible_to(state, viewer)
    if viewer.role is Role.PUBLIC:
        return shown
    opened = zip(shown.seats, state.seats, strict=True)
    return replace(shown, seats=tuple(replace(a, hand=s.hand) for a, s in opened))


def may_see_hand(state: TableState, viewer: Viewer, seat: Seat) -> bool:
    """The own hand; all hands at the table once the game is over; one hand for the referee."""
    over = state.phase is Phase.OVER
    match viewer.role:
        case Role.SEAT:
            return seat == viewer.seat or over
        case Role.SPECTATOR:
            return over
        case Role.REFEREE:
            # Only with play stopped, on the recorded request that everybody saw.
            return over or (state.paused and state.inspected == seat)
        case Role.PUBLIC:
            return False


def _reports(state: TableState, viewer: Viewer) -> tuple[Report, ...]:
    """Who reported whom is for the judge and for the two; the players are children."""
    match viewer.role:
        case Role.REFEREE:
            return state.reports
        case Role.SEAT:
            return tuple(r for r in state.reports if viewer.seat in (r.by, r.about))
        case Role.SPECTATOR | Role.PUBLIC:
            return ()


def _seat_view(state: TableState, number: Seat, viewer: Viewer) -> SeatView:
    seat = state.seats[number]
    return SeatView(
        bear=seat.bear,
        start=seat.start,
        position=seat.position,
        arrival=seat.arrival,
        travel_cards=len(seat.hand),
        hand=seat.hand if may_see_hand(state, viewer, number) else None,
        cards=seat.cards,
        cities=seat.cities,
        finished=seat.finished,
        offences=seat.offences,
        deduction=seat.deduction,
        excluded=seat.excluded,
        confirmed=seat.confirmed,
        sets=sets_of(collection_of(seat.cards, seat.cities, state.board), state.board).sizes,
    )


_OPEN_EVENTS = (
    e.TableOpened,
    e.SlotFilled,
    e.DisplayCleared,
    e.StartCardDrawn,
    e.BearPlaced,
    e.BearCardTaken,
    e.OrderAnnounced,
    e.GameStarted,
    e.ThreeCardsDeclared,
    e.SlotEmptied,
    e.SlotSwapped,
    e.BearMoved,
    e.BearArrived,
    e.JudgeCalled,
    e.ColourAwaited,
    e.JudgeConfirmed,
    e.CityTaken,
    e.TurnTimedOut,
    e.TurnPassed,
    e.TurnEnded,
    e.LastTurnsBegan,
    e.TimeCalled,
    e.GameEnded,
    e.ResultConfirmed,
    e.OffencePunished,
    e.SeatExcluded,
    e.RankingOverruled,
    e.Paused,
    e.Resumed,
    e.TimeAdded,
    e.Rewound,
    e.RulingGiven,
    e.HandInspected,
)


# A judge's words are for those at the table; whoever only watches learns what was decided.
_STRANGERS = (Role.SPECTATOR, Role.PUBLIC)


def event_visible_to(event: e.Event, viewer: Viewer) -> Mapping[str, Any]:  # noqa: C901 - a table
    """What of an event a viewer may know; hidden cards go to their own seat only."""
    match event:
        case e.DecksLaid(travel, bear_cards):
            return {"travel_cards": len(travel), "bear_cards": len(bear_cards)}
        case e.TravelMixed(order) | e.BearMixed(order):
            return {"count": len(order)}
        case e.CardsDrawn(seat, cards) | e.CardsExchanged(seat, cards):
            return {"seat": seat, "count": len(cards)} | _own(viewer, seat, cards=cards)
        case e.SeatFinished(seat, by, cards):
            return {"seat": seat, "by": by} | _own(viewer, seat, cards=cards)
        case e.MisconductReported(seat, about, reason):
            told = viewer.role is Role.REFEREE or viewer.seat in (seat, about)
            return {"seat": seat, "about": about, "reason": reason} if told else {}
        case e.ReportDecided(number, decision, reason):
            if viewer.role is not Role.REFEREE:
                return {"report": number}
            return {"report": number, "decision": decision, "reason": reason}
        case e.OffencePunished(seat=seat) | e.SeatExcluded(seat=seat) if (
            viewer.role is Role.SEAT and viewer.seat != seat
        ):
            # That there was a penalty all see; why, only the judge and whom it is about.
            return {f.name: getattr(event, f.name) for f in fields(event)} | for_strangers(event)
        case AccessChanged():
            return access_seen_by(event, viewer)
        case _ if isinstance(event, _OPEN_EVENTS):
            shown = {f.name: getattr(event, f.name) for f in fields(event)}
            return shown | for_strangers(event) if viewer.role in _STRANGERS else shown
        case _:
            raise AssertionError(f"{type(event).__name__} is on no list of what may be seen")


def event_looking_back(event: e.Event, viewer: Viewer) -> Mapping[str, Any]:
    """What of an event of a game that is over may be known: of cards, what their own seat knew."""
    match event:
        case e.CardsDrawn(seat) | e.CardsExchanged(seat) | e.SeatFinished(seat) if (
            viewer.role is not Role.PUBLIC
        ):
            return event_visible_to(event, Viewer(Role.SEAT, seat))
        case _:
            return event_visible_to(event, viewer)


def _own(viewer: Viewer, seat: Seat, **secret: object) -> dict[str, object]:
    return dict(secret) if viewer.role is Role.SEAT and viewer.seat == seat else {}
