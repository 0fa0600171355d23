"""A live table of Miś Wojtek in memory: the game, and its clock if the organiser wants one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from stolik.app.tables.eyes import KnownEyes
from stolik.app.tables.move_clock import MoveClock, with_lag
from stolik.app.tables.recorded import Recorded
from stolik.app.tables.setup import TableSetup
from stolik.seats import AccessChanged, Seat
from stolik.wojtek import events as e
from stolik.wojtek.board import Board
from stolik.wojtek.engine import evolve
from stolik.wojtek.state import JUDGE_WAITS, Phase, TableState, Waiting, new_table

_BESIDE_PLAY = (
    *(e.MisconductReported, e.ReportDecided, e.OffencePunished),
    *(e.RulingGiven, e.HandInspected, e.TimeAdded, e.ResultConfirmed),
    AccessChanged,
)
_BEGINS_TURN = (e.StartCardDrawn, e.GameStarted, e.TurnEnded, e.Rewound)


@dataclass
class WojtekTable:
    """The table as its node knows it."""

    setup: TableSetup
    board: Board
    state: TableState = field(init=False)
    clock: MoveClock = field(default_factory=lambda: MoveClock(Seat(0)))
    told: list[Recorded] = field(default_factory=list)
    eyes: KnownEyes = field(default_factory=KnownEyes)

    def __post_init__(self) -> None:
        if self.setup.turn_time_s is not None:
            clock = replace(self.board.clock, turn_time_s=self.setup.turn_time_s)
            self.board = replace(self.board, clock=clock)
        self.state = new_table(self.board)

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.state.version

    def apply(self, told: Recorded) -> None:
        """One more event of the stream."""
        self.state = evolve(self.state, told.event)
        self.clock = ticked(self.clock, told, self.state, self.setup.factors)
        self.told.append(told)
        _see_eyes(self.eyes, self.seq, told)

    def tell_again(self, told: Sequence[Recorded]) -> None:
        """The same events, of which some words were erased."""
        self.state, self.clock = new_table(self.board), MoveClock(Seat(0))
        self.told.clear()
        for each in told:
            self.apply(each)

    def is_stale(self, after: int) -> bool:
        """Whether the play went on after what the asker had seen."""
        return any(not isinstance(told.event, _BESIDE_PLAY) for told in self.told[after:])

    def since_opened(self) -> Sequence[Recorded]:
        """The events of this game, its opening first."""
        return self.told[max(self.state.game_began - 1, 0) :]

    @property
    def fair(self) -> Mapping[str, str] | None:
        """The public side of the deal that is played: who comes late can check it too."""
        laid = (told.note for told in self.since_opened() if isinstance(told.event, e.DecksLaid))
        note = next(laid, {})
        return {key: note["fair"][key] for key in ("ctx", "commit", "public")} if note else None


def _see_eyes(eyes: KnownEyes, number: int, told: Recorded) -> None:
    """Remember which devices have a seat's eyes in this game."""
    if isinstance(told.event, e.DecksLaid):
        eyes.dealt(told.note)
    elif isinstance(told.event, AccessChanged):
        eyes.changed(number, told)


def ticked(
    clock: MoveClock, told: Recorded, after: TableState, factors: Sequence[int]
) -> MoveClock:
    """The clock after an event; it stands while the judge is waited for (decision W18)."""
    clock, now = with_lag(clock, told), told.at
    left = clock.left(now)
    match told.event:
        case e.TimeAdded(seconds=seconds):
            left += 1000 * seconds
        case _ if isinstance(told.event, _BEGINS_TURN):
            left = _turn_time_ms(after, factors)
        case _:
            pass
    return replace(clock, seat=after.turn, left_ms=left, since=now, running=_runs(after))


def _turn_time_ms(state: TableState, factors: Sequence[int]) -> int:
    factor = factors[state.turn] if state.turn < len(factors) else 100
    return state.board.clock.turn_time_s * 10 * factor


def _runs(state: TableState) -> bool:
    """Whether somebody is waited for and a clock is wanted at all."""
    if not state.board.clock.turn_time_s or state.paused:
        return False
    match state.phase:
        case Phase.SETTING_UP:
            return state.waiting is Waiting.START
        case Phase.PLAYING:
            return state.waiting not in JUDGE_WAITS
        case Phase.CLOSED | Phase.OVER:
            return False
