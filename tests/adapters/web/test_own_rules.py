"""Rules and a format of one's own over HTTP: checked, kept, chosen, and followed everywhere."""

from pathlib import Path
from threading import current_thread
from typing import Any

import pytest

from stolik.app.tournaments import own_rules
from tests.adapters.web.day import Day
from tests.adapters.web.node import OpenStore, Running, serving_node
from tests.tournament.hall import Hall

RULES = """based_on = "mp2023"
title = "Zasady klubu"

[clock]
turn_time_s = 45

[opening]
minimum = 40

[melds]
jokers_per_meld = 1

[points]
big_points_of_four = [7, 5, 3, 1]
"""
FORMAT = """based_on = "zimowy"
title = "Wieczór klubowy"
entrants_min = 4

[[stages]]
id = "evening"
title = "Wieczór"
field = "all"
rounds = 2
games = 1
seating = "draw"
criteria = ["big_points", "small_points", "lot"]
"""


@pytest.fixture
def server(open_store: OpenStore):
    with serving_node(open_store) as found:
        yield found


def test_a_file_is_checked_and_nothing_of_it_is_kept(server: Running):
    organiser = server.first_organiser()
    wrong = {"kind": "rules", "text": RULES.replace("45", "9999").replace("40", "-1")}
    faults = organiser.post("/api/own/check", wrong)["faults"]
    assert [name in fault for name, fault in zip(("turn_time_s", "minimum"), faults, strict=True)]
    organiser.post("/api/own", wrong, refused="field.range")
    assert [one["own"] for one in organiser.get("/api/own")["rules"]] == [False] * 4
    ours = organiser.get("/api/own/rules/mp2023")
    assert len(ours["fields"]) > 50
    assert all(one["sentence"].endswith(".") for one in ours["fields"])


def test_they_belong_to_their_organiser(server: Running):
    organiser = server.first_organiser()
    organiser.get(f"/api/own/rules/{'0' * 16}", refused="own.unknown")
    for named in ({"format": "0" * 16}, {"format": "zimowy", "profile": "0" * 16}):
        organiser.post("/api/tournaments", {"name": "T", **named}, "office.format_or_profile")
    number = organiser.post("/api/own", {"kind": "rules", "text": RULES})["id"]
    wojtek = {"name": "T", "format": "wojtek", "profile": number, "team_size": 2}
    organiser.post("/api/tournaments", wojtek, refused="field.unknown")
    assert not organiser.get("/api/tournaments"), "refused before there is a trace"
    stranger = server.client()
    stranger.get("/api/own", refused="access.login_needed")
    stranger.get(f"/api/formats/{number}/forecast?entrants=8", refused="office.format_or_profile")


def test_a_tournament_follows_rules_and_format_of_its_own(server: Running, tmp_path: Path):
    day = Day(server, "zimowy", 0, confirmations=0)
    organiser = day.organiser
    rules = organiser.post("/api/own", {"kind": "rules", "text": RULES})["id"]
    assert organiser.post("/api/own", {"kind": "rules", "text": RULES})["id"] == rules
    shape = organiser.post("/api/own", {"kind": "format", "text": FORMAT})["id"]
    (told,) = organiser.get("/api/own")["formats"]
    assert (told["id"], told["title"]) == (shape, "Wieczór klubowy")
    ahead = organiser.get(f"/api/formats/{shape}/forecast?entrants=8")
    assert [stage["title"] for stage in ahead["stages"]] == ["Wieczór"]

    wanted = {"name": "Turniej", "format": shape, "profile": rules, "seed": "1"}
    made = organiser.post("/api/tournaments", wanted)
    assert (made["format"], made["profile"]) == ("Wieczór klubowy", "Zasady klubu")
    listed = [one for one in organiser.get("/api/tournaments") if one["id"] == made["id"]]
    assert listed[0]["profile"] == "Zasady klubu", "not the whole file"

    day.here = f"/api/tournaments/{made['id']}"
    for n in range(4):
        day.ask(do="enter", name=f"Zawodnik {n + 1}")
    (seats,) = day.round()
    sheet = [{"entrant": n, "rack_sum": 10 * i} for i, n in enumerate(seats)]
    lines = day.ask(do="result", round=1, table=1, game=1, seats=sheet, preview=True)["lines"]
    assert [line["big_points"] for line in lines] == ["7", "5", "3", "1"]
    day.let_in(*seats)
    with day.players[seats[0]].socket(f"{day.here}/tables/1/clock/socket") as phone:
        assert phone.wait(lambda m: m["t"] == "clock")["move_ms"] == 45_000
    card = organiser.http.get(f"{day.here}/print/rules")
    assert card.status_code == 200, card.text

    overview = organiser.get(day.here + "/public")["overview"]
    assert overview["format"]["title"] == "Wieczór klubowy"

    # The referee's tools take them by the tournament's number.
    assert overview["profile"] == made["id"]
    guide = organiser.get(f"/api/tools/guide/{made['id']}")["profile"]
    assert guide == {"id": made["id"], "title": "Zasady klubu", "minimum": 40}
    rack = ["k10", "b10", "o10"]
    asked = {"rack": rack, "profile": made["id"]}
    assert organiser.post("/api/tools/opening", asked)["opens"] is False
    assert organiser.post("/api/tools/opening", {**asked, "profile": "mp2023"})["opens"] is True
    verdict = {"rack": [*rack, "r1"], "last_drawn": "r1", "profile": made["id"]}
    assert organiser.post("/api/tools/verdict", verdict)["small_points"] == -100
    ours = organiser.post("/api/tools/verdict", {**verdict, "profile": "mp2023"})
    assert ours["small_points"] == -200

    two = {"tableau": [["k1", "k2", "k3"]], "rack": ["j", "j", "r9"]}
    assert organiser.post("/api/tools/solve", two)["tiles"] == 3, "two jokers make a group of r9"
    organiser.post("/api/tools/solve", {**two, "profile": made["id"]}, refused="own.rack_large")
    one = {**two, "rack": ["j", "r9"], "profile": made["id"]}
    assert organiser.post("/api/tools/solve", one)["laid"] == ["j"]
    lies = {"tableau": [["k1", "j", "j"]], "rack": ["k2"], "profile": made["id"]}
    organiser.post("/api/tools/solve", lies, refused="meld.too_many_jokers")

    # A table online plays by them, and the file of the event needs nothing else.
    (online,) = organiser.post(f"{day.here}/rounds/1/online", {"tables": [1]})
    with day.players[seats[0]].socket("/api/socket") as table:
        table.socket.send('{"t":"hello","table":"' + online["id"] + '"}')
        rules_there = table.wait(lambda m: m["t"] == "welcome")["rules"]
        assert (rules_there["title"], rules_there["turn_time_s"]) == ("Zasady klubu", 45)
    log = tmp_path / "turniej.jsonl"
    log.write_bytes(organiser.http.post(f"{day.here}/file/out").content)
    hall = Hall(log, lang="pl")
    sheet_again = hall.do("result", round=1, table=1, game=1, seats=sheet, preview=True)
    assert sheet_again["lines"] == lines


