"""Other boxes than the ordinary one: the twin against the oracle."""

from random import Random

import pytest

from stolik import solver
from stolik.solver import TileSet
from tests.solver import oracle, positions

BOXES = {
    "five colours": TileSet(colours=("k", "b", "o", "r", "g")),
    "one copy": TileSet(copies=1, jokers=1),
    "three copies": TileSet(highest=8, copies=3),
    "short": TileSet(highest=7),
    "no jokers": TileSet(jokers=0),
    "four jokers": TileSet(jokers=4, highest=9),
    "three jokers": TileSet(jokers=3),
    "long runs": TileSet(run_min=4),
    "pairs": TileSet(run_min=2, group_min=2, highest=6),
    "full groups": TileSet(group_min=4),
    "small groups": TileSet(group_max=3),
    "two colours": TileSet(colours=("k", "r"), jokers=2),
}


@pytest.mark.parametrize("name", BOXES)
def test_the_oracle_agrees(name):
    assert_agreement(BOXES[name], range(3))


@pytest.mark.full
@pytest.mark.parametrize("name", BOXES)
def test_the_oracle_agrees_on_hundreds(name):
    assert_agreement(BOXES[name], range(3, 150))


def assert_agreement(limits: TileSet, numbers: range) -> None:
    for number in numbers:
        chance = Random(f"{limits} {number}")
        request = chance.choice([positions.grown, positions.hoard])(chance, limits)
        maximise = chance.choice(["tiles", "points"])
        found = solver.solve(*request, maximise=maximise, limits=limits)
        expected = oracle.optimum(request.table, request.rack, maximise, limits)
        assert (found.tiles, found.points) == expected, (maximise, request)
        solver.solve(found.tableau, [], limits=limits)  # refuses what is no meld
        rack = (request.rack + request.table)[:24]
        opening = solver.best_opening(rack, limits)
        assert opening.value == oracle.best_opening(rack, limits), rack
        solver.solve(opening.melds, [], limits=limits)
