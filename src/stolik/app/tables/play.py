"""The seam between a live table and its game.

Keeping, telling, presence, sockets, nonces and reconnecting are the same whatever is played; a
`Play` is the rest: how a command is decided, what a viewer sees, what falls due, how is dealt.
Commands and events are those of the play's own game, so they have no narrower type here.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from stolik.app.fairness.dealing import OpenedDeal
from stolik.app.tables.asks import Ask, Gesture
from stolik.app.tables.codes import Refusal
from stolik.app.tables.eyes import KnownEyes
from stolik.app.tables.messages import DraftShown, Item, Snapshot
from stolik.app.tables.move_clock import MoveClock
from stolik.app.tables.recorded import Recorded
from stolik.app.tables.setup import TableSetup
from stolik.refusal import Refused, Violation
from stolik.seats import Seat, Viewer
from stolik.tournament.commands import Command as TournamentCommand
from stolik.tournament.state import CorrectionCause, Points

Note = Mapping[type[Any], Mapping[str, Any]]  # what to write beside events of a kind


@dataclass(frozen=True, slots=True)
class Asked:
    """What a client's message stands for: a command, and what to write beside its events."""

    command: Any
    note: Note = field(default_factory=dict)
    seen: "Seen | None" = None


@dataclass(frozen=True, slots=True)
class Seen:
    """Whom a referee penalises, and how many offences of his he was shown."""

    seat: Seat
    offences: int


@dataclass(frozen=True, slots=True)
class Due:
    """A command that comes by itself at service time `at`."""

    at: int
    command: Any


@dataclass(frozen=True, slots=True)
class Presence:
    """Which seats are there, and the service time at which each of them came or went."""

    here: tuple[bool, ...]
    since: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat's line of a finished game; without points the format gives them for the place."""

    seat: int
    place: int
    big_points: Points | None = None
    small_points: Points = 0


ANEW = (CorrectionCause.TOLD_ANEW, "", "")  # the last three of an `EndedGame`, nobody's doing


@dataclass(frozen=True, slots=True)
class EndedGame:
    """The end of a game: its event's number, when it was told, and its score sheet."""

    event: int
    at: int
    lines: tuple[SeatLine, ...]
    # If a result of this game is known already: why it is another now, and who saw to that.
    cause: CorrectionCause = CorrectionCause.TOLD_ANEW
    reason: str = ""  # as the judge gave it to all
    by: str = ""


@dataclass(frozen=True, slots=True)
class Happening:
    """Something at a table that the tournament has to know: the event's number, what to ask."""

    event: int
    command: TournamentCommand


class Table(Protocol):
    """A live table of some game as its node knows it: a fold over its stream."""

    setup: TableSetup
    clock: MoveClock
    told: list[Recorded]
    eyes: KnownEyes

    @property
    def state(self) -> Any:
        """The state of the game's own core."""
        ...

    @property
    def seq(self) -> int:
        """The number of the last event."""
        ...

    @property
    def fair(self) -> Mapping[str, str] | None:
        """The public side of the deal that is played."""
        ...

    def apply(self, told: Recorded) -> None:
        """One more event of the stream."""
        ...

    def tell_again(self, told: Sequence[Recorded]) -> None:
        """The same events, of which some words were erased."""
        ...

    def is_stale(self, after: int) -> bool:
        """Whether the play went on after what the asker had seen."""
        ...


class Dealing(Protocol):
    """How the pieces of a game come to the table."""

    @property
    def bag(self) -> tuple[str, ...]:
        """Everything that is shuffled, in canonical order: what a commitment binds."""
        ...

    @property
    def dealt_kind(self) -> type[Any]:
        """The event beside which the public side of a deal is kept."""
        ...

    @property
    def ended_kind(self) -> type[Any]:
        """The event with which the secret of a deal is revealed."""
        ...

    @property
    def thinks_long(self) -> bool:
        """Whether to decide, or to move for a bot, may take longer than a loop can wait."""
        ...

    @property
    def lacks_secret(self) -> bool:
        """Whether nothing can be decided before the secret of the deal is known here."""
        ...

    def deal_wanted(self) -> bool:
        """Whether the table waits for a deal."""
        ...

    def next_context(self) -> tuple[str, int]:
        """What the next deal is committed to, and the number of its game."""
        ...

    def deal_command(self, opened: OpenedDeal) -> Any:
        """The command that deals."""
        ...

    def deal_of(self, game: int, redeal: int | None) -> Mapping[str, str]:
        """The public side of a deal; refused if there was none."""
        ...

    def transcript(self, opened: OpenedDeal, game: int, redeal: int | None) -> dict[str, Any]:
        """What anybody can check a finished game by; refused while it is alive."""
        ...

    def closing(self, events: Sequence[Any]) -> str:
        """Length and head of the transcript of the game that ends with these events."""
        ...

    def hold_secret(self, opened: OpenedDeal) -> None:
        """The deal that is played: later chance of the game comes from it too."""
        ...


class Standing(Protocol):
    """Where a table stands, in words every game knows."""

    @property
    def is_closed(self) -> bool:
        """Nothing has been dealt yet."""
        ...

    @property
    def is_playing(self) -> bool:
        """A game is being played."""
        ...

    @property
    def hides_racks(self) -> bool:
        """A game is dealt and not over: what a seat holds is its own secret."""
        ...

    @property
    def is_redealing(self) -> bool:
        """The deal was asked back, its secret is revealed with the next one."""
        ...

    @property
    def is_running(self) -> bool:
        """Anything is still to come at this table."""
        ...

    @property
    def game_number(self) -> int:
        """Of the game that is played, from 1; 0 before the first."""
        ...


