"""What was written of somebody, put right once seats are given: with a reason, for all to see."""

from typing import Any

from stolik.app.fairness.trail_checking import checked_trail, trail_told
from stolik.app.tournaments.same_person import is_same_person
from stolik.fair.codes import Phrase
from tests.adapters.web.day import Day
from tests.adapters.web.node import OpenStore, serving_node


def _proof(day: Day) -> dict[str, Any]:
    return day.server.client().get(day.here + "/draws")["proof"]


def _name(day: Day, entrant: int) -> str:
    people = day.ask(do="people")["people"]
    return str(next(one["written"] for one in people if one["entrant"] == entrant))


def test_nobody_changes_names_or_teams_unseen_once_seats_are_given(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, seed="")
        day.ask(do="amend", entrant=3, name="Zawodnik Trzeci")  # nobody sits yet: nothing to prove
        day.round()
        before = _proof(day)
        day.ask(do="amend", entrant=3, name="Zawodnik Trzecia", refused="tournament.reason_missing")
        day.ask(do="amend", entrant=3, age_class="2015", refused="tournament.reason_missing")
        day.ask(do="amend", entrant=3, team="Smoki", refused="tournament.reason_missing")
        day.ask(do="amend", entrant=3, club="SP 7")  # of no weight for places
        assert _proof(day) == before
        why = {"reason": "literówka"}
        day.ask(do="amend", entrant=3, name="Zawodnik Trzecia", age_class="2015", **why)
        proof = _proof(day)
        told = proof["entries"][-1]
        assert (told["what"], told["entrant"], told["fields"]) == ("amended", 3, ["name", "class"])
        assert (told["reasoned"], told["reason"]) == (True, "literówka")
        assert "Trzeci" not in str(proof)
        (remark,) = (x for x in checked_trail(proof).remarks if x.code is Phrase.AMENDED)
        assert (remark.facts["entrant"], remark.facts["fields"]) == (3, "name, class")
        assert any("imię i nazwisko, klasa" in x for x in trail_told(checked_trail(proof), "pl"))
        assert checked_trail(proof).changes == 1


def test_nobody_takes_the_name_of_another_by_a_correction(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, seed="")
        day.round()
        one, other, why = _name(day, 1), _name(day, 2), {"reason": "zamiana"}
        day.ask(do="amend", entrant=1, name=other, **why, refused="office.name_of_another")
        day.ask(do="amend", entrant=1, name=other.upper(), **why, refused="office.name_of_another")
        day.ask(do="amend", entrant=1, name="Ktoś Inny", **why)
        day.ask(do="amend", entrant=2, name=one, **why, refused="office.name_of_another")
        day.ask(do="amend", entrant=1, name=one, **why)  # his own
        assert _name(day, 1) == one


def test_the_history_says_what_became_what(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, seed="")
        day.ask(do="amend", entrant=1, club="SP 1", age_class="2014")
        first = _name(day, 1)
        for name in ("Zawodnik Pierwszy", "Zawodnik Drugi"):
            day.ask(do="amend", entrant=1, name=name, club="SP 1", age_class="2015")
        told = [x["event"] for x in day.organiser.get(day.here + "/history")]
        changed = [x["changed"] for x in told if x["event"] == "EntrantAmended"]
        assert changed == [
            {"club": ["", "SP 1"], "age_class": ["", "2014"]},
            {"name": [first, "Zawodnik Pierwszy"], "age_class": ["2014", "2015"]},
            {"name": ["Zawodnik Pierwszy", "Zawodnik Drugi"]},
        ]


def test_another_name_takes_no_consent_along_and_a_slip_does(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        day.ask(do="amend", entrant=1, name="Anna Kowalsak")
        forms = {"to": ["name", "photo"], "entrants": [1], "guardian": True}
        day.organiser.post(day.here + "/consents", forms)

        def agreed() -> tuple[bool, int]:
            person = day.organiser.get(day.here + "/people/1")["person"]
            return person["consent"], len(person["also"])

        for slip in ("Anna Kowalska", "ANNA KOWALSKA", "Kowalska Anna", "Ánna Kowalska"):
            day.ask(do="amend", entrant=1, name=slip)
            assert agreed() == (True, 1), slip
        day.ask(do="amend", entrant=1, name="Hanna Kowalska")  # her sister
        assert agreed() == (False, 0)
        day.organiser.put(day.here + "/people/1", {"consent": True})  # she signs for herself
        day.ask(do="amend", entrant=1, name="Anna Kowalska")  # close to it, but not taken back
        assert agreed() == (False, 0)
        day.ask(do="amend", entrant=1, name="Ánna Kowalska")
        day.ask(do="amend", entrant=1, name="Hanna Kowalska")
        assert agreed() == (True, 0)


def test_a_name_that_is_taken_back_has_its_consents_again(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        day.ask(do="amend", entrant=1, name="Anna Kowalska")
        forms = {"to": ["name", "photo"], "entrants": [1], "guardian": True}
        day.organiser.post(day.here + "/consents", forms)
        signed = day.organiser.get(day.here + "/people/1")["person"]
        for _ in range(2):
            day.ask(do="amend", entrant=1, name="Piotr Zieliński")
            assert not day.organiser.get(day.here + "/people/1")["person"]["consent"]
            day.ask(do="amend", entrant=1, name="Anna Kowalska")
            person = day.organiser.get(day.here + "/people/1")["person"]
            assert {k: person[k] for k in ("consent", "consent_by", "consent_at", "also")} == {
                k: signed[k] for k in ("consent", "consent_by", "consent_at", "also")
            }


def test_slip_by_slip_nobody_becomes_somebody_else():
    borne = ["Jan Nowak", "Jan Nowik", "Jan Nolik"]
    assert is_same_person(borne[1], borne[:1])
    assert is_same_person(borne[2], borne[:2])
    assert not is_same_person("Jan Nolin", borne)  # two letters from the last, three from the first


def test_noting_at_the_door_changes_no_consent_that_stands(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        (told,) = day.organiser.post(day.here + "/passes", {"passes": [{"role": "door"}]})
        door, where = day.follow(told["link"]), day.here + "/consents"
        form = {"to": ["name"], "entrants": [1], "guardian": True}
        day.organiser.post(where, form)
        door.post(where, {**form, "entrants": [1, 2], "guardian": False})
        signed = [day.organiser.get(f"{day.here}/people/{n}")["person"] for n in (1, 2)]
        assert [x["consent_by"] for x in signed] == ["paper_guardian", "paper"]

        door.post(where, {**form, "back": True}, "office.consent_not_yours")
        door.post(where, {**form, "entrants": [2], "back": True})  # his own slip
        assert 2 in door.get(where)["name"]
        door.post(where, {**form, "entrants": [2]})

        day.organiser.put(f"{day.here}/people/1", {"consent": False})
        door.post(where, form, "office.consent_withdrawn")
        assert 1 in door.get(where)["name"]
        day.organiser.post(where, form)
        assert 1 not in door.get(where)["name"]
