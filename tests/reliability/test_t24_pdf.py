"""T24, papers: 2,000 hostile names in every document; all of them are drawn, nothing executes."""

import io
import re
import shutil
import zlib
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import pytest
import typst
from pypdf import PdfReader

from stolik.adapters.pdf import rendering
from stolik.adapters.pdf.rendering import pdf
from stolik.app.paper.content import Column, Grid, Page, Paper
from stolik.app.paper.documents import DOCUMENTS, everything
from stolik.app.paper.source import PaperSource
from stolik.app.paper.wishes import Wish
from stolik.app.tournaments.desk import Desk
from tests.app.paper.events import HEAD, PAGE, begun, over
from tests.reliability.hostile import MARKUP, names
from tests.reliability.report import figure
from tests.tournament.hall import Hall

COUNT = 2000
CANARY = "canary5f1d"

# What would make a reader do something: run, open, send, fetch.
ACTIVE = (
    *(b"/JavaScript", b"/JS", b"/Launch", b"/OpenAction", b"/AA", b"/EmbeddedFile", b"/URI"),
    *(b"/SubmitForm", b"/GoToR", b"/GoToE", b"/RichMedia", b"/XFA", b"/ImportData", b"/Movie"),
)


@pytest.fixture
def secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file beside the templates, where an instruction could reach it."""
    room = tmp_path / "paper"
    shutil.copytree(rendering._TEMPLATES, room)
    monkeypatch.setattr(rendering, "_TEMPLATES", room)
    file = room / "c.txt"
    file.write_text(CANARY, "utf-8")
    return file


def listed(wanted: list[str]) -> Paper:
    """A page of names and nothing else."""
    grid = Grid((Column("x", 1),), tuple((name[:60],) for name in wanted))
    return Paper("pages", "x", "pl", (Page("x", "x", (grid,)),))


def aimed(wanted: list[str], secret: Path) -> list[str]:
    return [name.replace("SECRET", secret.name) for name in wanted]


def objects(drawn: bytes) -> bytes:
    """The file with everything packed in it unpacked, but for pictures and letters."""
    parts = [drawn]
    for packed in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", drawn, re.DOTALL):
        try:
            parts.append(zlib.decompress(packed))
        except zlib.error:
            continue
    return b"\n".join(parts)


def active(drawn: bytes) -> list[bytes]:
    """Names of actions among the file's objects; what is drawn is in other letters."""
    structure = re.sub(rb"\((?:\\.|[^()\\])*\)|<[0-9A-Fa-f\s]*>", b"", objects(drawn))
    return [word for word in ACTIVE if re.search(re.escape(word) + rb"(?![A-Za-z])", structure)]


def words(drawn: bytes) -> str:
    return "".join(page.extract_text() for page in PdfReader(io.BytesIO(drawn)).pages)


def plain(text: str) -> str:
    return re.sub(r"[\s\u200b\u00ad-]", "", text)


def faults(wanted: list[str], secret: Path) -> list[str]:
    """What a list of these names did besides being drawn."""
    aimed_at = [name[:60] for name in aimed(wanted, secret)]
    legible = [name for name in aimed_at if name.isascii() and name.isprintable()]
    # Apart from the others: whoever reads a file back turns what stands beside Hebrew around.
    drawn = [pdf(listed(part)) for part in (legible, sorted({*aimed_at} - {*legible}))]
    shown = plain(words(drawn[0]))
    found = [f"active: {word.decode()}" for each in drawn for word in active(each)]
    if CANARY in shown or any(CANARY.encode() in objects(each) for each in drawn):
        found.append("a file was read")
    return found + [f"not drawn as it is: {name}" for name in legible if plain(name) not in shown]


def test_two_thousand_hostile_names_are_only_ever_text(secret: Path):
    assert faults(names(COUNT), secret) == []
    figure("T24", "hostile names drawn on paper, executed", f"{COUNT}, 0", tier="quick")


def hostile(hall: Hall, wanted: list[str]) -> PaperSource:
    desk, chosen = hall.session.desk, cycle(wanted)
    people = {n: next(chosen) for n in desk.people}
    entrants = {
        n: replace(one, club=next(chosen)[:80], team=one.team and next(chosen)[:80])
        for n, one in desk.state.entrants.items()
    }
    state = replace(desk.state, entrants=entrants)
    book = hall.session.book
    named = Desk(state, desk.keep, people)
    return PaperSource(
        named, next(chosen), "pl", book.counting.rules, book.counting.board, HEAD, PAGE
    )


@pytest.mark.parametrize("finished", [False, True])
def test_every_document_takes_them(secret: Path, finished: bool):
    wanted, seen = aimed(names(400), secret), set()
    hall = over("eliminacje", 22) if finished else begun("eliminacje", 22)
    for batch in range(0, 320, 160):
        for name, made in everything(hostile(hall, wanted[batch:]), Wish()):
            drawn = pdf(made)
            seen.add(name)
            assert active(drawn) == [], name
            assert CANARY.encode() not in objects(drawn), name
            assert CANARY not in words(drawn), name
    assert len(seen) == len(DOCUMENTS) - (2 if finished else 4)  # nobody draws a number here


def test_a_long_name_does_not_push_a_sheet_to_another_page(secret: Path):
    del secret
    hall = begun("eliminacje", 22)
    for long in ("W" * 300, "Ala " * 200, "﷽" * 60, "Z̷̢̛͉̈́" * 60):
        made = dict(everything(hostile(hall, [long]), Wish()))["scores"]
        assert len(PdfReader(io.BytesIO(pdf(made))).pages) == 6, long[:5]


def test_a_template_that_reads_names_as_markup_is_caught(secret: Path):
    """The mutant evaluates what it should show: what it reads, links and swallows is noticed.

    Blanks keep the places to break out of the instructions.
    """
    template = secret.with_name("pages.typ")
    right = template.read_text("utf-8")
    mutant = right.replace("  text(cell)\n", '  eval(cell, mode: "markup")\n')
    assert mutant != right
    template.write_text(mutant, "utf-8")
    assert "a file was read" in faults(['#read( "SECRET" )'], secret)
    assert "active: /URI" in faults(['#link( "a:b" )[ x ]'], secret)
    assert "not drawn as it is: *bold*" in faults(["*bold*"], secret)


def test_the_compiler_can_reach_nothing_but_our_templates(tmp_path: Path):
    """The root ends at the templates: even our own code there could read nothing else."""
    outside = tmp_path / "outside.typ"
    outside.write_text('#read("/etc/hostname")', "utf-8")
    with pytest.raises((typst.TypstError, RuntimeError)):
        typst.compile(outside, root=rendering._TEMPLATES)


def test_markup_is_shown_letter_by_letter(secret: Path):
    drawn = plain(words(pdf(listed(aimed(list(MARKUP), secret)))))
    for name in aimed(list(MARKUP), secret):
        assert plain(name) in drawn, name
