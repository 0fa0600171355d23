"""The regulations, where they lie beside the repository; and what we have written down of them."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
DATA = Path(__file__).parent / "data"
FILES = {
    "mp2023": "000",
    "eliminacje": "001",
    "zimowy": "002",
    "szkoly2015": "003",
    "wojtek": "004",
}
# A line of its own is a sentence of its own in these; the others are wrapped as the page was.
WRAPPED = {"mp2023", "zimowy"}
_SHORT = re.compile(r"[(„]?(np|tj|pkt|itp|itd|etc|sp|o\.o|ul|r|max|pt|[a-zA-Z]|i+|iv|\d+)\.")
_ENDS = re.compile(r"[.!?]['\"”)]*$")
_BEGINS = re.compile(r"[(„,]*[A-ZŁŻŚ]")


def lying_beside() -> Path | None:
    """The folder with the regulations; they are no part of the repository."""
    for above in ROOT.parents:
        folder = above / "shared" / "regulations"
        if folder.is_dir():
            return folder
    return None


def lines_of(document: str) -> list[str]:
    """The lines of a document without marks of print, from line 1 on."""
    folder = lying_beside()
    assert folder is not None
    (file,) = folder.glob(f"{FILES[document]}_*")
    return [_plain(line) for line in file.read_text("utf-8").split("\n")]


def sentences_of(document: str) -> Iterator[tuple[int, int, str]]:
    """First and last line and words of each sentence, roughly: a scan has no sure full stops."""
    spoken: list[tuple[int, str]] = []
    words = [(n, w) for n, line in enumerate(lines_of(document), 1) for w in line.split()]
    for (n, word), after in zip(words, [*words[1:], (0, "")], strict=True):
        spoken.append((n, word))
        over = _ENDS.search(word) and not _SHORT.fullmatch(word) and _BEGINS.match(after[1])
        if over or (document not in WRAPPED and after[0] != n) or not after[1]:
            yield spoken[0][0], n, " ".join(word for _, word in spoken)
            spoken = []


def content_lines(document: str) -> set[int]:
    """The lines with content, as they were written down."""
    written = tomllib.loads((DATA / "content_lines.toml").read_text("utf-8"))[document]
    return set(_numbers(written.replace(" ", ", ").replace("-", "–")))


@dataclass(frozen=True)
class Sentence:
    """A row of docs/rules/sentences.md."""

    document: str
    lines: frozenset[int]
    words: str
    where: str
    by: str


def sentences() -> Iterator[Sentence]:
    """Every row of the table."""
    document = ""
    for line in (ROOT / "docs/rules/sentences.md").read_text("utf-8").splitlines():
        if line.startswith("## "):
            document = line.removeprefix("## ").partition(":")[0]
        elif line.startswith("| L"):
            lines, words, where, by = (cell.strip() for cell in line.strip("|").split("|"))
            yield Sentence(document, frozenset(_numbers(lines)), words, where, by)


def citations() -> dict[str, dict[int, dict[str, list[str]]]]:
    """By document and line: words that stand there, and the rules that cite the line for them."""
    written = tomllib.loads((DATA / "citations.toml").read_text("utf-8"))
    return {
        document: {int(line.removeprefix("L")): words for line, words in lines.items()}
        for document, lines in written.items()
    }


def cited_in(text: str) -> Iterator[tuple[str, int]]:
    """Every `mp2023 L93`, `zimowy L42–44` of a text."""
    for document, lines in re.findall(rf"\b({'|'.join(FILES)}) (L\d+(?:–L?\d+)?)", text):
        yield from ((document, n) for n in _numbers(lines))


def _numbers(written: str) -> Iterator[int]:
    for first, last in re.findall(r"L?(\d+)(?:–L?(\d+))?", written):
        yield from range(int(first), int(last or first) + 1)


def _plain(line: str) -> str:
    without_holes = re.sub(r"<\|.*?\|>", " ", line)
    return " ".join(without_holes.replace("*", "").replace("|", "/").split())
