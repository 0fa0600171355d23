"""`decide`: the only place where a rule can say no.

events = decide(state, command)      # or raises Refused with every violation
state = replay(events, state)        # evolve, once for each event
"""

from typing import assert_never

from stolik.refusal import Violation, refuse, refuse_any
from stolik.rummikub import commands as c
from stolik.rummikub import events as e
from stolik.rummikub import refereeing, rewinding, timeouts, turns
from stolik.rummikub.codes import Refusal
from stolik.rummikub.dealing import doublets, next_starter, seats_by_tile
from stolik.rummikub.endings import call_time
from stolik.rummikub.evolution import evolve, replay
from stolik.rummikub.openings import BestOpening, best_opening
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import Phase, TableState
from stolik.rummikub.story import Story
from stolik.rummikub.tiles import Tiles, without
from stolik.seats import NoteAccess, Seat, noted

__all__ = ["decide", "evolve", "replay", "unfold"]


def decide(
    state: TableState, command: c.Command, *, best_opening: BestOpening = best_opening
) -> tuple[e.Event, ...]:
    """The events a command leads to; raises `Refused` and changes nothing if it may not be."""
    return tuple([event for event, _ in unfold(state, command, best_opening)])


def unfold(
    state: TableState, command: c.Command, best_opening: BestOpening = best_opening
) -> tuple[tuple[e.Event, TableState], ...]:
    """What `decide` decides, each event with the state it leads to: for who evolves at once."""
    story = Story(state, best_opening)
    if state.phase is Phase.CLOSED and not isinstance(command, c.OpenTable):
        refuse(state.rules.violation(Refusal.TABLE_NOT_OPEN))
    _tell(story, command)
    return tuple(story.told)


def _tell(story: Story, command: c.Command) -> None:  # noqa: C901 - a table, no tangle
    match command:
        case c.OpenTable():
            _open_table(story, command)
        case c.Deal(order):
            _deal(story, order)
        case c.AskRedeal(seat):
            _ask_redeal(story, seat)
        case c.DeclareReady():
            _declare_ready(story, command)
        case c.DrawTile():
            turns.draw_tile(story, command)
        case c.LayTiles():
            turns.lay_tiles(story, command)
        case c.AnnounceOpening():
            turns.announce_opening(story, command)
        case c.EndTurn():
            turns.click(story, command)
        case c.RestartTurn():
            turns.restart_turn(story, command)
        case c.TimeOut():
            timeouts.time_out(story, command)
        case c.CallTime():
            _call_time(story)
        case c.ConfirmResult(seat):
            _confirm_result(story, seat)
        case c.Challenge():
            refereeing.challenge(story, command)
        case c.Pause():
            refereeing.pause(story, command)
        case c.Resume():
            refereeing.resume(story)
        case c.AddTime():
            refereeing.add_time(story, command)
        case c.VoidTurn():
            refereeing.void_turn(story, command)
        case c.Rewind():
            rewinding.rewind(story, command)
        case c.GiveRuling():
            refereeing.give_ruling(story, command)
        case c.Warn():
            refereeing.warn(story, command)
        case c.Disqualify():
            refereeing.disqualify(story, command)
        case c.InspectRack():
            refereeing.inspect_rack(story, command)
        case NoteAccess():
            _note_access(story, command)
        case _:
            assert_never(command)


def _open_table(story: Story, command: c.OpenTable) -> None:
    state, rules = story.state, story.state.rules
    seating, warnings = rules.seating, command.warnings or (0,) * command.seats
    found: list[Violation] = []
    if state.phase is not Phase.CLOSED:
        found.append(rules.violation(Refusal.TABLE_ALREADY_OPEN))
    if not seating.seats_min <= command.seats <= seating.seats_max:
        least, most = seating.seats_min, seating.seats_max
        found.append(rules.violation(Refusal.TABLE_SEATS, "seats", least=least, most=most))
    if not 0 <= command.starter < command.seats:
        found.append(rules.violation(Refusal.TABLE_STARTER, "starter"))
    if len(warnings) != command.seats or min(warnings, default=0) < 0:
        found.append(rules.violation(Refusal.TABLE_WARNINGS))
    refuse_any(*found, *_order_violations(story, command.order))
    circle = _drawn_circle(command, rules)
    told = (rules.id, rules.hash, command.seats, command.starter, tuple(warnings))
    story.tell(e.TableOpened(*told, command.drawn, circle))
    story.tell(e.TilesDealt(1, command.starter, command.order))


