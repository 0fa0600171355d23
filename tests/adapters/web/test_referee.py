"""What a referee asks over HTTP: the tables at a glance, a film, the −100/−200 judge."""

import json
from pathlib import Path
from typing import get_args

from stolik.rummikub.events import Event, TimeOutRuling
from tests.adapters.web.day import Day
from tests.adapters.web.node import OpenStore, serving_node


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
        assert one["stands_ms"] >= 0
        assert (two["stands_ms"], three["stands_ms"]) == (None, None)


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


def test_only_the_head_judge_excludes_where_the_document_says_so(open_store: OpenStore):
    """002 L164, also at an online table; nobody named: every organiser is the head judge."""
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        (mine, _), referee = day.round(), day.referee(1)
        head = f"{day.here}/head-judge"
        of = {"entrant": mine[0], "reason": "hałas"}
        referee.post(day.here, {"do": "penalty", **of})
        out = {"do": "penalty", "step": "exclusion", "leaving": "without", **of}
        referee.post(day.here, out, refused="access.head_judge_only")
        referee.post(day.here, {"do": "disqualify", **of}, refused="access.head_judge_only")
        points = {"do": "penalty", "step": "warning", "small_points": -5, **of}
        referee.post(day.here, points, refused="access.head_judge_only")
        referee.put(head, {"id": ""}, refused="access.not_allowed")
        day.organiser.put(head, {"id": "0" * 24}, refused="access.head_judge_unknown")
        passes = day.organiser.get(f"{day.here}/passes")
        named = next(one["id"] for one in passes if one["role"] == "referee")
        day.organiser.put(head, {"id": named})
        day.organiser.post(day.here, out, refused="access.head_judge_only")
        referee.post(day.here, out)
        acts = day.organiser.get(f"{day.here}/history/access")
        assert [act["what"] for act in acts].count("head_judge_named") == 1
        asked = {"do": "ladder", "entrant": mine[1]}
        assert referee.post(day.here, asked)["choices"]
        told = [each.post(day.here, asked)["decides"] for each in (referee, day.organiser)]
        assert told == [True, False], "the page says on the button whose word it takes"
        unblamed = day.organiser.post(day.here, asked)
        assert (unblamed["offences"], unblamed["out_by"]) == (0, "head_judge")


def test_a_player_reports_and_reads_the_answer_and_nobody_else_does(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        one, two, three, *_ = day.round()[0]
        day.let_in(one, three)
        phone = day.players[one]
        phone.post(day.here, {"do": "file_report", "by": 9, "entrant": two, "words": "zagląda"})
        (filed,) = phone.post(day.here, {"do": "penalties"})["reports"]
        assert (filed["by"], filed["decision"]) == (one, None), "in the own name, whatever is said"
        answer = {"do": "report", "report": 1, "by": one, "entrant": two, "reason": "nieprawda"}
        day.organiser.post(day.here, {**answer, "decision": "rejected"})
        (told,) = phone.post(day.here, {"do": "penalties"})["reports"]
        assert (told["decision"], told["reason"]) == ("rejected", "nieprawda")
        for other in (day.players[three], server.client()):
            assert other.post(day.here, {"do": "penalties"})["reports"] == []


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
        server.client().get(film, refused="access.no_replay")
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
        anybody.post("/api/tools/verdict", file, refused="profile.unknown")
        anybody.post("/api/tools/verdict", {**rack, "rack": ["x9"]}, refused="tile.unknown")
        anybody.post(
            "/api/tools/verdict", {**rack, "last_drawn": "b1"}, refused="verdict.last_drawn"
        )


def test_a_referee_asks_about_tiles_and_time_outs_by_any_regulation_of_ours(open_store: OpenStore):
    with serving_node(open_store) as server:
        anybody = server.client()
        profiles = [one["id"] for one in anybody.get("/api/tools/profiles")]
        assert profiles == ["mp2023", "eliminacje", "zimowy", "szkoly2015"]
        for profile in profiles:
            steps = anybody.get(f"/api/tools/guide/{profile}")["time_out"]
            ends = [step for step in steps if not step["question"]]
            assert {step["ruling"] for step in ends} == {r.value for r in TimeOutRuling}
            assert all(step["article"] and step["text"] for step in ends)
            asked = [step for step in steps if step["question"]]
            assert all(0 < step[way] < len(steps) for step in asked for way in ("yes", "no"))
        school = anybody.get("/api/tools/guide/szkoly2015")
        assert school["unfinished"]["article"] == "szkoly2015 L100"
        anybody.get("/api/tools/guide/wojtek", refused="profile.unknown")
        opens = anybody.post("/api/tools/opening", {"rack": ["k10", "b10", "j", "r1"]})
        assert (opens["value"], opens["opens"]) == (30, True)
        rows = [["r6", "j", "r8"], ["k1", "b1"]]
        run, loose = anybody.post("/api/tools/melds", {"rows": rows})
        assert (run["kind"], run["value"], run["numbers"]) == ("run", 21, [6, 7, 8])
        assert not loose["kind"]
        assert loose["why"]
        most = {"tableau": [["r1", "r2", "r3"]], "rack": ["r4", "k9"]}
        assert anybody.post("/api/tools/solve", most)["laid"] == ["r4"]
        three = {**most, "rack": ["r1", "r1"]}
        anybody.post("/api/tools/solve", three, refused="tile.too_many")
        file = {"rack": [], "profile": "/etc/hostname"}
        anybody.post("/api/tools/opening", file, refused="profile.unknown")


def test_every_event_of_a_table_has_its_sentence():
    """A time-out is told by its ruling."""
    texts = Path(__file__).parents[3] / "frontend" / "src" / "texts" / "pl"
    told = json.loads((texts / "replay.json").read_text(encoding="utf-8"))
    rulings = json.loads((texts / "table.json").read_text(encoding="utf-8"))
    known = {key.partition("_")[0] for key in told}
    wanted = {f"log.{kind.__name__}" for kind in get_args(Event)} - {"log.TimeRanOut"}
    assert wanted <= known
    assert {f"time_out.{ruling}" for ruling in TimeOutRuling} <= set(rulings)


def test_a_step_whose_points_the_judge_names_never_says_that_none_are_lost(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "szkoly2015", 16, confirmations=0)
        told = day.organiser.post(day.here, {"do": "ladder", "entrant": day.round()[0][0]})
        asked = [*told["choices"], *told["steps"]]
        said = [each["effect"] for each in asked if each["step"] == "deduction"]
        assert said == ["tyle punktów mniej, ile poda sędzia"] * 2
