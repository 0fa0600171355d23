"""A seat's turn: draw, lay, announce, click, and the restart after an early click."""

from stolik.refusal import refuse, refuse_any
from stolik.rummikub import commands as c
from stolik.rummikub.codes import Refusal
from stolik.rummikub.endings import begin_last_moves, end_turn
from stolik.rummikub.events import (
    DrawReason,
    NothingDrawn,
    OpeningAnnounced,
    StackPlaced,
    TilesLaid,
    TurnEnd,
    TurnRestarted,
)
from stolik.rummikub.legality import move_violations
from stolik.rummikub.rules import StackChoice
from stolik.rummikub.state import TableState
from stolik.rummikub.story import Story
from stolik.rummikub.tiles import Tableau, all_of, without
from stolik.seats import Seat


def draw_tile(story: Story, command: c.DrawTile) -> None:
    """One tile from the middle; the click comes after it (mp2023 L46)."""
    state = story.state
    if command.seat == state.clicked_early and state.owes_tile:
        story.running()
        story.seat(command.seat)
        if state.pool_size:
            _draw_checked(story, command, DrawReason.AFTER_CLICK)
        else:
            story.tell(NothingDrawn(command.seat, DrawReason.AFTER_CLICK))
        return
    story.turn_of(command.seat)
    if state.drew:
        refuse(state.rules.violation(Refusal.TURN_ALREADY_DREW, "draw"))
    if state.may_draw:
        _draw_checked(story, command, DrawReason.MOVE)
    else:
        story.tell(NothingDrawn(command.seat, DrawReason.MOVE))


def lay_tiles(story: Story, command: c.LayTiles) -> None:
    """Lay and rearrange; refused with everything that is wrong, accepted it ends the turn."""
    seat = story.turn_of(command.seat)
    state = story.state
    if state.drew:
        refuse(state.rules.violation(Refusal.TURN_ALREADY_DREW, "draw"))
    refuse_any(
        *move_violations(state.tableau, command.tableau, seat.rack, state.rules, opened=seat.opened)
    )
    lay(story, command.seat, command.tableau)
    empty = not story.state.seats[command.seat].rack
    pass_turn(story, command.seat, TurnEnd.EMPTY_RACK if empty else TurnEnd.CLICK)


def lay(story: Story, seat: Seat, tableau: Tableau) -> None:
    """Put down a tableau already found legal."""
    laid = without(all_of(tableau), all_of(story.state.tableau))
    story.tell(TilesLaid(seat, laid, tableau))


def announce_opening(story: Story, command: c.AnnounceOpening) -> None:
    """Before the click an unopened player says that he will open in his next turn."""
    seat = story.turn_of(command.seat)
    if seat.opened:
        refuse(story.state.rules.violation(Refusal.ANNOUNCE_OPENED, "announcement"))
    if seat.announced:
        refuse(story.state.rules.violation(Refusal.ANNOUNCE_ALREADY, "announcement"))
    story.tell(OpeningAnnounced(command.seat))


def click(story: Story, command: c.EndTurn) -> None:
    """End the turn; whoever has neither laid nor drawn now owes a tile."""
    story.turn_of(command.seat)
    pass_turn(story, command.seat, TurnEnd.CLICK)


def restart_turn(story: Story, command: c.RestartTurn) -> None:
    """The player before clicked before drawing: he draws, and this move begins anew."""
    story.turn_of(command.seat)
    rules = story.state.rules
    if story.state.clicked_early is None or not rules.clock.restart_if_clicked_before_drawing:
        refuse(rules.violation(Refusal.RESTART_NOT_DUE, "draw_then_click"))
    settle_owed_tile(story, first_to_move=command.seat)
    story.tell(TurnRestarted(command.seat))


def pass_turn(story: Story, seat: Seat, how: TurnEnd) -> None:
    """End the turn after the player before has taken the tile he may still owe."""
    # An empty rack ends the game at once: nothing is drawn any more.
    if story.state.seats[seat].rack:
        settle_owed_tile(story, first_to_move=story.state.seats_after(seat)[0])
    end_turn(story, seat, how)


def settle_owed_tile(story: Story, first_to_move: Seat) -> None:
    """Nobody gets away without the tile he clicked too early for."""
    early = story.state.clicked_early
    if early is not None and early in story.state.active_seats and story.state.owes_tile:
        story.draw(early, DrawReason.AFTER_CLICK)
        begin_last_moves(story, first_to_move)


def _draw_checked(story: Story, command: c.DrawTile, reason: DrawReason) -> None:
    _refuse_wrong_stack(story.state, command.stack)
    if command.stack is not None:
        story.tell(StackPlaced(command.seat, command.stack))
    story.draw(command.seat, reason)
    begin_last_moves(story, story.state.seats_after(command.seat)[0])


def _refuse_wrong_stack(state: TableState, stack: int | None) -> None:
    """Only who draws from a used-up middle names the next stack (mp2023 L72)."""
    numbers = tuple(str(s.number) for s in state.bank)
    chooses = state.rules.deal.next_stack is StackChoice.ACTIVE_PLAYER
    if stack is None:
        if not state.middle.tiles and chooses:
            refuse(state.rules.violation(Refusal.DRAW_CHOOSE_STACK, "next_stack", stacks=numbers))
    elif state.middle.tiles or not chooses:
        refuse(state.rules.violation(Refusal.DRAW_STACK_NOT_NEEDED, "next_stack"))
    elif str(stack) not in numbers:
        refuse(state.rules.violation(Refusal.DRAW_NO_SUCH_STACK, "next_stack", stacks=numbers))
