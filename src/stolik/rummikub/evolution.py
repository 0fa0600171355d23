"""`evolve`: the only place where a table's state changes. Total; it never refuses."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import assert_never

from stolik.rummikub import events as e
from stolik.rummikub.dealing import clockwise, racks_of, stacks
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import Dispute, Phase, SeatState, Stack, TableState, changed, new_table
from stolik.rummikub.tiles import all_of, without
from stolik.seats import AccessChanged, Seat


def evolve(state: TableState, event: e.Event) -> TableState:
    """The state after one more event."""
    after = _rewound(state, event) if isinstance(event, e.Rewound) else _changed(state, event)
    if after is state:
        after = changed(state)
    # Nobody else has seen this state yet: what every event changes needs no second copy.
    after.__dict__.update(version=state.version + 1, log=state.log + (event,))  # noqa: RUF005 - copied once, not twice
    return after


def replay(events: Iterable[e.Event], state: TableState) -> TableState:
    """The state after all `events`, from an empty table (`new_table(rules)`) or any state on."""
    for event in events:
        state = evolve(state, event)
    return state


def _changed(state: TableState, event: e.Event) -> TableState:  # noqa: C901 - a table, no tangle
    match event:
        case e.TableOpened(starter=starter, warnings=warnings, drawn=drawn, circle=circle):
            seats = tuple(SeatState(warnings=w) for w in warnings)
            return changed(state, seats=seats, circle=circle, drawn=drawn, starter=starter)
        case e.TilesDealt():
            return _dealt(state, event)
        case e.RedealAsked():
            return changed(state, phase=Phase.REDEALING)
        case e.ReadinessDeclared(seat, announces):
            return state.with_seat(seat, ready=True, announced_before_game=announces)
        case e.GameStarted():
            began = state.version + 1
            first = state.starter
            if first not in state.active_seats:
                first = state.seats_after(first)[0]
            return changed(state, phase=Phase.PLAYING, turn=first, turn_began=began)
        case e.StackPlaced(stack=number):
            placed = next(stack for stack in state.bank if stack.number == number)
            left = tuple(stack for stack in state.bank if stack.number != number)
            return changed(state, middle=placed, bank=left)
        case e.TileDrawn():
            return _drawn(state, event)
        case e.NothingDrawn(seat, reason):
            owes = state.owes_tile and reason is not e.DrawReason.AFTER_CLICK
            drew = state.drew or reason is e.DrawReason.MOVE
            return changed(state, drew=drew, owes_tile=owes)
        case e.OpeningAnnounced(seat):
            return state.with_seat(seat, announced=True)
        case e.TilesLaid(seat, laid, tableau):
            rack = without(state.seats[seat].rack, laid)
            seats = state.seats_with(seat, rack=rack, opened=True)
            return changed(state, seats=seats, tableau=tableau, laid=True)
        case e.LooseTilesTaken():
            return _loose_taken(state, event)
        case e.TimeRanOut() | e.TurnVoided() | AccessChanged():
            return state
        case e.TurnEnded():
            return _turn_ended(state, event)
        case e.TurnRestarted():
            return changed(state, clicked_early=None, extra_time_s=0)
        case e.TimeCalled():
            return changed(state, time_called=True)
        case e.LastMovesBegan(ending, seats):
            return changed(state, last_moves=seats, last_moves_ending=ending)
        case e.GameEnded(ending, results):
            return changed(state, phase=Phase.OVER, ending=ending, results=results)
        case e.ResultConfirmed(seat):
            return state.with_seat(seat, confirmed=True)
        case e.Challenged(seat, number):
            disputes = (*state.disputes, Dispute(seat, number))
            return changed(state, disputes=disputes, pause_after_turn=not state.paused)
        case e.Paused():
            return changed(state, paused=True, pause_after_turn=False)
        case e.Resumed():
            return changed(state, paused=False, inspected=None)
        case e.TimeAdded(seconds=seconds):
            return changed(state, extra_time_s=state.extra_time_s + seconds)
        case e.RulingGiven(reason, number):
            return _ruled(state, reason, number)
        case e.WarningGiven(seat):
            return state.with_seat(seat, warnings=state.seats[seat].warnings + 1)
        case e.SeatDisqualified(seat):
            after = state.with_seat(seat, disqualified=True)
            return changed(after, last_moves=_still_to_move(after))
        case e.RackInspected(seat):
            return changed(state, inspected=seat)
        case e.Rewound():
            raise AssertionError("a rewind needs the log, see _rewound")
        case _:
            assert_never(event)


def _dealt(state: TableState, event: e.TilesDealt) -> TableState:
    """A fresh game: nothing is left of the one before but warnings and disqualifications."""
    rules = state.rules
    in_play = [not s.disqualified for s in state.seats]
    seats = [seat for seat in clockwise(state.around, event.starter) if in_play[seat]]
    built = stacks(event.order, rules)
    given = rules.deal.stacks_each * len(seats)
    racks = racks_of(built[:given], seats, rules)
    return changed(
        new_table(rules),
        phase=Phase.READYING,
        game=event.game,
        circle=state.circle,
        drawn=state.drawn if event.game == 1 else (),
        starter=event.starter,
        turn=event.starter,
        seats=tuple(
            SeatState(
                rack=racks.get(Seat(i), ()),
                warnings=s.warnings,
                disqualified=s.disqualified,
                playing=in_play[i],
            )
            for i, s in enumerate(state.seats)
        ),
        bank=built[given:-1],
        middle=built[-1],
        disputes=state.disputes,
        game_began=state.version + 1,
    )


def _drawn(state: TableState, event: e.TileDrawn) -> TableState:
    seat = state.seats[event.seat]
    is_penalty = event.reason is e.DrawReason.PENALTY
    counts = state.rules.opening.penalty_tile_is_last_drawn or not is_penalty
    last_drawn = (*seat.last_drawn, event.tile) if counts else seat.last_drawn
    late = (*seat.for_time_out, event.tile) if counts and is_penalty else seat.for_time_out
    rack = (*seat.rack, event.tile)
    middle = Stack(state.middle.number, state.middle.tiles[1:])
    mine = event.seat == state.turn
    owes = state.owes_tile and event.reason is not e.DrawReason.AFTER_CLICK
    return changed(
        state,
        seats=state.seats_with(event.seat, rack=rack, last_drawn=last_drawn, for_time_out=late),
        middle=middle,
        drew=state.drew or mine,
        took=state.took or mine,
        owes_tile=owes,
        passed=(),
    )


def _loose_taken(state: TableState, event: e.LooseTilesTaken) -> TableState:
    """What of rack and table together is not in the tableau that stays is on the rack now."""
    seat = state.seats[event.seat]
    rack = without((*seat.rack, *all_of(state.tableau)), all_of(event.tableau))
    taken = without(rack, seat.rack)
    after = state.with_seat(
        event.seat,
        rack=rack,
        opened=seat.opened or event.opened,
        last_drawn=taken,
        for_time_out=taken,
    )
    return changed(after, tableau=event.tableau, laid=bool(without(seat.rack, rack)))


def _turn_ended(state: TableState, event: e.TurnEnded) -> TableState:
    seat = event.seat
    # Whoever took the last tile did not pass; his pass comes with his next turn.
    passes = not state.pool_size and not state.laid and not state.took
    early = event.how is e.TurnEnd.CLICK and not state.drew and not state.laid and state.may_draw
    queue = state.last_moves
    after = state.with_seat(seat, had_turn=True)
    after = after.with_seat(event.next_seat, announced=False, last_drawn=(), for_time_out=())
    return changed(
        after,
        turn=event.next_seat,
        drew=False,
        took=False,
        laid=False,
        extra_time_s=0,
        clicked_early=seat if early else None,
        owes_tile=early,
        passed=(*state.passed, seat) if passes else (),
        last_moves=queue[1:] if queue and queue[0] == seat else queue,
        turn_began=state.version + 1,
    )


def _ruled(state: TableState, reason: str, number: int | None) -> TableState:
    if number is None:
        return state
    disputes = list(state.disputes)
    disputes[number - 1] = replace(disputes[number - 1], ruling=reason)
    return changed(state, disputes=tuple(disputes))


def is_undone(log: tuple[e.Event, ...], number: int) -> bool:
    """Whether a later rewind went back behind this event."""
    return any(isinstance(event, e.Rewound) and event.to < number for event in log[number:])


def move_began(log: tuple[e.Event, ...], number: int) -> int:
    """The number of the event with which the move of this event began."""
    begins = (e.TilesDealt, e.GameStarted, e.TurnEnded)
    before = (n for n, told in surviving_line(log[: number - 1]) if isinstance(told, begins))
    return max(before, default=0)


def surviving_line(log: tuple[e.Event, ...]) -> list[tuple[int, e.Event]]:
    """The numbered events that count: a rewind undoes all after its target but the referee's."""
    line: list[tuple[int, e.Event]] = []
    for number, event in enumerate(log, start=1):
        if isinstance(event, e.Rewound):
            line = [(n, ev) for n, ev in line if n <= event.to or isinstance(ev, _NEVER_UNDONE)]
        else:
            line.append((number, event))
    return line


_NEVER_UNDONE = (
    *(e.Challenged, e.RulingGiven, e.WarningGiven, e.SeatDisqualified),
    AccessChanged,
)


def retold(
    log: tuple[e.Event, ...], rules: RulesProfile
) -> Iterator[tuple[int, e.Event, TableState]]:
    """The events that count, each with its number and the state it led to."""
    state = new_table(rules)
    for number, event in surviving_line(log):
        state = _changed(changed(state, version=number - 1), event)
        yield number, event, state


def _rewound(state: TableState, event: e.Rewound) -> TableState:
    """The earlier state with the clock stopped; what the referee wrote down since stands."""
    earlier = new_table(state.rules)
    for _, _, earlier in retold((*state.log, event), state.rules):  # noqa: B007 - the last one counts
        pass
    return changed(earlier, version=state.version, paused=True, pause_after_turn=False)


def _still_to_move(state: TableState) -> tuple[Seat, ...] | None:
    """The last moves that are left, the disqualified taken out."""
    if state.last_moves is None:
        return None
    return tuple(seat for seat in state.last_moves if seat in state.active_seats)
