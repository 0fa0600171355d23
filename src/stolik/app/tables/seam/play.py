"""The seam between a live table and its game.

Keeping, telling, presence, sockets, nonces and reconnecting are the same whatever is played; a
`Play` is the rest: how a command is decided, what a viewer sees, what falls due, how is dealt.
Commands and events are those of the play's own game, so they have no narrower type here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from stolik.app.tables.codes import Refusal
from stolik.app.tables.seam.asks import Ask, Gesture
from stolik.app.tables.seam.exchanged import Asked, Due, Note, Presence, Waits
from stolik.app.tables.seam.messages import DraftShown
from stolik.app.tables.seam.parts_of_play import (
    Dealing,
    InTheHall,
    KnownTable,
    LookedBackAt,
    Moving,
    Standing,
    Studied,
    Telling,
)
from stolik.app.tables.seam.recorded import Recorded
from stolik.refusal import Refused, Violation
from stolik.seats import Seat, Viewer


class StillTable:
    """The answers of a game in which nothing is moved about; its play inherits them."""

    thinks_long = False

    def waits(self, presence: Presence) -> Waits:  # noqa: ARG002
        return Waits()

    def unready(self) -> Sequence[int]:
        return ()

    def moved(self, gesture: Gesture, seat: Seat, now: int) -> Mapping[str, Any] | None:  # noqa: ARG002
        raise Refused([Violation(Refusal.OTHER_GAME)])

    def moved_elsewhere(self, told: Mapping[str, Any], now: int) -> None:
        """Nobody tells of it."""

    def draft_shown(self, viewer: Viewer) -> DraftShown | None:  # noqa: ARG002
        return None

    def unkept_orders(self) -> Mapping[Seat, bytes]:
        return {}

    def orders_kept(self, orders: Mapping[Seat, bytes]) -> None:
        """There are none."""

    def read_order(self, seat: Seat, kept: bytes) -> None:
        """There are none."""


class Unstudied:
    """The answers of a game that nobody thinks about; its play inherits them."""

    def hint(self, seat: Seat, lang: str) -> Callable[[], Any]:  # noqa: ARG002
        raise Refused([Violation(Refusal.NO_HINTS)])

    def ways_back(self, event: int, lang: str) -> Callable[[], Any]:  # noqa: ARG002
        raise Refused([Violation(Refusal.OTHER_GAME)])

    def study(self, game: int, after: int) -> Callable[[], Any]:  # noqa: ARG002
        raise Refused([Violation(Refusal.NO_STUDY)])

    def record(self, game: int) -> Callable[[], Any]:  # noqa: ARG002
        raise Refused([Violation(Refusal.NO_STUDY)])


class Play(Dealing, Standing, Telling, Moving, InTheHall, LookedBackAt, Studied, Protocol):
    """A game at a live table."""

    @property
    def game(self) -> str:
        """Which game, by its name in the registry."""
        ...

    @property
    def table(self) -> KnownTable:
        """What this is the play of."""
        ...

    def read(self, body: bytes, number: int) -> Recorded:
        """An event as it was kept; raises `Refused` or a plain error if it is damaged."""
        ...

    def asked(self, ask: Ask, seat: Seat) -> Asked | None:
        """What a message of a seat or a referee stands for; None if it is of another game."""
        ...

    def decide(self, command: Any) -> Sequence[Any]:
        """The events a command leads to; raises `Refused`."""
        ...

    def note_of(self, event: Any) -> Mapping[str, Any]:
        """What is kept beside an event although the rules do not ask for it."""
        ...

    def turn_note(self, events: Sequence[Any], now: int) -> Mapping[str, Any]:
        """What is kept beside the first of the events that end a turn."""
        ...

    def next_due(self, lag_ms: int, presence: Presence) -> Due | None:
        """The first thing to fall due if nobody does anything, comes or goes."""
        ...

    def waits(self, presence: Presence) -> Waits:
        """How long who has not declared readiness, or not confirmed, is waited for."""
        ...

    def flag_note(self, lag_ms: int) -> Note:
        """What is kept beside a flag that falls: the lag that was waited for."""
        ...

    def begins_turn(self, told: Sequence[Recorded]) -> bool:
        """Whether somebody's time begins with these events."""
        ...

    def wants_referee(self, present: Sequence[bool]) -> bool:
        """Whether a seat that has gone should be looked after by somebody."""
        ...

    def bot_to_act(self) -> Seat | None:
        """The first bot that is waited for."""
        ...

    def bot_command(self, seat: Seat) -> Any:
        """What the bot of a seat does now."""
        ...

    def forget_bots(self) -> None:
        """The table is set otherwise: other bots may sit there."""
        ...
