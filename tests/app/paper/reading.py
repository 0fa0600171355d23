"""A paper's content as text a person can read: what the golden files hold."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from stolik.app.paper.content import Blanks, Boxes, Grid, Items, Page, Paper, Scores, ScoreSheet


def as_text(paper: Paper) -> str:
    """Every word of a paper, in the order of its content."""
    head = [f"# {paper.title} [{paper.template}]"]
    foot = [f"-- {paper.foot}"] if paper.foot else []
    return "\n".join([*head, *_lines(paper.body), *foot]) + "\n"


def _lines(value: Any) -> Iterator[str]:  # noqa: C901 - a table, no tangle
    match value:
        case Page(title, subtitle, blocks):
            yield f"## {title} | {subtitle}"
            for block in blocks:
                yield from _lines(block)
        case Grid(columns, rows, marked, bands):
            yield "| " + " | ".join(column.title for column in columns)
            for n, row in enumerate(rows):
                yield from (f"== {words}" for at, words in bands if at == n)
                yield ("* " if n in marked else "  ") + " | ".join(row).replace("\n", " / ")
        case Items(items):
            yield from (
                f"- {words} [{source}]" if source else f"- {words}" for words, source in items
            )
        case Boxes(boxes, yes, no):
            yield from (f"[ ] {yes} [ ] {no}: {words}" for words in boxes)
        case Blanks(blanks):
            yield "  ".join(f"{words}: ____" for words in blanks)
        case Scores(words, sheets):
            yield " | ".join(getattr(words, field.name) for field in fields(words))
            yield from _lines(sheets)
        case ScoreSheet():
            yield from _sheet(value)
        case tuple():
            for item in value:
                yield from _lines(item)
        case _ if is_dataclass(value):
            yield " | ".join(_word(getattr(value, field.name)) for field in fields(value))


def _sheet(sheet: ScoreSheet) -> Iterator[str]:
    yield f"## {sheet.table} | {sheet.title} | {sheet.code} | {sheet.qr_note} | {sheet.qr}"
    yield f"{' | '.join(sheet.games)} | {' '.join(sheet.figures)} | {' '.join(sheet.totals)}"
    for row in sheet.rows:
        starts = "".join("▶" if each else "·" for each in row.starts)
        yield f"  {row.seat} {row.number} {row.name} {row.sign} {starts}"
    yield " | ".join((*sheet.endings, sheet.signature))
    yield from (f"  {line}" for line in (*sheet.notes, *sheet.marks))


def _word(value: Any) -> str:
    if isinstance(value, tuple):
        return " / ".join(_word(item) for item in value if item not in ("", None))
    return str(value)
