"""The Polish manual is true: its words in bold stand on screens, its pages and pictures exist."""

import gzip
import json
import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from stolik.app.texts import catalogue
from tools import build_docs
from tools.screens import desk_rooms

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs" / "pl").glob("*.md"))
_BOLD = re.compile(r"\*\*([^*]+)\*\*")
_LINK = re.compile(r"\]\(([^)#\s]+)")
_FACT = re.compile(r"\{[^}]*\}")


def screen_words() -> list[str]:
    """Every Polish sentence of the web app and the server, without its facts."""
    words = list(catalogue("pl").values())
    for file in (ROOT / "frontend" / "src" / "texts" / "pl").glob("*.json"):
        words += json.loads(file.read_text("utf-8")).values()
    return [_FACT.sub("", each).casefold() for each in words]


def sources() -> dict[str, str]:
    return {page.name: page.read_text("utf-8") for page in PAGES}


@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_words_in_bold_stand_on_a_screen(name: str):
    known = screen_words()
    bold = {" ".join(found.split()) for found in _BOLD.findall(sources()[name])}
    assert not [each for each in bold if not any(each.casefold() in one for one in known)]


@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_links_and_pictures_lead_somewhere(name: str):
    targets = [t for t in _LINK.findall(sources()[name]) if not t.startswith("http")]
    assert not [t for t in targets if not (ROOT / "docs" / "pl" / t).exists()]


def test_every_page_is_in_the_contents():
    contents = (ROOT / "tools" / "site" / "mkdocs.yml").read_text("utf-8")
    assert not [page.name for page in PAGES if f"- pl/{page.name}\n" not in contents]


def test_the_question_mark_of_every_screen_leads_to_a_page():
    source = (ROOT / "frontend" / "src" / "lib" / "manual.ts").read_text("utf-8")
    pages = re.findall(r'"((?:pl/)?[a-zA-Z/-]+)"[,\]]', source.partition("const PAGES")[2])
    assert len(pages) > len(desk_rooms())
    assert not [page for page in pages if not (ROOT / "docs" / f"{page}.md").exists()]


def built(name: str) -> str:
    return gzip.decompress((build_docs.SITE / f"{name}.gz").read_bytes()).decode()


def test_built_pages_run_nothing_that_stands_in_them():
    pages = [str(each.relative_to(build_docs.SITE)) for each in build_docs.SITE.rglob("*.html.gz")]
    assert len(pages) > len(PAGES)
    for page in pages:
        html = built(page.removesuffix(".gz"))
        assert not re.search(r"<script(?! src=)|<style|\sstyle=|\son\w+=", html), page


def test_links_between_built_pages_lead_somewhere():
    lost = []
    for file in build_docs.SITE.rglob("*.html.gz"):
        html = gzip.decompress(file.read_bytes()).decode()
        for target in re.findall(r'(?:href|src)="([^":#]+)["#]', html):
            if not target.startswith("/"):
                found = file.parent / target
                if not found.exists() and not found.with_name(found.name + ".gz").exists():
                    lost.append((file.name, target))
    assert lost == []


def test_anchors_of_built_pages_are_there():
    pages = {
        file.with_suffix("").resolve(): gzip.decompress(file.read_bytes()).decode()
        for file in build_docs.SITE.rglob("*.html.gz")
    }
    ids = {page: set(re.findall(r'\sid="([^"]+)"', html)) for page, html in pages.items()}
    lost = [
        (page.name, f"{target}#{anchor}")
        for page, html in pages.items()
        for target, anchor in re.findall(r'href="((?!https?:)[^":#]*)#([^"]+)"', html)
        if unquote(anchor) not in ids.get((page.parent / target).resolve() if target else page, ())
    ]
    assert lost == []


def test_the_booklet_holds_every_page():
    booklet = built("pl/ksiazka.html")
    headings = [text.splitlines()[0].removeprefix("# ") for text in sources().values()]
    assert not [heading for heading in headings if heading not in booklet]
