"""Somebody comes late: a free chair is his, in the draft and in the round; nobody else moves."""

from random import Random

from tests.tournament.hall import Hall

WHY = "spóźnienie"


def drawn(entrants: int = 10, shape: str = "zimowy") -> Hall:
    hall = Hall().create(shape, entrants)
    hall.do("draw")
    return hall


def seats(hall: Hall) -> dict[int, tuple[int, ...]]:
    return {table.number: table.seats for table in hall.state.rounds[-1].tables}


def short_table(hall: Hall) -> int:
    return next(number for number, here in seats(hall).items() if len(here) == 3)


def test_a_late_child_sits_on_a_free_chair_of_the_draft_and_it_can_be_published():
    hall = drawn()
    hall.do("enter", name="Zawodnik 11")
    assert hall.code("publish") == "draw.not_seated"
    before, table = seats(hall), short_table(hall)
    tray = hall.do("tray")
    assert (tray["unseated"], table in tray["chairs"]) == ([11], True)
    hall.do("take_seat", entrant=11, table=table, reason=WHY)
    assert seats(hall) == {**before, table: (*before[table], 11)}
    assert hall.do("tray")["unseated"] == []
    hall.do("publish")


def test_a_late_child_sits_down_in_a_round_that_is_played_until_its_table_has_a_result():
    hall = drawn()
    hall.do("publish")
    hall.do("enter", name="Zawodnik 11")
    before, table = seats(hall), short_table(hall)
    hall.do("take_seat", entrant=11, table=table, reason=WHY)
    assert seats(hall) == {**before, table: (*before[table], 11)}
    hall.do("enter", name="Zawodnik 12")
    other = short_table(hall)
    first = hall.seats(list(seats(hall)[other]), Random(1))
    hall.do("result", round=1, table=other, game=1, seats=first)
    assert hall.code("take_seat", entrant=12, table=other, reason=WHY) == "draft.table_plays"
    hall.play_round(Random(2))  # with the newcomer in it
    assert hall.state.rounds[0].results[table, 1].lines[-1].entrant in seats(hall)[table]


def test_no_chair_for_who_sits_who_left_or_where_none_is_free():
    hall = Hall().create("zimowy", 10)
    assert hall.code("take_seat", entrant=1, table=1, reason=WHY) == "draft.none"
    hall.do("draw")
    full = next(number for number, here in seats(hall).items() if len(here) == 4)
    assert hall.code("take_seat", entrant=1, table=full, reason=WHY) == "draft.already_seated"
    hall.do("enter", name="Zawodnik 11")
    assert hall.code("take_seat", entrant=11, table=full, reason=WHY) == "draft.table_full"
    assert hall.code("take_seat", entrant=11, table=99, reason=WHY) == "result.table_unknown"
    assert hall.code("take_seat", entrant=11, table=short_table(hall), reason=" ") is not None
    hall.do("lock", table=short_table(hall))
    assert hall.code("take_seat", entrant=11, table=short_table(hall), reason=WHY) == (
        "draft.table_locked"
    )
    hall.do("withdraw", entrant=11, reason="choroba")
    assert hall.code("take_seat", entrant=11, table=short_table(hall), reason=WHY) == (
        "draft.not_in_field"
    )
