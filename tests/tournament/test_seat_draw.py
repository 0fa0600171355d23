"""Seats and starter by drawn tile (szkoly2015 L67): highest first, joker 14, equal ones again."""

import pytest

from stolik.app.tournaments.sheet_checks import row_signs, sheet_code
from stolik.tournament.check import Impossible, checked
from stolik.tournament.events import SeatsDrawn
from stolik.tournament.state import Round
from tests.tournament.hall import Hall


def _hall(format_id: str = "szkoly2015") -> Hall:
    hall = Hall()
    hall.do("create", format=format_id, seed="17")
    for n in range(1, 17):
        hall.do("enter", name=f"Zawodnik {n}")
    tables = [[n, n + 1, n + 2, n + 3] for n in (1, 5, 9, 13)]
    hall.do("draw", tables=tables, reason="test")
    hall.do("publish")
    return hall


def _drawn(**tiles: str) -> dict:
    rows = [{"entrant": int(n[1:]), "drawn": drawn.split()} for n, drawn in tiles.items()]
    return {"round": 1, "table": 1, "tiles": rows}


def _seats(hall: Hall) -> tuple[int, ...]:
    return hall.state.rounds[0].tables[0].seats


@pytest.mark.parametrize(
    ("tiles", "seats"),
    [
        ({"n1": "3", "n2": "13", "n3": "7", "n4": "1"}, (2, 3, 1, 4)),
        ({"n1": "3", "n2": "13", "n3": "J", "n4": "1"}, (3, 2, 1, 4)),
        ({"n1": "9 2", "n2": "13", "n3": "9 11", "n4": "1"}, (2, 3, 1, 4)),
        ({"n1": "9 2", "n2": "j 4", "n3": "9 11", "n4": "joker 5"}, (4, 2, 3, 1)),
        ({"n1": "9 2 1", "n2": "9 2 3", "n3": "9 11", "n4": "5"}, (3, 2, 1, 4)),
    ],
)
def test_the_highest_starts_and_the_others_sit_in_order(tiles: dict, seats: tuple[int, ...]):
    hall = _hall()
    hall.do("seat_tiles", **_drawn(**tiles))
    assert _seats(hall) == seats


@pytest.mark.parametrize(
    ("tiles", "code"),
    [
        ({"n1": "9", "n2": "13", "n3": "9", "n4": "1"}, "seat_draw.equal"),
        ({"n1": "9 2", "n2": "13", "n3": "9", "n4": "1"}, "seat_draw.equal"),
        ({"n1": "9 2", "n2": "13", "n3": "9 2", "n4": "1"}, "seat_draw.equal"),
        ({"n1": "9", "n2": "13 2", "n3": "8", "n4": "1"}, "seat_draw.again"),
        ({"n1": "9", "n2": "13", "n3": "8"}, "seat_draw.who"),
        ({"n1": "9", "n2": "13", "n3": "8", "n5": "1"}, "seat_draw.who"),
        ({"n1": "14", "n2": "13", "n3": "8", "n4": "1"}, "seat_draw.tile"),
        ({"n1": "x", "n2": "13", "n3": "8", "n4": "1"}, "seat_draw.tile"),
    ],
)
def test_what_cannot_have_been_drawn_is_refused(tiles: dict, code: str):
    hall = _hall()
    assert hall.code("seat_tiles", **_drawn(**tiles)) == code
    assert _seats(hall) == (1, 2, 3, 4)


def test_who_has_left_draws_no_tile_and_sits_last():
    hall = _hall()
    hall.do("withdraw", entrant=1, reason="ill", game="not_begun")
    hall.do("seat_tiles", **_drawn(n2="3", n3="9", n4="5"))
    assert _seats(hall) == (3, 4, 2, 1)


def test_other_rules_know_no_tiles_for_seats():
    hall = _hall("eliminacje")
    four = _drawn(n1="3", n2="13", n3="7", n4="1")
    assert hall.code("seat_tiles", **four) == "seat_draw.not_by_tile"


def test_seats_stay_once_a_game_has_a_result():
    hall = _hall()
    racks = [{"entrant": n, "rack_sum": n - 1} for n in (1, 2, 3, 4)]
    hall.do("result", round=1, table=1, game=1, seats=racks)
    four = _drawn(n1="3", n2="13", n3="7", n4="1")
    assert hall.code("seat_tiles", **four) == "seat_draw.played"


def test_the_sheet_printed_before_still_counts():
    hall = _hall()
    r = hall.state.rounds[0]
    before = sheet_code(hall.state, r, r.tables[0]), row_signs(hall.state, r, r.tables[0])
    hall.do("seat_tiles", **_drawn(n1="3", n2="13", n3="7", n4="1"))
    r = hall.state.rounds[0]
    assert (sheet_code(hall.state, r, r.tables[0]), row_signs(hall.state, r, r.tables[0])) == before


