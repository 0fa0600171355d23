"""People over HTTP: consent, one's own data, and being forgotten; T28 with a whole server."""

import asyncio
from pathlib import Path

from stolik.adapters import store_sqlite
from tests.reliability.report import figure
from tests.web.day import Day
from tests.web.node import OpenStore, serving_node


def test_consent_own_data_and_being_forgotten(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "eliminacje", 13)
        day.round()
        day.let_in(1, 2)
        public, organiser, player = server.client(), day.organiser, day.players[1]
        someone = f"{day.here}/people/1"

        def shown() -> str:
            rows = public.post(day.here, {"do": "standings"})["rows"]
            return next(row["name"] for row in rows if row["entrant"] == 1)

        assert shown() == "#1"
        player.put(someone, {"consent": True}, refused="access.not_allowed")
        organiser.put(someone, {"consent": True})
        assert shown() == "Zawodnik 1"

        mine = player.get(f"{day.here}/me/data")
        assert mine["person"] == {"name": "Zawodnik 1", "consent": True}
        assert len(mine["seats"]) == 1
        assert mine == organiser.get(someone)
        player.get(f"{day.here}/people/2", refused="access.not_allowed")
        public.get(f"{day.here}/me/data", refused="access.login_needed")

        organiser.delete(someone)
        assert shown() == "#1"
        assert organiser.get(someone)["person"] is None
        organiser.delete(someone, refused="office.person_unknown")
        player.get(f"{day.here}/me/data", refused="access.login_needed")  # the login has ended


def test_no_byte_of_a_forgotten_name_is_left_and_the_chain_holds(tmp_path: Path):
    name = "Zawodnik Niepamiętany"
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as server:
        day = Day(server, "eliminacje", 13)
        number = day.ask(do="enter", name=name)["entrant"]
        day.let_in(number)
        assert name.encode() in everything(tmp_path)  # the search itself works
        day.organiser.delete(f"{day.here}/people/{number}")
        left = name.encode() in everything(tmp_path)

    async def check() -> object:
        store = await store_sqlite.open_store(tmp_path)
        faults = await store.check()
        await store.close()
        return faults

    assert asyncio.run(check()) == ()
    figure("T28", "names left after a whole server forgot somebody", int(left), tier="quick")
    assert not left
    assert name.encode() not in everything(tmp_path)


def everything(directory: Path) -> bytes:
    return b"".join(path.read_bytes() for path in directory.rglob("*") if path.is_file())
