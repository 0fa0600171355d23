"""What a referee asks over HTTP: the tables at a glance, a film, the −100/−200 judge."""

import json
from pathlib import Path
from typing import get_args

from stolik.rummikub.events import Event
from tests.web.day import Day
from tests.web.node import OpenStore, serving_node


def test_the_tables_of_a_round_at_a_glance(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 12, confirmations=0)
        day.round()
        day.organiser.post(f"{day.here}/rounds/1/online", {"tables": [2]})
        with day.organiser.socket(f"{day.here}/tables/1/clock/socket") as phone:
            phone.ask("start")
            phone.ask("pause", reason="spór")
        one, two, three = day.referee(1, 2).get(f"{day.here}/rounds/1/tables")
        assert (one["phase"], one["paused"], one["online"]) == ("playing", True, None)
        assert (two["phase"], two["paused"]) == ("closed", False)
        assert len(two["online"]) == 24
        assert (three["phase"], three["owing"]) == ("not_set", True)


def test_a_referee_of_some_tables_judges_who_sits_there(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        (mine, others), referee = day.round(), day.referee(1)
        given = {"do": "penalty", "reason": "hałas"}
        referee.post(day.here, {**given, "entrant": mine[0]})
        referee.post(day.here, {**given, "entrant": others[0]}, refused="access.not_allowed")
        referee.post(day.here, {**given, "entrant": "1"}, refused="access.not_allowed")
        # To name a table of one's own is no way to somebody who sits elsewhere.
        sneaky = {**given, "entrant": others[0], "round": 1, "table": 1}
        referee.post(day.here, sneaky, refused="access.not_allowed")
        assert len(day.ask(do="penalties")["penalties"]) == 1


def test_the_film_of_a_table_is_for_who_may_watch_it(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        day.round()
        online = f"{day.here}/rounds/1/online"
        (table, *_) = day.organiser.post(online, {"tables": [1], "watching": "nobody"})
        day.seat_bots(1, [1])
        day.wait_for_results(1, [1])
        film = f"/api/tables/{table['id']}/games/1/film"
        assert day.organiser.get(film)["over"]
        server.client().get(film, refused="access.login_needed")
        day.organiser.get(f"/api/tables/{table['id']}/games/9/film", refused="live.game_unknown")


def test_the_judge_answers_anybody_and_reads_no_files(open_store: OpenStore):
    with serving_node(open_store) as server:
        anybody = server.client()
        rack = {"rack": ["r12", "r13", "j", "k5"], "last_drawn": "k5"}
        told = anybody.post("/api/tools/verdict", rack)
        assert (told["small_points"], told["rule"]) == (-200, "could_open_earlier")
        assert told["melds"] == [["j", "r12", "r13"]]
        assert "?" not in told["text"]
        file = {**rack, "profile": "/etc/hostname"}
        anybody.post("/api/tools/verdict", file, refused="office.format_or_profile")
        anybody.post("/api/tools/verdict", {**rack, "rack": ["x9"]}, refused="tile.unknown")
        anybody.post(
            "/api/tools/verdict", {**rack, "last_drawn": "b1"}, refused="verdict.last_drawn"
        )


def test_every_event_of_a_table_has_its_sentence():
    texts = Path(__file__).parents[2] / "frontend" / "src" / "texts" / "pl" / "replay.json"
    known = {key.partition("_")[0] for key in json.loads(texts.read_text(encoding="utf-8"))}
    assert {f"log.{kind.__name__}" for kind in get_args(Event)} <= known
