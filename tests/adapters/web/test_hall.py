"""The hall over HTTP and sockets: phones at a clock, the organiser's hand on all of them."""

import secrets
import time
from pathlib import Path
from time import monotonic, sleep

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.adapters.web.day import Day
from tests.adapters.web.node import OpenStore, Talk, serving_node
from tests.tournament.hall import Hall


def clock(day: Day, browser, table: int = 1) -> Talk:
    return browser.socket(f"{day.here}/tables/{table}/clock/socket")


def codes(answer: dict) -> list[str]:
    return [fault["code"] for fault in answer.get("faults", [])]


def test_two_phones_at_one_table(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        seats = day.round()[0]
        day.let_in(*seats)
        one, other = (clock(day, day.players[n]) for n in seats[:2])
        with one, other:
            shown = one.wait(lambda m: m["t"] == "clock")
            assert [row["entrant"] for row in shown["seats"]] == seats
            assert shown["phase"] in ("not_set", "ready")  # set by itself, a moment later
            assert (shown["move_ms"], shown["games"]) == (40_000, 3)
            assert one.ask("start")["t"] == "ack"
            assert other.wait(lambda m: m.get("running"))["turn"] == 0
            id_ = secrets.token_hex(16)
            first = one.ask("tap", id=id_, seat=0, move=1)
            again = one.ask("tap", id=id_, seat=0, move=1)
            assert first["t"] == "ack"
            assert again == first, "the same id gets the same answer for ever"
            assert codes(other.ask("tap", seat=0, move=1)) == ["table_clock.move_over"]
            assert other.ask("announce", seat=1)["t"] == "ack"
            time.sleep(0.7)  # two taps that follow each other at once are one
            assert other.ask("tap", seat=1, move=2, ago_ms=200)["t"] == "ack"
            assert one.ask("restart", move=3)["t"] == "ack"
            assert one.ask("pause", reason="spór")["t"] == "ack"
            assert one.ask("resume")["t"] == "ack"
            assert one.ask("correct", seat=0, reason="pomyłka")["t"] == "ack"
            assert codes(one.ask("add_time", seconds=5, reason="x")) == ["live.not_yours"]
            last = one.ask("stop")["seq"]
            told = other.wait(lambda m: m.get("seq") == last and m["t"] == "clock")
            assert (told["phase"], told["ending"]) == ("over", "stopped")
            assert codes(one.ask("next")) == ["table_clock.not_all_seen"]
            for seat in range(len(seats)):
                one.ask("seen", seat=seat)
            assert one.ask("next")["t"] == "ack"
            one.socket.send('{"t":"status","pending":["' + id_ + '","' + "0" * 32 + '"]}')
            status = one.wait(lambda m: m["t"] == "status")["commands"]
            assert status == {id_: {"acked": first["seq"]}, "0" * 32: {"unknown": True}}


def test_only_who_has_business_at_a_table_touches_its_clock(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        tables = day.round()
        day.let_in(tables[1][0])
        stranger, anybody = day.players[tables[1][0]], server.client()
        for browser in (stranger, anybody, day.referee(2)):
            with clock(day, browser) as phone:
                phone.wait(lambda m: m["t"] == "clock")
                assert codes(phone.ask("start")) == ["live.not_yours"]
        with clock(day, day.referee(1)) as phone:
            assert phone.ask("start")["t"] == "ack"
            assert phone.ask("add_time", seconds=5, reason="hałas")["t"] == "ack"
            assert phone.ask("call_time")["t"] == "ack"
            for wrong in ('{"t":"tap"}', "[]", "{", '{"t":"start","id":"x"}', '{"t":"tick"}'):
                phone.socket.send(wrong)
                answer = phone.wait(lambda m: m["t"] == "no")
                assert codes(answer)[0] in ("live.message_unreadable", "request.limit")
        with clock(day, anybody, 7) as phone:
            assert codes(phone.wait(lambda _: True)) == ["office.table_unknown"]
            with pytest.raises(ConnectionClosed):
                phone.wait(lambda _: False)


def test_a_screen_that_only_watches_a_clock_cannot_touch_it(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        day.round()
        path = f"{day.here}/tables/1/clock/socket"
        with day.organiser.socket(path + "?watch=1") as screen, clock(day, day.organiser) as phone:
            assert codes(screen.ask("start")) == ["live.not_yours"]
            assert phone.ask("start")["t"] == "ack"
            screen.wait(lambda m: m.get("phase") == "playing")


def test_a_revoked_login_loses_its_clock_and_its_screen(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        seats = day.round()[0]
        day.let_in(seats[0])
        entry = day.organiser.get(day.here + "/passes")[0]["id"]
        player = day.players[seats[0]]
        with clock(day, player) as phone, player.socket(day.here + "/socket") as screen:
            phone.wait(lambda m: m["t"] == "clock")
            screen.wait(lambda m: m["t"] == "changed")
            day.organiser.delete(f"{day.here}/passes/{entry}")
            for talk in (phone, screen):
                assert talk.wait(lambda m: m["t"] == "bye")["code"] == "bye.logged_out"


def test_a_private_tournament_shows_nothing_to_strangers(open_store: OpenStore):
    with serving_node(open_store) as server:
        organiser = server.first_organiser()
        wanted = {"name": "Turniej", "format": "zimowy", "public": False}
        here = "/api/tournaments/" + organiser.post("/api/tournaments", wanted)["id"]
        anybody = server.client()
        for path in ("", "/hall", "/rounds/1/missing", "/rounds/1/online", "/me"):
            anybody.get(here + path, refused="access.login_needed")
        for path in ("/socket", "/tables/1/clock/socket"):
            with pytest.raises(InvalidStatus):
                anybody.socket(here + path)


def test_the_organiser_s_hand_on_the_whole_hall(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        seats = day.round()[0]
        day.let_in(*seats)
        number, organiser = day.here + "/rounds/1", day.organiser
        organiser.post(number + "/online", {"tables": [2]})
        phone = clock(day, day.players[seats[0]])
        screen = server.client().socket(day.here + "/socket")
        with phone, screen:
            phone.ask("start")
            organiser.post(number + "/clock", {"minutes": 50})
            told = screen.wait(lambda m: m["hall"]["running"], within=2)
            assert 2_990_000 < told["hall"]["left_ms"] <= 3_000_000
            day.seat_bots(1, [2])
            organiser.post(number + "/pause", {"reason": "alarm"})
            assert phone.wait(lambda m: m.get("held_by") == ["hall"])["running"] is False
            told = screen.wait(lambda m: m["hall"]["paused"], within=2)
            assert told["hall"]["pause_reason"] == "alarm"
            game = organiser.get(number + "/online")[0]["game"]
            organiser.post(number + "/pause", {"reason": "x"}, refused="hall.paused_already")
            organiser.post(number + "/resume")
            assert phone.wait(lambda m: m.get("running"))["held_by"] == []
            organiser.post(number + "/moves/extend", {"seconds": 60, "reason": "hałas"})
            assert phone.wait(lambda m: m.get("left_ms", 0) > 60_000)
            organiser.post(number + "/clock/extend", {"minutes": 5, "reason": "hałas"})
            organiser.post(number + "/call-time")
            assert phone.wait(lambda m: m.get("time_called"))["last_moves"] == len(seats)
            screen.wait(lambda m: m["hall"]["time_called"], within=2)
            organiser.post(number + "/call-time", refused="hall.time_called_already")
            organiser.post(number + "/call-results")
            assert screen.wait(lambda m: m["hall"]["call"], within=2)["hall"]["call"]["tables"]
            organiser.post(day.here + "/break", {"minutes": 10})
            assert screen.wait(lambda m: m["hall"]["break_ms"], within=2)
            organiser.delete(day.here + "/break")
            assert game <= 3
        day.players[seats[0]].post(number + "/resume", refused="access.not_allowed")
        organiser.post(day.here + "/rounds/2/clock", {"minutes": 5}, refused="office.not_published")
        organiser.post(number + "/clock", {"minutes": 0}, refused="hall.minutes")


def test_a_table_is_picked_for_the_screen_until_the_next_round(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        tables = day.round()
        shown, organiser = day.here + "/rounds/1/shown", day.organiser
        with server.client().socket(day.here + "/socket") as screen:
            assert screen.wait(lambda m: m["t"] == "changed")["hall"]["shown"] is None
            assert organiser.put(shown, {"table": 2})["shown"] == 2
            screen.wait(lambda m: m["hall"]["shown"] == 2, within=2)
            organiser.put(shown, {"table": 9}, refused="office.table_unknown")
            assert organiser.put(shown, {"table": None})["shown"] is None
            screen.wait(lambda m: m["hall"]["shown"] is None, within=2)
        organiser.put(shown, {"table": 1})
        for table, seats in enumerate(tables, start=1):
            for game in (1, 2, 3):
                organiser.post(day.here, day.sheet(1, table, game, seats))
        day.round()
        assert organiser.get(day.here + "/hall")["shown"] is None
        organiser.put(day.here + "/rounds/7/shown", {"table": 1}, refused="office.not_published")


def test_a_scene_is_picked_for_the_screen_until_a_round_begins(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        scene, organiser = day.here + "/scene", day.organiser
        assert organiser.get(day.here + "/hall")["scene"] is None
        with server.client().socket(day.here + "/socket") as screen:
            told = organiser.put(scene, {"scene": "rules", "page": 3})["scene"]
            assert (told["scene"], told["page"]) == ("rules", 3)
            screen.wait(lambda m: m["hall"]["scene"] == told, within=2)
        again = organiser.put(scene, {"scene": "call"})["scene"]
        assert again["page"] == 0
        assert organiser.put(scene, {"scene": None})["scene"] is None
        organiser.put(scene, {"scene": "party"}, refused="request.wrong_choice")
        organiser.put(scene, {"scene": "rules", "page": -1}, refused="request.limit")
        day.round()
        day.let_in(1)
        day.players[1].put(scene, {"scene": "names"}, refused="access.not_allowed")
        organiser.put(scene, {"scene": "names"})
        organiser.post(day.here + "/rounds/1/clock", {"minutes": 50})
        assert organiser.get(day.here + "/hall")["scene"] is None


@pytest.mark.parametrize("format_", ["eliminacje", "wojtek"])
def test_everybody_reads_the_rules_of_the_tournament(open_store: OpenStore, format_: str):
    with serving_node(open_store) as server:
        day = Day(server, format_, 8, confirmations=0)
        stranger = server.client()
        polish = stranger.get(day.here + "/rules?lang=pl")
        english = stranger.get(day.here + "/rules?lang=en")
        counts = [[len(part["items"]) for part in told["parts"]] for told in (polish, english)]
        assert counts[0] == counts[1]
        assert min(counts[0]) > 0
        texts = [item["text"] for part in polish["parts"] for item in part["items"]]
        assert len(texts) == len(set(texts))
        assert all("{" not in text for text in texts)
        where = {item["where"] for part in polish["parts"] for item in part["items"]}
        assert not any(one.startswith("decision") for one in where)
        if format_ == "eliminacje":  # 001 step 11i: forty seconds
            assert any("40" in text for text in texts)


def test_the_same_request_twice_is_done_once(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        day.round()
        ask = {"headers": {"stolik-command": "cd" * 16}}
        path = day.here + "/rounds/1/clock"
        one, other = (day.organiser.post(path, {"minutes": 5}, **ask) for _ in range(2))
        assert one["seq"] == other["seq"] == 1


def test_more_time_for_who_needs_it_everywhere(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        tables = day.round()
        here, there = tables[0][0], tables[1][1]
        for entrant in (here, there):
            path = f"{day.here}/entrants/{entrant}/time"
            day.organiser.put(path, {"percent": 150, "reason": "wzrok"})
            day.organiser.put(path, {"percent": 50, "reason": "wzrok"}, refused="hall.percent")
            answer = day.organiser.http.put(path, json={"percent": 300})
            assert answer.status_code == 400, "nobody says why"
        nobody = f"{day.here}/entrants/99/time"
        day.organiser.put(nobody, {"percent": 150, "reason": "wzrok"}, "hall.no_entrant")
        told = day.organiser.get(f"{day.here}/history/access")
        assert [(a["what"], a["entrants"], a["percent"], a["reason"]) for a in told[:2]] == [
            ("time_set", [n], 150, "wzrok") for n in (there, here)
        ]
        day.let_in(here, there)
        with clock(day, day.players[here]) as phone:
            phone.ask("start")
            assert phone.clock["left_ms"] > 59_000
        day.organiser.post(day.here + "/rounds/1/online", {"tables": [2]})
        me = day.players[there].get(day.here + "/me")
        assert me["time_percent"] == 150
        with day.players[there].socket("/api/socket") as table:
            table.socket.send('{"t":"hello","table":"' + me["online"] + '"}')
            seats = table.wait(lambda m: m["t"] == "welcome")["seats"]
            assert [seat["time_percent"] for seat in seats][:2] == [100, 150]
        with server.client().socket("/api/socket") as onlooker:
            onlooker.socket.send('{"t":"hello","table":"' + me["online"] + '"}')
            seats = onlooker.wait(lambda m: m["t"] == "welcome")["seats"]
            assert {seat["time_percent"] for seat in seats} == {100}
        day.organiser.delete(f"{day.here}/people/{there}")
        acts = day.organiser.get(f"{day.here}/history/access")
        assert [a.get("reason") for a in acts if a["what"] == "time_set"] == [None, "wzrok"]


def test_everything_goes_on_after_a_restart(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        seats = day.round()[0]
        day.let_in(*seats)
        with clock(day, day.players[seats[0]]) as phone:
            phone.ask("start")
            phone.ask("tap", seat=0, move=1)
        day.organiser.post(day.here + "/rounds/1/clock", {"minutes": 50})
        day.organiser.post(day.here + "/rounds/1/online", {"tables": [2]})
        before, since = day.organiser.get(day.here + "/hall")["left_ms"], monotonic()
    with serving_node(open_store) as server:
        day.again(server)
        after = day.organiser.get(day.here + "/hall")["left_ms"]
        assert 0 <= before - after <= 1000 * (monotonic() - since) + 500
        with clock(day, day.players[seats[1]]) as phone:
            shown = phone.wait(lambda m: m["t"] == "clock")
            assert (shown["turn"], shown["move"], shown["running"]) == (1, 2, True)
            assert phone.ask("tap", seat=1, move=2)["t"] == "ack"
        day.seat_bots(1, [2])
        day.wait_for_results(1, [2])


def test_two_sheets_that_differ_are_a_referees_matter(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=2)
        seats = day.round()[0]
        day.let_in(*seats)
        one, other, third, fourth = (day.players[n] for n in seats)
        sheet = day.sheet(1, 1, 1, seats)
        wrong = {
            **sheet,
            "seats": [{**row, "rack_sum": row["rack_sum"] * 2} for row in sheet["seats"]],
        }
        one.post(day.here, sheet)
        other.post(day.here, wrong, refused="hall.sheets_differ")
        other.post(day.here, wrong, refused="hall.sheets_differ")  # told once, however often sent
        third.post(day.here, {**sheet, "seats": sheet["seats"][::-1]})  # the same in another order
        tables = f"{day.here}/rounds/1/tables"
        (told,) = day.organiser.get(tables)[0]["contradictions"]
        assert (told["game"], told["by"]) == (1, seats[1])
        assert [line["small_points"] for line in told["lines"]] != [
            line["small_points"]
            for line in day.ask(do="round", round=1)["tables"][0]["games"][0]["lines"]
        ]
        (game, *_) = one.get(day.here + "/me")["games"]
        assert game["confirmed_by"] == [str(seats[0]), str(seats[2])]
        which = {"round": 1, "table": 1, "game": 1}
        # The desk names it in every room, and who wrote the other sheet reads his own beside it.
        assert day.organiser.get(day.here + "/hall")["differing"] == [which]
        assert "own_sheet" not in game
        assert other.get(day.here + "/me")["games"][0]["own_sheet"] == told["lines"]
        day.referee(1).post(day.here, {"do": "confirm", **which, "by": "?"})
        assert day.organiser.get(tables)[0]["contradictions"] == []
        assert day.organiser.get(day.here + "/hall")["differing"] == []
        assert "own_sheet" not in other.get(day.here + "/me")["games"][0]
        fourth.post(day.here, wrong, refused="hall.sheet_decided")
        assert day.organiser.get(tables)[0]["contradictions"] == []


def test_a_contradiction_is_still_known_after_a_restart(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4, confirmations=2)
        seats = day.round()[0]
        day.let_in(*seats[:2])
        sheet = day.sheet(1, 1, 2, seats)
        day.players[seats[0]].post(day.here, sheet)
        changed = {
            **sheet,
            "seats": [{**row, "rack_sum": 3 * row["rack_sum"]} for row in sheet["seats"]],
        }
        day.players[seats[1]].post(day.here, changed, refused="hall.sheets_differ")
    with serving_node(open_store) as server:
        day.again(server)
        (told,) = day.organiser.get(f"{day.here}/rounds/1/tables")[0]["contradictions"]
        assert told["by"] == seats[1]


def test_an_announcement_is_not_taken_back_behind_the_backs_of_who_plays(
    open_store: OpenStore, tmp_path: Path
):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8)
        day.round()
        number = day.here + "/rounds/1"
        day.organiser.post(number + "/online", {"tables": [1]})
        day.seat_bots(1, [1])
        deadline = monotonic() + 10
        while day.organiser.get(number + "/online")[0]["phase"] != "playing":
            assert monotonic() < deadline
            sleep(0.01)
        day.organiser.post(number + "/pause", {"reason": "alarm"})  # or the bots are done too soon
        back = {"do": "unpublish", "reason": "pomyłka"}
        day.organiser.post(day.here, back, refused="hall.game_runs")
        # Nor by a file: who only asks what it would do is told so too.
        log = tmp_path / "day.jsonl"
        log.write_bytes(day.organiser.http.post(f"{day.here}/file/out").content)
        Hall(log).do("unpublish", reason="pomyłka")
        for apply in ("false", "true"):
            to = f"{day.here}/file/back?apply={apply}"
            told = day.organiser.http.post(to, content=log.read_bytes())
            assert told.json()["error"]["code"] == "hall.game_runs", apply
        day.organiser.post(number + "/resume")
