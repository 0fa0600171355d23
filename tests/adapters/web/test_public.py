"""The public page in one piece, the QR code beside it, and a call for a referee."""

import json

from stolik.adapters.web.services import Settings
from stolik.app.hall.control import MOST_CALLS
from tests.adapters.web.day import Day
from tests.adapters.web.node import OpenStore, serving_node


def test_the_public_page_has_everything_and_no_names(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        anybody = server.client()
        assert anybody.get(day.here + "/public")["round"] is None
        tables = day.round()
        seq = day.organiser.get(day.here)["seq"]
        page = anybody.get(f"{day.here}/public?seq={seq}")
        assert page["seq"] == seq
        assert [[s["entrant"] for s in t["seats"]] for t in page["round"]["tables"]] == tables
        assert [row["name"] for row in page["standings"]] == [f"#{n}" for n in range(1, 9)]
        assert page["overview"]["format"]["id"] == "zimowy"
        assert page["titles"] == []
        assert "Zawodnik" not in json.dumps(page)
        named = day.organiser.get(day.here + "/public")
        assert {row["name"] for row in named["standings"]} == {f"Zawodnik {n}" for n in range(1, 9)}


def test_a_shared_link_shows_a_picture_with_the_names_of_who_consented(open_store: OpenStore):
    reached = Settings(addresses=lambda: ("http://192.0.2.7:8000",))
    with serving_node(open_store, reached) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        card = {
            "name": 'Puchar "Wiosny" <1>',
            "public": True,
            "start": "10:00",
            "registration": False,
        }
        day.organiser.put(day.here, {**card, "round_minutes": 50, "break_minutes": 5, "day": []})
        anybody = server.client()
        page = anybody.http.get(day.here.replace("/api/tournaments", "/tournament")).text
        assert 'property="og:title" content="Puchar &quot;Wiosny&quot; &lt;1&gt;"' in page
        assert f'content="http://192.0.2.7:8000{day.here}/picture?lang=' in page
        drawn = anybody.http.get(day.here + "/picture")
        assert drawn.headers["content-type"] == "image/png"
        width, height = (int.from_bytes(drawn.content[at : at + 4], "big") for at in (16, 20))
        assert (width, height) == (1200, 630)
        assert anybody.http.get("/tournament/00000000").text.count("og:") == 0


def test_the_picture_of_a_link_names_nobody_who_has_not_consented(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4, confirmations=0)
        for number in (1, 2):
            (seats,) = day.round()
            for game in (1, 2, 3):
                day.ask(**day.sheet(number, 1, game, seats))
        day.ask(do="finish")
        first = day.standings()[0]["entrant"]

        def drawn(browser) -> bytes:
            return browser.http.get(day.here + "/picture?lang=pl").content

        nobody = drawn(server.client())
        assert drawn(day.organiser) == nobody  # whoever asks: it is made to be shared
        day.organiser.put(f"{day.here}/people/{first}", {"consent": True})
        assert drawn(server.client()) != nobody
        day.organiser.put(f"{day.here}/people/{first}", {"consent": False})
        assert drawn(server.client()) == nobody


def test_consent_changes_the_page_and_withdrawing_it_does_too(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        anybody = server.client()

        def names():
            # a page may be a moment old, so this asks until it is not
            server.node.live.pages._pages.clear()
            return [e["name"] for e in anybody.get(day.here + "/public")["overview"]["entrants"]]

        day.organiser.put(day.here + "/people/2", {"consent": True})
        assert names() == ["#1", "Zawodnik 2", "#3", "#4"]
        day.organiser.put(day.here + "/people/2", {"consent": False})
        assert names() == ["#1", "#2", "#3", "#4"]


def test_consent_is_told_at_once_although_it_is_no_event(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        anybody = server.client()
        before = anybody.get(day.here + "/public")
        with anybody.socket(day.here + "/socket") as screen:
            first = screen.wait(lambda m: m["t"] == "changed")
            assert (first["seq"], first["edition"]) == (before["seq"], before["edition"])
            for consent, name in ((True, "Zawodnik 2"), (False, "#2")):
                known = first["edition"]
                day.organiser.put(day.here + "/people/2", {"consent": consent})
                first = screen.wait(lambda m, known=known: m["edition"] != known, within=2)
                assert first["seq"] == before["seq"]
                # who was told does not get the page of a moment ago
                page = anybody.get(f"{day.here}/public?edition={first['edition']}")
                assert page["overview"]["entrants"][1]["name"] == name
        # nobody waits for an edition that another node may have counted to
        assert anybody.get(f"{day.here}/public?edition={10**6}")["seq"] == before["seq"]


def test_a_page_that_was_seen_is_not_sent_again(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        http = server.client().http
        first = http.get(day.here + "/public", headers={"accept-encoding": "gzip"})
        assert first.headers["content-encoding"] == "gzip"
        assert first.headers["cache-control"] == "private, no-cache"
        again = http.get(day.here + "/public", headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        plain = http.get(day.here + "/public", headers={"accept-encoding": "identity"})
        assert plain.json() == first.json()
        named = day.organiser.http.get(day.here + "/public")
        assert named.headers["cache-control"] == "no-store"


def test_who_was_told_of_an_event_gets_a_page_with_it(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        anybody = server.client()
        anybody.get(day.here + "/public")
        for n in range(5, 9):
            day.ask(do="enter", name=f"Zawodnik {n}")
            seq = day.organiser.get(day.here)["seq"]
            page = anybody.get(f"{day.here}/public?seq={seq}")
            assert len(page["overview"]["entrants"]) == n
            # nobody waits for an event that has not happened
            assert anybody.get(f"{day.here}/public?seq={seq + 10**6}")["seq"] == seq


def test_a_qr_code_leads_to_our_own_screens_only(open_store: OpenStore):
    settings = Settings(addresses=lambda: ("http://192.168.7.5:8000",))
    with serving_node(open_store, settings) as server:
        http = server.client().http
        good = http.get("/api/qr?path=/tournament/0123abcd")
        assert good.headers["content-type"].startswith("image/svg+xml")
        assert good.content.startswith(b"<svg")
        for path in ("//evil.example/", "/tournament/x?y", "/enter#token", "/api/qr", "x", ""):
            assert http.get("/api/qr", params={"path": path}).status_code == 404, path
        assert http.get("/api/qr?path=/", headers={"host": "evil.example"}).status_code == 421


def test_nobody_withdraws_the_call_of_a_neighbour(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        seats = day.round()[0]
        day.let_in(*seats[:3])
        one, another, third = (day.players[n] for n in seats[:3])
        table = day.here + "/tables/1/referee"
        one.post(table)
        told = [who.get(day.here + "/me").get("called", False) for who in (one, another)]
        assert told == [True, False]  # only who called is offered to withdraw it
        assert [c["table"] for c in another.post(table)["referee"]] == [1]  # once on the screen
        third.delete(table, refused="hall.call_not_yours")
        assert [c["table"] for c in one.delete(table)["referee"]] == [1]  # the neighbour's stands
        one.delete(table, refused="hall.call_not_yours")
        assert another.delete(table)["referee"] == []
        one.post(table)
        another.post(table)
        assert day.referee(1).delete(table)["referee"] == []  # a referee comes to all of them


def test_who_calls_and_withdraws_again_and_again_has_to_wait(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        seats = day.round()[0]
        day.let_in(*seats[:2])
        one, another = (day.players[n] for n in seats[:2])
        table = day.here + "/tables/1/referee"
        for _ in range(MOST_CALLS):
            one.post(table)
            one.delete(table)
        one.post(table, refused="hall.calls_many")
        assert [c["table"] for c in another.post(table)["referee"]] == [1]


def test_a_table_calls_a_referee_and_he_comes(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        table = day.here + "/tables/1/referee"
        day.organiser.post(table, refused="hall.no_table")
        tables = day.round()
        day.let_in(tables[0][0], tables[1][0])
        mine, other = day.players[tables[0][0]], day.players[tables[1][0]]
        assert [c["table"] for c in mine.post(table)["referee"]] == [1]
        mine.post(table, refused="hall.referee_called")
        other.post(table, refused="access.not_allowed")
        day.let_in(tables[0][1])
        day.players[tables[0][1]].delete(table, refused="hall.call_not_yours")
        assert mine.delete(table)["referee"] == []  # who called may withdraw it
        mine.post(table)
        other.delete(table, refused="access.not_allowed")
        server.client().post(table, refused="access.login_needed")
        other.post(day.here + "/tables/2/referee")
        called = server.client().get(day.here + "/hall")["referee"]
        assert [c["table"] for c in called] == [1, 2]
        day.referee(2).delete(table, refused="access.not_allowed")
        assert [c["table"] for c in day.referee(1).delete(table)["referee"]] == [2]
        day.organiser.delete(table, refused="hall.referee_not_called")
        day.organiser.post(day.here + "/tables/9/referee", refused="office.table_unknown")
