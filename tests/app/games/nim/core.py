"""The rules of nim: decide and evolve; nothing is hidden, so everybody sees the state."""

from dataclasses import dataclass, replace
from enum import StrEnum

from stolik.refusal import Violation, refuse
from stolik.seats import FIRST_SEAT, AccessChanged, NoteAccess, Seat, noted

MOST = 3


class Phase(StrEnum):
    CLOSED = "closed"
    PLAYING = "playing"
    OVER = "over"


class Refusal(StrEnum):
    NOT_YOUR_TURN = "nim.turn"
    TOO_MANY = "nim.too_many"
    NOT_NOW = "nim.not_now"


@dataclass(frozen=True, slots=True)
class LayHeap:
    seats: int
    stones: int


@dataclass(frozen=True, slots=True)
class Take:
    seat: Seat
    stones: int


@dataclass(frozen=True, slots=True)
class Pause:
    reason: str


@dataclass(frozen=True, slots=True)
class Resume:
    pass


@dataclass(frozen=True, slots=True)
class HeapLaid:
    seats: int
    stones: int


@dataclass(frozen=True, slots=True)
class StonesTaken:
    seat: Seat
    stones: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    winner: Seat


@dataclass(frozen=True, slots=True)
class Paused:
    reason: str


@dataclass(frozen=True, slots=True)
class Resumed:
    pass


Command = LayHeap | Take | Pause | Resume | NoteAccess
Event = HeapLaid | StonesTaken | GameEnded | Paused | Resumed | AccessChanged


@dataclass(frozen=True, slots=True)
class State:
    """The table; `version` is the number of the last event."""

    phase: Phase = Phase.CLOSED
    seats: int = 0
    heap: int = 0
    turn: Seat = FIRST_SEAT
    game: int = 0
    paused: bool = False
    winner: Seat | None = None
    version: int = 0


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """The only place where a rule says no."""
    match command:
        case LayHeap(seats, stones):
            return (HeapLaid(seats, stones),)
        case Take(seat, stones):
            return _taken(state, seat, stones)
        case Pause(reason):
            return (Paused(reason),)
        case Resume():
            return (Resumed(),)
        case NoteAccess():
            return (noted(command),)


def _taken(state: State, seat: Seat, stones: int) -> tuple[Event, ...]:
    if state.phase is not Phase.PLAYING or state.paused:
        refuse(Violation(Refusal.NOT_NOW))
    if seat != state.turn:
        refuse(Violation(Refusal.NOT_YOUR_TURN))
    if not 1 <= stones <= min(MOST, state.heap):
        refuse(Violation(Refusal.TOO_MANY, facts={"most": min(MOST, state.heap)}))
    taken = StonesTaken(seat, stones)
    return (taken, GameEnded(seat)) if stones == state.heap else (taken,)


def evolve(state: State, event: Event) -> State:
    """The only place where the state changes."""
    state = replace(state, version=state.version + 1)
    match event:
        case HeapLaid(seats, stones):
            game, turn = state.game + 1, Seat(0)
            playing = replace(state, phase=Phase.PLAYING, seats=seats, heap=stones)
            return replace(playing, game=game, turn=turn, winner=None)
        case StonesTaken(seat, stones):
            following = Seat((seat + 1) % state.seats)
            return replace(state, heap=state.heap - stones, turn=following)
        case GameEnded(winner):
            return replace(state, phase=Phase.OVER, winner=winner)
        case Paused() | Resumed():
            return replace(state, paused=isinstance(event, Paused))
        case AccessChanged():
            return state
