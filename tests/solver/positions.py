"""Positions to solve: from files, from growth like in play, and nasty ones."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from stolik.solver import STANDARD, TileSet, solve

DATA = Path(__file__).parent.parent / "data" / "solver-positions.jsonl"


class Request(NamedTuple):
    tableau: list[list[str]]
    rack: list[str]

    @property
    def table(self) -> list[str]:
        return [tile for meld in self.tableau for tile in meld]


def known() -> Iterator[tuple[Request, int]]:
    """The positions of the file, with the number of tiles that can be laid."""
    for line in DATA.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        yield Request(record["tableau"], record["rack"]), record["optimum_tiles"]


def box(limits: TileSet = STANDARD, jokers: int | None = None) -> list[str]:
    numbered = [f"{c}{n}" for c in limits.colours for n in range(1, limits.highest + 1)]
    return numbered * limits.copies + ["j"] * (limits.jokers if jokers is None else jokers)


def grown(chance: Random, limits: TileSet = STANDARD) -> Request:
    """A table grown meld by meld and a rack from the rest, at any stage of a game."""
    left = Counter(box(limits, chance.randint(0, limits.jokers)))
    total = left.total()
    target = chance.choice([0, chance.randint(3, 30), chance.randint(30, 75), total])
    tableau: list[list[str]] = []
    for _ in range(chance.choice([60, 200, 600])):
        if total - left.total() >= target:
            break
        meld = _random_meld(chance, limits)
        if not Counter(meld) - left:
            left.subtract(meld)
            tableau.append(meld)
    if chance.random() < 0.3:
        _extend_runs(tableau, left, limits)
    rest = sorted(left.elements())
    chance.shuffle(rest)
    size = chance.choice([1, 2, 3, 5, 8, 14, 14, 20, 34, chance.randint(1, 106)])
    return Request(tableau, rest[:size])


def _random_meld(chance: Random, limits: TileSet) -> list[str]:
    if chance.random() < 0.5 or limits.largest_group < limits.group_min:
        length = min(
            limits.highest, limits.run_min + min(chance.randint(0, 4), chance.randint(0, 9))
        )
        start = chance.randint(1, limits.highest - length + 1)
        colour = chance.choice(limits.colours)
        meld = [f"{colour}{n}" for n in range(start, start + length)]
    else:
        size = chance.randint(limits.group_min, limits.largest_group)
        number = chance.randint(1, limits.highest)
        meld = [f"{c}{number}" for c in chance.sample(limits.colours, size)]
    for _ in range(chance.choice([0, 0, 0, 1, 2]) if limits.jokers else 0):
        meld[chance.randrange(len(meld))] = "j"
    return meld if any(tile != "j" for tile in meld) else _random_meld(chance, limits)


def _extend_runs(tableau: list[list[str]], left: Counter[str], limits: TileSet) -> None:
    for meld in tableau:
        plain = [tile for tile in meld if tile != "j"]
        if len(plain) < 2 or plain[0][0] != plain[1][0] or meld[-1] == "j":
            continue
        tile = f"{meld[-1][0]}{int(meld[-1][1:]) + 1}"
        if left[tile] and int(tile[1:]) <= limits.highest:
            left[tile] -= 1
            meld.append(tile)


def played(chance: Random) -> Request:
    """A position from a game of four that lay all they can and draw one tile otherwise."""
    pool = box(jokers=chance.choice([0, 1, 2, 2]))
    chance.shuffle(pool)
    racks = [[pool.pop() for _ in range(14)] for _ in range(4)]
    tableau: list[list[str]] = []
    for turn in range(chance.randint(0, 70)):
        rack = racks[turn % 4]
        found = solve(tableau, rack)
        for tile in found.laid:
            rack.remove(tile)
        if not rack or not (found.tiles or pool):
            break
        tableau = [list(meld) for meld in found.tableau]
        if not found.tiles:
            rack.append(pool.pop())
    return Request(tableau, chance.choice([rack for rack in racks if rack]))


def hoard(chance: Random, limits: TileSet = STANDARD) -> Request:
    """A big rack on an empty table: the walk is widest there."""
    tiles = box(limits, chance.randint(0, limits.jokers))
    chance.shuffle(tiles)
    return Request([], tiles[: chance.randint(min(20, len(tiles)), len(tiles))])


def structured(chance: Random) -> Request:
    """Regular gaps, doubled colours, few colours: what random tiles seldom show."""
    colours = chance.sample("kbor", chance.randint(1, 4))
    density = chance.choice([0.4, 0.6, 0.8, 1.0])
    step = chance.choice([1, 1, 2, 3])
    numbers = [n for n in range(chance.randint(1, 5), 14) if n % step == 0 or chance.random() < 0.4]
    tiles = [
        f"{c}{n}" for c in colours for n in numbers for _ in range(2) if chance.random() < density
    ]
    tiles += ["j"] * chance.randint(0, 2)
    if chance.random() < 0.5:
        return Request([], tiles)
    left, tableau = Counter(tiles), []
    for _ in range(40):
        meld = _random_meld(chance, STANDARD)
        if not Counter(meld) - left:
            left.subtract(meld)
            tableau.append(meld)
    return Request(tableau, sorted(left.elements()))


TRAPS = [
    # Two full runs of one colour and a joker need [1…5] [J 6…13] [1…13].
    Request([], [f"r{n}" for n in range(1, 14)] * 2 + ["j"]),
    Request([], [f"r{n}" for n in range(1, 14)] * 2 + ["j", "j"]),
    Request([[f"r{n}" for n in range(1, 14)]] * 2, ["j"]),
    # Laying the joker beats laying k11: fewer jokers spent is not better while no run exists.
    Request([["b11", "o11", "j"]], ["k11", "j"]),
    # A joker twice in a row.
    Request([], ["r1", "j", "j", "r4"]),
    Request([], ["r1", "r2", "j", "j", "r5"]),
    Request([["r1", "r2", "r3"]], ["j", "j", "r6"]),
    Request([], ["r12", "r13", "j"]),
    Request([], ["k13", "j", "j"]),
    # Eight tiles of a number in two groups have no room for jokers, in three they have.
    Request([["k1", "b1", "o1", "r1"], ["k1", "b1", "o1", "r1"]], ["j", "j"]),
    # The same tile at the end of one run and at the start of another.
    Request([["k8", "k9", "k10", "k11"], ["k11", "k12", "k13"]], ["k10"]),
    Request([], []),
    Request([], ["j"]),
    Request([], ["j", "j"]),
]


def mixed(chance: Random) -> Request:
    """Any of the above."""
    return chance.choice([grown, grown, grown, played, hoard, structured])(chance)


def full_runs(colour: str, runs: int, jokers: int) -> list[str]:
    return [f"{colour}{n}" for n in range(1, 14)] * runs + ["j"] * jokers
