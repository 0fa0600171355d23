"""Standings inside a class: the order of the whole, places and reasons of its own."""

from itertools import pairwise
from random import Random

import pytest

from stolik.tournament.classes import rows_within
from stolik.tournament.standings import Row, standings
from tests.tournament.hall import Hall

CLASSES = ("2013", "2014", "2015")


def hall_of(shape: str, entrants: int, seed: int) -> Hall:
    chance, hall = Random(seed), Hall().create(shape)
    for n in range(1, entrants + 1):
        team = f"T{n // 2}"
        hall.do("enter", name=f"Zawodnik {n}", age_class=chance.choice(CLASSES), team=team)
    for _ in range(chance.randint(4, 40)):
        hall.step(chance)
    return hall


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("shape", "entrants"), [("eliminacje", 13), ("wojtek", 12)])
def test_a_class_keeps_the_order_of_the_whole(shape: str, entrants: int, seed: int):
    hall = hall_of(shape, entrants, seed)
    whole = hall.do("standings")["rows"]
    for name in sorted({one.age_class for one in hall.state.entrants.values()}):
        mine = [row for row in whole if hall.state.entrants[row["entrant"]].age_class == name]
        rows = hall.do("standings", age_class=name)["rows"]
        assert [row["entrant"] for row in rows] == [row["entrant"] for row in mine]
        assert [row["overall"] for row in rows] == [row["place"] for row in mine]
        better = [sum(a["place"] < b["place"] for a in mine) for b in mine]
        assert [row["place"] for row in rows] == [n + 1 for n in better]


@pytest.mark.parametrize("seed", range(8))
def test_the_reason_is_the_first_column_in_which_two_rows_differ(seed: int):
    hall = hall_of("eliminacje", 16, seed)
    rows, shape = standings(hall.state), hall.state.format
    members = {n for n, one in hall.state.entrants.items() if one.age_class == "2014"}
    found = rows_within(rows, members, shape)
    for above, row in pairwise(found):
        if row.decision is None:
            assert row.place == above.place
        elif row.stage != above.stage:
            assert row.decision.criterion == "stage"
        else:
            assert _first_difference(above, row) == (
                row.decision.criterion,
                row.decision.above,
                row.decision.mine,
            )


def _first_difference(above: Row, row: Row) -> tuple[str, object, object]:
    return next(
        (name, above.columns[name], row.columns[name])
        for name in row.columns
        if above.columns[name] != row.columns[name]
    )


def test_everybody_in_one_class_is_the_whole():
    hall = hall_of("zimowy", 9, 3)
    rows = standings(hall.state)
    assert rows_within(rows, set(hall.state.entrants), hall.state.format) == rows


def test_a_stage_has_classes_too():
    hall = hall_of("eliminacje", 13, 1).to_the_end()
    name = hall.state.entrants[1].age_class
    rows = hall.do("standings", stage=1, age_class=name)["rows"]
    assert {row["games"] for row in rows} == {6}


def test_ranking_points_stay_those_of_the_whole_event():
    hall = Hall().create("grandprix")
    for n in range(12):
        hall.do("enter", name=f"Zawodnik {n}", club="AB"[n % 2])
    hall.to_the_end()
    whole = {row["entrant"]: row["ranking_points"] for row in hall.do("standings")["rows"]}
    for row in hall.do("standings", club="B")["rows"]:
        assert row["ranking_points"] == whole[row["entrant"]]


def test_an_unknown_class_is_refused_with_the_known_ones():
    hall = Hall().create("zimowy", 4)
    assert hall.code("standings", age_class="2014") == "class.nobody", "there is nothing to choose"
    hall.do("enter", name="Zawodnik 5", age_class="2013")
    assert hall.code("standings", age_class="2014") == "class.unknown"
    assert hall.code("standings", club="A", team="B") == "class.one"
