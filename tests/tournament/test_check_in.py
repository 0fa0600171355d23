"""Who is seen at the door, and whom a draw would seat unseen."""

from dataclasses import replace

from stolik.tournament import commands as c
from stolik.tournament.engine import decide
from stolik.tournament.events import EntrantEntered
from stolik.tournament.state import Entrant, EntrantNumber, EntryStatus
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


class _Looked(dict[EntrantNumber, Entrant]):
    """Entrants, and how many of them somebody looked at."""

    looked = 0

    def values(self):  # type: ignore[override]
        for one in super().values():
            self.looked += 1
            yield one


def test_who_comes_to_a_full_event_is_not_counted_with_all_who_wait():
    state = Hall().create("szkoly2015", 90).session.desk.state
    waiting = replace(state.entrants[EntrantNumber(1)], status=EntryStatus.WAITING)
    many = {EntrantNumber(n): waiting for n in range(91, 3000)}
    entrants = _Looked({**state.entrants, **many})
    (entered,) = decide(replace(state, entrants=entrants, numbers_given=3000), c.Enter())
    assert isinstance(entered, EntrantEntered)
    assert entered.status is EntryStatus.WAITING
    assert entrants.looked <= state.format.entrants_max
