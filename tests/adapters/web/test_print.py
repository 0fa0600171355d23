"""Papers over HTTP, from a real server."""

from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import httpx
import pytest

from stolik.app.paper.documents import DOCUMENTS
from tests.adapters.test_pdf import pages
from tests.adapters.web.day import Day
from tests.adapters.web.node import Browser, OpenStore, Running, serving_node
from tests.pictures import png
from tests.tournament.hall import Hall


@pytest.fixture
def server(open_store: OpenStore) -> Iterator[Running]:
    with serving_node(open_store) as running:
        yield running


def words(browser: Browser, path: str) -> str:
    answer = browser.http.get(path)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    return " ".join(pages(answer.content)).replace("\u200b", "")


def test_an_organiser_prints_a_day(server: Running):
    day = Day(server, "eliminacje", 12)
    here = day.here + "/print/"
    assert "Rozpoczynasz grę" in words(day.organiser, here + "slips")
    day.organiser.get(here + "scores", "paper.no_round")
    assert "scores" not in {row["document"] for row in day.organiser.get(day.here + "/print")}
    day.round()
    now = {row["document"]: row["title"] for row in day.organiser.get(day.here + "/print")}
    assert now["scores"].startswith("Tabele punktowe")
    assert "form" not in now
    sheets = words(day.organiser, here + "scores")
    head = day.organiser.get(day.here)["head"]
    assert head in sheets.replace(" ", "").replace("\n", "")
    assert "Zawodnik 7" in sheets
    assert "Seating by table" in words(day.organiser, here + "tables?lang=en&round=1")
    assert "09:15" in words(day.organiser, here + "timetable?start=09:15&minutes=45")
    day.organiser.get(here + "form", "paper.not_finished")
    day.organiser.get(day.here + "/form?kind=csv", "paper.not_finished")
    day.organiser.get(here + "anything", "paper.unknown")


def test_a_paper_that_cannot_be_made_yet_says_so_on_a_page(server: Running):
    """Links of the desk open a tab of their own: a person reads what comes there."""
    day = Day(server, "zimowy", 8)
    person = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8", "accept-language": "en"}
    stranger = server.client()
    for path in ("/print/diplomas", "/print/scores", "/form?kind=csv", "/tables/9/sheet"):
        here = day.here + path
        said = day.organiser.http.get(here, headers={"accept-language": "en"})
        sentence = said.json()["error"]["message"]
        page = day.organiser.http.get(here, headers=person)
        assert page.status_code == said.status_code
        assert page.headers["content-type"].startswith("text/html"), page.text
        assert sentence in unescape(page.text), page.text
        assert '<html lang="en">' in page.text
        turned_away = stranger.http.get(here, headers=person)
        assert turned_away.headers["content-type"].startswith("text/html"), turned_away.text


def test_a_referee_prints_the_sheets_of_his_tables(server: Running):
    day = Day(server, "zimowy", 8)
    day.round()
    referee = day.referee(2)
    sheet = words(referee, day.here + "/tables/2/sheet")
    assert "Stolik 2" in sheet
    assert "Stolik 1" not in sheet
    referee.get(day.here + "/tables/1/sheet", "access.not_allowed")
    day.organiser.get(day.here + "/tables/9/sheet", "paper.no_table")
    day.let_in(1)
    for browser, code in (
        (referee, "access.not_allowed"),
        (day.players[1], "access.not_allowed"),
        (server.client(), "access.login_needed"),
    ):
        for document in DOCUMENTS:
            browser.get(f"{day.here}/print/{document}", code)
        browser.get(day.here + "/print", code)
        browser.get(day.here + "/form", code)


def test_badges_carry_passes_that_were_just_made(server: Running):
    day = Day(server, "zimowy", 4)
    wanted = [{"role": "player", "entrant": 2}, {"role": "referee", "label": "Sędzia"}]
    answered = day.organiser.post(day.here + "/passes", {"passes": wanted})
    told = answered[0]
    answer = day.organiser.http.post(day.here + "/badges", json={"passes": answered})
    assert answer.status_code == 200, answer.text
    assert told["code"] in " ".join(pages(answer.content))
    assert answer.headers["cache-control"] == "no-store"


