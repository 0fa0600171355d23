"""Is this log a game? Every event must follow, by the rules, from a command somebody could give.

`evolve` trusts its events, so a log from outside is not folded but played again: the next events
tell which command may have led to them, and `decide` must answer that command with just them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from stolik.app.codes import Refusal
from stolik.refusal import Refused, Violation, refuse
from stolik.rummikub import commands as c
from stolik.rummikub import events as e
from stolik.rummikub.engine import decide, replay
from stolik.rummikub.legality import meld_violations
from stolik.rummikub.openings import BestOpening, opening_value
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import TableState, new_table
from stolik.rummikub.tiles import Tableau, Tiles, all_of, without
from stolik.seats import AccessChanged, NoteAccess

_MOST_AT_ONCE = 100  # no command leads to nearly as many events
_ENOUGH_WARNINGS = 10  # given elsewhere, where the tournament counts them: no profile asks for more


def played(
    events: Sequence[e.Event], rules: RulesProfile, *, best_opening: BestOpening
) -> TableState:
    """The state after a log, refused at the first event that cannot have happened."""
    state, done = new_table(rules), 0
    while done < len(events):
        rest = events[done : done + _MOST_AT_ONCE]
        told = _explained(state, rest, best_opening)
        if not told:
            refuse(Violation(Refusal.LOG_IMPOSSIBLE, facts={"number": done + 1}))
        state = replay(rest[:told], state)
        done += told
    return state


def _explained(state: TableState, rest: Sequence[e.Event], best_opening: BestOpening) -> int:
    """How many of the events some command leads to; 0 if none does."""
    for command in _commands(state, rest):
        try:
            told = decide(state, command, best_opening=best_opening)
        except Refused:
            continue
        if told and _same(told, rest[: len(told)], state):
            return len(told)
    return 0


# These may come before the event that names the command: a tile still owed is taken first.
_BEFOREHAND = (e.StackPlaced, e.TileDrawn, e.NothingDrawn, e.LastMovesBegan)


def _commands(state: TableState, rest: Sequence[e.Event]) -> Iterator[c.Command]:
    yield from _draws(rest[0])
    said = (event for event in rest[:5] if not isinstance(event, _BEFOREHAND))
    if (telling := next(said, None)) is not None:
        yield from _of_table(telling, rest)
        yield from _of_seat(telling)
        yield from _of_referee(telling)
        yield c.EndTurn(state.turn)


def _draws(event: e.Event) -> Iterator[c.Command]:
    match event:
        case e.StackPlaced(seat, stack):
            yield c.DrawTile(seat, stack)
            yield c.DrawTile(seat)
        case e.TileDrawn(seat) | e.NothingDrawn(seat):
            yield c.DrawTile(seat)


def _of_table(event: e.Event, rest: Sequence[e.Event]) -> Iterator[c.Command]:
    match event:
        case e.TableOpened(seats=seats, starter=starter, warnings=warnings, drawn=drawn):
            dealt = rest[1] if len(rest) > 1 else None
            if isinstance(dealt, e.TilesDealt) and len(warnings) == seats:
                yield c.OpenTable(seats, starter, dealt.order, warnings, drawn)
        case e.TilesDealt(order=order):
            yield c.Deal(order)
        case e.TimeRanOut(seat, ruling, _, draft):
            restorable = ruling is not e.TimeOutRuling.UNRESTORABLE
            touched = ruling is e.TimeOutRuling.TOUCHED
            yield c.TimeOut(seat, draft, restorable, touched)
        case e.TimeCalled():
            yield c.CallTime()
        case AccessChanged(what, seat, device, watching, ago, percent):
            yield NoteAccess(what, seat, device, watching, ago, percent)


def _of_seat(event: e.Event) -> Iterator[c.Command]:
    match event:
        case e.RedealAsked(seat):
            yield c.AskRedeal(seat)
        case e.ReadinessDeclared(seat, announces):
            yield c.DeclareReady(seat, announces)
        case e.OpeningAnnounced(seat):
            yield c.AnnounceOpening(seat)
        case e.TilesLaid(seat, _, tableau):
            yield c.LayTiles(seat, tableau)
        case e.TurnRestarted(seat):
            yield c.RestartTurn(seat)
        case e.ResultConfirmed(seat):
            yield c.ConfirmResult(seat)
        case e.Challenged(seat, number):
            yield c.Challenge(seat, number)


def _of_referee(event: e.Event) -> Iterator[c.Command]:  # noqa: C901 - a table, no tangle
    match event:
        case e.Paused(reason):
            yield c.Pause(reason)
        case e.Resumed():
            yield c.Resume()
        case e.TimeAdded(_, seconds, reason):
            yield c.AddTime(seconds, reason)
        case e.TurnVoided(_, reason):
            yield c.VoidTurn(reason)
        case e.Rewound(to, reason):
            yield c.Rewind(to, reason, anywhere=True)
        case e.RulingGiven(reason, challenge):
            yield c.GiveRuling(reason, challenge)
            if challenge is not None:
                yield c.VoidTurn(reason, challenge)
        case e.WarningGiven(seat, reason, elsewhere):
            yield c.Warn(seat, reason, elsewhere)
        case e.SeatDisqualified(seat, reason, _, left):
            yield c.Disqualify(seat, reason, left=left)
            yield c.Disqualify(seat, reason, gross=True)
            yield c.Disqualify(seat, reason, warnings=_ENOUGH_WARNINGS)
        case e.RackInspected(seat, reason):
            yield c.InspectRack(seat, reason)


def _same(told: Sequence[e.Event], found: Sequence[e.Event], state: TableState) -> bool:
    if len(told) != len(found):
        return False
    ours = [_without_proofs(event) for event in told]
    theirs = [_without_proofs(event) for event in found]
    if ours != theirs:
        return False
    ended = replay(found, state)
    return all(
        _proves_as_much(mine, their, ended)
        for mine, their in zip(told, found, strict=True)
        if isinstance(mine, e.GameEnded) and isinstance(their, e.GameEnded)
    )


def _without_proofs(event: e.Event) -> e.Event:
    """Of several best openings any one is a proof; which is found depends on who searches.

    Where a rule is written is no part of a game: an older log may cite another line for it.
    """
    if isinstance(event, e.TimeRanOut | e.SeatDisqualified):
        return replace(event, article="")
    if not isinstance(event, e.GameEnded):
        return event
    results = tuple(
        replace(r, verdict=r.verdict and replace(r.verdict, melds=(), article=""))
        for r in event.results
    )
    return replace(event, results=results)


def _proves_as_much(mine: e.GameEnded, their: e.GameEnded, state: TableState) -> bool:
    for own, other in zip(mine.results, their.results, strict=True):
        if own.verdict is None or other.verdict is None:
            continue
        worth = _worth(other.verdict.melds, state.seats[other.seat].rack, state.rules)
        if worth != _worth(own.verdict.melds, state.seats[own.seat].rack, state.rules):
            return False
    return True


def _worth(melds: Tableau, rack: Tiles, rules: RulesProfile) -> int | None:
    """What melds are worth, None if they are none or the rack does not hold them."""
    if any(meld_violations(melds, rules)) or without(all_of(melds), rack):
        return None
    return opening_value(melds, rack, rules)
