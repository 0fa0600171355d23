"""School heats: the best of a heat become entries of the final, by file and until a deadline."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from stolik.app.people import heats as app_heats
from stolik.app.people.registrations import REGISTRATION
from stolik.app.people.retention import forget_what_is_due
from stolik.app.ports import Put
from tests.adapters.web.day import Day
from tests.adapters.web.node import OpenStore, serving_node
from tests.tournament.hall import Hall

_LATER = 2**35


def played(day: Day, log: Path) -> None:
    """The rest of a heat, on the command line."""
    log.write_bytes(day.organiser.http.post(f"{day.here}/file/out").content)
    Hall(log).to_the_end()
    day.organiser.http.post(f"{day.here}/file/back?apply=true", content=log.read_bytes())


def test_the_best_of_a_heat_become_entries_of_the_final(open_store: OpenStore, tmp_path: Path):
    with serving_node(open_store) as server:
        heat = Day(server, "zimowy", 8, confirmations=0)
        heat.round()
        heat.ask(do="penalty", entrant=1, reason="Zawodnik 1 krzyczał")
        organiser = heat.organiser
        wants = f"{heat.here}/file/heat?best=3"
        assert organiser.http.post(wants).json()["error"]["code"] == "office.heat_not_finished"
        played(heat, tmp_path / "1.jsonl")
        rows = heat.standings()
        first, second, third = (row["entrant"] for row in rows[:3])
        for entrant in (first, third, rows[5]["entrant"]):
            organiser.put(f"{heat.here}/people/{entrant}", {"consent": True})
        file = organiser.http.post(wants).content
        told = file.decode()
        assert "krzyczał" not in told
        assert told.count('"person"') == 2  # the best alone, and only who agreed

        made = organiser.post("/api/tournaments", {"name": "Finał", "format": "szkoly2015"})
        final = f"/api/tournaments/{made['id']}"
        heats = f"{final}/heats"

        def sent(content: bytes = file, school: str = "Szkoła 1") -> str:
            answer = organiser.http.post(f"{heats}?school={school}", content=content)
            return answer.json()["error"]["code"] if answer.content else ""

        assert sent() == "office.heats_closed"
        organiser.put(final, {"heats_until": 1, "heats_best": 3})
        assert sent() == "office.heats_late"
        organiser.put(final, {"heats_until": _LATER})
        assert sent(file.replace(b"rack", b"rick", 1) + b"x\n") == "logbook.damaged"
        assert [sent(school=blank) for blank in ("%0d", "%20")] == ["request.limit"] * 2
        assert [sent(), sent()] == ["", ""]
        (waits,) = organiser.get(heats)
        assert (waits["school"], waits["entrants"], waits["same_school"]) == ("Szkoła 1", 8, False)
        named = [bool(one["name"]) for one in waits["best"]]
        assert named == [True, False, True]
        entered = organiser.post(f"{heats}/{waits['id']}/accept")["entrants"]
        assert entered == [1, 2]
        people = organiser.post(final, {"do": "people"})["people"]
        assert [one["name"] for one in people] == [f"Zawodnik {first}", f"Zawodnik {third}"]
        assert {one["club"] for one in people} == {"Szkoła 1"}
        assert second not in (first, third)
        assert sent() == "office.heat_used"
        organiser.post(f"{heats}/{waits['id']}/accept", refused="office.heat_unknown")
        # The same school again, with another heat, is named.
        other = Hall(tmp_path / "2.jsonl").create("zimowy", 8)
        other.to_the_end()
        assert sent((tmp_path / "2.jsonl").read_bytes(), "SZKOŁA 1") == ""
        (again,) = organiser.get(heats)
        assert again["same_school"]
        organiser.delete(f"{heats}/{again['id']}")
        assert organiser.get(heats) == []


def test_a_heat_goes_to_a_final_of_the_same_server_by_its_link(
    open_store: OpenStore, tmp_path: Path
):
    with serving_node(open_store) as server:
        heat = Day(server, "zimowy", 8, confirmations=0)
        heat.round()
        organiser = heat.organiser
        made = organiser.post("/api/tournaments", {"name": "Finał", "format": "szkoly2015"})
        final = f"/api/tournaments/{made['id']}"
        to = f"{heat.here}/file/heat/to/{made['id']}?school=Szkoła 1"
        organiser.put(final, {"heats_until": _LATER, "heats_best": 2})
        organiser.post(to, {}, refused="office.heat_not_finished")
        played(heat, tmp_path / "1.jsonl")
        for row in heat.standings()[:2]:
            organiser.put(f"{heat.here}/people/{row['entrant']}", {"consent": True})
        organiser.put(final, {"heats_until": 0})
        organiser.post(to, {}, refused="office.heats_closed")
        organiser.put(final, {"heats_until": _LATER})
        organiser.http.post(to)
        organiser.http.post(to)  # sent twice, it waits once
        (waits,) = organiser.get(f"{final}/heats")
        assert [one["name"] for one in waits["best"]] == [
            f"Zawodnik {row['entrant']}" for row in heat.standings()[:2]
        ]
        unknown = f"{heat.here}/file/heat/to/{'0' * 16}?school=Szkoła 1"
        organiser.post(unknown, {}, refused="office.tournament_unknown")


def test_a_final_that_was_put_away_or_deleted_takes_no_heat(open_store: OpenStore, tmp_path: Path):
    with serving_node(open_store) as server:
        heat = Day(server, "zimowy", 8, confirmations=0)
        heat.round()
        played(heat, tmp_path / "1.jsonl")
        organiser = heat.organiser
        made = organiser.post("/api/tournaments", {"name": "Finał", "format": "szkoly2015"})
        final = f"/api/tournaments/{made['id']}"
        to = f"{heat.here}/file/heat/to/{made['id']}?school=Szkoła 1"
        organiser.put(final, {"heats_until": _LATER, "archived": True})
        told = organiser.http.post(to).json()["error"]
        assert (told["code"], "z archiwum" in told["message"]) == ("office.archived", True)
        organiser.put(final, {"deleted": True})
        organiser.post(to, {}, refused="office.deleted")
        store = server.node.access.store
        assert server.run(store.all(app_heats.HEAT)) == {}
        # What an older version took is found by the clean-up.
        left = [Put(app_heats.HEAT, f"{made['id']}/{'0' * 32}", b"{}")]
        left.append(Put(REGISTRATION, f"{made['id']}/{'1' * 32}", b"{}"))
        server.run(store.put(left))
        live, access = server.node.live, server.node.access
        assert made["id"] in server.run(forget_what_is_due(live.offices, access))
        assert server.run(store.all(app_heats.HEAT)) == {}
        assert server.run(store.all(REGISTRATION)) == {}
        assert server.run(forget_what_is_due(live.offices, access)) == ()


def retold(content: bytes, name: str = "", person: str = "") -> bytes:
    """The file with other names in it, and a chain that holds."""
    chain, lines = "", []
    for line in (json.loads(raw) for raw in content.splitlines()):
        if line.pop("chain", None) is not None:
            line |= {"name": name} if name and "stolik" in line else {}
            text = json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
            chain = sha256(f"{chain}\n{text}".encode()).hexdigest()
            line["chain"] = chain
        line |= {"name": person} if person and "person" in line else {}
        lines.append(json.dumps(line, ensure_ascii=False) + "\n")
    return "".join(lines).encode()


def test_a_file_of_a_heat_brings_no_name_that_nobody_could_type(
    open_store: OpenStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(app_heats, "MOST_WAITING", 1)
    Hall(tmp_path / "1.jsonl").create("zimowy", 4).to_the_end()
    file = (tmp_path / "1.jsonl").read_bytes()
    with serving_node(open_store) as server:
        organiser = server.first_organiser()
        made = organiser.post("/api/tournaments", {"name": "Finał", "format": "szkoly2015"})
        final = f"/api/tournaments/{made['id']}"
        organiser.put(final, {"heats_until": _LATER, "heats_best": 3})

        def sent(content: bytes) -> str:
            answer = organiser.http.post(f"{final}/heats?school=S", content=content)
            return answer.json()["error"]["code"] if answer.content else ""

        for bad in ("Eliminacje \u202e1", "x" * 201):
            code = "name.signs" if len(bad) < 99 else "name.long"
            assert [sent(retold(file, name=bad)), sent(retold(file, person=bad))] == [code, code]
        assert organiser.get(f"{final}/heats") == []
        # As many wait as there is room for; the same one again is no other.
        assert [sent(file), sent(file)] == ["", ""]
        assert sent(retold(file, name="Inne")) == "office.heats_many"
