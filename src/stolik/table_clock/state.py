"""The state of a table's clock: frozen, changed only by `evolve`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType

from stolik.seats import FIRST_SEAT, Seat

Ms = NewType("Ms", int)  # milliseconds: a moment of the service clock, or how long something took


class Phase(StrEnum):
    """Where the table stands."""

    NOT_SET = "not_set"
    READY = "ready"  # the next game can be started
    PLAYING = "playing"
    OVER = "over"  # racks are shown; the next game waits until every seat has seen them


# How far back a tap may reach that waited on a phone without a line: it takes from the next seat.
NO_REACH = Ms(0)
REACH_PER_MOVE = Ms(250)
REACH_PER_GAME = Ms(1000)


class OnFlag(StrEnum):
    """What the clock does when the time of a move has run out."""

    GOES_ON = "goes_on"  # the table settles the move by itself, then taps
    WAITS = "waits"  # it stands until a referee has looked


class Holder(StrEnum):
    """Who holds a clock still; it runs when nobody does."""

    TABLE = "table"  # a dispute
    HALL = "hall"  # all clocks of the round
    OUTAGE = "outage"  # a phone brought taps whose time nobody saw: the table has to agree


class Ending(StrEnum):
    """How a game came to its end on the clock."""

    STOPPED = "stopped"  # somebody went out, or the bank is empty: the table said so
    TIME_OVER = "time_over"  # the last move after the time of the round or game was over
    POOL_EMPTY = "pool_empty"  # the last move after the last tile of the bank was taken


@dataclass(frozen=True, slots=True)
class Times:
    """What the rules say of a clock, as data."""

    move: Ms
    percents: tuple[int, ...]  # of the move's time, per seat: longer for who needs it
    games: int = 1
    on_flag: OnFlag = OnFlag.GOES_ON
    one_move_each: bool = True  # after the time is called; else the running move is the last
    restarts: bool = True  # whether who was clicked at too early may begin his move anew
    starter_rotates: bool = True
    game: Ms = Ms(0)  # the most a game takes while its clock runs; 0: no limit
    until_all_pass: bool = False  # once the bank is empty; else one more move each
    announce_before_game: bool = False  # an opening in the very first move (mp2023 L99)


@dataclass(frozen=True, slots=True)
class ClockState:
    """One table's clock. `left` is as of `since`; it counts down from there while it runs."""

    phase: Phase = Phase.NOT_SET
    times: Times = field(default_factory=lambda: Times(Ms(0), ()))
    version: int = 0
    game: int = 0
    starter: Seat = FIRST_SEAT
    turn: Seat = FIRST_SEAT
    move: int = 0  # of the whole table, from 1, so that one tap ends one move
    left: Ms = Ms(0)
    since: Ms = Ms(0)
    # What was left of moves a correction may lead back to: it never gives a second time for one.
    rests: Mapping[Seat, Ms] = field(default_factory=dict)
    # What is left to those a correction led away from, and how many taps ago.
    owed: Mapping[Seat, tuple[Ms, int]] = field(default_factory=dict)
    used: Mapping[Seat, Ms] = field(default_factory=dict)  # in this game
    reached: Mapping[Seat, Ms] = field(default_factory=dict)  # back by late taps, in this game
    held_by: frozenset[Holder] = frozenset()
    flagged: bool = False  # in this move
    flags: Mapping[Seat, int] = field(default_factory=dict)  # in this game
    announced: Mapping[Seat, int] = field(default_factory=dict)  # in which move it was said
    announced_before: frozenset[Seat] = frozenset()  # the game: who opens in his first move
    clicked: bool = False  # this move began by the click of the seat before, and not anew since
    game_left: Ms = Ms(0)  # of the game's limit, as of `since`
    game_time_over: bool = False  # it was the game's own limit that called the time
    time_called: bool = False
    bank: int | None = None  # in which move the last tile of the bank was taken
    passes: int = 0  # in a row, since then
    last_moves: int | None = None  # moves still to come after the running one
    seen: frozenset[Seat] = frozenset()  # who has seen the racks of the game that is over
    ending: Ending | None = None
    out: frozenset[Seat] = frozenset()  # who sits there and is no part of the game

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.times.percents)

    @property
    def waits(self) -> bool:
        """Whether the clock stands until a referee has looked at the flag."""
        return self.flagged and self.times.on_flag is OnFlag.WAITS

    @property
    def runs(self) -> bool:
        """Whether somebody's time is passing."""
        return self.phase is Phase.PLAYING and not self.held_by and not self.waits

    @property
    def deadline(self) -> Ms | None:
        """When the time of the seat to move runs out; None where that is over or not to come."""
        return Ms(self.since + self.left) if self.runs and not self.flagged else None

    @property
    def game_deadline(self) -> Ms | None:
        """When the limit of the game is reached; None where there is none, or time was called."""
        counts = self.times.game and self.runs and not self.time_called
        return Ms(self.since + self.game_left) if counts else None

    @property
    def due(self) -> Ms | None:
        """When something happens by itself: a flag, or the end of the game's time."""
        dues = [due for due in (self.deadline, self.game_deadline) if due is not None]
        return min(dues, default=None)

    @property
    def may_pass(self) -> bool:
        """Whether this move can be a pass that counts: the draw of the last tile is none."""
        return self.times.until_all_pass and self.bank is not None and self.move > self.bank

    def game_left_at(self, now: Ms) -> Ms:
        """Milliseconds left of the game's limit; it stands whenever the clock does."""
        return Ms(self.game_left - (now - self.since if self.runs else 0))

    def left_at(self, now: Ms) -> Ms:
        """Milliseconds left to the seat to move; negative once its time has run out."""
        return Ms(self.left - (now - self.since if self.runs else 0))

    def used_at(self, now: Ms) -> Mapping[Seat, Ms]:
        """Milliseconds each seat has used in this game."""
        if not self.runs:
            return self.used
        before = self.used.get(self.turn, 0)
        return {**self.used, self.turn: Ms(before + now - self.since)}

    def move_time(self, seat: Seat) -> Ms:
        """What a seat has for a fresh move."""
        return Ms(self.times.move * self.times.percents[seat] // 100)

    def owed_to(self, seat: Seat) -> Ms | None:
        """What a tap leaves to a seat that was led away from its move in this circle."""
        left, taps = self.owed.get(seat, (Ms(0), self.in_play))
        return left if taps + 1 < self.in_play - 1 else None

    def reach(self, came: Ms) -> Ms:
        """How far back a tap that came at this moment can be placed; not at all after a flag."""
        if self.deadline is None or self.deadline <= came:
            return Ms(0)
        left = REACH_PER_GAME - self.reached.get(self.turn, 0)
        return Ms(max(0, min(REACH_PER_MOVE, left, came - self.since)))

    def is_behind(self, games: int) -> bool:
        """Whether so many games have results and the clock is still at one of them."""
        if games > self.game:
            return True
        last = games >= self.times.games
        stands = Phase.OVER if last else Phase.READY
        return games == self.game > 0 and self.phase is not stands

    def starts_otherwise(self, games: int, starter: Seat) -> bool:
        """Whether the game after these waits for its start with another starter."""
        return self.phase is Phase.READY and self.game == games and self.starter != starter

    def after(self, seat: Seat) -> Seat:
        """The next seat clockwise that plays."""
        turns = (Seat((seat + step) % self.seats) for step in range(1, self.seats + 1))
        return next((following for following in turns if following not in self.out), seat)

    @property
    def in_play(self) -> int:
        """How many of the seats have turns."""
        return self.seats - len(self.out)
