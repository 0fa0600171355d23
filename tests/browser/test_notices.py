"""What the desk says when something is not where it should be: copies, and reports of tables."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from stolik.adapters.store_sqlite import SqliteStore, open_store
from stolik.adapters.store_sqlite.copies import Copies
from stolik.app.hall import caretaker
from stolik.app.streams.copying import CopiesHealth
from stolik.app.tables.setup import Watching
from stolik.app.tournaments.answering import answer
from stolik.app.tournaments.trying import Asking
from stolik.rummikub.commands import Disqualify, Warn
from stolik.seats import Seat
from tests.adapters.web.node import Running, serving_node
from tests.browser.people import PATIENCE_MS, PHONE, People
from tests.tiers import first


class Stick:
    """The copies of a server on a stick that can be pulled out."""

    def __init__(self, path: Path) -> None:
        self.data, self.place = path / "data", path / "pendrive"
        self.copies: Copies | None = None

    async def opened(self) -> SqliteStore:
        store = await open_store(self.data)
        self.copies = Copies(store, [self.place], wall_clock=lambda: 0, on_fault=lambda *_: None)
        return store

    def health(self) -> tuple[CopiesHealth, ...]:
        return self.copies.health if self.copies else ()


@pytest.fixture
def stick(tmp_path: Path) -> Stick:
    return Stick(tmp_path)


@pytest.fixture
def server(stick: Stick) -> Iterator[Running]:
    with serving_node(stick.opened, copies=stick.health) as running:
        yield running


def made(people: People, page) -> str:
    wanted = {"name": "Turniej", "format": "zimowy"}
    origin = {"origin": people.server.url}
    return page.request.post("/api/tournaments", data=wanted, headers=origin).json()["id"]


def test_the_desk_says_which_place_gets_no_copies_and_why(people: People, stick: Stick):
    page = people.organiser()
    page.goto(f"/tournament/{made(people, page)}/organise")
    notice = page.get_by_text("Kopie zapasowe się nie zapisują.")
    expect(page.get_by_role("heading", name="Zgłoszenia")).to_be_visible(timeout=PATIENCE_MS)
    expect(notice).to_have_count(0)
    stick.place.write_text("to nie jest katalog")
    people.server.run(stick.copies.minute())
    expect(notice).to_be_visible(timeout=2 * PATIENCE_MS)
    expect(page.get_by_text(f"Nie ma katalogu na kopie {stick.place}.")).to_be_visible()
    stick.place.unlink()
    people.server.run(stick.copies.minute())
    expect(notice).to_have_count(0, timeout=2 * PATIENCE_MS)


@pytest.mark.parametrize("size", first(PHONE, None, ids=("phone", "laptop")))
def test_a_report_the_tournament_does_not_take_is_shown_and_closed_with_a_reason(
    people: People, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int] | None
):
    monkeypatch.setattr(caretaker, "_REFUSED_AGAIN_S", 0.2)
    page = people.organiser(*([size] if size else []))
    tournament = made(people, page)
    table = people.server.run(_disqualified_at_a_table_that_is_gone(people, tournament))
    page.goto(f"/tournament/{tournament}/organise/round")
    line = page.get_by_text(f"Runda I, stolik {table}, decyzja sędziego.")
    expect(line).to_have_count(2, timeout=PATIENCE_MS)  # the warning and the exclusion
    expect(page.get_by_text("bo wylosowano ją od nowa").first).to_be_visible()
    for left in (1, 0):
        page.get_by_role("button", name="Załatwione inaczej…").first.click()
        page.get_by_label("Powód").last.fill("wpisane ręcznie")
        page.get_by_role("button", name="Zamknij doniesienie").click()
        expect(line).to_have_count(left)
    page.reload()
    expect(page.get_by_role("navigation").first).to_be_visible()
    expect(line).to_have_count(0)


async def _disqualified_at_a_table_that_is_gone(people: People, tournament: str) -> int:
    """A referee disqualifies somebody at a table whose round is then drawn again."""
    node = people.server.node
    office = await node.live.offices.office(tournament)

    async def ask(**request) -> None:
        await office.do(lambda book: answer(book, request, "pl"), Asking("organiser"))

    for n in range(8):
        await ask(do="enter", name=f"Zawodnik {n + 1}")
    await ask(do="draw")
    await ask(do="publish")
    hall = await node.live.halls.hall(tournament)
    await hall.online.set(1, [1], watching=Watching.RACKS_AFTER, by="o", command=None)
    host = await node.live.rooms.host(hall.online.table(1, 1).id)
    host.dealing.begin()
    while not host.room.table.state.seats:
        await asyncio.sleep(0.02)
    await ask(do="unpublish", reason="pomyłka")
    await ask(do="draw", reason="pomyłka")
    await ask(do="publish")
    for _ in range(host.room.table.rules.penalties.warnings_before_exclusion):
        await host.room.do(Warn(Seat(1), "podglądanie"), by="referee")
    await host.room.do(Disqualify(Seat(1), "podglądanie"), by="referee")
    return 1
