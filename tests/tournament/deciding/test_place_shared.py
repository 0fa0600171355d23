"""A place is given up and several share the next one: tiles decide, not the numbers."""

import pytest

from tests.tournament.hall import Hall
from tests.tournament.ranking.test_cut_told import sheet, ties

FINAL = 2


def semi_final_played() -> Hall:
    """Every table of szkoly2015 brings the same sheets: the four runners-up are level."""
    hall = Hall().create("szkoly2015", 16)
    while (due := hall.do("check")["next"]) != "cut" or hall.state.stage == 0:
        if due == "cut":
            tiles_for(hall, [row["entrant"] for row in hall.do("standings")["rows"]])
            hall.do("cut")
        elif due == "play":
            r = hall.state.rounds[-1]
            for table in r.tables:
                for game in range(1, r.games + 1):
                    hall.do("result", **sheet(hall, r.number, table.number, game))
        else:
            hall.do(due)
    return hall


def tiles_for(hall: Hall, among: list[int]) -> None:
    shared: dict[int, list[int]] = {}
    for row in hall.do("standings")["rows"]:
        if row["entrant"] in among:
            shared.setdefault(row["place"], []).append(row["entrant"])
    for group in shared.values():
        if len(group) > 1:
            drawn = [{"entrant": n, "tile": i} for i, n in enumerate(sorted(group), start=1)]
            hall.do("lots", drawn=drawn)


def in_the_final() -> Hall:
    hall = semi_final_played()
    for group in ties(hall.do("standings")["rows"]):
        tiles_for(hall, group)
    hall.do("cut")
    return hall


@pytest.mark.parametrize("act", ["resign", "withdraw"])
def test_who_shares_the_next_place_draws_for_it(act: str):
    hall = in_the_final()
    finalist = hall.state.qualified[FINAL][0]
    level = [row["entrant"] for row in hall.do("standings", stage=FINAL)["rows"][4:8]]
    told = hall.do("standings")
    assert "steps_in" not in told
    assert len(told["steps_in_lots"]) == len(level)
    assert hall.code(act, entrant=finalist, reason="wyjazd") == "resign.tie"
    tiles_for(hall, level)  # the highest tile has the highest number
    told = hall.do("standings")
    assert told["steps_in"] == hall.session.desk.labels()[max(level)]
    hall.do(act, entrant=finalist, reason="wyjazd")
    assert max(level) in hall.state.qualified[FINAL]
    assert hall.code("resign", entrant=max(level), reason="też nie") is None  # the tiles go on


def test_a_winner_who_leaves_before_the_cut_leaves_a_place_to_draw_for():
    hall = semi_final_played()
    for group in ties(hall.do("standings")["rows"]):
        tiles_for(hall, group)
    rows = hall.do("standings")["rows"]
    winner, level = rows[0]["entrant"], [row["entrant"] for row in rows[4:8]]
    hall.do("withdraw", entrant=winner, reason="wyjazd")
    assert hall.code("cut") == "cut.tie"
    tiles_for(hall, level)
    hall.do("cut")
    assert max(level) in hall.state.qualified[FINAL]