class Telling(Protocol):
    """What viewers get; only the core's `view` decides what that is."""

    def shows_anew(self, told: Sequence[Recorded]) -> bool:
        """Whether viewers need the whole table after these events."""
        ...

    def concerned(self, told: Sequence[Recorded]) -> set[Seat]:
        """The seats that are told something of their own."""
        ...

    def eyes(self, viewer: Viewer, concerned: set[Seat]) -> Hashable:
        """Viewers with the same eyes are told the same of such events."""
        ...

    def own_rack(self, told: Sequence[Recorded], viewer: Viewer) -> Sequence[str] | None:
        """The own tiles or cards of a viewer, if they may look otherwise after these events."""
        ...

    def item(self, number: int, told: Recorded, viewer: Viewer) -> Item:
        """One event for one viewer."""
        ...

    def snapshot(self, viewer: Viewer, *, now: int, present: Sequence[bool]) -> Snapshot:
        """Everything the viewer may know of the table now."""
        ...

    def rules_told(self) -> Mapping[str, Any]:
        """What everybody's screen has to know of the rules or the board, from the first message."""
        ...


class Moving(Protocol):
    """What a seat moves about before it acts: shown to all or kept for itself, never an event."""

    def moved(self, gesture: Gesture, seat: Seat, now: int) -> Mapping[str, Any] | None:
        """Take a gesture in, or refuse it; what other nodes are told if everybody is to see it."""
        ...

    def moved_elsewhere(self, told: Mapping[str, Any], now: int) -> None:
        """The same at another node, as `moved` told it there."""
        ...

    def draft_shown(self, viewer: Viewer) -> DraftShown | None:
        """How things lie while the seat to move thinks, for one viewer; None if as in the log."""
        ...

    def unkept_orders(self) -> Mapping[Seat, bytes]:
        """How seats have put what they hold since that was last kept."""
        ...

    def orders_kept(self, orders: Mapping[Seat, bytes]) -> None:
        """These stand on disk, with the events that came next; who has sorted since has not."""
        ...

    def read_order(self, seat: Seat, kept: bytes) -> None:
        """How a seat had put what it holds, as it was kept; who has sorted since is not asked."""
        ...


class StillTable:
    """The answers of a game in which nothing is moved about; its play inherits them."""

    thinks_long = False

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


class InTheHall(Protocol):
    """What the hall and the tournament ask of a table, and what they hear from it."""

    @property
    def raised_kind(self) -> type[Any]:
        """What a seat says to the referee at any time."""
        ...

    @property
    def excludes_by_game(self) -> bool:
        """Whether who is out of a game plays the next one at this table."""
        ...

    @property
    def tells_tournament(self) -> frozenset[type[Any]]:
        """After these events the tournament has something to hear."""
        ...

    @property
    def stands_with_hall(self) -> frozenset[type[Any]]:
        """After these events the table is brought in step with the hall."""
        ...

    @property
    def paused_kind(self) -> type[Any]:
        """The event that stops a table."""
        ...

    @property
    def waits_for_referee(self) -> bool:
        """Whether nobody can move before a referee has said something."""
        ...

    def open_disputes(self) -> Sequence[Mapping[str, int]]:
        """What a referee has to decide: its number, the seat that asked, the event it is about."""
        ...

    def away(self, present: Sequence[bool]) -> list[int]:
        """The seats that have gone and let their turns pass."""
        ...

    def pause(self, reason: str) -> Any: ...

    def resume(self) -> Any: ...

    def call_time(self) -> Any: ...

    def time_back(self) -> Sequence[Any]:
        """The commands by which a call of the time is undone; none where play has gone on."""
        ...

    def add_time(self, seconds: int, reason: str) -> Any: ...

    def leaving(self, seat: Seat, status: str, *, disqualified: bool) -> Sequence[Any]:
        """The commands by which somebody who plays no longer is out of his game."""
        ...

    def ended_games(self) -> Mapping[int, EndedGame]:
        """Every game that has ended and was not taken up again, by number."""
        ...

    def happenings(self, by_hall: str) -> Sequence[Happening]:
        """Penalties and exclusions the tournament has to know; not those it asked for itself."""
        ...


class LookedBackAt(Protocol):
    """A game again, frame by frame; `looking_back` says who sees what."""

    def games_dealt(self) -> Sequence[int]:
        """The numbers of the games dealt here so far."""
        ...

    def film(self, game: int, viewer: Viewer, after: int) -> Any:
        """The frames of a game that follow an event, in a shape of the game's own."""
        ...

    def ways_back(self, event: int, lang: str) -> Callable[[], Any]:
        """How is found what a rewind to each side of an event's move leads to."""
        ...


class Studied(Protocol):
    """What can be learned at a table. The answers are worked out elsewhere than on the loop."""

    def hint(self, seat: Seat, lang: str) -> Callable[[], Any]:
        """How a good move is found for a seat that practises; refused where nobody may help."""
        ...

    def study(self, game: int, after: int) -> Callable[[], Any]:
        """How some turns of a finished game are looked into, those that follow a number."""
        ...

    def record(self, game: int) -> Callable[[], Any]:
        """How a finished game becomes a file for the command line."""
        ...


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
    def table(self) -> Table:
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
