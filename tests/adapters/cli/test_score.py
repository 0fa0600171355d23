"""`stolik score`: exact points, and results that cannot be."""

from typing import Any

import pytest

from tests.adapters.cli.asking import ask, code_of


def scored(profile: str, ending: str, *seats: dict[str, Any]) -> dict[str, Any]:
    return {"profile": profile, "ending": ending, "seats": list(seats)}


def sums(profile: str, ending: str, *racks: int) -> Any:
    answer = ask("score", scored(profile, ending, *({"rack_sum": rack} for rack in racks)))
    return [(s["place"], s["small_points"], s["big_points"]) for s in answer["seats"]]


def test_a_winner_takes_what_the_others_lose():
    answer = ask(
        "score",
        scored(
            "mp2023",
            "went_out",
            {"rack": []},
            {"rack_sum": 12},
            {"rack": ["k7", "j"], "opened": True},
            {"opened": False, "flat": -200},
        ),
    )
    assert answer == {
        "seats": [
            {"place": 1, "small_points": "269", "big_points": "1"},
            {"place": 2, "small_points": "-12", "big_points": "0"},
            {"place": 3, "small_points": "-57", "big_points": "0"},
            {"place": 4, "small_points": "-200", "big_points": "0"},
        ],
        "zero_sum": True,
    }


def test_an_empty_pool_is_scored_by_the_profile():
    assert [row[1] for row in sums("mp2023", "pool_empty", 1, 5, 10, 15)] == [
        "27", "-4", "-9", "-14",
    ]  # fmt: skip
    assert [row[1] for row in sums("szkoly2015", "pool_empty", 1, 5, 10, 15)] == [
        "29", "-5", "-10", "-15",
    ]  # fmt: skip


def test_fractions_are_written_as_people_write_them():
    assert [row[2] for row in sums("szkoly2015", "time_over", 5, 5, 5, 10)] == [
        "63 1/3", "63 1/3", "63 1/3", "15",
    ]  # fmt: skip
    assert [row[2] for row in sums("szkoly2015", "time_over", 1, 5, 5)] == [
        "100", "37 1/2", "37 1/2",
    ]  # fmt: skip


def test_ties_share_the_better_place():
    assert [row[0] for row in sums("mp2023", "pool_empty", 1, 5, 5, 9)] == [1, 2, 2, 4]


def test_zero_sum_is_said():
    tied = scored("mp2023", "pool_empty", *({"rack_sum": n} for n in (5, 5, 10, 10)))
    assert ask("score", tied)["zero_sum"] is False


WON = {"rack": []}


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (scored("mp2023", "went_out", WON, {"rack": [], "rack_sum": 0}), "score.rack_twice"),
        (scored("mp2023", "went_out", WON, {}), "score.rack_missing"),
        (scored("mp2023", "went_out", WON, {"rack_sum": -1}), "score.rack_negative"),
        (scored("mp2023", "went_out", WON, WON), "score.one_empty_rack"),
        (scored("mp2023", "went_out", {"rack_sum": 1}, {"rack_sum": 2}), "score.one_empty_rack"),
        (scored("mp2023", "went_out", WON, {"rack_sum": 5, "opened": False}), "score.flat_missing"),
        (
            scored("mp2023", "went_out", WON, {"rack_sum": 5, "flat": -100}),
            "score.flat_not_allowed",
        ),
        (
            scored("mp2023", "went_out", WON, {"opened": False, "flat": -150}),
            "score.flat_value",
        ),
        (
            scored("mp2023", "pool_empty", {"rack_sum": 1}, {"opened": False, "flat": -100}),
            "score.flat_not_allowed",
        ),
        (
            scored("mp2023", "went_out", {"rack": [], "opened": False}, {"rack_sum": 5}),
            "score.winner_unopened",
        ),
        (scored("mp2023", "went_out", WON), "score.seats"),
        (scored("mp2023", "went_out", *[{"rack_sum": 1}] * 4, WON), "score.seats"),
        (scored("mp2023", "went_out", WON, {"rack": ["j", "j"]}, {"rack": ["j"]}), "tile.too_many"),
        (scored("mp2023", "went_out", WON, {"rack": ["q1"]}), "tile.unknown"),
        (scored("mp2023", "pool_empty", {"rack_sum": 800}, {"rack_sum": 29}), "rack.too_high"),
        (scored("mp2023", "pool_empty", {"rack_sum": 10**30}, WON), "rack.too_high"),
        (scored("mp2023", "last_seat", WON, {"rack_sum": 5}), "request.wrong_choice"),
        (scored("mp2023", "went_out", WON, {"rack_sum": 5.0}), "request.wrong_type"),
        (scored("mp2023", "went_out", WON, {"rack_sum": True}), "request.wrong_type"),
        (
            scored("mp2023", "went_out", WON, {"rack_sum": 5, "name": "Ala"}),
            "request.unknown_field",
        ),
        ({"ending": "went_out", "seats": []}, "request.missing_field"),
    ],
)
def test_refused(request_: dict, code: str):
    assert code_of("score", request_) == code


def test_seats_are_named_from_1():
    error = ask("score", scored("mp2023", "went_out", WON, {}), "--lang", "en")["error"]
    assert error["message"].startswith("Seat 2:")
