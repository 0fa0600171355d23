"""Melds: runs and groups, jokers standing for the number they replace."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from stolik.rummikub.codes import Refusal
from stolik.rummikub.rules import MeldRules, RulesProfile
from stolik.rummikub.tiles import JOKER, Tiles, colour, number


class MeldKind(StrEnum):
    """The two sorts of meld."""

    RUN = "run"
    GROUP = "group"


@dataclass(frozen=True, slots=True)
class Meld:
    """Tiles in order of their positions, with the number each position counts as."""

    tiles: Tiles
    kind: MeldKind
    numbers: tuple[int, ...]

    @property
    def value(self) -> int:
        """The sum of the numbers; a joker counts as the tile it stands for."""
        return sum(self.numbers)


@lru_cache(maxsize=65536)
def read_meld(tiles: Tiles, rules: RulesProfile) -> Meld | Refusal:
    """The meld these tiles form, the most valuable reading first, a run on a tie; or the fault."""
    melds = rules.melds
    if len(tiles) < min(melds.run_min, melds.group_min):
        return Refusal.MELD_TOO_SHORT
    if tiles.count(JOKER) > melds.jokers_per_meld:
        return Refusal.MELD_TOO_MANY_JOKERS
    found = readings(tiles, rules)
    # `max` keeps the first of equals, and runs come first.
    return max(found, key=lambda m: m.value) if found else _fault(tiles, melds)


def readings(tiles: Tiles, rules: RulesProfile) -> tuple[Meld, ...]:
    """Every way to read tiles as a meld, runs first; the jokers in it are not counted."""
    return (*_runs(tiles, rules), *_groups(tiles, rules))


def _runs(tiles: Tiles, rules: RulesProfile) -> Iterator[Meld]:
    melds, highest = rules.melds, rules.tiles.highest
    if not melds.run_min <= len(tiles) <= melds.run_max or len(_colours(tiles)) > 1:
        return
    for step in (1, -1) if melds.either_direction else (1,):
        for start in _starts(tiles, step, highest):
            numbers = tuple(start + step * i for i in range(len(tiles)))
            if min(numbers) >= 1 and max(numbers) <= highest and _fits(tiles, numbers):
                yield Meld(tiles, MeldKind.RUN, numbers)


def _groups(tiles: Tiles, rules: RulesProfile) -> Iterator[Meld]:
    melds = rules.melds
    real = [tile for tile in tiles if tile != JOKER]
    if not melds.group_min <= len(tiles) <= melds.group_max:
        return
    if len(_colours(tiles)) == len(real) and len({number(tile) for tile in real}) <= 1:
        n = number(real[0]) if real else rules.tiles.highest
        yield Meld(tiles, MeldKind.GROUP, (n,) * len(tiles))


def _starts(tiles: Tiles, step: int, highest: int) -> tuple[int, ...]:
    """The numbers the first position can have: fixed by any real tile, free for jokers alone."""
    for i, tile in enumerate(tiles):
        if tile != JOKER:
            return (number(tile) - step * i,)
    return tuple(range(1, highest + 1))


def _fits(tiles: Tiles, numbers: tuple[int, ...]) -> bool:
    return all(tile == JOKER or number(tile) == n for tile, n in zip(tiles, numbers, strict=True))


def _colours(tiles: Tiles) -> set[str]:
    return {colour(tile) for tile in tiles if tile != JOKER}


def _fault(tiles: Tiles, melds: MeldRules) -> Refusal:
    """The reason to tell a player who sees a run or a group where there is none."""
    real = [tile for tile in tiles if tile != JOKER]
    colours, numbers = _colours(tiles), {number(tile) for tile in real}
    if len(numbers) == 1 and len(colours) < len(real):
        return Refusal.MELD_COLOUR_TWICE
    if len(numbers) == 1 and len(tiles) > melds.group_max:
        return Refusal.MELD_TOO_LONG
    if len(numbers) == 1 and len(tiles) < melds.group_min:
        return Refusal.MELD_TOO_SHORT
    if len(colours) > 1:
        return Refusal.MELD_MIXED
    if len(tiles) < melds.run_min:
        return Refusal.MELD_TOO_SHORT
    if len(tiles) > melds.run_max:
        return Refusal.MELD_TOO_LONG
    return Refusal.MELD_NOT_CONSECUTIVE
