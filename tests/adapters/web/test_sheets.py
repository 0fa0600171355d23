"""Spreadsheets over HTTP: out, in, once."""

import json
import secrets
from dataclasses import replace
from typing import Any

import pytest

from stolik.adapters.sheets.reader import read_file
from stolik.adapters.web.routes import sheets
from stolik.app.bounds import MOST_ENTRANTS
from stolik.app.sheets.files import FEW_ROWS
from stolik.app.sheets.writing.marks import Mark
from stolik.app.sheets.writing.workbook import workbook
from stolik.wiring import readings
from tests.adapters.web.day import Day
from tests.adapters.web.node import OpenStore, Running, serving_node
from tests.app.sheets.typing import with_typed

FILE = {"content-type": "application/octet-stream"}


def sent(day: Day, what: str, content: bytes, **headers: str) -> Any:
    answer = day.organiser.http.post(
        f"{day.here}/sheets/{what}", content=content, headers={**FILE, **headers}
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


def sent_with(day: Day, what: str, content: bytes, rows: list[dict[str, Any]]) -> Any:
    """A list, and beside it in the body what somebody says of its rows."""
    parts = {"list": ("zapisy.csv", content), "edits": (None, json.dumps({"rows": rows}))}
    answer = day.organiser.http.post(f"{day.here}/sheets/{what}", files=parts, timeout=60)
    assert answer.status_code == 200, answer.text
    return answer.json()


def typed_workbook(server: Running, day: Day, typed: dict) -> bytes:
    """The workbook as it is served now, with something typed into it."""
    office = server.run(server.node.live.offices.office(day.here.rpartition("/")[2]))
    mark = Mark(office.card.id, office.head, "pl")
    return with_typed(workbook(office.reading()(), office.counting.rules, mark), typed)


def test_a_list_is_shown_then_entered_once(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 1)
        pasted = b"Zawodnik 1\nZawodnik 2\nZawodnik 3\n"
        shown = sent(day, "entrants", pasted)
        assert [one["name"] for one in shown["entrants"]] == ["Zawodnik 2", "Zawodnik 3"]
        row = shown["entrants"][0]["row"]
        edited = sent_with(day, "entrants", pasted, [{"row": row, "leave_out": True}])
        assert [one["name"] for one in edited["entrants"]] == ["Zawodnik 3"]
        assert [one["row"] for one in edited["crossed"]] == [row]
        assert [one["same_as"] for one in shown["left_out"]] == ["#1"]
        assert len(day.ask(do="people")["people"]) == 1
        once = {"stolik-command": secrets.token_hex(16)}
        told = sent(day, "entrants?apply=true", pasted, **once)
        assert told["applied"]
        assert sent(day, "entrants?apply=true", pasted, **once) == told
        assert "done" in sent(day, "entrants?apply=true&twice=true", pasted, **once)
        names = [one["name"] for one in day.ask(do="people")["people"]]
        assert names == ["Zawodnik 1", "Zawodnik 2", "Zawodnik 3"]


def test_every_row_of_a_long_list_is_put_right_at_once(open_store: OpenStore):
    """5,000 changes are longer than any address may be."""
    school = "Szkoła Podstawowa nr 17 z Oddziałami Integracyjnymi im. Bohaterów, Łódź"
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 0)
        pasted = "".join(f"Zawodnik {n}\n" for n in range(1, 5_001)).encode()
        rows: list[dict[str, Any]] = [
            {"row": n, "name": f"Zawodnik Inny {n}", "club": school} for n in range(1, 5_001)
        ]
        rows[6] = {"row": 7, "leave_out": True}
        shown = sent_with(day, "entrants", pasted, rows)
        assert len(shown["entrants"]) == 4_999
        assert shown["entrants"][-1]["name"] == "Zawodnik Inny 5000"
        assert [one["row"] for one in shown["crossed"]] == [7]


def test_a_body_in_parts_without_a_list_is_refused_in_words(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 0)
        where = f"{day.here}/sheets/entrants"
        for parts in ({"edits": (None, "{}")}, {"list": (None, "Ala Kot"), "edits": (None, "[")}):
            answer = day.organiser.http.post(where, files=parts)
            assert 400 <= answer.status_code < 500
            assert answer.json()["error"]["code"], answer.text
        broken = {"content-type": "multipart/form-data; boundary=x"}
        answer = day.organiser.http.post(where, content=b"--x\r\nno end", headers=broken)
        assert 400 <= answer.status_code < 500
        assert answer.json()["error"]["code"], answer.text


async def held(office: Any) -> None:
    await office._runner.turn.acquire()


