"""Somebody leaves while his table plays: what becomes of the game is asked, never guessed."""

import pytest

from stolik.tournament.progress import party
from stolik.tournament.state import EntrantNumber, EntryStatus, GameNumber
from tests.tournament.hall import Hall

ANSWERS = ("not_begun", "without", "void", "stands")


def playing(format_id: str = "szkoly2015") -> Hall:
    hall = Hall().create(format_id, 16)
    hall.do("draw", tables=[list(range(n, n + 4)) for n in (1, 5, 9, 13)], reason="test")
    hall.do("publish")
    return hall


def test_who_withdraws_is_asked_about_and_nothing_is_lost():
    hall = playing()
    assert hall.code("withdraw", entrant=4, reason="ill") == "entrant.open_game"
    assert hall.state.entrants[EntrantNumber(4)].plays


@pytest.mark.parametrize("answer", ANSWERS)
def test_every_answer_lets_him_go(answer: str):
    hall = playing()
    hall.do("withdraw", entrant=4, reason="ill", game=answer)
    assert hall.state.entrants[EntrantNumber(4)].status is EntryStatus.WITHDRAWN


@pytest.mark.parametrize(
    ("format_id", "ways"),
    [
        ("szkoly2015", [("disqualify", {}), ("penalty", {"step": "exclusion"})]),
        ("grandprix", [("disqualify", {})]),
    ],
)
def test_who_is_put_out_is_asked_about_too(format_id: str, ways: list):
    for do, more in ways:
        hall = playing(format_id)
        if format_id == "szkoly2015":  # L150: exclusion follows further sanctions
            hall.do("penalty", entrant=4, reason="noise", small_points=-10)
        asked = {"entrant": 4, "reason": "gross", **more}
        assert hall.code(do, **asked) == "entrant.open_game"
        hall.do(do, **asked, leaving="without")
        assert hall.state.entrants[EntrantNumber(4)].status is EntryStatus.DISQUALIFIED


def test_the_third_violation_asks_when_it_excludes():
    """mp2023 L128, at a table of the hall: the third one puts him out."""
    hall = playing("grandprix")
    for _ in range(2):
        hall.do("penalty", entrant=4, reason="noise")
    assert hall.code("penalty", entrant=4, reason="noise") == "entrant.open_game"
    hall.do("penalty", entrant=4, reason="noise", leaving="stands")
    assert not hall.state.entrants[EntrantNumber(4)].plays


def test_nobody_is_asked_where_no_game_is_open():
    hall = playing()
    hall.do("no_show", entrant=8, reason="did not come")  # he was part of nothing
    for game in (1, 2, 3):
        racks = [{"entrant": n, "rack_sum": 10 * (n - 1)} for n in (1, 2, 3, 4)]
        hall.do("result", round=1, table=1, game=game, seats=racks)
    hall.do("withdraw", entrant=4, reason="ill")
    hall.do("enter", name="Zawodnik 17")
    hall.do("withdraw", entrant=17, reason="ill")


def in_game(hall: Hall, game: int) -> list[int]:
    table = hall.state.rounds[0].tables[0]
    return list(party(hall.state, hall.state.rounds[0], table, GameNumber(game)))


def test_games_played_before_he_left_count_with_him_though_their_sheet_is_at_the_table():
    hall = playing()
    hall.do("withdraw", entrant=4, reason="ill", game="not_begun", left_in=3)
    assert [in_game(hall, game) for game in (1, 2, 3)] == [[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3]]
    racks = [{"entrant": n, "rack_sum": 10 * (n - 1)} for n in (1, 2, 3, 4)]
    hall.do("result", round=1, table=1, game=1, seats=racks)
    hall.do("result", round=1, table=1, game=2, seats=racks)
    assert hall.code("result", round=1, table=1, game=3, seats=racks) == "result.has_left"
    hall.do("result", round=1, table=1, game=3, seats=racks[:3])


@pytest.mark.parametrize(
    ("answer", "there"), [("without", [2]), ("stands", [2, 3]), ("not_begun", [2])]
)
def test_what_becomes_of_the_game_he_leaves_in_is_said_of_that_game(answer: str, there: list):
    hall = playing()
    racks = [{"entrant": n, "rack_sum": 10 * (n - 1)} for n in (1, 2, 3, 4)]
    hall.do("result", round=1, table=1, game=1, seats=racks)
    hall.do("withdraw", entrant=4, reason="ill", game=answer, left_in=3)
    assert [game for game in (2, 3) if 4 in in_game(hall, game)] == there


def test_only_the_game_he_left_in_is_void():
    hall = playing()
    hall.do("withdraw", entrant=4, reason="ill", game="void", left_in=2)
    assert list(hall.state.rounds[0].results) == [(1, 2)]
    assert in_game(hall, 1) == [1, 2, 3, 4]


def test_who_is_put_out_says_the_game_as_well():
    hall = playing("grandprix")
    hall.do("disqualify", entrant=4, reason="gross", leaving="without", left_in=2)
    assert 4 in in_game(hall, 1)
    assert 4 not in in_game(hall, 2)


def test_a_game_that_cannot_be_left_in_is_refused():
    hall = playing()
    more = {"entrant": 4, "reason": "ill", "game": "without"}
    assert hall.code("withdraw", **more, left_in=4) == "entrant.game_not_open"
    racks = [{"entrant": n, "rack_sum": 10 * (n - 1)} for n in (1, 2, 3, 4)]
    hall.do("result", round=1, table=1, game=2, seats=racks)
    assert hall.code("withdraw", **more, left_in=2) == "entrant.game_not_open"


def test_a_game_that_has_its_result_is_not_taken_for_the_first_one_without():
    hall = playing()
    racks = [{"entrant": n, "rack_sum": 10 * (n - 1)} for n in (1, 2, 3, 4)]
    more = {"entrant": 4, "reason": "ill", "game": "void"}
    hall.do("result", round=1, table=1, game=1, seats=racks)
    assert hall.code("withdraw", **more, left_in=1) == "entrant.game_not_open"
    for game in (2, 3):
        hall.do("result", round=1, table=1, game=game, seats=racks)
    assert hall.code("withdraw", **more, left_in=3) == "entrant.no_game_open"
    assert hall.code("disqualify", entrant=4, reason="x", left_in=3) == "entrant.no_game_open"
