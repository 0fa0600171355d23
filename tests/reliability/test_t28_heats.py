"""T28: who is forgotten where a heat was played is named in no heat that waits at a final."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from stolik.app.people import heats
from tests.adapters.web.day import Day
from tests.adapters.web.node import Browser, serving_node
from tests.adapters.web.test_heats import played
from tests.reliability.report import figure
from tests.reliability.words import HE, copied, left_of, opened

_LATER = 2**35
_EVERYBODY = 4


@dataclass
class Sent:
    """A school's heat that waits at a final, sent there by its link."""

    heat: Day
    final: str

    @property
    def organiser(self) -> Browser:
        return self.heat.organiser

    @property
    def him(self) -> str:
        return f"{self.heat.here}/people/1"

    def waiting(self) -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = self.organiser.get(f"{self.final}/heats")
        return told

    def named(self) -> set[str]:
        return {one["name"] for heat in self.waiting() for one in heat["best"] if one["name"]}

    def entered(self) -> set[str]:
        """Whom the final has after it took the heat."""
        (waits,) = self.waiting()
        self.organiser.post(f"{self.final}/heats/{waits['id']}/accept")
        return {one["name"] for one in self.organiser.post(self.final, {"do": "people"})["people"]}


def sent(heat: Day, tmp_path: Path) -> Sent:
    """A heat of four who agreed to be named, he among them; all are the best."""
    heat.ask(do="amend", entrant=1, name=HE)
    organiser = heat.organiser
    heat.round()
    played(heat, tmp_path / "heat.jsonl")
    (tmp_path / "heat.jsonl").unlink()
    for entrant in range(1, _EVERYBODY + 1):
        organiser.put(f"{heat.here}/people/{entrant}", {"consent": True})
    made = organiser.post("/api/tournaments", {"name": "Finał", "format": "szkoly2015"})
    final = f"/api/tournaments/{made['id']}"
    organiser.put(final, {"heats_until": _LATER, "heats_best": _EVERYBODY})
    told = organiser.http.post(f"{heat.here}/file/heat/to/{made['id']}?school=SP1")
    assert told.status_code == 204, told.text
    return Sent(heat, final)


def forgotten(one: Sent) -> None:
    told = one.organiser.delete(f"{one.him}?namesakes=erase")
    assert (told["waiting_in"], told["entered_in"]) == (["Finał"], [])


def withdrawn(one: Sent) -> None:
    one.organiser.put(one.him, {"consent": False})


def deleted(one: Sent) -> None:
    one.organiser.put(one.heat.here, {"archived": True})
    one.organiser.put(one.heat.here, {"deleted": True})


def outlived(tmp_path: Path, lost: Callable[[Sent], None]) -> tuple[set[str], set[str], list[str]]:
    """Whom the waiting heat named after that, whom the final got, and what bytes of him stay."""
    with serving_node(opened(tmp_path)) as server:
        one = sent(Day(server, "zimowy", _EVERYBODY, confirmations=0), tmp_path)
        copied(server, tmp_path, anew=False)
        assert HE in one.named()
        assert left_of([HE], tmp_path) == [HE]  # the search itself works
        lost(one)
        copied(server, tmp_path, anew=True)
        return one.named(), one.entered(), left_of([HE], tmp_path)


_OTHERS = {f"Zawodnik {n}" for n in range(2, _EVERYBODY + 1)}


def test_who_is_forgotten_is_gone_from_the_heat_that_waits(tmp_path: Path):
    named, entered, left = outlived(tmp_path, forgotten)
    figure("T28", "names left in heats of who was forgotten", len(left), tier="quick")
    assert (named, entered, left) == (_OTHERS, _OTHERS, [])


def test_who_agrees_no_longer_is_not_entered_by_the_heat_that_waits(tmp_path: Path):
    named, entered, _ = outlived(tmp_path, withdrawn)
    assert (named, entered) == (_OTHERS, _OTHERS)


def test_nobody_of_a_deleted_heat_is_named_where_it_waits(tmp_path: Path):
    assert outlived(tmp_path, deleted) == (set(), set(), [])


def test_the_mutant_that_sends_names_along_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(heats, "by_numbers", lambda heat, _: heat)
    named, entered, left = outlived(tmp_path, withdrawn)
    assert (HE in named, HE in entered, left) == (True, True, [HE])


def test_of_who_was_entered_the_final_is_named(tmp_path: Path):
    with serving_node(opened(tmp_path)) as server:
        one = sent(Day(server, "zimowy", _EVERYBODY, confirmations=0), tmp_path)
        assert HE in one.entered()
        told = one.organiser.delete(f"{one.him}?namesakes=erase")
        assert (told["waiting_in"], told["entered_in"]) == ([], ["Finał"])
        # There it is another record: its organiser is asked.
        people = one.organiser.post(one.final, {"do": "people"})["people"]
        number = next(each["entrant"] for each in people if each["name"] == HE)
        one.organiser.delete(f"{one.final}/people/{number}?namesakes=erase")
        copied(server, tmp_path, anew=True)
        assert left_of([HE], tmp_path) == []


def test_the_same_file_does_not_bring_back_names_of_a_heat_that_waits(tmp_path: Path):
    with serving_node(opened(tmp_path)) as server:
        one = sent(Day(server, "zimowy", _EVERYBODY, confirmations=0), tmp_path)
        wanted = f"{one.heat.here}/file/heat?best={_EVERYBODY}"
        file = one.organiser.http.post(wanted).content
        one.organiser.http.post(f"{one.final}/heats?school=SP1", content=file)
        (waits,) = one.waiting()
        assert HE in {each["name"] for each in waits["best"]}
        forgotten(one)
        assert one.named() == _OTHERS


@pytest.mark.parametrize(("namesakes", "stay"), [("keep", True), ("erase", False)])
def test_a_file_that_waits_under_the_name_is_asked_about(
    tmp_path: Path, namesakes: str, *, stay: bool
):
    with serving_node(opened(tmp_path)) as server:
        one = sent(Day(server, "zimowy", _EVERYBODY, confirmations=0), tmp_path)
        file = one.organiser.http.post(f"{one.heat.here}/file/heat?best={_EVERYBODY}").content
        (waits,) = one.waiting()
        one.organiser.delete(f"{one.final}/heats/{waits['id']}")
        one.organiser.http.post(f"{one.final}/heats?school=SP1", content=file)
        him = one.organiser.post(one.final, {"do": "enter", "name": HE})["entrant"]
        there = f"{one.final}/people/{him}"
        assert one.organiser.delete(f"{there}?namesakes=ask")["unsure"] == [HE]
        one.organiser.delete(f"{there}?namesakes={namesakes}")
        assert (HE in one.named()) is stay
