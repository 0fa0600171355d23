"""A tournament that was deleted for ever: every way in is over, and nothing in it changes."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event
from time import sleep

import pytest
from websockets.exceptions import ConnectionClosed

from stolik.app.access.records import Invitation, Pass, every
from stolik.app.people.registrations import REGISTRATION
from stolik.app.ports import Put
from stolik.app.tables.rooms import RUNNING
from stolik.app.tournaments.card import KIND, PERSON, read_card
from stolik.refusal import Refused
from tests.adapters.web.day import Day
from tests.adapters.web.node import OpenStore, Running, Talk, serving_node

GONE = "office.deleted"


def deleted(day: Day) -> None:
    day.organiser.put(day.here, {"archived": True})
    day.organiser.put(day.here, {"deleted": True})


def test_no_link_lets_in_and_nobody_writes(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        seats = day.round()[0]
        day.let_in(*seats)
        referee, player = day.referee(1, 2), day.players[seats[0]]
        (kept,) = day.organiser.post(
            f"{day.here}/passes", {"passes": [{"role": "player", "entrant": seats[1]}]}
        )
        invited = day.organiser.post(f"{day.here}/organisers/invitations")["link"]
        deleted(day)

        for link in (kept["link"], invited):
            token = {"token": link.partition("#")[2]}
            server.client().post("/api/login/link", token, "access.link_unknown")
        server.client().post("/api/login/code", {"code": kept["code"]}, "access.code_unknown")
        fault = {"do": "penalty", "entrant": 1, "reason": "słowa"}
        for browser in (referee, player, day.organiser):
            browser.post(day.here, day.sheet(1, 1, 1, seats), GONE)
            browser.post(day.here, fault, GONE)
        for body in ({"public": True}, {"archived": False}, {"name": "Znowu"}, {"deleted": True}):
            day.organiser.put(day.here, body, GONE)
        wanted = {"passes": [{"role": "referee"}]}
        day.organiser.post(f"{day.here}/passes", wanted, GONE)
        day.organiser.post(f"{day.here}/organisers/invitations", None, GONE)
        day.organiser.post(f"{day.here}/registrations", {"name": "Zawodnik 9"}, GONE)
        server.client().get(day.here, GONE)
        assert day.organiser.get("/api/tournaments") == []
        access = server.node.access
        for kind in (Pass, Invitation):
            assert server.run(every(access.store, kind)) == ()
        assert server.run(access.store.all(PERSON)) == {}


@pytest.mark.parametrize(
    ("stale", "code"),
    [
        ({"was": {"name": "Inny"}, "name": "Puchar"}, "office.field_meanwhile"),
        ({"details": {"date": "wczoraj"}}, "office.date"),
    ],
)
def test_what_is_refused_has_erased_nothing(open_store: OpenStore, stale: dict, code: str):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        day.organiser.put(day.here, {"archived": True})
        day.organiser.put(day.here, {"deleted": True, **stale}, code)
        assert len(server.run(server.node.access.store.all(PERSON))) == 4


def test_what_was_put_away_takes_no_strangers_forms(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        day.organiser.put(day.here, {"registration": True, "public": True, "archived": True})
        form = {"name": "Zawodnik 9"}
        closed = "office.registration_closed"
        server.client().post(f"{day.here}/registrations", form, closed)
        day.organiser.put(day.here, {"archived": False})
        server.client().post(f"{day.here}/registrations", form)


@pytest.mark.parametrize("way", ["passes", "organisers/invitations", "registrations"])
def test_what_is_written_while_it_is_deleted_goes_with_it(
    open_store: OpenStore, monkeypatch: pytest.MonkeyPatch, way: str
):
    """A moment after its ways in were ended and before it says that it is deleted."""
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        day.organiser.put(day.here, {"archived": True})
        erased, written = Event(), Event()
        rooms = server.node.live.rooms
        really = rooms.no_more_of

        async def late(here: str) -> list[Put]:
            erased.set()
            await asyncio.to_thread(written.wait, 10)
            return await really(here)

        monkeypatch.setattr(rooms, "no_more_of", late)
        other = server.client()
        other.http.cookies = day.organiser.http.cookies
        bodies = {
            "passes": {"passes": [{"role": "player", "entrant": 1}]},
            "registrations": {"name": "Zawodnik 9"},
        }
        with ThreadPoolExecutor(1) as pool:
            answer = pool.submit(day.organiser.put, day.here, {"deleted": True})
            assert erased.wait(10)
            if way == "registrations":
                other.put(day.here, {"registration": True, "archived": False})
            other.post(f"{day.here}/{way}", bodies.get(way))
            written.set()
            answer.result(10)
        store = server.node.access.store
        for kind in (Pass, Invitation):
            assert server.run(every(store, kind)) == ()
        assert server.run(store.all(REGISTRATION)) == {}


def test_sockets_clocks_and_online_tables_end(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        tables = day.round()
        day.let_in(tables[0][0])
        day.organiser.post(f"{day.here}/rounds/1/online", {"tables": [2]})
        day.seat_bots(1, [2])
        clock = f"{day.here}/tables/1/clock/socket"
        who = (day.players[tables[0][0]], day.organiser)
        talks = [one.socket(path) for one in who for path in (clock, f"{day.here}/socket")]
        for talk in talks:
            talk.wait(lambda m: m["t"] in ("clock", "changed"))
        deleted(day)
        for talk in talks:
            assert ends(talk)
        before = grown(server)
        (table,) = (name.removeprefix("table/") for name in before if name.startswith("table/"))
        with pytest.raises(Refused):  # a settling that was under way asks for it once more
            server.run(server.node.live.rooms.host(table))
        sleep(1.5)
        assert grown(server) == before, "nothing is played or counted any more"
        assert server.run(server.node.access.store.all(RUNNING)) == {}


def ends(talk: Talk) -> bool:
    with talk:
        try:
            while True:
                talk.socket.recv(timeout=8)
        except ConnectionClosed:
            return True
        except TimeoutError:
            return False


def grown(server: Running) -> dict[str, int]:
    return dict(server.run(server.node.access.store.streams("")))


def test_of_deleting_and_showing_at_once_the_tournament_stays_deleted(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        day.organiser.put(day.here, {"archived": True})

        async def both() -> list[int]:
            def put(body: dict[str, bool]) -> int:
                return day.organiser.http.put(day.here, json=body).status_code

            bodies = [{"deleted": True}, *({"public": True, "archived": True} for _ in range(6))]
            return list(await asyncio.gather(*(asyncio.to_thread(put, one) for one in bodies)))

        office = server.run(server.node.live.offices.office(day.here.rpartition("/")[2]))
        late = replace(office.card, public=True)  # said before, written after
        assert asyncio.run(both())[0] == 200
        with pytest.raises(Refused):
            server.run(office.describe(lambda _: late))
        (card,) = server.run(server.node.access.store.all(KIND)).values()
        assert (read_card(card).deleted, read_card(card).public) == (True, False)
