"""`stolik rank`: places with their reasons, and tables that cannot be."""

from pathlib import Path
from typing import Any

import pytest

from tests.adapters.cli.asking import ask, code_of


def seat(cards: dict[str, int] | None = None, **more: Any) -> dict[str, Any]:
    return {"cards": cards or {}, "distance": 50, **more}  # on a start field


def ranked(*seats: dict[str, Any], board: str = "trasa") -> Any:
    return ask("rank", {"board": board, "seats": list(seats)}, "--lang", "en")["seats"]


def test_the_answer_is_place_points_sets_and_reason():
    first = seat({"honey": 5, "bath": 2}, portraits=1, cities=1, arrival=None, excluded=False)
    answer = ranked(first, seat({"tree": 5, "bath": 3}, arrival=1, distance=0))
    assert answer == [
        {
            "place": 1,
            "points": 5,
            "sets": [6, 2],
            "reason": "First: set no. 1: 6, the one below 5; sets 6, 2. "
            "Portraits and city cards made more cards: 1, unpaired: 0.",
        },
        {
            "place": 2,
            "points": 3,
            "sets": [5, 3],
            "reason": "Set no. 1: 5, the one above 6; sets 5, 3.",
        },
    ]


def test_every_comparison_says_what_it_compared():
    reasons = [
        row["reason"]
        for row in ranked(
            seat({"honey": 3}, arrival=1),
            seat({"bath": 3}, arrival=2),
            seat({"tree": 3}, distance=4),
            seat({"truck": 3}, distance=9),
            seat({"shell": 2}, excluded=True),
        )
    ]
    assert reasons[0] == (
        "First: level sets (3); the order of arrival in Edynburg decides: 1, the one below 2."
    )
    assert "order of arrival in Edynburg decides: 2, the one above 1" in reasons[1]
    assert "order of arrival in Edynburg decides: not arrived, the one above 2" in reasons[2]
    assert "distance from Edynburg decides: 9, the one above 4" in reasons[3]
    assert reasons[4] == "Excluded from the game: the last place."


def test_the_first_place_names_what_decided_it_against_the_next():
    nearer, farther = seat({"honey": 3}, distance=4), seat({"bath": 3}, distance=9)
    first = ranked(farther, nearer, seat({"tree": 1}))[1]["reason"]
    assert first == "First: level sets (3); the distance from Edynburg decides: 4, the one below 9."
    alone = ranked(seat({"honey": 3}, distance=4), seat({"bath": 6}, excluded=True))[0]["reason"]
    assert alone == "First: sets 3."


def test_level_to_the_end_the_start_fields_decide():
    rows = ranked(seat({"honey": 1}, distance=50, start=5), seat({"bath": 1}, distance=50, start=2))
    assert [row["place"] for row in rows] == [2, 1]
    assert "order of start fields decides: 5, the one above 2" in rows[0]["reason"]
    assert "First: all level (1)" in rows[1]["reason"]
    rows = ranked(seat({"honey": 1}, distance=50), seat({"bath": 1}, distance=50))
    assert [row["place"] for row in rows] == [1, 2]  # seats in the order of play


def test_points_go_by_place_and_the_excluded_are_last():
    cards = [{"honey": n} for n in (1, 6, 3, 5, 2)]
    rows = ranked(*(seat(c, distance=10 + i) for i, c in enumerate(cards)))
    assert [row["points"] for row in rows] == [0, 5, 2, 3, 1]
    rows = ranked(seat({"honey": 6}, excluded=True), seat(), seat({"bath": 1}))
    assert [row["place"] for row in rows] == [3, 2, 1]


def test_kinds_may_be_letters_while_nobody_has_verified_the_board():
    rows = ranked(seat({"a": 3, "b": 2}), seat({"b": 4}))
    assert [row["sets"] for row in rows] == [[3, 2], [4]]


@pytest.fixture
def signed(tmp_path: Path) -> str:
    file = tmp_path / "signed.toml"
    file.write_text('based_on = "trasa"\nid = "signed"\nverified_by = "Zawodnik 17"\n')
    return str(file)


def test_a_verified_board_knows_its_cards(signed: str):
    two = [seat({"honey": 4}), seat({"honey": 4})]
    assert code_of("rank", {"board": signed, "seats": two}) == "rank.too_many"
    assert code_of("rank", {"board": "trasa", "seats": two}) is None
    assert code_of("rank", {"board": signed, "seats": [seat({"a": 1}), seat()]}) == (
        "rank.kind_unknown"
    )
    assert code_of("rank", {"board": signed, "seats": [seat(portraits=7), seat()]}) == (
        "rank.box_portraits"
    )
    assert code_of("rank", {"board": signed, "seats": [seat({"honey": 7}), seat()]}) is None


