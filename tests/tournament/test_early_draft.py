"""An early end while the next round is drawn and not published: ties of what was played."""

from random import Random

import pytest

from tests.tournament.hall import Hall
from tests.tournament.test_cut_told import sheet

CLOSES = "the hall closes"


def drawn_after_a_stage(shape: str, size: int) -> Hall:
    """One round of the first stage played, the next stage drawn."""
    hall = Hall().create(shape, size)
    if hall.state.current_stage.rounds > 1:
        hall.do("set_rounds", rounds=1, reason=CLOSES)
    while not (hall.state.draft and hall.state.stage):
        hall.step(Random(3))
    return hall


def made_level(hall: Hall) -> None:
    """A correction of every sheet: the winners of all tables are level."""
    r = hall.state.rounds[0]
    for table in r.tables:
        for game in range(1, r.games + 1):
            hall.do("correct", **sheet(hall, r.number, table.number, game), reason="misread")


def part(hall: Hall) -> None:
    """Tiles for everybody whom the desk names, place by place."""
    groups: dict[int, list[int]] = {}
    tied = hall.do("ending")["tied"]
    for row in hall.do("standings")["rows"]:
        if row["entrant"] in tied:
            groups.setdefault(row["place"], []).append(row["entrant"])
    for group in groups.values():
        hall.do("lots", drawn=[{"entrant": n, "tile": i} for i, n in enumerate(group, start=1)])


@pytest.mark.parametrize(("shape", "size"), [("grandprix", 12), ("zimowy", 8)])
def test_a_tie_for_the_title_is_parted_by_what_was_played(shape: str, size: int):
    hall = drawn_after_a_stage(shape, size)
    made_level(hall)
    assert hall.code("finish", early=CLOSES) == "finish.tie"
    while hall.do("ending")["tied"]:
        part(hall)
        assert hall.state.settlements[-1].stage == 0
    hall.do("finish", early=CLOSES)
    assert hall.state.finished
