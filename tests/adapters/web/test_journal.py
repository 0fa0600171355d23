"""What the organisers read of access and names: every act once, by whom, and never an id."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from stolik.adapters.web.routes import journal as journal_routes
from stolik.app.access import journal, passes
from stolik.app.access.records import ORGANISER_OF, Account, Invitation, Pass, every
from stolik.app.access.watched import Watched
from stolik.app.ports import Put
from stolik.app.tables.seat_acts import TOLD_ALREADY
from stolik.seats import AccessChange
from tests.adapters.web.day import Day
from tests.adapters.web.node import PASSWORD, OpenStore, Running, serving_node


@pytest.fixture
def day(open_store: OpenStore) -> Iterator[Day]:
    with serving_node(open_store) as server:
        yield Day(server, "zimowy", 4, confirmations=0)


def acts(day: Day) -> list[dict[str, Any]]:
    """Oldest first."""
    return day.organiser.get(f"{day.here}/history/access")[::-1]


def issued(day: Day, **wanted: Any) -> dict[str, Any]:
    return day.organiser.post(f"{day.here}/passes", {"passes": [wanted]})[0]


def kinds(day: Day) -> list[str]:
    return [act["what"] for act in acts(day)]


def test_a_pass_is_told_when_issued_renewed_and_revoked(day: Day):
    made = issued(day, role="player", entrant=2)
    again = day.organiser.post(f"{day.here}/passes/{made['id']}/renew")
    day.organiser.http.delete(f"{day.here}/passes/{again['id']}")
    issued(day, role="referee", tables=["1"], label="Sędzia 1")
    told = acts(day)
    assert [act["what"] for act in told] == [
        *("pass_issued", "pass_renewed", "pass_revoked", "pass_issued")
    ]
    assert all(act["by"] == "Organizator" and act["when"] > 0 for act in told)
    assert told[0]["entrants"] == [2]
    assert told[-1]["tables"] == ["1"]


def test_many_passes_at_once_are_one_act(day: Day):
    wanted = [{"role": "player", "entrant": n} for n in (1, 2, 3, 4)]
    day.organiser.post(f"{day.here}/passes", {"passes": wanted})
    assert [act["entrants"] for act in acts(day)] == [[1, 2, 3, 4]]


def test_organisers_who_come_and_go_are_told_by_name(day: Day):
    link = day.organiser.post(f"{day.here}/organisers/invitations")["link"]
    day.organiser.post(f"{day.here}/organisers/invitations")
    (first, second) = day.organiser.get(f"{day.here}/organisers/invitations")
    other = {"token": link.partition("#")[2], "name": "Druga osoba", "password": PASSWORD}
    day.server.client().post("/api/login/link", other)
    left = [one for one in (first, second) if one in _open(day)]
    day.organiser.http.delete(f"{day.here}/organisers/invitations/{left[0]['id']}")
    (guest,) = [one for one in day.organiser.get(f"{day.here}/organisers") if "Dru" in one["name"]]
    day.organiser.http.delete(f"{day.here}/organisers/{guest['id']}")
    assert [(act["what"], act.get("account", "")) for act in acts(day)] == [
        ("invited", ""),
        ("invited", ""),
        ("organiser_came", "Druga osoba"),
        ("invitation_taken_back", ""),
        ("organiser_dismissed", "Druga osoba"),
    ]


def _open(day: Day) -> list[dict[str, Any]]:
    return day.organiser.get(f"{day.here}/organisers/invitations")


def test_consents_and_erasures_are_told(day: Day):
    day.organiser.put(f"{day.here}/people/1", {"consent": True})
    day.organiser.put(f"{day.here}/people/1", {"consent": False})
    day.organiser.http.delete(f"{day.here}/people/3")
    assert [(act["what"], act["entrants"]) for act in acts(day)] == [
        ("consent_given", [1]),
        ("consent_withdrawn", [1]),
        ("person_forgotten", [3]),
    ]


def test_a_second_device_at_a_seat_of_a_running_game_is_told(day: Day):
    seats = day.round()[0]
    day.organiser.post(f"{day.here}/rounds/1/online", {"tables": [1]})
    (table,) = day.organiser.get(f"{day.here}/rounds/1/online")
    _dealt(day.server, table["id"])
    day.let_in(seats[0])
    for _ in range(2):
        link = issued(day, role="player", entrant=seats[0])["link"]
        day.follow(link).get(f"/api/tables/{table['id']}/games/1/film")
    looks = [act for act in acts(day) if act["what"] == "device"]
    assert [(one["table"], one["round"], one["entrants"], one["device"]) for one in looks] == [
        ("1", 1, [seats[0]], 2)
    ]
    assert looks[0]["when"] > 0
    (glance,) = [
        one for one in day.organiser.get(f"{day.here}/rounds/1/tables") if one["table"] == 1
    ]
    assert glance["devices"] == [{"seat": 0, "count": 2}]


def _dealt(server: Running, table: str) -> None:
    async def deal() -> None:
        host = await server.node.live.rooms.host(table)
        host.dealing.begin()
        while not host.play.hides_racks:
            await asyncio.sleep(0.02)

    server.run(deal())


def test_whatever_changes_at_a_seat_is_an_act():
    acts_known = {one.value for one in journal.What}
    assert [one for one in AccessChange if one not in TOLD_ALREADY and one not in acts_known] == []


def test_no_id_of_an_account_or_a_pass_is_told_anywhere_in_the_history(day: Day):
    day.let_in(1, 2)
    day.round()
    access = day.server.node.access
    held = day.server.run(_ids(access))
    told = json.dumps([day.organiser.get(f"{day.here}/history"), acts(day)])
    assert "Organizator" in told
    assert held
    assert not [one for one in held if one in told]


async def _ids(access: Any) -> list[str]:
    kinds = (Account, Pass, Invitation)
    return [record.id for kind in kinds for record in await every(access.store, kind)]


def test_the_check_of_ids_bites(day: Day, monkeypatch: pytest.MonkeyPatch):
    async def raw(*_: Any) -> Any:
        return lambda by: journal_routes.Signed(by)

    monkeypatch.setattr("stolik.adapters.web.routes.tournaments.signing", raw)
    held = day.server.run(_ids(day.server.node.access))
    assert any(one in json.dumps(day.organiser.get(f"{day.here}/history")) for one in held)


def test_no_pass_or_organiser_changes_without_an_act_in_the_same_write(
    day: Day, monkeypatch: pytest.MonkeyPatch
):
    """The rule over all ways, by what is written: beside a pass of a tournament stands an act."""
    bare = _bare_writes(monkeypatch)
    test_a_pass_is_told_when_issued_renewed_and_revoked(day)
    test_organisers_who_come_and_go_are_told_by_name(_fresh(day))
    assert bare == []


def test_the_rule_bites(day: Day, monkeypatch: pytest.MonkeyPatch):
    bare = _bare_writes(monkeypatch)

    async def untold(*_: object) -> list[Put]:
        return []

    monkeypatch.setattr(passes, "_told", untold)
    issued(day, role="player", entrant=2)
    assert bare


def _fresh(day: Day) -> Day:
    """Another tournament of the same organiser: its history is empty."""
    wanted = {"name": "Drugi", "format": "zimowy", "seed": "1"}
    day.here = "/api/tournaments/" + day.organiser.post("/api/tournaments", wanted)["id"]
    return day


def _bare_writes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    bare: list[str] = []
    put, append = Watched.put, Watched.append

    async def looked(self: Watched, puts: Any) -> None:
        kinds = {one.kind for one in puts}
        if Pass.KIND in kinds and journal.KIND not in kinds:
            bare.append(str(sorted(kinds)))
        await put(self, puts)

    async def looked_at(self: Watched, wanted: Any) -> Any:
        kinds = {one.kind for one in wanted.puts}
        if {ORGANISER_OF, Pass.KIND} & kinds and journal.KIND not in kinds:
            bare.append(str(sorted(kinds)))
        return await append(self, wanted)

    monkeypatch.setattr(Watched, "put", looked)
    monkeypatch.setattr(Watched, "append", looked_at)
    return bare


def test_other_settings_are_told_by_the_names_of_what_changed(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        changes = {"name": "Puchar", "start": "11:00", "public": False, "keep_days": 7}
        day.organiser.put(day.here, {**changes, "details": {"date": "2026-11-20"}})
        day.organiser.put(day.here, changes)  # the same again is no news
        day.ask(do="describe", details={"head_judge": "Sędzia 1", "date": "2026-11-20"})
        acts = day.organiser.get(f"{day.here}/history/access")
        told = [(a["by"], a["settings"]) for a in acts if a["what"] == "settings_changed"]
        assert told == [
            ("Organizator", ["details.head_judge"]),
            ("Organizator", ["name", "public", "start", "keep_days", "details.date"]),
        ]
