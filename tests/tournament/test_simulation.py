"""Simulated tournaments end with a champion or a clear refusal, never a traceback or a hang."""

import pytest

from tests.tournament.accidents import simulated

# A field that shrank too far, or a table locked with somebody who left: a person has to decide.
CLEAR = {
    "draw.too_few_entrants",
    "seating.entrants",
    "seating.entrant_unknown",
    "seating.locked_away",
    "seating.table_full",
    "seating.table_unknown",
    "cut.size_range",
    "draw.table_size",
}


def ends_well(number: int) -> None:
    hall, end = simulated(number)
    if end == "nothing":
        rows = hall.do("standings")["rows"]
        assert rows[0]["place"] == 1
        assert hall.state.finished
    else:
        assert end in CLEAR
        missing = [item["code"] for item in hall.do("check")["missing"]]
        assert missing or hall.refused[-1] == end


@pytest.mark.parametrize("batch", range(2))
def test_eight_tournaments(batch: int):
    for number in range(4 * batch, 4 * batch + 4):
        ends_well(number)


@pytest.mark.full
@pytest.mark.parametrize("batch", range(100))
def test_a_thousand_tournaments(batch: int):
    for number in range(10 * batch, 10 * batch + 10):
        ends_well(number)
