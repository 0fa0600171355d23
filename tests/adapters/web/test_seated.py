"""Names at an online table: as the tournament's page shows them, and never in what is kept."""

import json
from contextlib import ExitStack

from tests.adapters.web.day import Day
from tests.adapters.web.node import Browser, OpenStore, Talk, serving_node


def set_table(day: Day, **how: str) -> tuple[str, list[int]]:
    """Table 1 of the next round, online: its id and who sits there."""
    seats = day.round()[0]
    (told,) = day.organiser.post(f"{day.here}/rounds/1/online", {"tables": [1], **how})
    return f"/api/tables/{told['id']}", seats


def names(browser: Browser, table: str) -> list[str]:
    return [seat["name"] for seat in browser.get(f"{table}/people")["seats"]]


def hello(browser: Browser, table: str, **more: object) -> Talk:
    talk = browser.socket("/api/socket")
    said = {"t": "hello", "table": table.rpartition("/")[2], **more}
    talk.socket.send(json.dumps(said))
    return talk


def test_who_belongs_reads_names_and_a_stranger_only_those_with_consent(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8)
        table, seats = set_table(day)
        elsewhere = next(n for n in range(1, 9) if n not in seats)
        day.let_in(seats[0], elsewhere)
        all_names = [f"Zawodnik {n}" for n in seats]
        who = (day.organiser, day.referee(1), *day.players.values())
        assert [names(browser, table) for browser in who] == [all_names] * 4
        anybody = server.client()
        assert names(anybody, table) == [f"#{n}" for n in seats]
        day.organiser.put(f"{day.here}/people/{seats[1]}", {"consent": True})
        shown = [f"Zawodnik {n}" if n == seats[1] else f"#{n}" for n in seats]
        assert names(anybody, table) == shown
        told = anybody.http.get(f"{table}/people")
        assert told.headers["cache-control"] == "no-store"
        here = day.here.rpartition("/")[2]
        assert told.json() | {"seats": 0} == {
            "tournament": here,
            "round": 1,
            "table": 1,
            "seats": 0,
        }


def test_a_tournament_that_is_not_public_shows_a_stranger_no_table(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        table, seats = set_table(day)
        day.organiser.put(f"{day.here}/people/{seats[0]}", {"consent": True})
        day.organiser.put(day.here, {"public": False})
        server.client().get(f"{table}/people", "access.login_needed")


def test_a_practice_table_has_no_names(open_store: OpenStore):
    with serving_node(open_store) as server:
        browser = server.client()
        set_ = browser.post("/api/practice", {"bots": ["greedy"]})
        browser.post("/api/login/link", {"token": set_["link"].partition("#")[2]})
        assert browser.get(f"/api/tables/{set_['table']}/people")["seats"] == []


def test_names_are_in_no_event_and_in_no_message_of_the_table(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        table, seats = set_table(day)
        day.organiser.put(f"{day.here}/people/{seats[0]}", {"consent": True})
        with hello(day.organiser, table) as screen:
            heard = [screen.wait(lambda m: m["t"] == "welcome")]
            heard += [screen.wait(lambda m: m["t"] == "snapshot")]
            day.seat_bots(1, [1])
            heard += [screen.wait(lambda m: m["t"] == "events") for _ in range(5)]
        assert "Zawodnik" not in json.dumps(heard)
        host = server.run(server.node.live.rooms.host(table.rpartition("/")[2]))
        kept = server.run(server.store.read(host.room.table.setup.stream, 0))
        assert kept
        assert b"Zawodnik" not in b"".join(entry.body for entry in kept)


def test_whoever_looks_at_a_table_hears_that_names_have_changed(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        table, seats = set_table(day)
        with hello(server.client(), table) as screen:
            screen.wait(lambda m: m["t"] == "snapshot")
            day.organiser.put(f"{day.here}/people/{seats[0]}", {"consent": True})
            assert screen.wait(lambda m: m["t"] == "people") == {"t": "people"}
            day.organiser.delete(f"{day.here}/people/{seats[0]}")
            screen.wait(lambda m: m["t"] == "people")
        assert names(day.organiser, table)[0] == f"#{seats[0]}"


def test_a_running_game_is_told_of_another_time_for_a_move_and_never_why(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        table, seats = set_table(day)
        day.let_in(*seats)
        with ExitStack() as stack:
            players = [stack.enter_context(hello(day.players[n], table)) for n in seats]
            for player in players:
                player.wait(lambda m: m["t"] == "snapshot")
            players[0].wait(lambda m: m["t"] == "events")  # all are there: it is dealt
            onlooker = stack.enter_context(hello(server.client(), table))
            onlooker.wait(lambda m: m["t"] == "snapshot")
            wanted = {"percent": 200, "reason": "wzrok"}
            day.organiser.put(f"{day.here}/entrants/{seats[1]}/time", wanted)
            told = players[0].wait(lambda m: "time_set" in str(m))
            (item,) = [one for one in told["items"] if one["kind"] == "AccessChanged"]
            assert (item["data"]["seat"], item["data"]["percent"]) == (1, 200)
            assert "wzrok" not in str(told)
            seen = onlooker.wait(lambda m: "time_set" in str(m))
            assert [one["data"] for one in seen["items"]] == [{"what": "time_set"}]
            with hello(server.client(), table) as late:
                snapshot = late.wait(lambda m: m["t"] == "snapshot")
                (item,) = [o for o in snapshot["access"] if o["data"]["what"] == "time_set"]
                assert item["data"] == {"what": "time_set"}, "who needs it is no stranger's matter"


def test_who_watches_is_judged_again_when_the_policy_changes(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        table, seats = set_table(day)
        day.let_in(seats[0])
        watching = f"{day.here}/rounds/1/online/1/watching"
        player = hello(day.players[seats[0]], table)
        with player, hello(server.client(), table) as stranger:
            stranger.wait(lambda m: m["t"] == "snapshot")
            player.wait(lambda m: m["t"] == "snapshot")
            day.organiser.put(f"{day.here}/rounds/1/online/1/bot", {"seat": 1, "bot": "greedy"})
            day.organiser.put(watching, {"watching": "nobody"})
            heard = []
            stranger.wait(lambda m: heard.append(m["t"]) or m.get("code") == "bye.watching")
            assert "present" in heard, "another change sends nobody away"
            assert player.ask("ready", after=0)["t"] in ("ack", "no"), "who plays stays"
        with hello(server.client(), table) as stranger:
            assert stranger.wait(lambda _: True)["faults"][0]["code"] == "live.not_yours"


def test_a_screen_that_only_watches_has_a_stranger_s_eyes_and_rights(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        table, _ = set_table(day)
        with hello(day.organiser, table) as own:
            assert own.wait(lambda m: m["t"] == "welcome")["role"] == "referee"
        with hello(day.organiser, table, watch=True) as screen:
            assert screen.wait(lambda m: m["t"] == "welcome")["role"] == "spectator"
            refused = screen.ask("pause", after=0, reason="spór")
            assert [fault["code"] for fault in refused["faults"]] == ["live.not_yours"]
        watching = f"{day.here}/rounds/1/online/1/watching"
        day.organiser.put(watching, {"watching": "no_racks"})
        with hello(day.organiser, table, watch=True) as screen:
            assert screen.wait(lambda m: m["t"] == "welcome")["role"] == "public"
        day.organiser.put(watching, {"watching": "nobody"})
        with hello(day.organiser, table, watch=True) as screen:
            told = screen.wait(lambda m: m["t"] in ("welcome", "no"))
            assert [fault["code"] for fault in told["faults"]] == ["live.not_yours"]