def test_a_stranger_makes_no_server_think_for_long(server: Running):
    organiser = server.first_organiser()
    text = 'based_on = "mp2023"\ntitle = "Jeden joker"\n[melds]\njokers_per_meld = 1\n'
    own = organiser.post("/api/own", {"kind": "rules", "text": text})["id"]
    wanted = {"name": "T", "format": "zimowy", "profile": own, "public": True}
    here = organiser.post("/api/tournaments", wanted)["id"]
    long = sorted(2 * [f"{colour}{n}" for colour in "kbor" for n in range(1, 14)])[:90]
    rack = ["j", "j", *long]
    stranger = server.client()
    for what, more in (("opening", {}), ("verdict", {"last_drawn": "unknown"})):
        asked = {"profile": here, "rack": rack[1:15], **more}
        assert stranger.post(f"/api/tools/{what}", asked)
        stranger.post(f"/api/tools/{what}", {**asked, "rack": rack}, refused="own.rack_large")
        assert stranger.post(f"/api/tools/{what}", {**asked, "profile": "mp2023", "rack": rack})


@pytest.mark.parametrize("what", ["rules", "format", "board"])
def test_who_keeps_a_file_deletes_it_unless_a_tournament_goes_by_it(server: Running, what: str):
    organiser = server.first_organiser()
    if what == "board":
        number = organiser.post("/api/boards", {"title": "Własna", "changes": {}})["id"]
        here, unknown = f"/api/boards/{number}", "board.unknown"
        made = {"format": "wojtek", "board": number, "team_size": 2}
    else:
        text = RULES if what == "rules" else FORMAT
        number = organiser.post("/api/own", {"kind": what, "text": text})["id"]
        here, unknown = f"/api/own/{what}/{number}", "own.unknown"
        made = {"format": "zimowy", "profile": number} if what == "rules" else {"format": number}
    organiser.post("/api/tournaments", {"name": "Turniej", **made})
    refusal = organiser.http.delete(here).json()["error"]
    assert refusal["code"] == "own.used"
    assert "Turniej" in refusal["message"]
    assert organiser.get(here), "still there"
    server.client().delete(here, refused="access.login_needed")

    # The same file of somebody else, or one that nothing goes by, goes at once.
    text = (FORMAT if what == "format" else RULES).replace("klub", "szkol")
    if what == "board":
        other = organiser.post("/api/boards", {"title": "Inna", "changes": {}})["id"]
        free = f"/api/boards/{other}"
    else:
        other = organiser.post("/api/own", {"kind": what, "text": text})["id"]
        free = f"/api/own/{what}/{other}"
    organiser.delete(free)
    organiser.get(free, refused=unknown)
    organiser.delete(free, refused=unknown)


def test_what_a_file_says_is_explained_beside_the_loop(
    server: Running, monkeypatch: pytest.MonkeyPatch
):
    """A sound file can name thousands of articles."""
    told, threads = own_rules._told, list[str]()

    def noted(*given: Any) -> Any:
        threads.append(current_thread().name)
        return told(*given)

    monkeypatch.setattr(own_rules, "_told", noted)
    organiser = server.first_organiser()
    number = organiser.post("/api/own", {"kind": "rules", "text": RULES})["id"]
    assert organiser.get(f"/api/own/rules/{number}")["title"] == "Zasady klubu"
    assert organiser.get("/api/own/rules/mp2023")["fields"]
    organiser.post("/api/own/check", {"kind": "rules", "text": RULES})
    assert len(threads) == 3
    assert all(name.startswith("stolik-") for name in threads), threads
