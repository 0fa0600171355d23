"""Is this log a game of Miś Wojtek? Every event must follow from a command somebody could give."""

from collections.abc import Iterator, Sequence

from stolik.app.codes import Refusal
from stolik.refusal import Refused, Violation, refuse
from stolik.seats import AccessChanged, NoteAccess
from stolik.wojtek import commands as c
from stolik.wojtek import events as e
from stolik.wojtek.board import Board
from stolik.wojtek.cards import RAINBOW, Colour
from stolik.wojtek.endings import results_of
from stolik.wojtek.engine import decide, replay
from stolik.wojtek.refereeing import by_red_card
from stolik.wojtek.state import Phase, TableState, Waiting, new_table
from stolik.wojtek.story import Mix

_MOST_AT_ONCE = 300  # no command leads to nearly as many events


def played(events: Sequence[e.Event], board: Board) -> TableState:
    """The state after a log, refused at the first event that cannot have happened."""
    state, done = new_table(board), 0
    while done < len(events):
        rest = events[done : done + _MOST_AT_ONCE]
        told = _explained(state, rest)
        if not told:
            refuse(Violation(Refusal.LOG_IMPOSSIBLE, facts={"number": done + 1}))
        state = replay(rest[:told], state)
        done += told
    return state


def _explained(state: TableState, rest: Sequence[e.Event]) -> int:
    """How many of the events some command leads to; 0 if none does."""
    for command in _commands(state, rest):
        try:
            told = tuple(decide(state, command, mix=_as_recorded(rest)))
        except Refused:
            continue
        for way in (told, _before_w22(state, told)):
            if way and way == tuple(rest[: len(way)]):
                return len(way)
    return 0


def _before_w22(state: TableState, told: tuple[e.Event, ...]) -> tuple[e.Event, ...]:
    """The same in logs from when a red card put somebody out of a game that was over, too."""
    match told:
        case (*before, e.OffencePunished() as card, e.GameEnded(ending=ending)):
            if card.step is e.LadderStep.RED_CARD and state.phase is Phase.OVER:
                out = (*before, card, by_red_card(state, card.seat, card.reason))
                return (*out, e.GameEnded(ending, results_of(replay(out, state))))
    return ()


def _as_recorded(rest: Sequence[e.Event]) -> Mix:
    """Reshuffles in the order the log gives; an order of other cards is refused by the core."""
    orders = (event.order for event in rest if isinstance(event, e.TravelMixed | e.BearMixed))
    return lambda _cards, _label: next(orders, ())


def _commands(state: TableState, rest: Sequence[e.Event]) -> Iterator[c.Command]:
    """Each command begins with an event that names it."""
    yield from _of_table(rest)
    yield from _of_seat(state, rest[0])
    yield from _of_referee(rest[0])


def _of_table(rest: Sequence[e.Event]) -> Iterator[c.Command]:
    match rest[0]:
        case e.TableOpened(bears=bears, offences=offences):
            laid = rest[1] if len(rest) > 1 else None
            if isinstance(laid, e.DecksLaid):
                yield c.OpenTable(bears, laid.travel, laid.bear_cards, offences)
        case e.TurnTimedOut(seat):
            yield c.TimeOut(seat)
        case e.TimeCalled():
            yield c.CallTime()
        case AccessChanged(what, seat, device, watching, ago, percent):
            yield NoteAccess(what, seat, device, watching, ago, percent)


def _of_seat(state: TableState, event: e.Event) -> Iterator[c.Command]:
    match event:
        case e.BearPlaced(seat, colour):
            yield c.ChooseStart(seat, colour)
        case e.CardsExchanged(seat, cards):
            yield c.ExchangeCards(seat, cards)
        case e.BearMoved():
            yield from _moves(state, event)
        case e.ThreeCardsDeclared(seat, cards, slot, own, colour):
            yield c.PlayThreeCards(seat, cards, slot, own, colour)
        case e.MisconductReported(seat, about, reason):
            yield c.ReportMisconduct(seat, about, reason)
        case e.ResultConfirmed(seat):
            yield c.ConfirmResult(seat)


def _moves(state: TableState, event: e.BearMoved) -> Iterator[c.Command]:
    """An Edynburg that gives no card hides the colour that led there: any that fits will do."""
    seat, cards = event.seat, event.cards
    colours = state.board.colour_ids if event.colour is None else (event.colour,)
    if state.waiting is Waiting.COLOUR:
        yield from (c.ChooseColour(seat, colour) for colour in colours)
    elif cards == (RAINBOW,):
        yield c.MoveByRainbow(seat, event.to)
        yield c.MoveByRainbow(seat, event.to, event.colour)
        yield from (c.MoveByRainbow(seat, colour=colour) for colour in colours)
    elif len(cards) == 1:
        yield c.MoveByCard(seat, Colour(cards[0]))


def _of_referee(event: e.Event) -> Iterator[c.Command]:  # noqa: C901 - a table, no tangle
    match event:
        case e.JudgeConfirmed():
            yield c.Confirm()
        case e.ReportDecided(number, decision, reason):
            yield c.DecideReport(number, decision, reason)
            for behind in range(len(e.LadderStep)):
                yield c.DecideReport(number, decision, reason, True, behind)
        case e.OffencePunished(seat, step, _, reason):
            yield c.Penalise(seat, reason, tuple(e.LadderStep).index(step))
        case e.SeatExcluded(seat, reason, left=left):
            yield c.Exclude(seat, reason, left)
        case e.TurnPassed(seat, reason):
            yield c.PassTurn(seat, reason)
        case e.RankingOverruled(results, reason):
            yield c.Overrule(tuple(line.standing.place or None for line in results), reason)
        case e.Paused(reason):
            yield c.Pause(reason)
        case e.Resumed():
            yield c.Resume()
        case e.TimeAdded(_, seconds, reason):
            yield c.AddTime(seconds, reason)
        case e.Rewound(to, reason):
            yield c.Rewind(to, reason)
        case e.RulingGiven(reason):
            yield c.GiveRuling(reason)
        case e.HandInspected(seat, reason):
            yield c.InspectHand(seat, reason)
