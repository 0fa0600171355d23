"""An organiser's own board over HTTP: looked at, kept, signed, played on; nobody else's."""

import pytest

from tests.adapters.web.day import Day
from tests.adapters.web.node import OpenStore, Running, serving_node

WILD = {"ranking.specials": "wild", "clock.turn_time_s": 40, "judge.confirms_cities": True}
# A pair and two portraits, or a pair and a triple: `wild` makes the first of them larger.
CARDS = (
    {"cards": {"1": 4}, "portraits": 1, "distance": 20},
    {"cards": {"1": 4}, "portraits": 0, "distance": 10},
)


@pytest.fixture
def server(open_store: OpenStore):
    with serving_node(open_store) as found:
        yield found


def test_a_board_is_looked_at_with_every_switch_in_a_sentence(server: Running):
    organiser = server.first_organiser()
    (ours,) = organiser.get("/api/boards")
    assert (ours["id"], ours["own"]) == ("trasa", False)
    told = organiser.get("/api/boards/trasa")
    assert [one["no"] for one in told["switches"] if one["no"]] == [f"W{n}" for n in range(1, 23)]
    assert all(one["sentence"].endswith(".") for one in told["switches"])
    assert told["picture"].startswith("<svg")
    assert told["fields"] == 49


def test_faults_are_listed_and_nothing_of_it_is_kept(server: Running):
    organiser = server.first_organiser()
    wrong = {"text": 'based_on = "trasa"\nid = "x"\ntitle = "X"\n[clock]\nturn_time_s = 9999\n'}
    told = organiser.post("/api/boards/check", wrong)
    assert len(told["faults"]) == 1
    assert "clock.turn_time_s" in told["faults"][0]
    picture = organiser.post("/api/boards/check", {"text": "\ufffdPNG\r\n\u001a\n"})
    # Not a word of a parser's: what to do, in the reader's language.
    assert "Invalid" not in picture["faults"][0]
    assert ".toml" in picture["faults"][0]
    organiser.post("/api/boards", wrong, refused="field.range")
    organiser.post("/api/boards", {"based_on": "/etc/passwd"}, refused="board.unknown")
    organiser.post("/api/boards", {"changes": {"clock.turn": 1}}, refused="field.unknown")
    assert len(organiser.get("/api/boards")) == 1


def test_an_own_signed_board_is_chosen_and_counts(server: Running):
    day = Day(server, "wojtek", 0, confirmations=0)
    organiser = day.organiser
    number = organiser.post("/api/boards", {"title": "Wydanie 2", "changes": WILD})["id"]
    assert organiser.post("/api/boards", {"title": "Wydanie 2", "changes": WILD})["id"] == number
    organiser.put("/api/boards/trasa", {"verified_by": "Sędzia Główny"}, refused="board.ours")
    organiser.put(f"/api/boards/{number}", {"verified_by": "Sędzia Główny"})
    own = organiser.get(f"/api/boards/{number}")
    assert (own["title"], own["verified_by"]) == ("Wydanie 2", "Sędzia Główny")
    wanted = {"name": "Turniej", "format": "wojtek", "seed": "1", "team_size": 2}
    places = {}
    for board in ("trasa", number):
        made = organiser.post("/api/tournaments", {**wanted, "board": board})
        day.here = f"/api/tournaments/{made['id']}"
        for n in range(4):
            day.ask(do="enter", name=f"Zawodnik {n + 1}", team="AB"[n % 2])
        (seats,) = day.round()
        sheet = [{"entrant": n, **CARDS[i % 2]} for i, n in enumerate(seats)]
        for more, seat in zip((0, 0, 1, 2), sheet, strict=True):
            seat["distance"] += more
        game = {"round": 1, "table": 1, "game": 1, "seats": sheet, "preview": True}
        lines = day.ask(do="result", **game)["lines"]
        places[board] = [line["place"] for line in lines]
    assert places["trasa"] == [3, 1, 4, 2], "a portrait without a pair is ignored"
    assert places[number] == [1, 3, 2, 4], "here each portrait is a card"
    told = organiser.get(day.here)
    assert told["profile"] == "Wydanie 2"


def test_a_change_to_an_own_board_keeps_what_it_says_already(server: Running):
    organiser = server.first_organiser()
    first = organiser.post("/api/boards", {"title": "Wydanie 2", "changes": WILD})["id"]
    organiser.put(f"/api/boards/{first}", {"verified_by": "Sędzia Główny"})
    patient = {"based_on": first, "changes": {"clock.patience_s": 30}}
    looked = organiser.post("/api/boards/check", patient)
    second = organiser.post("/api/boards", patient)["id"]
    for told in (looked, organiser.get(f"/api/boards/{second}")):
        controls = {c["field"]: c["value"] for one in told["switches"] for c in one["controls"]}
        assert {name: controls[name] for name in WILD} == WILD
        assert controls["clock.patience_s"] == 30
        assert told["title"] == "Wydanie 2"
        assert not told.get("verified_by"), "nobody has signed what was changed"
    assert len(organiser.get("/api/boards")) == 3, "the signed one is still there"


def test_a_board_belongs_to_its_organiser(server: Running):
    organiser = server.first_organiser()
    organiser.post(
        "/api/tournaments", {"name": "T", "format": "wojtek", "board": "0" * 16}, "board.unknown"
    )
    wanted = {"name": "T", "format": "zimowy", "board": "trasa"}
    organiser.post("/api/tournaments", wanted, refused="office.format_or_profile")
    server.client().get("/api/boards", refused="access.login_needed")