def test_online_tables_have_their_commitments_on_the_pairing_sheet(server: Running):
    day = Day(server, "zimowy", 8)
    day.round()
    day.organiser.post(f"{day.here}/rounds/1/online", {"tables": [2]})
    (online,) = day.organiser.get(f"{day.here}/rounds/1/online")
    printed = words(day.organiser, day.here + "/print/tables").replace("\n", "").replace(" ", "")
    assert len(online["commits"]) == 3
    assert all(commit in printed for commit in online["commits"].values())


def test_the_form_is_sent_as_data(server: Running):
    day = Day(server, "zimowy", 4, confirmations=0)
    for number in (1, 2):
        seats = day.round()
        for game in (1, 2, 3):
            day.ask(**day.sheet(number, 1, game, seats[0]))
    day.ask(do="finish")
    facts = day.organiser.get(day.here + "/form")
    assert facts["entrants"] == 4
    sent = day.organiser.http.get(day.here + "/form?kind=csv")
    assert sent.headers["content-type"].startswith("text/csv")
    assert sent.text.count("\r\n") == 1 + len(facts["places"])
    assert "Protokół" in words(day.organiser, day.here + "/print/protocol")


def test_where_to_find_winners_is_printed_and_then_erased(open_store: OpenStore, tmp_path: Path):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4, confirmations=0)
        day.round()
        log = tmp_path / "turniej.jsonl"
        log.write_bytes(day.organiser.http.post(f"{day.here}/file/out").content)
        Hall(log).to_the_end()
        day.organiser.http.post(f"{day.here}/file/back?apply=true", content=log.read_bytes())
        winners = f"{day.here}/form/winners"
        first = day.organiser.get(winners)[0]
        assert (first["place"], first["phone"]) == (1, "")
        told = {"entrant": first["entrant"], "phone": "600 000 000", "address": "ul. Polna 1"}
        day.organiser.put(winners, told)
        day.organiser.put(winners, {**told, "entrant": 99}, "office.person_unknown")
        assert day.organiser.get(winners)[0]["phone"] == "600 000 000"
        assert "600 000 000" in day.organiser.http.get(f"{day.here}/form").text
        assert day.organiser.http.get(f"{day.here}/print/form").content.startswith(b"%PDF")
        assert "600 000" not in str(day.organiser.get(f"{day.here}/history"))
        day.organiser.delete(winners)
        assert day.organiser.get(winners)[0]["phone"] == ""
        assert "600 000" not in day.organiser.http.get(f"{day.here}/form").text
        whats = [act["what"] for act in day.organiser.get(f"{day.here}/history/access")]
        assert whats[:2] == ["winners_erased", "winners_kept"]
        day.organiser.put(winners, told)
        day.organiser.delete(f"{day.here}/people/{first['entrant']}")
        assert day.organiser.get(winners)[0]["phone"] == ""


def test_the_sign_of_the_organiser_stands_on_page_and_papers(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4, confirmations=0)
        paper, logo = f"{day.here}/print/checkin", f"{day.here}/logo"
        before = day.organiser.http.get(paper).content
        assert b"/Subtype/Image" not in before
        assert day.organiser.http.get(logo).status_code == 404
        refused = day.organiser.http.post(logo, content=b"<svg onload=alert(1)/>")
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "office.logo_kind")
        assert day.organiser.http.post(logo, content=png(said="Zawodnik 7")).status_code == 204
        shown = httpx.get(f"{server.url}{logo}")
        assert shown.headers["content-type"] == "image/png"
        assert shown.headers["x-content-type-options"] == "nosniff"
        assert b"Zawodnik" not in shown.content
        assert day.organiser.get(day.here)["details"]["logo"]
        assert b"/Subtype/Image" in day.organiser.http.get(paper).content
        day.organiser.put(day.here, {"details": {"place": "Sztum"}})
        assert day.organiser.get(day.here)["details"]["logo"]
        day.organiser.delete(logo)
        assert not day.organiser.get(day.here)["details"].get("logo")


def test_files_are_called_after_the_event(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4, confirmations=0)
        day.organiser.put(day.here, {"name": 'Łódź "Open" 2026'})

        def called(path: str) -> str:
            header = day.organiser.http.get(f"{day.here}{path}").headers["content-disposition"]
            return unquote(header.rpartition("''")[2])

        assert called("/print/checkin") == "Łódź Open 2026 – Lista obecności.pdf"
        assert called("/sheets/workbook") == "Łódź Open 2026 – arkusz do liczenia.xlsx"
        assert called("/sheets/standings.csv") == "Łódź Open 2026 – klasyfikacja.csv"
