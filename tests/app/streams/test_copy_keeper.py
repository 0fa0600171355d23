"""When copies are made; what a copy is stands in tests/adapters/test_copies.py."""

import asyncio
from dataclasses import dataclass, field

from stolik.app.streams.copy_keeper import CopyKeeper, CopyReasons


@dataclass
class Shelf:
    """Notes which copies were asked for; each takes as long as it is told to."""

    failing: bool = False
    takes_s: float = 0.0
    now_s: float = 0.0
    made: list[str] = field(default_factory=list)
    rounds: frozenset[tuple[str, int]] = frozenset({("cup", 1)})
    erased: int = 0
    results: int = 5
    moves: int = 0

    def keeper(self) -> CopyKeeper:
        reasons = CopyReasons(
            published=lambda: self.rounds,
            erasures=lambda: self.erased,
            results=lambda: self.results,
            everything=lambda: self.results + self.moves,
        )
        return CopyKeeper(self, reasons, now=lambda: self.now_s)

    async def _make(self, name: str) -> None:
        self.made.append(name)
        self.now_s += self.takes_s

    async def latest(self) -> None:
        await self._make("latest")

    async def minute(self) -> None:
        await self._make("minute")

    async def round(self, tournament: str, number: int) -> None:
        await self._make(f"{tournament} {number}")

    async def renew(self) -> None:
        await self._make("renew")

    def looked(self, keeper: CopyKeeper) -> list[str]:
        self.made.clear()
        asyncio.run(keeper.look())
        return list(self.made)


def test_what_happened_before_the_start_has_its_copy():
    shelf = Shelf()
    assert shelf.looked(shelf.keeper()) == []


def test_a_result_is_copied_and_a_round_has_a_copy_of_its_own():
    shelf = Shelf()
    keeper = shelf.keeper()
    shelf.results, shelf.rounds = 6, shelf.rounds | {("cup", 2)}
    assert shelf.looked(keeper) == ["cup 2", "latest"]
    assert shelf.looked(keeper) == []


def test_who_is_erased_is_in_no_older_copy():
    shelf = Shelf()
    keeper = shelf.keeper()
    shelf.erased = 1
    assert shelf.looked(keeper) == ["renew"]


def test_a_slow_stick_rests_three_times_as_long_as_it_worked():
    shelf = Shelf(takes_s=2)
    keeper = shelf.keeper()
    shelf.results = 6
    assert shelf.looked(keeper) == ["latest"]
    shelf.results, shelf.now_s = 7, 7.9
    assert shelf.looked(keeper) == []
    shelf.now_s = 8
    assert shelf.looked(keeper) == ["latest"]


def test_a_minute_in_which_nothing_happened_is_not_copied():
    shelf = Shelf(now_s=60)
    keeper = shelf.keeper()
    assert shelf.looked(keeper) == ["minute"]
    shelf.now_s = 120
    assert shelf.looked(keeper) == []
    shelf.now_s, shelf.moves = 180, 1
    assert shelf.looked(keeper) == ["minute"]
    shelf.now_s, shelf.failing = 240, True
    assert shelf.looked(keeper) == ["minute"]
    shelf.now_s, shelf.failing = 600, False
    assert shelf.looked(keeper) == ["minute"]