def test_a_log_that_seats_others_than_the_tiles_say_is_not_believed():
    hall = _hall()
    tiles = ((1, (3,)), (2, (13,)), (3, (7,)), (4, (1,)))
    honest = SeatsDrawn(1, 1, tiles, (2, 3, 1, 4))  # type: ignore[arg-type]
    assert checked(hall.state, [honest]).rounds[0].tables[0].seats == (2, 3, 1, 4)
    lie = SeatsDrawn(1, 1, tiles, (1, 2, 3, 4))  # type: ignore[arg-type]
    with pytest.raises(Impossible):
        checked(hall.state, [lie])


def test_seats_are_drawn_again_only_with_a_reason_that_everybody_can_read():
    """Whoever holds a table's only phone drew until he liked his seat."""
    hall, first, second = _hall(), {"n1": "3", "n2": "13", "n3": "7", "n4": "1"}, {"n1": "13"}
    hall.do("seat_tiles", **_drawn(**first))
    other = _drawn(**{**first, **second, "n2": "2"})
    for blank, code in (("", "seat_draw.drawn"), (" \u2800", "request.reason")):
        assert hall.code("seat_tiles", **other, reason=blank) == code
    assert _seats(hall) == (2, 3, 1, 4)
    hall.do("seat_tiles", **other, reason="pomyłka przy wpisywaniu")
    assert _seats(hall) == (1, 3, 2, 4)


def test_logs_of_before_reasons_were_asked_for_are_believed():
    hall = _hall()
    tiles = ((1, (3,)), (2, (13,)), (3, (7,)), (4, (1,)))
    again = ((1, (13,)), (2, (2,)), (3, (7,)), (4, (1,)))
    state = checked(hall.state, [SeatsDrawn(1, 1, tiles, (2, 3, 1, 4))])  # type: ignore[arg-type]
    state = checked(state, [SeatsDrawn(1, 1, again, (1, 3, 2, 4))])  # type: ignore[arg-type]
    assert state.rounds[0].tables[0].seats == (1, 3, 2, 4)


def _taken_back(hall: Hall) -> None:
    hall.do("unpublish", reason="pomyłka")
    hall.do("publish")


_FIRST = {"n1": "3", "n2": "13", "n3": "7", "n4": "1"}
_OTHER = {"n1": "13", "n2": "2", "n3": "7", "n4": "1"}


def test_what_was_drawn_before_a_round_was_taken_back_is_drawn():
    """Or an organiser could clear a table's tiles as often as he likes."""
    hall = _hall()
    hall.do("seat_tiles", **_drawn(**_FIRST))
    _taken_back(hall)
    assert _seats(hall) == (2, 3, 1, 4), "they sit as they had drawn"
    assert hall.code("seat_tiles", **_drawn(**_OTHER)) == "seat_draw.drawn"
    hall.do("seat_tiles", **_drawn(**_OTHER), reason="płytki się rozsypały")
    assert _seats(hall) == (1, 3, 2, 4)


def test_the_same_people_have_drawn_wherever_the_next_draw_puts_them():
    hall = _hall()
    hall.do("seat_tiles", **_drawn(**_FIRST))
    hall.do("unpublish", reason="pomyłka")
    tables = [[n, n + 1, n + 2, n + 3] for n in (5, 1, 9, 13)]
    hall.do("draw", tables=tables, reason="test")
    hall.do("publish")
    assert hall.code("seat_tiles", **{**_drawn(**_OTHER), "table": 2}) == "seat_draw.drawn"


def test_other_people_at_a_table_draw_for_the_first_time():
    hall = _hall()
    hall.do("seat_tiles", **_drawn(**_FIRST))
    hall.do("unpublish", reason="pomyłka")
    hall.do("swap", one=4, other=5, reason="prośba")
    hall.do("publish")
    hall.do("seat_tiles", **_drawn(n1="3", n2="13", n3="7", n5="1"))


def test_no_more_tiles_are_drawn_than_the_box_holds():
    hall = _hall()
    nine = {"n1": "13 13 1", "n2": "13 13 2", "n3": "13 13 13 1", "n4": "13 13 13 2"}
    assert hall.code("seat_tiles", **_drawn(**nine)) == "seat_draw.box"
    three = {"n1": "j 1", "n2": "j 2", "n3": "j 3", "n4": "1"}
    assert hall.code("seat_tiles", **_drawn(**three)) == "seat_draw.box"
    eight = {"n1": "13 13 1", "n2": "13 13 2", "n3": "13 13 3", "n4": "13 13 4"}
    hall.do("seat_tiles", **_drawn(**eight))
    assert _seats(hall) == (4, 3, 2, 1)


def test_a_round_that_forgets_who_had_drawn_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Round, "seats_drawn", lambda _, table: bool(table.tiles))
    hall = _hall()
    hall.do("seat_tiles", **_drawn(**_FIRST))
    _taken_back(hall)
    hall.do("seat_tiles", **_drawn(**_OTHER))
    assert _seats(hall) == (1, 3, 2, 4), "drawn again, and nobody was asked for a reason"
