"""The one gate for secrets: what a viewer may see, built field by field from an allow-list."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from stolik.free_text import for_strangers
from stolik.rummikub import events as e
from stolik.rummikub.scoring import Ending
from stolik.rummikub.state import Dispute, Phase, TableState
from stolik.rummikub.tiles import Tableau, Tiles
from stolik.seats import AccessChanged, Role, Seat, Viewer, access_seen_by


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as others see it; counts are public (zimowy L158), `rack` is None when hidden."""

    tiles: int
    rack: Tiles | None
    last_drawn: Tiles | None
    ready: bool
    opened: bool
    announced: bool
    announced_before_game: bool
    confirmed: bool
    warnings: int
    disqualified: bool
    playing: bool


@dataclass(frozen=True, slots=True)
class StackView:
    """A stack's number and height; never its tiles."""

    number: int
    tiles: int


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one viewer sees it."""

    viewer: Viewer
    rules_id: str
    version: int
    phase: Phase
    game: int
    circle: tuple[Seat, ...]  # clockwise
    drawn: tuple[Tiles, ...]  # for the seats, open on the table
    starter: Seat
    turn: Seat
    turn_time_s: int
    seats: tuple[SeatView, ...]
    tableau: Tableau
    middle: StackView
    bank: tuple[StackView, ...]
    drew: bool
    may_draw: bool
    clicked_early: Seat | None
    time_called: bool
    last_moves: tuple[Seat, ...] | None
    ending: Ending | None
    results: tuple[e.SeatResult, ...]
    paused: bool
    disputes: tuple[Dispute, ...]
    inspected: Seat | None


def visible_to(state: TableState, viewer: Viewer) -> TableView:
    """Everything `viewer` may know of the table now, and nothing else."""
    return TableView(
        viewer=viewer,
        rules_id=state.rules.id,
        version=state.version,
        phase=state.phase,
        game=state.game,
        circle=state.around,
        drawn=state.drawn,
        starter=state.starter,
        turn=state.turn,
        turn_time_s=state.rules.clock.turn_time_s + state.extra_time_s,
        seats=tuple(_seat_view(state, Seat(i), viewer) for i in range(len(state.seats))),
        tableau=state.tableau,
        middle=StackView(state.middle.number, len(state.middle.tiles)),
        bank=tuple(StackView(stack.number, len(stack.tiles)) for stack in state.bank),
        drew=state.drew,
        may_draw=state.may_draw,
        clicked_early=state.clicked_early,
        time_called=state.time_called,
        last_moves=state.last_moves,
        ending=state.ending,
        results=_results(state.results, viewer),
        paused=state.paused,
        disputes=_disputes(state, viewer),
        inspected=state.inspected,
    )


def visible_in_film(state: TableState, viewer: Viewer) -> TableView:
    """An earlier moment of a game that is still played: the own rack at most.

    What an inspection or an end that was rewound had shown is not shown a second time.
    """
    shown = visible_to(state, viewer)
    seats = tuple(
        seat if n == viewer.seat else replace(seat, rack=None, last_drawn=None)
        for n, seat in enumerate(shown.seats)
    )
    return replace(shown, seats=seats)


def visible_looking_back(state: TableState, viewer: Viewer) -> TableView:
    """How a game that is over by now stood at an earlier moment: with the racks it was won by.

    Whoever may not see racks after a game does not see earlier ones either. For a game that is
    still played there is `visible_in_film`.
    """
    shown = visible_to(state, viewer)
    if viewer.role is Role.PUBLIC:
        return shown
    opened = zip(shown.seats, state.seats, strict=True)
    seats = tuple(replace(a, rack=s.rack, last_drawn=s.last_drawn) for a, s in opened)
    return replace(shown, seats=seats)


def may_see_rack(state: TableState, viewer: Viewer, seat: Seat) -> bool:
    """The own rack; all racks at the table once the game is over; one rack for the referee."""
    over = state.phase is Phase.OVER
    match viewer.role:
        case Role.SEAT:
            return seat == viewer.seat or over
        case Role.SPECTATOR:
            return over
        case Role.REFEREE:
            # Only with the clock stopped, on the recorded request that everybody saw.
            return over or (state.paused and state.inspected == seat)
        case Role.PUBLIC:
            return False


def _results(results: tuple[e.SeatResult, ...], viewer: Viewer) -> tuple[e.SeatResult, ...]:
    """The sheet is open to all, but the melds that prove a verdict are tiles of a rack."""
    if viewer.role is not Role.PUBLIC:
        return results
    return tuple(
        replace(line, verdict=replace(line.verdict, melds=())) if line.verdict else line
        for line in results
    )


def _seat_view(state: TableState, number: Seat, viewer: Viewer) -> SeatView:
    seat, open_rack = state.seats[number], may_see_rack(state, viewer, number)
    return SeatView(
        tiles=len(seat.rack),
        rack=seat.rack if open_rack else None,
        last_drawn=seat.last_drawn if open_rack else None,
        ready=seat.ready,
        opened=seat.opened,
        announced=seat.announced,
        announced_before_game=seat.announced_before_game,
        confirmed=seat.confirmed,
        warnings=seat.warnings,
        disqualified=seat.disqualified,
        playing=seat.playing,
    )


_OPEN_EVENTS = (
    e.TableOpened,
    e.ReadinessDeclared,
    e.GameStarted,
    e.StackPlaced,
    e.NothingDrawn,
    e.OpeningAnnounced,
    e.TilesLaid,
    e.LooseTilesTaken,
    e.TurnEnded,
    e.TurnRestarted,
    e.TimeCalled,
    e.LastMovesBegan,
    e.ResultConfirmed,
    e.Challenged,
    e.Paused,
    e.Resumed,
    e.TimeAdded,
    e.TurnVoided,
    e.Rewound,
    e.RulingGiven,
    e.WarningGiven,
    e.SeatDisqualified,
    e.RackInspected,
)
# A referee's words are for those at the table; whoever only watches learns what was decided.
_STRANGERS = (Role.SPECTATOR, Role.PUBLIC)
_NAMES = {kind: tuple(f.name for f in fields(kind)) for kind in _OPEN_EVENTS}


def _disputes(state: TableState, viewer: Viewer) -> tuple[Dispute, ...]:
    if viewer.role not in _STRANGERS:
        return state.disputes
    return tuple(
        replace(dispute, ruling=None if dispute.ruling is None else "")
        for dispute in state.disputes
    )


def seat_that_sees_more(event: e.Event) -> Seat | None:
    """Whose own eyes see more of an event than other seats; None if all seats see the same."""
    match event:
        case e.RedealAsked(seat) | e.TileDrawn(seat) | e.TimeRanOut(seat):
            return seat
        case _:
            return None


def event_visible_to(event: e.Event, viewer: Viewer) -> Mapping[str, Any]:
    """What of an event a viewer may know; hidden tiles go to their own seat only."""
    match event:
        case e.TilesDealt(game, starter):
            return {"game": game, "starter": starter}
        case e.RedealAsked(seat, doublets):
            return {"seat": seat} | _own(viewer, seat, doublets=doublets)
        case e.TileDrawn(seat, tile, reason):
            return {"seat": seat, "reason": reason} | _own(viewer, seat, tile=tile)
        case e.GameEnded(ending, results):
            return {"ending": ending, "results": _results(results, viewer)}
        case e.TimeRanOut(seat, ruling, article, draft):
            shown = {"seat": seat, "ruling": ruling, "article": article}
            if draft is None:
                return shown
            lying = {"tableau": draft.tableau, "table_in_hand": draft.table_in_hand}
            return shown | lying | _own(viewer, seat, own_in_hand=draft.own_in_hand)
        case AccessChanged():
            return access_seen_by(event, viewer)
        case _ if isinstance(event, _OPEN_EVENTS):
            shown = {name: getattr(event, name) for name in _NAMES[type(event)]}
            return shown | for_strangers(event) if viewer.role in _STRANGERS else shown
        case _:
            raise AssertionError(f"{type(event).__name__} is on no list of what may be seen")


def event_looking_back(event: e.Event, viewer: Viewer) -> Mapping[str, Any]:
    """What of an event of a game that is over may be known: what its own seat knew."""
    own = seat_that_sees_more(event)
    if viewer.role is Role.PUBLIC or own is None:
        return event_visible_to(event, viewer)
    return event_visible_to(event, Viewer(Role.SEAT, own))


def _own(viewer: Viewer, seat: Seat, **secret: object) -> dict[str, object]:
    return dict(secret) if viewer.role is Role.SEAT and viewer.seat == seat else {}
