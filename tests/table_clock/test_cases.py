"""The clock of a table in the hall, case by case."""

import pytest

from stolik.refusal import Refused
from stolik.seats import Seat
from stolik.table_clock import decide, replay
from stolik.table_clock.codes import Refusal
from stolik.table_clock.commands import Announce
from stolik.table_clock.state import Ms
from tests.table_clock.script import CASES, Told, cases


@pytest.mark.parametrize("lines", [pytest.param(lines, id=title) for title, lines in cases()])
def test_case(lines: list[str]):
    told = Told()
    for line in lines:
        told.follow(line)
    assert replay(told.events) == told.state


def test_every_refusal_has_a_case():
    text = CASES.read_text("utf-8")
    never = Refusal.SET_ALREADY  # below
    assert [code for code in Refusal if f"! {code}" not in text and code != never] == []


def test_a_late_announcement_is_refused_by_the_decision_about_it():
    told = Told()
    told.follow("set 4 seats 40")
    told.follow("0 start")
    with pytest.raises(Refused) as refused:
        decide(told.state, Announce(Seat(0), Ms(40_000)))
    assert [violation.article for violation in refused.value.violations] == ["decision 23"]


def test_a_clock_is_set_once():
    told = Told()
    told.follow("set 4 seats 40")
    told.follow("set 4 seats 40 ! table_clock.set_already")


def test_a_false_line_is_noticed():
    told = Told()
    told.follow("set 4 seats 40")
    told.follow("1 start")
    with pytest.raises(AssertionError):
        told.follow("= turn 1")
