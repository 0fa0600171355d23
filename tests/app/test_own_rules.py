"""Rules and formats of one's own: every field in a sentence, every fault by its field."""

from random import Random
from typing import Any

import pytest

from stolik.app.library import FORMATS, RULES, rules_profile, tournament_format, written_out
from stolik.app.texts import LANGUAGES, catalogue
from stolik.app.tournaments.own_rules import Draft, OwnKind, drafted, looked_at
from stolik.refusal import Refused
from tests.app.own_fields import field_names
from tests.tournament.hall import Hall


def told(kind: OwnKind, text: str, title: str = "Nasze") -> Any:
    return looked_at(Draft(kind, text, title=title), "pl")


@pytest.mark.parametrize("kind", OwnKind)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_field_has_its_sentence_and_nothing_else_has(kind: OwnKind, lang: str):
    table = f"own.{kind.value}."
    said = {
        key.removeprefix(table): text
        for key, text in catalogue(lang).items()
        if key.startswith(table)
    }
    assert set(said) == set(field_names(kind))
    assert all(text.endswith(".") and len(text) > 10 for text in said.values())


@pytest.mark.parametrize("kind", OwnKind)
def test_each_of_ours_is_told_field_by_field_and_differs_in_nothing(kind: OwnKind):
    for name in RULES if kind is OwnKind.RULES else FORMATS:
        found = told(kind, f'based_on = "{name}"')
        assert not found.faults
        assert not [one for one in found.fields if one.differs or one.sentence.startswith("own.")]


def test_what_differs_is_told_with_what_it_was():
    found = told(OwnKind.RULES, 'based_on = "mp2023"\n[clock]\nturn_time_s = 45\n')
    assert [(one.field, one.base, one.own) for one in found.fields if one.differs] == [
        ("clock.turn_time_s", str(rules_profile("mp2023").clock.turn_time_s), "45")
    ]
    stage = """based_on = "zimowy"
    [[stages]]
    id = "only"
    title = "Runda"
    field = "all"
    rounds = 2
    games = 3
    seating = "draw"
    criteria = ["big_points", "lot"]
    """
    gone = {one.field: one for one in told(OwnKind.FORMAT, stage).fields if one.differs}
    assert gone["stages.1.rounds"].own == "2"
    assert gone["stages.2.rounds"].own == "", "the base has a second stage"


@pytest.mark.parametrize(
    ("kind", "text", "field"),
    [
        (OwnKind.RULES, 'based_on = "mp2023"\n[clock]\nturn_time_s = 9999', "clock.turn_time_s"),
        (OwnKind.RULES, 'based_on = "mp2023"\n[clock]\nturn_tim = 9', "clock.turn_tim"),
        (OwnKind.RULES, 'based_on = "../../etc/passwd"', "based_on"),
        (OwnKind.RULES, "based_on = []", "based_on"),
        (OwnKind.FORMAT, 'based_on = "zimowy"\nprofile = "/etc/rules.toml"', "profile"),
        (OwnKind.FORMAT, 'based_on = "zimowy"\ntable_min = 4\ntable_max = 3', "table_max"),
        (OwnKind.FORMAT, 'based_on = "zimowy"\nbye = "free"', "bye"),
    ],
)
def test_a_fault_names_its_field(kind: OwnKind, text: str, field: str):
    (fault,) = told(kind, text).faults
    assert field in fault


def test_every_fault_of_a_file_is_told_at_once():
    wrong = 'based_on = "mp2023"\n[clock]\nturn_time_s = 0\n[tiles]\njokers = "two"\n'
    assert len(told(OwnKind.RULES, wrong).faults) == 2
    assert "TOML" in told(OwnKind.RULES, "this is no file").faults[0]
    assert "title" in told(OwnKind.RULES, 'based_on = "mp2023"', title="").faults[0]


def test_ones_own_never_goes_by_a_name_of_ours():
    for text in ('based_on = "mp2023"', 'based_on = "mp2023"\nid = "mp2023"'):
        assert drafted(Draft(OwnKind.RULES, text, title="Nasze"))["id"] == "own"


def test_what_is_written_out_cannot_name_a_file_of_the_machine():
    raw = drafted(Draft(OwnKind.FORMAT, 'based_on = "zimowy"', title="Nasz"))
    assert tournament_format(written_out(raw)).title == "Nasz"
    with pytest.raises(Refused) as refused:
        tournament_format(written_out({**raw, "profile": "/etc/rules.toml"}))
    assert refused.value.violations[0].facts["field"] == "profile"


def test_a_format_is_held_shorter_without_writing_a_file():
    """A school with two hours plays two rounds and no final, and the log says by which format."""
    raw = drafted(Draft(OwnKind.FORMAT, based_on="wojtek", title="Krótki", rounds=2, final=False))
    hall = Hall().create(written_out(raw), 8)
    chance = Random(3)
    for number in (1, 2):
        hall.do("draw")
        tables = hall.do("publish")["tables"]
        for table, seats in enumerate((one["seats"] for one in tables), start=1):
            where = {"round": number, "table": table, "game": 1}
            hall.do("result", **where, seats=hall.seats(seats, chance))
    assert hall.do("check")["next"] == "finish"
    assert hall.state.format.title == "Krótki"
    longer = drafted(Draft(OwnKind.FORMAT, based_on="wojtek", title="Dłuższy", rounds=3))
    assert [one["rounds"] for one in longer["stages"]] == [3, 1]
    with pytest.raises(Refused) as refused:
        drafted(Draft(OwnKind.FORMAT, based_on="wojtek", title="Za długi", rounds=5))
    assert refused.value.violations[0].facts["field"] == "rounds"


@pytest.mark.parametrize(
    "text",
    [
        'colours = ["k", "b", "o", "r", "g"]',
        "highest = 12",
        "copies = 3",
        "jokers = 4",
        "[melds]\nrun_min = 2",
        "[melds]\ngroup_min = 2",
    ],
)
def test_a_server_counts_with_the_usual_box(text: str):
    """With another one a single question could hold it for minutes."""
    with pytest.raises(Refused) as refused:
        drafted(Draft(OwnKind.RULES, f'based_on = "mp2023"\n[tiles]\n{text}\n', title="Nasze"))
    (found,) = refused.value.violations
    assert found.code == "own.box"
    assert text.rpartition("\n")[2].split(" ")[0] in str(found.facts["fields"])
