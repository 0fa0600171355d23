"""Who is seen at the door, and whom a draw would seat unseen."""

from stolik.tournament.state import EntryStatus
from tests.tournament.hall import Hall


def unseen(hall: Hall) -> list[int]:
    return hall.do("check")["unconfirmed"]


def test_nobody_is_doubted_where_check_in_is_not_used():
    assert unseen(Hall().create("zimowy", 8)) == []


def test_whoever_was_not_checked_in_is_named_before_the_draw_and_in_the_draft():
    hall = Hall().create("zimowy", 8)
    for number in (1, 2, 3, 4, 5, 6):
        hall.do("check_in", entrant=number)
    assert unseen(hall) == [7, 8]
    hall.do("draw")
    assert unseen(hall) == [7, 8]
    hall.do("publish")
    assert unseen(hall) == [], "they sit at tables that play"


def test_who_was_left_out_of_the_draw_is_let_in_at_the_door_after_all():
    hall = Hall().create("zimowy", 8)
    hall.do("check_in", entrant=1)
    hall.do("no_show", entrant=8, reason="did not come")
    assert 8 not in unseen(hall)
    hall.do("check_in", entrant=8)
    assert hall.state.entrants[8].status is EntryStatus.PRESENT
    hall.do("withdraw", entrant=8, reason="ill")
    assert hall.code("check_in", entrant=8) == "entrant.not_waited_for"
