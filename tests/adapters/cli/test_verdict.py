"""`stolik verdict`."""

import pytest

from tests.adapters.cli.asking import ask, code_of

RACK = ["k10", "b10", "j", "r1"]  # opens with 30 while it has all three


def verdict(**fields: object) -> tuple[int, str, str]:
    answer = ask("verdict", {"profile": "mp2023", "rack": RACK, "last_drawn": None, **fields})
    return answer["small_points"], answer["rule"], answer["article"]


def test_a_rack_that_could_not_open_costs_100():
    expected = (-100, "could_not_open", "mp2023 L89")
    assert verdict(rack=["r12", "r13", "r1"]) == expected


def test_a_rack_that_could_open_before_the_last_tile_costs_200():
    assert verdict(last_drawn="r1", announced=True) == (-200, "could_open_earlier", "mp2023 L93")


def test_nothing_drawn_takes_nothing_away():
    assert verdict(last_drawn=None, announced=True)[:2] == (-200, "could_open_earlier")


def test_the_announcement_spares_who_needed_the_last_tile():
    assert verdict(last_drawn="b10", announced=True) == (-100, "announced", "mp2023 L95")
    assert verdict(last_drawn="b10", announced=False) == (-200, "not_announced", "mp2023 L93")


def test_without_a_turn_the_last_drawn_tile_is_ignored():
    for last_drawn in ("b10", None, "unknown", "k7", "no tile at all"):
        answer = ask(
            "verdict",
            {"profile": "mp2023", "rack": RACK, "last_drawn": last_drawn, "had_turn": False},
        )
        assert answer["rule"] == "not_announced_before_game"
        assert "cases" not in answer


def test_without_a_turn_profiles_differ():
    assert verdict(had_turn=False, announced_before_game=True)[:2] == (
        -100,
        "announced_before_game",
    )
    assert verdict(had_turn=False, profile="zimowy")[:2] == (-100, "never_had_turn")


def test_an_unknown_last_tile_gets_every_case():
    answer = ask(
        "verdict",
        {"profile": "mp2023", "rack": [*RACK, "r1"], "last_drawn": "unknown", "announced": True},
    )
    assert answer["small_points"] is None
    assert answer["cases"] == [
        {"last_drawn": "k10", "small_points": -100},
        {"last_drawn": "b10", "small_points": -100},
        {"last_drawn": "j", "small_points": -100},
        {"last_drawn": "r1", "small_points": -200},
    ]


def test_an_unknown_last_tile_that_changes_nothing_gets_one_answer():
    answer = ask("verdict", {"profile": "mp2023", "rack": RACK, "last_drawn": "unknown"})
    assert answer["small_points"] == -200
    assert len(answer["cases"]) == 4


def test_the_melds_prove_it():
    answer = ask("verdict", {"profile": "mp2023", "rack": RACK, "last_drawn": None})
    assert sorted(answer["melds"][0]) == ["b10", "j", "k10"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"last_drawn": "k7"}, "verdict.last_drawn"),
        ({"last_drawn": "k77"}, "tile.unknown"),
        ({"last_drawn": 7}, "request.wrong_type"),
        ({"announced": 1}, "request.wrong_type"),
        ({"announced": None}, "request.wrong_type"),
        ({"rack": ["j", "j", "j"]}, "tile.too_many"),
        ({"rack": ["x1"]}, "tile.unknown"),
        ({"profile": ""}, "profile.unknown"),
        ({"opened": True}, "request.unknown_field"),
    ],
)
def test_refused(fields: dict, code: str):
    request = {"profile": "mp2023", "rack": RACK, "last_drawn": None, **fields}
    assert code_of("verdict", request) == code


def test_the_last_drawn_tile_must_be_said_if_there_was_a_turn():
    assert code_of("verdict", {"profile": "mp2023", "rack": RACK}) == "request.missing_field"
    assert code_of("verdict", {"profile": "mp2023", "rack": RACK, "had_turn": False}) is None
