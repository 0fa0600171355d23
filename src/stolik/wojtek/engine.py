"""`decide`: the only place where a rule can say no.

events = decide(state, command, mix=mix)   # or raises Refused with every violation
state = replay(events, state)              # evolve, once for each event

`mix(cards, label)` puts used cards into a new order when a deck runs out: chance comes from
outside. Without it a command that needs a reshuffle is refused.
"""

from typing import assert_never

from stolik.refusal import refuse
from stolik.seats import NoteAccess, noted
from stolik.wojtek import commands as c
from stolik.wojtek import events as e
from stolik.wojtek import refereeing, setup, turns
from stolik.wojtek.codes import Refusal
from stolik.wojtek.endings import call_time
from stolik.wojtek.evolution import evolve, replay
from stolik.wojtek.state import Phase, TableState
from stolik.wojtek.story import Mix, Story

__all__ = ["decide", "evolve", "replay"]


def decide(state: TableState, command: c.Command, *, mix: Mix | None = None) -> tuple[e.Event, ...]:
    """The events a command leads to; raises `Refused` and changes nothing if it may not be."""
    story = Story(state, mix)
    if state.phase is Phase.CLOSED and not isinstance(command, c.OpenTable):
        refuse(state.board.violation(Refusal.TABLE_NOT_OPEN))
    _tell(story, command)
    return tuple(story.events)


def _tell(story: Story, command: c.Command) -> None:  # noqa: C901 - a table, no tangle
    match command:
        case c.OpenTable():
            setup.open_table(story, command)
        case c.ChooseStart():
            setup.choose_start(story, command)
        case c.ExchangeCards():
            turns.exchange_cards(story, command)
        case c.MoveByCard():
            turns.move_by_card(story, command)
        case c.MoveByRainbow():
            turns.move_by_rainbow(story, command)
        case c.PlayThreeCards():
            turns.play_three_cards(story, command)
        case c.ChooseColour():
            turns.choose_colour(story, command)
        case c.ConfirmResult():
            _confirm_result(story, command)
        case c.TimeOut():
            turns.time_out(story, command)
        case c.PassTurn():
            turns.pass_turn(story, command)
        case c.CallTime():
            _call_time(story)
        case c.Confirm():
            turns.confirm(story)
        case c.ReportMisconduct():
            refereeing.report(story, command)
        case c.DecideReport():
            refereeing.decide_report(story, command)
        case c.Penalise():
            refereeing.penalise(story, command)
        case c.Exclude():
            refereeing.exclude(story, command)
        case c.Overrule():
            refereeing.overrule(story, command)
        case c.Pause():
            refereeing.pause(story, command)
        case c.Resume():
            refereeing.resume(story)
        case c.AddTime():
            refereeing.add_time(story, command)
        case c.Rewind():
            refereeing.rewind(story, command)
        case c.GiveRuling():
            refereeing.give_ruling(story, command)
        case c.InspectHand():
            refereeing.inspect_hand(story, command)
        case NoteAccess():
            _note_access(story, command)
        case _:
            assert_never(command)


def _call_time(story: Story) -> None:
    board = story.state.board
    if story.state.phase not in (Phase.SETTING_UP, Phase.PLAYING):
        refuse(board.violation(Refusal.NOT_RUNNING))
    if story.state.time_called:
        refuse(board.violation(Refusal.TIME_ALREADY_CALLED, "time_over"))
    call_time(story)


def _confirm_result(story: Story, command: c.ConfirmResult) -> None:
    """The ranking is seen: the next game may be laid out."""
    board = story.state.board
    if story.state.phase is not Phase.OVER:
        refuse(board.violation(Refusal.NOT_OVER))
    if story.seat(command.seat).confirmed:
        refuse(board.violation(Refusal.CONFIRMED_ALREADY))
    story.tell(e.ResultConfirmed(command.seat))


def _note_access(story: Story, command: NoteAccess) -> None:
    """Whoever gets a seat's eyes or hands, or another view of the table, is seen."""
    if command.seat is not None:
        story.seat_exists(command.seat)
    story.tell(noted(command))
