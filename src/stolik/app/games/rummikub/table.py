"""A live table of Rummikub in memory: the game, its clock, its felt and the draft of the turn.

Everything here follows from the table's stream and from drafts; nothing waits and nothing is kept.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from stolik.app.access.roles import PRACTICE
from stolik.app.games.rummikub.asks import Draft
from stolik.app.games.rummikub.drafts import OutlinedMeld, outlined
from stolik.app.games.rummikub.felt import Felt, arranged, read_felt
from stolik.app.games.rummikub.ticking import ticked
from stolik.app.tables.eyes import KnownEyes
from stolik.app.tables.move_clock import MoveClock
from stolik.app.tables.recorded import Recorded, RecordedReader
from stolik.app.tables.setup import TableSetup
from stolik.rummikub import events as e
from stolik.rummikub.commands import Command
from stolik.rummikub.engine import evolve, unfold
from stolik.rummikub.openings import BestOpening
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import TableState, new_table
from stolik.rummikub.tiles import Tile, Tiles
from stolik.seats import AccessChanged, Seat

# A film longer than this is thinned: what counts is how the turn went, not every tremble.
_MOST_FRAMES = 240
# And so many tiles in all of its frames: 12 bytes each, kept with every turn.
_MOST_PLACES = 8_000
_MOST_PLACES_AT_PRACTICE = 400  # where no dispute is ever looked into

_MOVES = (e.TilesLaid, e.TileDrawn, e.TimeRanOut, e.OpeningAnnounced)
_ENDS_TURN = (e.TurnEnded, e.TurnRestarted, e.Rewound, e.GameEnded, e.TilesDealt)
_BESIDE_PLAY = (
    *(e.ReadinessDeclared, e.ResultConfirmed, e.Challenged),
    *(e.WarningGiven, e.RackInspected, e.TimeAdded, AccessChanged),
)


@dataclass
class LiveTable:
    """The table as its node knows it."""

    setup: TableSetup
    rules: RulesProfile
    state: TableState = field(init=False)
    clock: MoveClock = field(default_factory=lambda: MoveClock(Seat(0)))
    felt: Felt = ()
    draft: Draft | None = None
    film: list[tuple[int, Draft]] = field(default_factory=list)
    told: list[Recorded] = field(default_factory=list)
    eyes: KnownEyes = field(default_factory=KnownEyes)
    rack_orders: dict[Seat, Tiles] = field(default_factory=dict)
    _outline: tuple[OutlinedMeld, ...] | None = None  # of the draft, once somebody looks
    _foreseen: Mapping[int, TableState] = field(default_factory=dict)  # by an event's number

    def __post_init__(self) -> None:
        if (seconds := self.setup.turn_time_s) is not None:
            clock = replace(self.rules.clock, turn_time_s=seconds)
            self.rules = replace(self.rules, clock=clock)
        self.state = new_table(self.rules)

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.state.version

    def decided(self, command: Command, best_opening: BestOpening) -> tuple[e.Event, ...]:
        """The events a command leads to; what they lead to need not be worked out again."""
        unfolded = unfold(self.state, command, best_opening)
        self._foreseen = {after.version: after for _, after in unfolded}
        return tuple([event for event, _ in unfolded])

    def apply(self, told: Recorded) -> None:
        """One more event of the stream."""
        foreseen = self._foreseen.get(self.seq + 1)
        if foreseen and foreseen.log[-1] is told.event:
            self.state = foreseen
        else:  # it was kept by another node, or before a restart
            self.state = evolve(self.state, told.event)
        self.clock = ticked(self.clock, told, self.state, self.setup.factors)
        self.told.append(told)
        _see_eyes(self.eyes, self.seq, told)
        self._lay_felt(told)
        if isinstance(told.event, _ENDS_TURN):
            self.draft = self._outline = None
            self.film.clear()

    def tell_again(self, told: Sequence[Recorded]) -> None:
        """The same events, of which some words were erased; what is being drafted stays."""
        drafted = self.draft, list(self.film)
        self.state, self.clock = new_table(self.rules), MoveClock(Seat(0))
        self.felt, self._foreseen = (), {}
        self.told.clear()
        for each in told:
            self.apply(each)
        self.draft, self.film = drafted

    def hold(self, drafted: Draft, now: int) -> None:
        """The seat to move has moved tiles about."""
        self.draft, self._outline = drafted, None
        if len(self.film) >= _MOST_FRAMES:
            del self.film[1::2]
        self.film.append((now, drafted))
        practice = self.setup.tournament == PRACTICE
        most = _MOST_PLACES_AT_PRACTICE if practice else _MOST_PLACES
        while len(self.film) > 2 and sum(len(one.felt) for _, one in self.film) > most:
            del self.film[1::2]

    @property
    def outline(self) -> Sequence[OutlinedMeld]:
        """The clusters of the draft: worked out once, whoever looks at it."""
        if self._outline is None:
            self._outline = outlined(self.draft.felt, self.rules) if self.draft else ()
        return self._outline

    def is_stale(self, after: int) -> bool:
        """Whether the play went on after what the asker had seen."""
        return any(not isinstance(told.event, _BESIDE_PLAY) for told in self.told[after:])

    def since_dealt(self) -> Sequence[Recorded]:
        """The events of this game, its deal first."""
        return self.told[max(self.state.game_began - 1, 0) :]

    @property
    def last_play(self) -> Tiles:
        """The tiles laid last in this game; none after a rewind, which may have taken them back."""
        for told in reversed(self.since_dealt()):
            match told.event:
                case e.TilesLaid(laid=laid):
                    return laid
                case e.Rewound():
                    return ()
        return ()

    @property
    def before_play(self) -> Sequence[Tiles]:
        """The melds as they were laid before the last play of this game."""
        laid = [told.event for told in self.since_dealt() if isinstance(told.event, e.TilesLaid)]
        return laid[-2].tableau if len(laid) > 1 else ()

    def last_move_of_others(self, seat: Seat | None) -> int | None:
        """The number of the last move in this game that another seat made, if there is one."""
        since = self.since_dealt()
        for number, told in zip(range(self.seq, 0, -1), reversed(since), strict=False):
            event = told.event
            if isinstance(event, e.Rewound):
                return None
            if isinstance(event, _MOVES) and event.seat != seat:
                return number
        return None

    @property
    def fair(self) -> Mapping[str, str] | None:
        """The public side of the deal that is played: who comes late can check it too."""
        dealt = (told for told in self.since_dealt() if isinstance(told.event, e.TilesDealt))
        note = next(dealt, None)
        if note is None or "fair" not in note.note:
            return None
        return {key: note.note["fair"][key] for key in ("ctx", "commit", "public")}

    def _lay_felt(self, told: Recorded) -> None:
        event = told.event
        if isinstance(event, e.TilesLaid) and "felt" in told.note:
            self.felt = read_felt(told.note["felt"])
        elif isinstance(event, e.TilesLaid | e.LooseTilesTaken | e.Rewound | e.TilesDealt):
            self.felt = arranged(self.felt, self.state.tableau, self.rules)


def _see_eyes(eyes: KnownEyes, number: int, told: Recorded) -> None:
    """Remember which devices have a seat's eyes in this game."""
    if isinstance(told.event, e.TilesDealt):
        eyes.dealt(told.note)
    elif isinstance(told.event, AccessChanged):
        eyes.changed(number, told)


def reader_of(rules: RulesProfile) -> RecordedReader:
    """Reads what is kept of a table with these rules."""
    return RecordedReader(e.Event, {Tile: rules.tile_set})


def write_film(film: Sequence[tuple[int, Draft]]) -> list[Mapping[str, Any]]:
    """The drafts of a turn; a tile held face down is not among them."""
    return [
        {"at": at, "felt": drafted.felt, "lifted": drafted.shown_lifted} for at, drafted in film
    ]
