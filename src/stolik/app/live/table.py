"""A live table of Rummikub in memory: the game, its clock, its felt and the draft of the turn.

Everything here follows from the table's stream and from drafts; nothing waits and nothing is kept.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stolik.app.live.drafts import FeltDraft
from stolik.app.live.eyes import KnownEyes
from stolik.app.live.felt import Felt, arranged, read_places, write_places
from stolik.app.live.move_clock import MoveClock, ticked
from stolik.app.live.setup import PRACTICE, TableSetup
from stolik.app.live.told import Told, ToldReader
from stolik.rummikub import events as e
from stolik.rummikub.commands import Command
from stolik.rummikub.engine import evolve, unfold
from stolik.rummikub.openings import BestOpening
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import Seat, TableState, new_table
from stolik.rummikub.tiles import Tile, Tiles

# A film longer than this is thinned: what counts is how the turn went, not every tremble.
_MOST_FRAMES = 240
# And so many tiles in all of its frames: 12 bytes each, kept with every turn.
_MOST_PLACES = 8_000
_MOST_PLACES_AT_PRACTICE = 400  # where no dispute is ever looked into

_ENDS_TURN = (e.TurnEnded, e.TurnRestarted, e.Rewound, e.GameEnded, e.TilesDealt)
_BESIDE_PLAY = (
    *(e.ReadinessDeclared, e.ResultConfirmed, e.Challenged),
    *(e.WarningGiven, e.RackInspected, e.TimeAdded, e.AccessChanged),
)


@dataclass
class LiveTable:
    """The table as its node knows it."""

    setup: TableSetup
    rules: RulesProfile
    state: TableState = field(init=False)
    clock: MoveClock = field(default_factory=lambda: MoveClock(Seat(0)))
    felt: Felt = ()
    draft: FeltDraft | None = None
    film: list[tuple[int, FeltDraft]] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    eyes: KnownEyes = field(default_factory=KnownEyes)
    rack_orders: dict[Seat, Tiles] = field(default_factory=dict)
    _foreseen: Mapping[int, TableState] = field(default_factory=dict)  # by an event's number

    def __post_init__(self) -> None:
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

    def apply(self, told: Told) -> None:
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
            self.draft = None
            self.film.clear()

    def tell_again(self, told: Sequence[Told]) -> None:
        """The same events, of which some words were erased; what is being drafted stays."""
        drafted = self.draft, list(self.film)
        self.state, self.clock = new_table(self.rules), MoveClock(Seat(0))
        self.felt, self._foreseen = (), {}
        self.told.clear()
        for each in told:
            self.apply(each)
        self.draft, self.film = drafted

    def hold(self, drafted: FeltDraft, now: int) -> None:
        """The seat to move has moved tiles about."""
        self.draft = drafted
        if len(self.film) >= _MOST_FRAMES:
            del self.film[1::2]
        self.film.append((now, drafted))
        practice = self.setup.tournament == PRACTICE
        most = _MOST_PLACES_AT_PRACTICE if practice else _MOST_PLACES
        while len(self.film) > 2 and sum(len(one.felt) for _, one in self.film) > most:
            del self.film[1::2]

    def is_stale(self, after: int) -> bool:
        """Whether the play went on after what the asker had seen."""
        return any(not isinstance(told.event, _BESIDE_PLAY) for told in self.told[after:])

    def since_dealt(self) -> Sequence[Told]:
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
    def fair(self) -> Mapping[str, str] | None:
        """The public side of the deal that is played: who comes late can check it too."""
        dealt = (told for told in self.since_dealt() if isinstance(told.event, e.TilesDealt))
        note = next(dealt, None)
        if note is None or "fair" not in note.note:
            return None
        return {key: note.note["fair"][key] for key in ("ctx", "commit", "public")}

    def _lay_felt(self, told: Told) -> None:
        event = told.event
        if isinstance(event, e.TilesLaid) and "felt" in told.note:
            self.felt = read_places(told.note["felt"])
        elif isinstance(event, e.TilesLaid | e.LooseTilesTaken | e.Rewound | e.TilesDealt):
            self.felt = arranged(self.felt, self.state.tableau, self.rules)


def _see_eyes(eyes: KnownEyes, number: int, told: Told) -> None:
    """Remember which devices have a seat's eyes in this game."""
    if isinstance(told.event, e.TilesDealt):
        eyes.dealt(told.note)
    elif isinstance(told.event, e.AccessChanged):
        eyes.changed(number, told)


def reader_of(rules: RulesProfile) -> ToldReader:
    """Reads what is kept of a table with these rules."""
    return ToldReader(e.Event, {Tile: rules.tile_set})


def write_film(film: Sequence[tuple[int, FeltDraft]]) -> list[Mapping[str, Any]]:
    """The drafts of a turn; a tile held face down is not among them."""
    return [
        {"at": at, "felt": write_places(drafted.felt), "lifted": drafted.shown_lifted}
        for at, drafted in film
    ]
