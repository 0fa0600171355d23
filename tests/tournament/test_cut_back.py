"""After a cut: seats follow the standings as they are; the cut and its tiles are taken back."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from stolik.app.fairness.draw_trail import Happened, trail
from stolik.app.tournaments.requests import read_request
from stolik.app.tournaments.word_for_word import command_for
from stolik.fair.codes import Phrase
from stolik.fair.trail_shapes import Trail
from stolik.fair.trail_walk import TrailWalk
from stolik.tournament.check import checked
from stolik.tournament.engine import decide
from stolik.tournament.events import Event
from stolik.tournament.schemes import serpentine
from tests.tournament.hall import Hall
from tests.tournament.test_cut_told import level, sheet, ties
from tests.tournament.test_refusals import until

SEATED_BY_SCHEME = {"eliminacje": 14, "szkoly2015": 20}


def cut_made(shape: str) -> Hall:
    hall = until(Hall().create(shape, SEATED_BY_SCHEME[shape]), "cut")
    while hall.do("check")["next"] == "cut":
        hall.step(Random(1))
    return hall


def order(hall: Hall) -> list[int]:
    """The announced field in the order of the standings as they are."""
    rows = hall.do("standings", stage=1)["rows"]
    field = hall.state.qualified[1]
    return [row["entrant"] for row in rows if row["entrant"] in field]


def corrected(hall: Hall, *, across: bool = False) -> None:
    """Sheets are turned over until places move inside the field, or across its line."""
    announced = hall.state.qualified[1]
    for number in range(len(hall.state.rounds_of(0)), 0, -1):
        for table in hall.state.rounds[number - 1].tables:
            turned = sheet(hall, number, table.number, 1, turned=True)
            hall.do("correct", **turned, reason="misread")
            if across and hall.do("check")["remarks"]:
                return
            if not across and tuple(order(hall)) != announced and not hall.do("check")["missing"]:
                return
    raise AssertionError("no correction moved anybody")


@pytest.mark.parametrize("shape", SEATED_BY_SCHEME)
def test_a_correction_after_the_cut_moves_the_seats_too(shape: str):
    hall = cut_made(shape)
    corrected(hall)
    drawn = hall.do("draw")
    ranked = order(hall)
    tables = [table["seats"] for table in drawn["tables"]]
    assert tables == [list(seats) for seats in serpentine(ranked, len(tables))]
    hall.do("publish")


def test_who_is_level_after_a_correction_draws_tiles_before_the_seats():
    hall = cut_made("eliminacje")
    r = hall.state.rounds[1]
    for number in (1, 2):
        for table in hall.state.rounds[number - 1].tables:
            for game in range(1, r.games + 1):
                hall.do("correct", **sheet(hall, number, table.number, game), reason="misread")
    assert hall.code("draw") == "cut.seats_tied"
    for group in ties(hall.do("standings")["rows"]):
        hall.do("lots", drawn=[{"entrant": n, "tile": i} for i, n in enumerate(group, start=1)])
    tables = [table["seats"] for table in hall.do("draw")["tables"]]
    assert tables == [list(seats) for seats in serpentine(order(hall), len(tables))]


def test_a_tournament_begun_before_seats_by_the_order_of_the_cut():
    hall = cut_made("eliminacje")
    announced = hall.state.qualified[1]
    corrected(hall)
    desk = hall.session.desk
    desk.state = replace(desk.state, decisions=29)
    tables = [table["seats"] for table in hall.do("draw")["tables"]]
    assert tables == [list(seats) for seats in serpentine(announced, len(tables))]


def test_a_cut_is_taken_back_and_announced_again():
    hall = cut_made("eliminacje")
    announced = set(hall.state.qualified[1])
    corrected(hall, across=True)
    (remark,) = hall.do("check")["remarks"]
    assert remark["code"] == "check.cut_differs"
    assert hall.do("check")["may_cut_back"] is True
    assert hall.code("cut_back", reason="") == "tournament.reason_missing"
    hall.do("cut_back", reason="a sheet was misread")
    assert hall.do("check")["next"] == "cut"
    while hall.do("check")["next"] == "cut":
        hall.step(Random(1))
    assert set(hall.state.qualified[1]) != announced
    assert hall.do("check")["remarks"] == []


def test_a_cut_is_taken_back_with_the_draft_and_not_once_the_round_is_published():
    hall = cut_made("eliminacje")
    hall.do("draw")
    hall.do("cut_back", reason="too soon")
    assert hall.state.draft is None
    assert hall.code("cut_back", reason="too soon") == "cut.none"
    hall.do("cut")
    hall.do("draw")
    hall.do("publish")
    assert hall.code("cut_back", reason="too soon") == "cut.back_too_late"
    assert "may_cut_back" not in hall.do("check")


def test_the_log_of_a_cut_taken_back_is_one_that_decide_would_tell():
    hall = cut_made("eliminacje")
    before = hall.state
    (told,) = _events(hall, "cut_back", reason="too soon")
    assert checked(before, (told,)) == hall.state


def _events(hall: Hall, do: str, **fields: Any) -> tuple[Event, ...]:
    command = command_for(read_request({"do": do, **fields}))
    events = decide(hall.state, command)
    hall.do(do, **fields)
    return events


def test_tiles_that_were_typed_wrong_are_taken_back_with_a_reason_until_the_cut():
    hall = level(14)
    group = ties(hall.do("standings")["rows"])[0]
    hall.do("lots", drawn=[{"entrant": n, "tile": i} for i, n in enumerate(group, start=1)])
    first = hall.do("standings")["rows"]
    assert hall.code("tie_back", entrants=group, reason=" ") == "tournament.reason_missing"
    assert hall.code("tie_back", entrants=group[:1], reason="typed wrong") == "tie.not_broken"
    before = hall.state
    (told,) = _events(hall, "tie_back", entrants=group, reason="typed wrong")
    assert checked(before, (told,)) == hall.state
    assert ties(hall.do("standings")["rows"])[0] == group
    turned = [{"entrant": n, "tile": i} for i, n in enumerate(reversed(group), start=1)]
    hall.do("lots", drawn=turned)
    assert hall.do("standings")["rows"] != first
    while hall.do("check")["next"] == "cut":
        hall.step(Random(1))
    assert hall.code("tie_back", entrants=group, reason="typed wrong") == "tie.too_late"


def test_a_cut_taken_back_with_its_draft_stands_in_the_public_record():
    hall = cut_made("eliminacje")
    begun, desk = hall.state, hall.session.desk
    happened: list[Happened] = []
    keep = desk.keep

    def kept(events: tuple[Event, ...], names: Any) -> None:
        happened.extend(Happened(event, by="organiser 1") for event in events)
        keep(events, names)

    desk.keep = kept
    hall.do("draw")
    hall.do("cut_back", reason="a sheet was misread")
    hall.do("cut")
    # The record begins here, so the draws before are not in it.
    found = trail(happened, begun, "t")["entries"]
    assert [one["what"] for one in found] == ["drawn", "cut_back", "cut"]
    assert found[1]["reasoned"] is True
    assert found[1]["reason"] == "a sheet was misread"
    walk = TrailWalk(Trail("t", length=3, head=""), None)
    walk.follow(found[1])
    assert [remark.code for remark in walk.found.remarks] == [Phrase.CUT_BACK]
    assert walk.found.changes == 1


def test_a_resignation_taken_back_stands_in_the_public_record():
    hall = cut_made("eliminacje")
    begun, desk = hall.state, hall.session.desk
    happened: list[Happened] = []
    keep = desk.keep

    def kept(events: tuple[Event, ...], names: Any) -> None:
        happened.extend(Happened(event, by="organiser 1") for event in events)
        keep(events, names)

    desk.keep = kept
    first, after = begun.qualified[1][0], hall.do("standings")["steps_in"]
    hall.do("resign", entrant=first, reason="the wrong row")
    hall.do("draw")
    row = next(one for one in hall.do("standings")["rows"] if one["entrant"] == first)
    assert row["may_come_back"] is True
    assert row["gives_back"] == after
    before = hall.state
    (told,) = _events(hall, "resign_back", entrant=first, reason="came after all")
    assert checked(before, (told,)) == hall.state
    assert hall.state.qualified == begun.qualified
    assert hall.state.draft is None
    found = trail(happened, begun, "t")["entries"]
    assert [one["what"] for one in found] == ["passed", "drawn", "passed_back"]
    assert found[2]["reasoned"] is True
    walk = TrailWalk(Trail("t", length=3, head=""), None)
    walk.follow(found[2])
    assert [remark.code for remark in walk.found.remarks] == [Phrase.PASSED_BACK]
    assert walk.found.changes == 1
