"""What leads phones here carries an address they reach, never that of who printed it."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pypdf
import pytest
import segno

from stolik.adapters import store_sqlite
from stolik.adapters.cli.server.addresses import lan_addresses, links_begin
from stolik.adapters.cli.server.parts import ServePlan, Storage
from stolik.adapters.web.services import Settings
from stolik.app.paper.content import Badge, Paper
from stolik.wiring.parts import Drawing
from tests.adapters.web.day import Day
from tests.adapters.web.node import Running, serving_node

HALL, OFFICE = "http://192.168.7.5:8123", "http://10.0.0.9:8123"
IN_TWO_NETWORKS = Settings(addresses=lambda: (HALL, OFFICE))


def picture_of(address: str) -> bytes:
    drawn = BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(
        drawn, kind="svg", border=3, omitsize=True, xmldecl=False, light="#fff", dark="#000",
        nl=False,
    )  # fmt: skip
    return drawn.getvalue()


def qr(server: Running, path: str) -> bytes:
    return server.client().http.get("/api/qr", params={"path": path}).content


def test_a_qr_code_has_the_address_of_the_hall_and_not_the_host_of_who_asks(tmp_path: Path):
    with serving_node(lambda: store_sqlite.open_store(tmp_path), IN_TWO_NETWORKS) as server:
        assert qr(server, "/phone-test") == picture_of(f"{HALL}/phone-test")
        organiser = server.first_organiser()
        told = {"address": HALL, "addresses": [HALL, OFFICE], "command": ""}
        assert organiser.get("/api/reach") == told
        organiser.put("/api/reach", {"address": OFFICE})
        assert qr(server, "/phone-test") == picture_of(f"{OFFICE}/phone-test")
        organiser.put(
            "/api/reach", {"address": "http://evil.example"}, refused="access.address_unknown"
        )
        told = server.client().get("/api/reach")
        # The others are nobody's business.
        assert (told["address"], told["addresses"]) == (OFFICE, [])


def test_a_way_in_is_drawn_for_organisers_and_stands_in_no_address(tmp_path: Path):
    with serving_node(lambda: store_sqlite.open_store(tmp_path), IN_TWO_NETWORKS) as server:
        organiser, stranger = server.first_organiser().http, server.client()
        drawn = organiser.post("/api/qr", json={"path": "/enter#klucz_-="})
        assert drawn.content == picture_of(f"{HALL}/enter#klucz_-=")
        assert drawn.headers["cache-control"] == "no-store"
        for path in ("/enter", "/enter#", "//evil.example/enter#x", "/enter#a b", "/friends#x"):
            assert organiser.post("/api/qr", json={"path": path}).status_code == 404, path
        assert stranger.http.post("/api/qr", json={"path": "/enter#x"}).status_code in (401, 403)


def test_a_network_that_is_gone_is_chosen_no_longer(tmp_path: Path):
    here = [HALL, OFFICE]
    settings = replace(IN_TWO_NETWORKS, addresses=lambda: tuple(here))
    with serving_node(lambda: store_sqlite.open_store(tmp_path), settings) as server:
        server.first_organiser().put("/api/reach", {"address": OFFICE})
        here.remove(OFFICE)
        assert server.client().get("/api/reach")["address"] == HALL


def test_without_a_network_nothing_leads_nowhere(tmp_path: Path):
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as server:
        client = server.client()
        nowhere = {"address": "", "addresses": [], "command": ""}
        assert client.get("/api/reach") == nowhere
        told = server.first_organiser().get("/api/reach")
        assert told == {**nowhere, "command": "stolik serve --lan"}
        client.get("/api/qr?path=/phone-test", refused="http.no_reach")


@pytest.mark.parametrize("settings", [IN_TWO_NETWORKS, Settings()])
def test_a_badge_carries_a_whole_link_or_the_code_alone(tmp_path: Path, settings: Settings):
    with serving_node(lambda: store_sqlite.open_store(tmp_path), settings) as server:
        day = Day(server, "zimowy", 4, confirmations=0)
        sent = {"passes": [{"entrant": 1, "code": "ABC-DEF", "link": "/enter#klucz"}]}
        printed = day.organiser.http.post(f"{day.here}/badges", json=sent).content
        known = day.organiser.get(day.here)
    way_in = f"{HALL}/enter#klucz" if settings.addresses() else ""
    mine = Badge("Zawodnik 1", "1", "", known["name"], "Kod: ABC-DEF", way_in)
    others = [Badge(f"Zawodnik {n}", str(n), "", known["name"]) for n in (2, 3, 4)]
    expected = Drawing().pdf(Paper("badges", "Identyfikatory", "pl", (mine, *others)))
    assert _drawn(printed) == _drawn(expected)


def _drawn(pdf: bytes) -> list[bytes]:
    """The strokes of the page and of the drawings on it: its codes."""
    page = pypdf.PdfReader(BytesIO(pdf)).pages[0]
    content = page.get_contents()
    assert content is not None
    drawings = page["/Resources"].get("/XObject", {})  # type: ignore[attr-defined]
    return [content.get_data(), *(one.get_object().get_data() for one in drawings.values())]


def test_links_begin_as_the_server_was_started(tmp_path: Path):
    plan = ServePlan(Storage(tmp_path), 0, ("127.0.0.1",))
    assert links_begin(plan, 8000) == ()
    lan = replace(plan, lan=True, listen=("0.0.0.0",))
    assert links_begin(lan, 8000) == tuple(f"http://{one}:8000" for one in lan_addresses())
    picked = replace(plan, lan=True, listen=("127.0.0.1", "::1", "192.168.7.5"))
    assert links_begin(picked, 8123) == (HALL,)
    public = replace(plan, public_url="https://stolik.example")
    assert links_begin(public, 8000) == ("https://stolik.example",)
