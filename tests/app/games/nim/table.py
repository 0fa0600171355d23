"""A live table of nim in memory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from stolik.app.tables.eyes import KnownEyes
from stolik.app.tables.move_clock import MoveClock
from stolik.app.tables.recorded import Recorded
from stolik.app.tables.setup import TableSetup
from stolik.seats import AccessChanged, Seat
from tests.app.games.nim import core


@dataclass
class NimTable:
    setup: TableSetup
    state: core.State = field(default_factory=core.State)
    clock: MoveClock = field(default_factory=lambda: MoveClock(Seat(0)))  # it never runs
    told: list[Recorded] = field(default_factory=list)
    eyes: KnownEyes = field(default_factory=KnownEyes)

    @property
    def seq(self) -> int:
        return self.state.version

    @property
    def fair(self) -> Mapping[str, str] | None:
        laid = [told.note["fair"] for told in self.told if isinstance(told.event, core.HeapLaid)]
        return {key: laid[-1][key] for key in ("ctx", "commit", "public")} if laid else None

    def apply(self, told: Recorded) -> None:
        self.state = core.evolve(self.state, told.event)
        self.told.append(told)
        if isinstance(told.event, core.HeapLaid):
            self.eyes.dealt(told.note)
        elif isinstance(told.event, AccessChanged):
            self.eyes.changed(self.seq, told)

    def tell_again(self, told: Sequence[Recorded]) -> None:
        self.state = core.State()
        self.told.clear()
        for each in told:
            self.apply(each)

    def is_stale(self, after: int) -> bool:
        return any(not isinstance(told.event, AccessChanged) for told in self.told[after:])
