"""Going back: whole moves only, and what is lost by it, told by the way that is then gone."""

from dataclasses import dataclass
from enum import StrEnum

from stolik.refusal import refuse
from stolik.rummikub import commands as c
from stolik.rummikub import events as e
from stolik.rummikub.codes import Refusal
from stolik.rummikub.endings import ending_reached
from stolik.rummikub.evolution import is_undone, retold, surviving_line
from stolik.rummikub.openings import best_opening
from stolik.rummikub.refereeing import (
    demand_in_game,
    demand_reachable,
    demand_reason,
    go_back,
    go_on_without_the_disqualified,
)
from stolik.rummikub.state import Phase, TableState, changed
from stolik.rummikub.story import Story
from stolik.seats import Seat

_PLAYS = (
    *(e.StackPlaced, e.TileDrawn, e.NothingDrawn, e.OpeningAnnounced, e.TilesLaid),
    *(e.LooseTilesTaken, e.TimeRanOut, e.TurnVoided, e.TurnEnded),
)


class Side(StrEnum):
    """Which end of a move a game goes back to: it is undone, or it stands as it was completed."""

    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class WayBack:
    """Where a rewind leads: the event's number, who is to move then, whose turns are lost."""

    to: int
    turn: Seat | None  # None: before the game, everybody gets ready
    lost: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """A turn that counts, from the event after which it began; the first is getting ready."""

    began: int
    seat: Seat | None
    done: tuple[int, ...] = ()  # what its seat did in it


def rewind(story: Story, command: c.Rewind) -> None:
    """Back to between two moves of this game, the clock stopped."""
    demand_reason(story, command.reason)
    state, to = story.state, command.to
    if not state.paused and state.phase is not Phase.OVER:
        refuse(state.rules.violation(Refusal.REFEREE_NOT_PAUSED))
    demand_reachable(state, to)
    moves = moves_of(state)
    if not command.anywhere and to not in {move.began for move in moves}:
        before = _move_at(moves, to).began
        refuse(state.rules.violation(Refusal.REWIND_WITHIN_MOVE, to=to, before=before))
    go_back(story, to, command.reason)
    go_on_without_the_disqualified(story)


def way_back(state: TableState, event: int, side: Side) -> WayBack:
    """The rewind to one side of the move an event fell in, carried out on the side to be told."""
    _demand_standing(state, event)
    moves = moves_of(state)
    picked = _move_at(moves, event)
    following = moves[moves.index(picked) + 1 :]
    if side is Side.AFTER and not following:
        over = state.phase is Phase.OVER
        why = Refusal.REWIND_ENDED_GAME if over else Refusal.REWIND_MOVE_RUNS
        refuse(state.rules.violation(why))
    to = picked.began if side is Side.BEFORE else following[0].began
    story = Story(changed(state, paused=True), best_opening)
    rewind(story, c.Rewind(to, "?"))
    after, kept = story.state, moves_of(story.state)
    gone = [move for move in moves if move.done and move not in kept]
    lost = tuple(move.seat for move in gone if move.seat is not None)
    return WayBack(to, after.turn if after.phase is Phase.PLAYING else None, lost)


def moves_of(state: TableState) -> tuple[Move, ...]:
    """The moves of this game that count, in their order; the last one runs or ended the game."""
    found: list[Move] = []
    for number, event, after in retold(state.log, state.rules):
        if isinstance(event, e.TilesDealt):
            found = [Move(number, None)]
            continue
        if not found:
            continue
        found[-1] = _with(found[-1], number, event)
        begins = isinstance(event, e.GameStarted | e.TurnEnded)
        # A turn that ends the game is followed by none, not even for a moment.
        if begins and ending_reached(after) is None:
            found.append(Move(number, after.turn))
    return tuple(found)


def _with(move: Move, number: int, event: e.Event) -> Move:
    """A tile that another still owes, or a turn passed for who is out, is no move of this seat."""
    if not isinstance(event, _PLAYS) or event.seat != move.seat:
        return move
    if isinstance(event, e.TurnEnded) and event.how is e.TurnEnd.DISQUALIFIED:
        return move
    return Move(move.began, move.seat, (*move.done, number))


def _demand_standing(state: TableState, event: int) -> None:
    """Refuse what was taken back; what a judge wrote down meanwhile never is."""
    demand_in_game(state, event)
    if isinstance(state.log[event - 1], e.Rewound):
        stands = not is_undone(state.log, event)
    else:
        stands = any(number == event for number, _ in surviving_line(state.log))
    if not stands:
        refuse(state.rules.violation(Refusal.REWIND_UNDONE, to=event))


def _move_at(moves: tuple[Move, ...], event: int) -> Move:
    """The move an event fell in: what ended one still belongs to it."""
    return next((move for move in reversed(moves) if move.began < event), moves[0])
