"""`stolik print`: files on the disk, and a refusal that says what to do."""

import csv
import json
from pathlib import Path

import pytest

from stolik.app.paper.documents import DOCUMENTS
from tests.adapters.cli.asking import run
from tests.tournament.hall import Hall


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return _held(tmp_path / "turniej.jsonl", finished=False)


def _held(log: Path, *, finished: bool) -> Path:
    hall = Hall(log).create("eliminacje", 12, name="Turniej próbny")
    if finished:
        hall.to_the_end()
    else:
        hall.do("draw")
        hall.do("publish")
    return log


def test_a_document_is_written_where_it_is_wanted(log: Path, tmp_path: Path):
    out = tmp_path / "new" / "runda-1.pdf"
    printed, status = run("print", "scores", str(log), "-o", str(out))
    assert (printed.strip(), status) == (str(out), 0)
    assert out.read_bytes().startswith(b"%PDF")


def test_the_full_set_is_what_can_be_printed_now(tmp_path: Path):
    begun = _held(tmp_path / "a.jsonl", finished=False)
    over = _held(tmp_path / "b.jsonl", finished=True)
    run("print", "--all", str(begun), "-o", str(tmp_path / "a"))
    run("print", "--all", str(over), "-o", str(tmp_path / "b"))
    names = [{file.name for file in (tmp_path / folder).iterdir()} for folder in "ab"]
    # A poster needs the address of a page, slips with numbers a draw by them.
    known = set(DOCUMENTS) - {"poster", "numbers"}
    assert len(names[0]) == len(known - {"protocol", "diplomas", "form"})
    assert len(names[1]) == len(known - {"scheme"})
    assert {"Turniej próbny – Dyplomy.pdf", "Turniej próbny – Lista obecności.pdf"} <= names[1]
    assert {"Turniej próbny – Kto gdzie siedzi, Runda I.pdf"} <= names[0]


def test_the_form_comes_as_data(tmp_path: Path):
    log = _held(tmp_path / "t.jsonl", finished=True)
    for kind in ("json", "csv"):
        run("print", "form", str(log), "-o", str(tmp_path / f"form.{kind}"))
    facts = json.loads((tmp_path / "form.json").read_text("utf-8"))
    rows = list(csv.DictReader((tmp_path / "form.csv").open(encoding="utf-8-sig"), delimiter=";"))
    assert facts["tournament"] == "Turniej próbny"
    assert [row["name"] for row in rows] == [row["name"] for row in facts["places"]]
    assert len(facts["head"]) == 64


def test_pictures_are_numbered(log: Path, tmp_path: Path):
    printed, _ = run("print", "tables", str(log), "-o", str(tmp_path / "t.png"), "--lang", "en")
    assert [Path(line).name for line in printed.splitlines()] == ["t-1.png"]


def test_badges_take_passes_as_the_server_told_them(log: Path, tmp_path: Path):
    passes = tmp_path / "passes.json"
    told = {"id": "x", "role": "player", "entrant": 3, "code": "CDF-GH3-468", "link": "/enter#t"}
    passes.write_text(json.dumps([told]), "utf-8")
    out = tmp_path / "badges.json"
    page = "http://192.168.1.5:8000/tournament/abc"
    for at, leads in ((("--page", page), "http://192.168.1.5:8000/enter#t"), ((), "")):
        run("print", "badges", str(log), "-o", str(out), "--passes", str(passes), *at)
        badges = {badge["number"]: badge for badge in json.loads(out.read_text("utf-8"))["body"]}
        assert badges["3"]["code"] == "Kod: CDF-GH3-468"
        assert badges["3"]["qr"] == leads  # a code that leads nowhere is none
        assert badges["4"]["code"] == ""


def test_without_an_address_no_paper_has_a_code(log: Path, tmp_path: Path):
    for document in ("scores", "slips", "badges"):
        out = tmp_path / f"{document}.json"
        run("print", document, str(log), "-o", str(out))
        body = json.loads(out.read_text("utf-8"))["body"]
        assert {one["qr"] for one in (body if isinstance(body, list) else body["sheets"])} == {""}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing", "LOG"], "labels, slips"),
        (["form", "LOG"], "Zakończ go"),
        (["scores", "LOG", "--round", "9"], "Runda IX"),
        (["scores", "nowhere.jsonl"], "nowhere.jsonl"),
        (["scores", "LOG", "-o", "LOG/x.pdf"], "x.pdf"),
        (["scores", "LOG", "-o", "x.docx"], ".pdf"),
        (["badges", "LOG", "--passes", "none.json"], "none.json"),
        (["badges", "LOG", "--passes", "LOG"], "JSON"),
        (["timetable", "LOG", "--start", "25:00"], "25:00"),
    ],
)
def test_a_refusal_says_what_to_do(log: Path, words: list[str], said: str):
    printed, status = run("print", *(word.replace("LOG", str(log)) for word in words))
    assert status == 1
    assert said in printed
    assert "Traceback" not in printed


def test_without_a_document_the_command_explains_itself(log: Path):
    printed, status = run("print", str(log))
    assert status == 2
    assert "scores" in printed