def test_what_a_file_would_change_is_a_question_that_waits_for_nobody(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4, confirmations=0)
        day.round()
        book = typed_workbook(server, day, {})
        office = server.run(server.node.live.offices.office(day.here.rpartition("/")[2]))
        server.run(held(office))  # somebody keeps something, for as long as it takes
        names = b"Ala Kot\n" * (FEW_ROWS + 1)
        for what, content in (("entrants", b"Ala Kot\n"), ("entrants", names), ("workbook", book)):
            assert not sent(day, what, content)["applied"]
        office._runner.turn.release()


def test_a_long_list_is_entered_whole_and_more_than_there_are_numbers_is_refused(
    open_store: OpenStore, monkeypatch: pytest.MonkeyPatch
):
    for module in (sheets, readings):
        monkeypatch.setattr(module, "FEW_ROWS", 2)
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 1)
        names = b"Ala Kot\nEwa Lis\nJan Sum\n"
        office = server.run(server.node.live.offices.office(day.here.rpartition("/")[2]))
        before = office.state
        office.state = replace(before, numbers_given=MOST_ENTRANTS - 2)
        refused = day.organiser.http.post(f"{day.here}/sheets/entrants?apply=true", content=names)
        assert refused.json()["error"]["code"] == "sheet.too_many"
        office.state = before
        assert sent(day, "entrants?apply=true", names)["applied"]
        assert len(day.ask(do="people")["people"]) == 4


def test_results_come_back_once_and_faults_by_cell(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4, confirmations=0)
        day.round()
        typed = {
            ("Runda 1", row, 4): tiles for row, tiles in zip(range(4, 8), (0, 9, 8, 7), strict=True)
        }
        file, wrong = (
            typed_workbook(server, day, t) for t in (typed, {**typed, ("Runda 1", 5, 4): 0})
        )
        (fault,) = sent(day, "workbook", wrong)["faults"]
        assert (fault["code"], fault["cell"]) == ("sheet.two_out", "Runda 1!E6")
        day.organiser.http.headers["accept-language"] = "en"
        refused = day.organiser.http.post(f"{day.here}/sheets/workbook?apply=true", content=wrong)
        assert refused.status_code == 422
        assert refused.json()["error"]["message"].startswith("Runda 1!E6: ")
        once = {"stolik-command": secrets.token_hex(16)}
        assert len(sent(day, "workbook", file)["changes"]) == 1
        seq = day.organiser.get(day.here)["seq"]
        for _ in range(3):
            sent(day, "workbook?apply=true", file, **once)
        assert day.organiser.get(day.here)["seq"] == seq + 1
        assert sent(day, "workbook?apply=true", file)["changes"] == []  # nothing is new


def test_the_workbook_and_every_export_are_served(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "wojtek", 8)
        day.round()
        day.let_in(1)
        answer = day.organiser.http.get(f"{day.here}/sheets/workbook")
        assert "attachment" in answer.headers["content-disposition"]
        assert read_file(answer.content)["Klasyfikacja"][3][2] == "Zawodnik 1"
        assert sent(day, "workbook", answer.content)["changes"] == []
        for what in ("entrants", "rounds", "results", "standings", "teams", "penalties", "log"):
            rows = day.organiser.get(f"{day.here}/sheets/{what}.json")
            table = day.organiser.http.get(f"{day.here}/sheets/{what}.csv")
            assert table.headers["content-type"] == "text/csv; charset=utf-8"
            assert len(table.content.decode().splitlines()) >= min(len(rows), 1) + 1
        assert len(day.organiser.get(f"{day.here}/sheets/rounds.json")) == 8
        day.organiser.get(f"{day.here}/sheets/secrets.csv", refused="sheet.unknown_export")
        day.organiser.get(f"{day.here}/sheets/log.exe", refused="sheet.unknown_export")
        day.players[1].get(f"{day.here}/sheets/log.json", refused="access.not_allowed")


def test_a_workbook_of_another_tournament_is_refused(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        other = day.organiser.post("/api/tournaments", {"name": "Inny", "format": "zimowy"})["id"]
        book = day.organiser.http.get(f"/api/tournaments/{other}/sheets/workbook").content
        answer = day.organiser.http.post(f"{day.here}/sheets/workbook", content=book)
        assert answer.json()["error"]["code"] == "sheet.other_tournament"
        too_large = day.organiser.http.post(f"{day.here}/sheets/workbook", content=b"x" * 8_000_001)
        assert too_large.status_code == 413
        assert "8000000" in too_large.json()["error"]["message"]


def test_text_that_says_it_is_a_workbook_is_no_list(open_store: OpenStore):
    xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 0)
        http, path = day.organiser.http, f"{day.here}/sheets/entrants"
        for sent in (
            {"content": b"garbage", "headers": {"content-type": xlsx}},
            {"files": {"list": ("list", b"garbage", xlsx)}},
        ):
            answer = http.post(path, **sent)
            assert (answer.status_code, answer.json()["error"]["code"]) == (422, "sheet.broken")
        assert len(http.post(path, content=b"garbage").json()["entrants"]) == 1
