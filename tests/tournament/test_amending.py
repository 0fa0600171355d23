"""What was entered wrongly is put right; who was entered by mistake is on no list any more."""

from pathlib import Path
from random import Random

from stolik.app.tournaments.logbook import Logbook
from tests.tournament.hall import Hall

MISTAKE = "wpis przez pomyłkę"
WHY = {"reason": "literówka"}


def person(hall: Hall, number: int) -> dict[str, object]:
    return next(one for one in hall.do("people")["people"] if one["entrant"] == number)


def numbers(hall: Hall) -> list[int]:
    return [one["entrant"] for one in hall.do("people")["people"]]


def test_name_club_and_class_are_put_right_also_after_a_round_and_results_stay():
    hall = Hall().create("zimowy", 8)
    hall.do("draw")
    hall.do("publish")
    hall.play_round(Random(1))
    before = hall.do("standings")["rows"]
    hall.do("amend", entrant=3, name=" Zawodnik  Trzeci ", club="SP 5", age_class="2015", **WHY)
    assert {"name": "Zawodnik Trzeci", "club": "SP 5", "age_class": "2015"}.items() <= person(
        hall, 3
    ).items()
    hall.do("amend", entrant=3, club="SP 6")  # what is left out stays
    assert person(hall, 3)["age_class"] == "2015"
    after = hall.do("standings")["rows"]
    assert [(row["entrant"], row["place"]) for row in after] == [
        (row["entrant"], row["place"]) for row in before
    ]
    assert hall.code("amend", entrant=99, name="Zawodnik 99") == "entrant.unknown"
    assert hall.code("amend", entrant=3, name="  ") == "request.missing_field"


def test_nobody_is_entered_without_a_name():
    hall = Hall().create("zimowy", 1)
    assert hall.code("enter", name="") == "request.missing_field"
    assert hall.code("enter", name=" \t ") == "request.missing_field"
    assert numbers(hall) == [1]


def test_a_team_called_otherwise_keeps_the_adult_who_leads_it():
    hall = Hall().create("wojtek", team_size=2)
    for number in (1, 2, 3):
        hall.do("enter", name=f"Zawodnik {number}", team="Misie" if number < 3 else "Wilki")
    hall.do("guardian", team="Misie", name="Opiekun 1")
    hall.do("amend", entrant=1, team="Niedźwiadki")
    assert "Niedźwiadki" not in hall.state.guardians
    hall.do("amend", entrant=2, team="Niedźwiadki")
    assert hall.state.guardians["Niedźwiadki"] == hall.state.guardians["Misie"]


def test_who_was_entered_by_mistake_is_on_no_list_and_nobody_gets_the_number():
    hall = Hall().create("zimowy", 8)
    hall.do("enter", name="Zawodnik 8")
    assert hall.do("enter", name="Zawodnik 10")["entrant"] == 10
    assert person(hall, 8)["name"] == "Zawodnik 8 (8)"
    hall.do("remove", entrant=9, reason=MISTAKE)
    assert numbers(hall) == [1, 2, 3, 4, 5, 6, 7, 8, 10]
    assert person(hall, 8)["name"] == "Zawodnik 8", "told apart from nobody"
    assert [one["entrant"] for one in hall.do("overview")["entrants"]] == numbers(hall)
    assert {row["entrant"] for row in hall.do("standings")["rows"]} == set(numbers(hall))
    assert hall.do("enter", name="Zawodnik 11") == {"entrant": 11}
    assert hall.code("check_in", entrant=9) == "entrant.unknown"
    hall.do("draw")
    hall.do("publish")
    hall.play_round(Random(2))
    assert len(hall.do("standings")["rows"]) == 10


def test_nobody_is_removed_who_sat_down_or_of_whom_something_is_told():
    hall = Hall().create("zimowy", 8)
    hall.do("penalty", entrant=8, reason="krzyk")
    assert hall.code("remove", entrant=8, reason=MISTAKE) == "entrant.noted"
    assert hall.code("remove", entrant=7, reason=" ") == "tournament.reason_missing"
    hall.do("draw")
    assert hall.code("remove", entrant=7, reason=MISTAKE) == "entrant.seated"
    hall.do("withdraw", entrant=7, reason="choroba")
    hall.do("draw", reason="o jednego mniej")
    hall.do("remove", entrant=7, reason=MISTAKE)
    hall.do("publish")
    assert 7 not in numbers(hall)


def test_the_first_in_the_queue_takes_the_place_of_who_was_removed():
    hall = Hall().create("szkoly2015", 92)  # 90 play
    assert [hall.state.entrants[n].status for n in (90, 91)] == ["entered", "waiting"]
    hall.do("remove", entrant=5, reason=MISTAKE)
    assert [hall.state.entrants[n].status for n in (91, 92)] == ["entered", "waiting"]
    hall.do("remove", entrant=92, reason=MISTAKE)  # who only waited makes room for nobody
    assert len(numbers(hall)) == 90


def test_who_left_before_sitting_down_takes_no_namesake_along(tmp_path: Path):
    log = tmp_path / "day.stolik"
    hall = Hall(log).create("zimowy", 8)
    hall.do("enter", name="Zawodnik 1")
    hall.do("withdraw", entrant=9, reason="choroba")
    assert person(hall, 1)["name"] == "Zawodnik 1"
    assert person(hall, 9)["name"] == "Zawodnik 1 (9)"
    hall.do("amend", entrant=2, name="Zawodnik Drugi")
    hall.do("remove", entrant=9, reason=MISTAKE)
    read = Logbook.read(log.read_bytes(), lambda *_: True)
    assert (read.desk.state, read.desk.labels()) == (hall.state, hall.session.desk.labels())


def test_a_tick_at_the_door_is_taken_back_until_the_first_seat():
    hall = Hall().create("zimowy", 8)
    assert hall.code("check_in", entrant=3, here=False) == "entrant.not_here"
    hall.do("check_in", entrant=3)
    hall.do("check_in", entrant=3, here=False)
    assert person(hall, 3)["status"] == "entered"
    hall.do("check_in", entrant=3)
    hall.do("draw")
    assert hall.code("check_in", entrant=3, here=False) == "entrant.seated_already"
