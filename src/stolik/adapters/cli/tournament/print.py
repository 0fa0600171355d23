"""`stolik print`: labels, slips, score sheets and everything else an organiser puts on paper."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any, get_args
from urllib.parse import urljoin

import click

from stolik.adapters.cli.completing import first_among
from stolik.adapters.cli.jsonl import error
from stolik.adapters.cli.parts import DrawPaper, Parts, lang_option, pass_parts
from stolik.app.codes import Refusal as Filed
from stolik.app.file_names import file_name
from stolik.app.paper.addresses import reachable_page
from stolik.app.paper.codes import Refusal
from stolik.app.paper.content import Paper
from stolik.app.paper.documents import DOCUMENTS, everything, paper
from stolik.app.paper.results import form_csv, form_facts
from stolik.app.paper.source import PaperSource
from stolik.app.paper.wishes import BREAKS, MINUTES, START, Design, PlayerPass, Wish
from stolik.app.reading.codes import Refusal as Asked
from stolik.app.reading.strict_json import parse
from stolik.app.reading.typed import Request, read
from stolik.app.tournaments.logbook import Logbook
from stolik.refusal import Fact, Refused, Violation, refuse

_KINDS = (".pdf", ".png", ".json", ".csv")
_FORM = "form"


class PassRequest(Request, frozen=True):
    """A pass as the server told it when it was made; what else it says is not printed."""

    entrant: int | None = None  # a referee's has none, and no badge
    code: str = ""
    link: str = ""


@click.command(name="print")
@click.argument(
    "words",
    nargs=-1,
    metavar="DOCUMENT LOG",
    shell_complete=first_among((*DOCUMENTS, _FORM), "words"),
)
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Where to; a directory for all.")
@click.option("--all", "all_", is_flag=True, help="Everything that can be printed now.")
@click.option("--round", "round_", type=int, help="By default the round published last.")
@click.option("--table", type=int, help="One score sheet only.")
@click.option("--stage", type=int, help="Standings of this stage.")
@click.option("--start", default=START, show_default=True, help="Timetable: the first round.")
@click.option(
    "--minutes", default=MINUTES, show_default=True, help="Timetable: a round; 0: by the format."
)
@click.option("--breaks", default=BREAKS, show_default=True, help="Timetable: a break.")
@click.option("--places", type=int, help="Diplomas down to this place.")
@click.option("--blank", is_flag=True, help="Score sheets without names, before the draw.")
@click.option("--two", is_flag=True, help="Two score sheets on a page.")
@click.option("--design", type=click.Choice(get_args(Design)), default="frame", help="Of diplomas.")
@click.option("--page", default="", help="Address of the tournament's page, for QR codes.")
@click.option("--passes", type=click.Path(path_type=Path), help="Badges: passes as JSON.")
@lang_option
@pass_parts
def print_(parts: Parts, /, lang: str, **options: Any) -> None:
    """Print a DOCUMENT of the tournament kept in LOG, or with --all the full set.

    \b
    stolik print scores turniej.jsonl -o runda-1.pdf
    stolik print --all turniej.jsonl -o druk/
    """
    try:
        for file in _printed(parts.draw, lang, **options):
            click.echo(str(file))
    except Refused as refused:
        click.echo(error(refused, line=0, lang=lang)["message"], err=True)
        click.get_current_context().exit(1)


def _printed(
    draw: DrawPaper,
    lang: str,
    *,
    words: tuple[str, ...],
    out: Path | None,
    all_: bool,
    page: str,
    passes: Path | None,
    round_: int | None,
    **more: Any,
) -> Iterable[Path]:
    """The files, as they are written."""
    if len(words) != (1 if all_ else 2):
        raise click.UsageError(f"DOCUMENT LOG, or --all LOG. DOCUMENT: {', '.join(DOCUMENTS)}.")
    source = _source(Path(words[-1]), lang, page)
    wish = Wish(round=round_, passes=_passes(passes, page), **more)
    if all_:
        folder = out or Path()
        for _, made in everything(source, wish):
            yield from _written(folder / _called(source, made.title), draw.pdf(made))
        return
    (document, _) = words
    yield from _one(document, source, wish, out, draw)


def _one(
    document: str, source: PaperSource, wish: Wish, out: Path | None, draw: DrawPaper
) -> Iterable[Path]:
    made = paper(document, source, wish)
    out = out or Path(_called(source, made.title))
    match out.suffix:
        case ".png":
            for n, picture in enumerate(draw.pictures(made), start=1):
                yield from _written(out.with_stem(f"{out.stem}-{n}"), picture)
        case ".csv" if document == _FORM:
            yield from _written(out, ("\ufeff" + form_csv(source)).encode())
        case ".json":
            facts = form_facts(source) if document == _FORM else _told(made)
            yield from _written(out, (json.dumps(facts, ensure_ascii=False) + "\n").encode())
        case ".pdf":
            yield from _written(out, draw.pdf(made))
        case _:
            facts_: dict[str, Fact] = {"field": "out", "choices": _KINDS}
            refuse(Violation(Asked.WRONG_CHOICE, facts=facts_))


def _called(source: PaperSource, title: str) -> str:
    """As the desk calls the same file: the event, and what it is."""
    return file_name(source.name or source.state.format.title, title, "pdf")


def _told(made: Paper) -> dict[str, Any]:
    """What a paper says; its picture is no words."""
    return {name: part for name, part in asdict(made).items() if name != "logo"}


def _source(log: Path, lang: str, page: str) -> PaperSource:
    if not log.is_file():
        refuse(Violation(Filed.FILE_NOT_FOUND, facts={"file": str(log)}))
    book = Logbook(log)
    return PaperSource(
        desk=book.desk,
        name=book.name,
        lang=lang,
        rules=book.counting.rules,
        board=book.counting.board,
        head=book.head,
        page=reachable_page(page),
        details=book.details,
    )


def _passes(file: Path | None, page: str) -> dict[int, PlayerPass]:
    """The passes of a file; a link leads somewhere by the address that the page has."""
    if file is None:
        return {}
    try:
        told = parse(file.read_bytes())
    except OSError:
        refuse(Violation(Filed.FILE_NOT_FOUND, facts={"file": str(file)}))
    rows = told if isinstance(told, list) else [told]
    fields = PassRequest.__struct_fields__
    known = [{k: v for k, v in row.items() if k in fields} for row in rows if isinstance(row, dict)]
    read_ = [read(PassRequest, row) for row in known]
    return {
        row.entrant: PlayerPass(row.code, urljoin(page, row.link) if page and row.link else "")
        for row in read_
        if row.entrant is not None
    }


def _written(file: Path, content: bytes) -> Iterable[Path]:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    except OSError:
        refuse(Violation(Refusal.NOTHING_WRITTEN, facts={"file": str(file)}))
    yield file