def _drawn_circle(command: c.OpenTable, rules: RulesProfile) -> tuple[Seat, ...]:
    """Who sits after whom by drawn tiles; refused if they do not settle it (szkoly2015 L67)."""
    if not command.drawn:
        return ()
    strange = without(tuple(t for row in command.drawn for t in row), rules.tile_set)
    circle = None if strange else seats_by_tile(command.drawn, rules)
    if not rules.seats_by_tile or circle is None or len(circle) != command.seats:
        refuse(rules.violation(Refusal.TABLE_SEAT_DRAW, "seats", tiles=strange))
    if circle[0] != command.starter:
        refuse(rules.violation(Refusal.TABLE_STARTER, "starter"))
    return circle


def _deal(story: Story, order: Tiles) -> None:
    state = story.state
    too_few = len(state.active_seats) < state.rules.seating.seats_min
    if state.phase not in (Phase.REDEALING, Phase.OVER) or too_few:
        refuse(state.rules.violation(Refusal.DEAL_NOT_NOW, "deal"))
    if state.paused:
        refuse(state.rules.violation(Refusal.TABLE_PAUSED, "dispute"))
    if state.phase is Phase.REDEALING:
        refuse_any(*_order_violations(story, order))
        story.tell(e.TilesDealt(state.game, state.starter, order))
        return
    waiting = tuple(str(s + 1) for s in state.active_seats if not state.seats[s].confirmed)
    if waiting:
        refuse(state.rules.violation(Refusal.DEAL_NOT_CONFIRMED, "game_end", seats=waiting))
    refuse_any(*_order_violations(story, order))
    story.tell(e.TilesDealt(state.game + 1, next_starter(state), order))


def _order_violations(story: Story, order: Tiles) -> tuple[Violation, ...]:
    """The order must hold every tile of the set exactly once."""
    whole = story.state.rules.tile_set
    wrong = (*without(order, whole), *without(whole, order))
    if not wrong:
        return ()
    return (story.state.rules.violation(Refusal.DEAL_WRONG_TILES, "stacks", tiles=wrong),)


def _ask_redeal(story: Story, seat: Seat) -> None:
    rack, rules = story.seat(seat).rack, story.state.rules
    if story.state.phase is not Phase.READYING:
        refuse(rules.violation(Refusal.REDEAL_TOO_LATE, "doublets_deadline"))
    if story.state.paused:
        refuse(rules.violation(Refusal.TABLE_PAUSED, "dispute"))
    pairs, needed = doublets(rack, rules), rules.deal.doublets_for_redeal
    if len(pairs) < needed:
        refuse(
            rules.violation(
                Refusal.REDEAL_TOO_FEW_DOUBLETS,
                "doublets",
                tiles=pairs,
                found=len(pairs),
                needed=needed,
            )
        )
    story.tell(e.RedealAsked(seat, pairs))


def _declare_ready(story: Story, command: c.DeclareReady) -> None:
    seat, rules = story.seat(command.seat), story.state.rules
    found: list[Violation] = []
    if story.state.phase is not Phase.READYING:
        found.append(rules.violation(Refusal.READY_NOT_NOW, "readiness"))
    elif seat.ready:
        found.append(rules.violation(Refusal.READY_ALREADY, "readiness"))
    if story.state.paused:
        found.append(rules.violation(Refusal.TABLE_PAUSED, "dispute"))
    if command.announces_opening and not rules.opening.announcement_before_game:
        found.append(rules.violation(Refusal.ANNOUNCE_NOT_BEFORE_GAME, "announcement"))
    refuse_any(*found)
    story.tell(e.ReadinessDeclared(command.seat, command.announces_opening))
    refereeing.begin_when_ready(story)


def _call_time(story: Story) -> None:
    rules = story.state.rules
    if story.state.phase is not Phase.PLAYING:
        refuse(rules.violation(Refusal.GAME_NOT_RUNNING))
    if story.state.time_called:
        refuse(rules.violation(Refusal.TIME_ALREADY_CALLED, "time_over"))
    story.tell(e.TimeCalled())
    call_time(story)


def _confirm_result(story: Story, seat: Seat) -> None:
    rules = story.state.rules
    if story.state.phase is not Phase.OVER:
        refuse(rules.violation(Refusal.GAME_NOT_OVER, "game_end"))
    if story.seat(seat).confirmed:
        refuse(rules.violation(Refusal.CONFIRM_ALREADY, "game_end"))
    story.tell(e.ResultConfirmed(seat))


def _note_access(story: Story, command: NoteAccess) -> None:
    """Whoever gets a seat's eyes or hands, or another view of the table, is seen."""
    if command.seat is not None:
        story.seat_exists(command.seat)
    story.tell(noted(command))