def test_bound_specials_are_given_by_name(tmp_path: Path):
    file = tmp_path / "bound.toml"
    file.write_text('based_on = "trasa"\nid = "bound"\n[ranking]\nspecials = "bound"\n')
    named = [seat({"honey": 2}, portraits=["honey"], cities=["Teheran", "Bolonia"]), seat()]
    assert ask("rank", {"board": str(file), "seats": named})["seats"][0]["sets"] == [4]
    counted = [seat({"honey": 2}, portraits=1), seat()]
    assert code_of("rank", {"board": str(file), "seats": counted}) == "rank.names_needed"


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ([seat()], "rank.seats"),
        ([seat()] * 6, "rank.seats"),
        ([], "rank.seats"),
        ([seat({"honey": -1}), seat()], "rank.negative"),
        ([seat({"honey": 10**9}), seat()], "rank.negative"),
        ([seat(portraits=-1), seat()], "rank.negative"),
        ([seat({"1": 32}), seat()], "rank.sets_joined"),
        ([seat({"1": 9, "2": 9, "3": 9}), seat()], "rank.set_size"),
        ([seat({"1": 20}), seat()], "rank.set_size"),
        ([seat({str(n): 6 for n in range(1, 5)})] * 5, "rank.box_cards"),
        ([seat(portraits=3), seat(portraits=4)], "rank.box_portraits"),
        ([seat(cities=3), seat(cities=3)], "rank.box_cities"),
        ([seat({"honey": 1, "hony": 2}), seat()], "rank.kind_unknown"),
        ([seat({"honey": 1}), seat({"hony": 2})], "rank.kind_unknown"),
        ([seat(dict.fromkeys("abcdefgh", 1)), seat()], "rank.kind_unknown"),
        ([seat(portraits=["hony"]), seat()], "rank.kind_unknown"),
        ([seat(cities=["Warszawa"]), seat()], "rank.kind_unknown"),
        ([seat(arrival=1), seat(arrival=1)], "rank.arrival"),
        ([seat(arrival=2), seat(distance=3)], "rank.arrival"),
        ([seat(distance=3), seat(distance=3)], "rank.same_field"),
        ([seat(arrival=0), seat()], "rank.arrival"),
        ([{"cards": {}}, seat()], "rank.distance"),
        ([seat(distance=-1), seat()], "rank.distance"),
        ([seat(distance=100), seat()], "rank.distance"),
        ([seat(start=1), seat(start=1)], "rank.start"),
        ([seat(start=8), seat()], "rank.start"),
        ([seat({"honey": "3"}), seat()], "request.wrong_type"),
        ([seat(points=3), seat()], "request.unknown_field"),
        ([seat(excluded=1), seat()], "request.wrong_type"),
    ],
)
def test_refused(seats: list[Any], code: str):
    assert code_of("rank", {"board": "trasa", "seats": seats}) == code


def test_two_sets_written_as_one_are_taken_apart():
    asked = {"board": "trasa", "seats": [seat({"1": 32}), seat()]}
    told = ask("rank", asked)["error"]["message"]
    assert told.startswith("Miejsce 1: 32? Może „3 2”?")


def test_everything_wrong_is_named_at_once():
    wrong = [seat({"honey": -1}, arrival=0), {"cards": {"honey": 1}}]
    found = ask("rank", {"board": "trasa", "seats": wrong})["error"]["violations"]
    assert {v["code"] for v in found} == {"rank.negative", "rank.arrival", "rank.distance"}


def test_an_unknown_board_is_refused():
    assert code_of("rank", {"board": "mapa", "seats": [seat(), seat()]}) == "board.unknown"


def test_who_did_not_come_has_no_place_and_no_points():
    rows = ranked(seat({"honey": 5}, absent=True), seat(), seat({"bath": 1}, distance=3))
    assert [row["place"] for row in rows] == [0, 2, 1]
    assert [row["points"] for row in rows] == [0, 3, 5]
    assert rows[0]["reason"] == "Did not join the game: 0 points, no place."


def test_sets_may_only_be_numbered_whoever_signed_the_board(signed: str):
    rows = ranked(seat({"1": 4, "2": 3}), seat({"1": 5}), board=signed)
    assert [row["sets"] for row in rows] == [[4, 3], [5]]
