"""`stolik seats`: the shape of contracts.md."""

import pytest

from stolik.adapters.cli.tournament.seats import answer
from stolik.refusal import Refused
from tests.tournament.seating import checker


@pytest.mark.parametrize(
    ("name", "rounds"),
    [("eliminacje", 2), ("zimowy", 1), ("szkoly2015", 2), ("grandprix", 4), ("wojtek", 4)],
)
def test_a_format_knows_its_drawn_rounds(name: str, rounds: int):
    reply = answer({"format": name, "entrants": 37, "seed": "text"})
    assert list(reply) == ["rounds", "repeats", "short_tables"]
    assert len(reply["rounds"]) == rounds
    assert checker.seated_once(reply["rounds"], 37)
    assert reply["repeats"] == checker.repeats(reply["rounds"]) == 0


def test_the_example_of_the_contract():
    asked = {"format": "grandprix", "entrants": 37, "rounds": 4, "seed": "text", "table_size": 4}
    reply = answer(asked)
    assert checker.sizes_right(reply["rounds"], 37)
    assert reply["repeats"] == 0
    assert reply["short_tables"] == {"max_per_entrant": 1}
    assert max(checker.threes(reply["rounds"], 37)) == 1


def test_the_same_request_has_the_same_answer_and_another_seed_another():
    asked = {"format": "grandprix", "entrants": 21, "seed": "a"}
    assert answer(asked) == answer(asked)
    assert answer(asked) != answer({**asked, "seed": "b"})


def test_twelve_at_threes_is_the_other_answer():
    fours = answer({"format": "grandprix", "entrants": 12})
    threes = answer({"format": "grandprix", "entrants": 12, "table_size": 3})
    assert (fours["repeats"], threes["repeats"]) == (18, 0)
    assert {len(table) for tables in threes["rounds"] for table in tables} == {3}


def test_schools_get_their_twenty_tables():
    reply = answer({"format": "szkoly2015", "entrants": 70})
    assert [len(tables) for tables in reply["rounds"]] == [20, 20]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"format": "grandprix", "entrants": 5}, "seating.entrants"),
        ({"format": "grandprix", "entrants": -3}, "seating.entrants"),
        ({"format": "wojtek", "entrants": 1}, "seating.entrants"),
        ({"format": "grandprix", "entrants": 10**12}, "seating.too_large"),
        ({"format": "grandprix", "entrants": 12, "rounds": 0}, "seating.rounds"),
        ({"format": "grandprix", "entrants": 12, "rounds": 10**9}, "seating.rounds"),
        ({"format": "grandprix", "entrants": 12, "table_size": 5}, "seating.table_size"),
        ({"format": "none", "entrants": 12}, "format.unknown"),
        ({"format": "grandprix"}, "request.missing_field"),
        ({"format": "grandprix", "entrants": "12"}, "request.wrong_type"),
        ({"format": "grandprix", "entrants": 12, "seats": 4}, "request.unknown_field"),
    ],
)
def test_what_cannot_be_answered_is_refused(asked: dict[str, object], code: str):
    with pytest.raises(Refused) as refused:
        answer(asked)
    assert refused.value.violations[0].code == code
