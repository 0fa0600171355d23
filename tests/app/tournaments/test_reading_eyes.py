"""A tournament as somebody may read it, also one with thousands of entrants."""

from dataclasses import replace

import pytest

from stolik.app.tournaments.reading_eyes import ALL, STRANGER, Eyes, as_seen
from stolik.tournament.state import EntrantNumber
from tests.tournament.hall import Hall


class Unsearched(list[EntrantNumber]):
    """Numbers of people that nobody looks through one by one."""

    def __contains__(self, _: object) -> bool:
        raise AssertionError("for each of thousands all of them are looked through")


@pytest.mark.parametrize("eyes", [STRANGER, Eyes(names=True), ALL])
def test_who_agreed_and_who_is_forgotten_are_looked_up_not_looked_through(eyes: Eyes):
    hall = Hall().create("zimowy")
    for n in range(1, 5):
        hall.do("enter", name=f"Zawodnik {n}", club=f"Klub {n}", team="A" if n < 3 else "B")
    agreed = Unsearched(map(EntrantNumber, (1, 2, 3)))
    seen = as_seen(hall.state, eyes, consenting=agreed, forgotten=Unsearched([EntrantNumber(2)]))
    clubs = [one.club for one in seen.entrants.values()]
    assert clubs == ["Klub 1", "", "Klub 3", "Klub 4" if eyes.names else ""]
    teams = [one.team for one in seen.entrants.values()]
    assert teams == ["A", "A", *(["B", "B"] if eyes.names else ["·2", "·2"])]
    same = replace(seen, entrants=hall.state.entrants)
    assert same.penalties == hall.state.penalties
