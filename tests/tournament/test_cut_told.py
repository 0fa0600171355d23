"""Before a cut every tie is told at once; after it a correction says whom it would take instead."""

from random import Random
from typing import Any

import pytest

from tests.tournament.hall import Hall


def level(size: int) -> Hall:
    """Every table brings the same sheet, so that many are level before the cut."""
    hall = Hall().create("eliminacje", size)
    while (due := hall.do("check")["next"]) != "cut":
        if due != "play":
            hall.do(due)
            continue
        r = hall.state.rounds[-1]
        for table in r.tables:
            for game in range(1, r.games + 1):
                hall.do("result", **sheet(hall, r.number, table.number, game))
    return hall


def sheet(hall: Hall, number: int, table: int, game: int, *, turned: bool = False) -> dict:
    seats = sorted(hall.state.rounds[number - 1].tables[table - 1].seats, reverse=turned)
    racks = [{"entrant": n, "rack_sum": 10 * i} for i, n in enumerate(seats)]
    return {"round": number, "table": table, "game": game, "seats": racks}


def test_ties_on_the_line_and_for_seats_are_told_together():
    hall = level(14)
    told = [one["code"] for one in hall.do("check")["missing"]]
    assert told == ["cut.tie", "cut.seats_tied"]
    rows = hall.do("standings")["rows"]
    line = {row["entrant"] for row in rows if row.get("tied_on_line")}
    seats = {row["entrant"] for row in rows if row.get("tied_for_seats")}
    assert line
    assert seats
    assert not line & seats
    for group in ties(rows):
        lots = [{"entrant": n, "tile": i} for i, n in enumerate(group, start=1)]
        hall.do("lots", drawn=lots)
    hall.do("cut")


def ties(rows: list[dict[str, Any]]) -> list[list[int]]:
    """The groups as the desk asks for their tiles."""
    found: dict[int, list[int]] = {}
    for row in rows:
        if row.get("tied_on_line") or row.get("tied_for_seats"):
            found.setdefault(row["place"], []).append(row["entrant"])
    return list(found.values())


@pytest.mark.parametrize("drawn", [False, True])
def test_a_correction_after_a_cut_says_who_comes_in_and_who_drops_out(drawn: bool):
    hall = level(14)
    while hall.do("check")["next"] == "cut":
        hall.step(Random(1))
    if drawn:
        hall.do("draw")
        hall.do("publish")
    announced = set(hall.state.qualified[hall.state.stage])
    told = []
    for table in (1, 2, 3, 4):
        asked = sheet(hall, 1, table, 1, turned=True)
        answer = hall.do("correct", **asked, reason="misread", over=1, preview=True)
        told += answer["changes"]["advancing"]
    assert told, "turning a sheet over moves somebody across the line"
    for one in told:
        assert one["stage"] == hall.state.current_stage.title
        assert set(one["drops"]) <= announced
        assert not set(one["comes"]) & announced
        assert len(one["drops"]) == len(one["comes"]) > 0
    assert set(hall.state.qualified[hall.state.stage]) == announced, "nothing was done yet"


def test_who_goes_on_is_told_by_number_and_by_those_nearest_the_line():
    """Thirty-two names hide the six that everybody asks about."""
    hall, chance = Hall().create("eliminacje", 40), Random(3)
    while (due := hall.do("check"))["next"] != "cut" or due["missing"]:
        hall.step(chance)
    rows = [row["entrant"] for row in hall.do("standings")["rows"]]
    size = len(due["advances"])
    assert due["advances"] == rows[:size]
    told = {one["code"]: one["message"] for one in due["remarks"]}
    near = ", ".join(f"Zawodnik {n} ({n})" for n in rows[size - 3 : size])
    assert told["check.advances"] == f"Going on, {size} people: …, {near}."
    after = ", ".join(f"Zawodnik {n} ({n})" for n in rows[size : size + 3])
    assert told["check.first_outside"] == f"The first ones outside: {after}."
