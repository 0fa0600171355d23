"""Sixty lists as found in the wild: read right, asked about, or refused with what to do."""

import pytest

from stolik.adapters.sheets.reader_main import Unreadable, sheets_of
from stolik.app.naming import TIE, surname_first
from stolik.app.sheets.reading.entering import take_entrants
from stolik.app.sheets.reading.entrants import read_entrants
from stolik.refusal import Refused
from tests.app.sheets.wild import Case, cases
from tests.reliability.report import figure
from tests.tournament.hall import Hall

CASES = list(cases())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_list_is_read_right_or_asked_about(case: Case):
    hall = Hall().create("zimowy")
    if case.refused:
        with pytest.raises(Unreadable) as refused:
            sheets_of(case.content)
        assert refused.value.code == case.refused
        return
    found = read_entrants(sheets_of(case.content))
    desk = hall.session.desk
    told = take_entrants(desk, found, apply=False, twice=False, lang="pl")
    assert told["faults"] == []
    assert tuple(doubt["cell"] for doubt in told["doubts"]) == case.doubts
    if case.doubts:
        with pytest.raises(Refused):
            take_entrants(desk, found, apply=True, twice=False, lang="pl")
        assert hall.state.entrants == {}
    take_entrants(desk, found, apply=True, twice=False, sure=True, lang="pl")
    listed = [surname_first(name).replace(TIE, " ") for name in desk.people.values()]
    assert listed == case.people
    if case.clubs is not None:
        assert [one.club for one in hall.state.entrants.values()] == case.clubs
    if case.classes is not None:
        assert [one.age_class for one in hall.state.entrants.values()] == case.classes
    if case.teams is not None:
        assert [one.team for one in hall.state.entrants.values()] == case.teams


def test_there_are_sixty_of_them():
    figure("T29", "lists as found in the wild, silent errors", f"{len(CASES)}, 0", tier="quick")
    assert len(CASES) >= 60


def test_what_is_written_once_may_be_of_the_first_alone():
    case = next(case for case in CASES if case.name == "teams written once")
    found = read_entrants(sheets_of(case.content))
    assert [(one.part, one.heading, one.blank) for one in found.carried] == [
        ("team", "Drużyna", False)
    ]
    assert [one.guardian for one in found.listed] == ["Maria Nowak"] * 2 + ["Jan Bąk"] * 2
    assert found.doubts[0].facts["groups"] == "Misie: Jan Dąb; Smoki: Ula Rak"
    found = read_entrants(sheets_of(case.content), blank=["team"])
    assert [one.team for one in found.listed] == ["Misie", "", "Smoki", ""]
    assert ([one.blank for one in found.carried], found.doubts) == ([True], ())


@pytest.mark.parametrize(
    ("name", "code"), [("two by a slash", "sheet.doubt_two"), ("no school", "sheet.doubt_lacks")]
)
def test_a_doubt_says_what_is_odd(name: str, code: str):
    case = next(case for case in CASES if case.name == name)
    assert [doubt.code for doubt in read_entrants(sheets_of(case.content)).doubts] == [code]


def test_another_sheet_can_be_chosen():
    case = next(case for case in CASES if case.name == "two sheets")
    found = read_entrants(sheets_of(case.content), "SP 12")
    assert (found.sheet, found.sheets) == ("SP 12", ("SP 5",))
    with pytest.raises(Refused, match=r"sheet\.sheet_missing"):
        read_entrants(sheets_of(case.content), "SP 99")
