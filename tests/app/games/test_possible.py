"""Lines of a result are possible exactly where some racks lead to them."""

import random

import pytest

from stolik.app.games.rummikub.possible import demand_possible
from stolik.app.library import rules_profile
from stolik.refusal import Refused
from stolik.rummikub.scoring import Ending, FinalRack, score
from stolik.tournament.state import EntrantNumber, Line

PROFILES = ("mp2023", "eliminacje", "zimowy", "szkoly2015")


def _lines(ending: Ending, racks: list[FinalRack], profile: str) -> list[Line]:
    scores = score(ending, racks, rules_profile(profile))
    return [
        Line(EntrantNumber(i + 1), s.place, s.big_points, s.small_points)
        for i, s in enumerate(scores)
    ]


def _some_racks(chance: random.Random, ending: Ending, profile: str) -> list[FinalRack]:
    """Racks as they are left: unopened ones, ties, somebody excluded."""
    penalties, count = rules_profile(profile).penalties, chance.randint(2, 4)
    racks = [FinalRack(0 if ending is Ending.WENT_OUT else chance.choice((0, 3, 20, 35)))]
    for _ in range(count - 1):
        if ending is Ending.WENT_OUT and chance.random() < 0.3:
            flat = chance.choice((penalties.unopened, penalties.could_have_opened))
            racks.append(FinalRack(chance.choice((0, 40)), opened=False, flat=flat))
        else:
            out = chance.random() < 0.15
            racks.append(FinalRack(chance.choice((3, 20, 35, 100)), disqualified=out))
    chance.shuffle(racks)
    return racks


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("ending", [Ending.WENT_OUT, Ending.POOL_EMPTY, Ending.TIME_OVER])
def test_every_game_that_can_end_so_is_believed(profile: str, ending: Ending):
    chance = random.Random(17)
    for _ in range(60):
        racks = _some_racks(chance, ending, profile)
        demand_possible(_lines(ending, racks, profile), rules_profile(profile))


@pytest.mark.parametrize("profile", PROFILES)
def test_a_changed_line_is_not(profile: str):
    racks = [FinalRack(0), FinalRack(10), FinalRack(20), FinalRack(30)]
    first, *rest = _lines(Ending.WENT_OUT, racks, profile)
    n, place, big, small = first.entrant, first.place, first.big_points, first.small_points
    for wrong in (
        Line(n, place, big + 1, small),
        Line(n, place, big, small + 7),
        Line(n, place + 1, big, small),
        Line(n, 0, big, small),
    ):
        with pytest.raises(Refused, match="impossible"):
            demand_possible([wrong, *rest], rules_profile(profile))
