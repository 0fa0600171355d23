"""The judge's set-up: bears, decks, display, start cards, the order of play (wojtek L17–L32)."""

from collections.abc import Iterator

from stolik.refusal import Violation, refuse, refuse_any
from stolik.seats import Seat
from stolik.wojtek import commands as c
from stolik.wojtek import events as e
from stolik.wojtek.board import Board
from stolik.wojtek.cards import RAINBOW, Colour, lacking
from stolik.wojtek.codes import Refusal
from stolik.wojtek.endings import begin_late
from stolik.wojtek.legality import colour_violations
from stolik.wojtek.state import Phase, TableState, Waiting
from stolik.wojtek.story import Story
from stolik.wojtek.switches import OffenceCount, StartCard


def open_table(story: Story, command: c.OpenTable) -> None:
    """Lay everything out and draw start cards until somebody has to choose."""
    board, seats = story.state.board, len(command.bears)
    refuse_any(*_violations(story.state, command))
    offences = tuple(command.offences) or (0,) * seats
    match board.penalties.counted:
        case OffenceCount.TOURNAMENT:
            pass
        case OffenceCount.GAME:
            offences = (0,) * seats
    story.tell(e.TableOpened(board.id, board.hash, tuple(command.bears), offences))
    story.tell(e.DecksLaid(tuple(command.travel), tuple(command.bear_cards)))
    story.fill_display()
    set_up(story)


def choose_start(story: Story, command: c.ChooseStart) -> None:
    """After a rainbow card the player decides on which free start field to begin (L28)."""
    state = story.state
    story.running(Phase.SETTING_UP, Phase.PLAYING)
    story.seat(command.seat)
    if state.waiting is not Waiting.START or state.turn != command.seat:
        refuse(state.board.violation(Refusal.START_NOT_NOW, "start_rainbow"))
    refuse_any(*colour_violations(state.board, command.colour))
    free = free_starts(state)
    if command.colour not in free:
        refuse(state.board.violation(Refusal.START_TAKEN, "one_bear", colours=free))
    _place(story, command.seat, command.colour)
    set_up(story)


def set_up(story: Story) -> None:
    """For each seat a start card, the field, a bear card; then hands and the first turn."""
    while (seat := _to_be_placed(story.state)) is not None:
        card = _start_card(story, seat)
        if card == RAINBOW:
            return
        _place(story, seat, Colour(card))
    _begin(story)


def place_first_free(story: Story, seat: Seat) -> None:
    """Without a choice the bear begins on the first free start."""
    _place(story, seat, free_starts(story.state)[0])
    set_up(story)


def free_starts(state: TableState) -> tuple[Colour, ...]:
    """Start fields without a bear, in the order of play."""
    taken = {seat.start for seat in state.seats if not seat.excluded}
    starts = state.board.starts
    return tuple(Colour(start.colour) for i, start in enumerate(starts) if i not in taken)


def _to_be_placed(state: TableState) -> Seat | None:
    return next((s for s in state.active_seats if state.seats[s].start is None), None)


def _start_card(story: Story, seat: Seat) -> str:
    """Cards are drawn until one decides: a free colour, or a rainbow (L25–L28)."""
    free = free_starts(story.state)
    while True:
        card = story.next_travel_card()
        assert card is not None, "a sound board has a card for every start"
        decides = card == RAINBOW or Colour(card) in free
        match story.state.board.start.card:
            case StartCard.DISCARDS:
                kept = False
            case StartCard.HAND:
                kept = decides
        story.tell(e.StartCardDrawn(seat, card, decides, kept))
        if decides:
            return card


def _place(story: Story, seat: Seat, colour: Colour) -> None:
    """The bear on its start field, the bear card of that colour's slot to the player (L29–L30)."""
    story.tell(e.BearPlaced(seat, colour))
    take_bear_card(story, seat, colour)
    story.fill_display()


def take_bear_card(story: Story, seat: Seat, slot: Colour) -> None:
    """The card of a slot; an empty slot gives none (decision W11)."""
    card = story.state.display[story.state.board.colour_ids.index(slot)]
    if card is not None:
        story.tell(e.BearCardTaken(seat, slot, card))


def _begin(story: Story) -> None:
    """The judge announces the order of play by the start fields (L31)."""
    state = story.state
    seats = sorted(state.active_seats, key=lambda seat: state.seats[seat].start or 0)
    story.tell(e.OrderAnnounced(tuple(seats)))
    for seat in seats:
        story.draw(seat, state.board.cards.hand - len(state.seats[seat].hand))
    story.tell(e.GameStarted())
    if state.time_called:
        begin_late(story)


def _violations(state: TableState, command: c.OpenTable) -> list[Violation]:
    board, seats = state.board, len(command.bears)
    seating, offences = board.seating, command.offences
    found: list[Violation] = []
    if state.phase is not Phase.CLOSED:
        found += _next_game_violations(state, seats)
    if not seating.seats_min <= seats <= seating.seats_max:
        least, most = seating.seats_min, seating.seats_max
        found.append(board.violation(Refusal.SEATS, "bears", least=least, most=most))
    elif len(set(command.bears)) < seats or not set(command.bears) <= set(seating.bears):
        found.append(board.violation(Refusal.BEARS, "bears", bears=seating.bears))
    if offences and (len(offences) != seats or min(offences) < 0):
        found.append(board.violation(Refusal.OFFENCES, "ladder"))
    return found + _deck_violations(board, command)


def _next_game_violations(state: TableState, seats: int) -> Iterator[Violation]:
    """After a game the same players play the next one, once nothing of it is open any more.

    A report may still end in the last place of that very game (L127).
    """
    board = state.board
    if state.phase is not Phase.OVER:
        yield board.violation(Refusal.TABLE_ALREADY_OPEN)
        return
    if state.paused:
        yield board.violation(Refusal.PAUSED, "judge")
    if state.has_open_report:
        yield board.violation(Refusal.REPORT_OPEN, "report_decision")
    if not state.is_confirmed:
        yield board.violation(Refusal.NOT_CONFIRMED)
    if seats != len(state.seats):
        yield board.violation(Refusal.SEATS, "bears", least=len(state.seats), most=len(state.seats))


def _deck_violations(board: Board, command: c.OpenTable) -> list[Violation]:
    """Every card of both decks exactly once."""
    wrong = (
        *lacking(command.travel, board.travel_cards),
        *lacking(board.travel_cards, command.travel),
        *lacking(command.bear_cards, board.bear_cards),
        *lacking(board.bear_cards, command.bear_cards),
    )
    return [board.violation(Refusal.WRONG_CARDS, "travel_mixed", tiles=wrong)] if wrong else []
