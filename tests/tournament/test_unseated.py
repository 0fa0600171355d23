"""Whoever plays and has no chair while a round is on is told of in every room of the desk."""

from tests.tournament.hall import Hall


def told(hall: Hall) -> list[str]:
    return [
        one["message"] for one in hall.do("check")["remarks"] if one["code"] == "check.unseated"
    ]


def test_a_late_comer_without_a_seat_is_told_of_until_he_sits():
    hall = Hall().create("zimowy", 7)
    hall.do("draw")
    hall.do("publish")
    assert told(hall) == []
    hall.do("enter", name="Zawodnik 8")
    hall.do("check_in", entrant=8)
    assert told(hall) == ["1 person without a seat (Zawodnik 8 (8))."]
    table = next(t.number for t in hall.state.rounds[0].tables if len(t.seats) == 3)
    hall.do("take_seat", entrant=8, table=table, reason="late")
    assert told(hall) == []
