"""`stolik sheet`: spreadsheets of a tournament that is kept in a file."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec

from stolik.adapters.cli.jsonl import error
from stolik.adapters.cli.parts import Parts, lang_option, pass_parts
from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.exports import EXPORTS, ExportSource, as_csv, as_json, rows_of
from stolik.app.sheets.files import MOST_BYTES
from stolik.app.sheets.read_book import demand_workbook, workbook_of
from stolik.app.sheets.reading.edits import edits_of
from stolik.app.sheets.reading.entering import take_entrants
from stolik.app.sheets.reading.entrants import read_entrants
from stolik.app.sheets.reading.results import ResultsWanted, read_results
from stolik.app.sheets.reading.taking import rounds_waiting, take_results, told
from stolik.app.sheets.writing.marks import Mark
from stolik.app.sheets.writing.workbook import workbook
from stolik.app.tournaments.logbook import Logbook
from stolik.refusal import Refused, Violation, refuse

_LOG = click.Path(path_type=Path, dir_okay=False)
_FILE = click.Path(path_type=Path, dir_okay=False, exists=True)


@click.group()
@lang_option
@click.pass_context
def sheet(context: click.Context, lang: str) -> None:
    """Spreadsheets of a tournament: the workbook for points, lists of entrants, CSV."""
    names = ("export", "import", "entrants", "csv")
    context.default_map = {name: {"lang": lang} for name in names}


@sheet.command()
@click.argument("log", type=_LOG)
@click.option("-o", "--output", type=_LOG, required=True, help="The .xlsx file to write.")
@lang_option
@pass_parts
def export(parts: Parts, log: Path, lang: str, *, output: Path) -> None:
    """Write the workbook of the tournament in LOG; it counts by itself.

    \b
    stolik sheet export turniej.jsonl -o tabelka.xlsx
    """
    with _refusals_told(lang):
        book = _opened(log)
        mark = Mark(book.id, book.head, lang)
        content = parts.sheets.write(workbook(book.desk, book.counting.rules, mark, log.stem))
        _write(output, content)


@sheet.command("import")
@click.argument("log", type=_LOG)
@click.argument("file", type=_FILE)
@click.option("--apply", is_flag=True, help="Take the changes over; without it they are shown.")
@click.option("--rounds", is_flag=True, help="Publish also rounds that only FILE seated.")
@lang_option
@pass_parts
def import_(parts: Parts, log: Path, lang: str, *, file: Path, apply: bool, rounds: bool) -> None:
    """Show what was typed into the workbook FILE and is not in LOG.

    \b
    stolik sheet import turniej.jsonl tabelka.xlsx
    """
    with _refusals_told(lang):
        book = _opened(log)
        wanted = ResultsWanted(book.id, book.heads.__contains__, lang, book.desk.labels(), rounds)
        read = workbook_of(parts.sheets.read, _content(file))
        reading = read_results(read, book.desk.state, book.counting.rules, wanted)
        answer = take_results(book.desk, reading, apply=apply, lang=lang)
        answer["remarks"] = [*answer["remarks"], *told(rounds_waiting(reading), lang)]
        _say(answer)


@sheet.command()
@click.argument("log", type=_LOG)
@click.argument("file", type=_FILE)
@click.option("--apply", is_flag=True, help="Enter them; without it they are shown.")
@click.option("--twice", is_flag=True, help="Enter also who seems to be known already.")
@click.option("--sure", is_flag=True, help="The doubts were looked at.")
@click.option("--sheet", "name", default="", help="Another sheet than the first that has a list.")
@click.option("--columns", default="", help="What each holds: surname,first_name,,club.")
@click.option("--blank", default="", help="Columns whose blank cells stay so: team,school.")
@click.option(
    "--edits", type=_FILE, help="Rows left out or written anew, as JSON (docs/sheets.md)."
)
@lang_option
@pass_parts
def entrants(
    parts: Parts,
    log: Path,
    lang: str,
    *,
    file: Path,
    apply: bool,
    twice: bool,
    sure: bool,
    name: str,
    columns: str,
    blank: str,
    edits: Path | None,
) -> None:
    """Show the list of entrants in FILE: .xlsx, .ods, .csv or a name on each line.

    \b
    stolik sheet entrants turniej.jsonl zapisy.csv
    """
    with _refusals_told(lang):
        book = _opened(log)
        held = columns.split(",") if columns else ()
        said = edits_of(_content(edits)) if edits else {}
        read = parts.sheets.read(_content(file))
        if file.suffix.lower() in (".xlsx", ".ods"):
            demand_workbook(read)
        found = read_entrants(read, name, held, edits=said, blank=blank.split(","))
        _say(take_entrants(book.desk, found, apply=apply, twice=twice, sure=sure, lang=lang))


@sheet.command("csv")
@click.argument("log", type=_LOG)
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False))
@lang_option
def csv_(log: Path, directory: Path, lang: str) -> None:
    """Write everything in LOG to DIRECTORY as CSV and JSON files.

    \b
    stolik sheet csv turniej.jsonl zestawienia
    """
    with _refusals_told(lang):
        book = _opened(log)
        source = ExportSource(book.desk, book.events, lang)
        for what in EXPORTS:
            rows = rows_of(what, source)
            _write(directory / f"{what}.csv", as_csv(rows, what, lang))
            _write(directory / f"{what}.json", as_json(rows))
        _say({"files": [f"{what}.{kind}" for what in EXPORTS for kind in ("csv", "json")]})


def _opened(log: Path) -> Logbook:
    book = Logbook(log)
    _ = book.desk  # refused where there is no tournament
    return book


def _content(file: Path) -> bytes:
    """The bytes of a file; of one that is too large only so many that it shows."""
    with file.open("rb") as source:
        return source.read(MOST_BYTES + 1)


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError:
        refuse(Violation(Refusal.NOT_WRITTEN, facts={"file": str(path)}))


def _say(answer: dict[str, Any]) -> None:
    click.echo(msgspec.json.encode(answer).decode())


@contextmanager
def _refusals_told(lang: str) -> Iterator[None]:
    """A refusal as the other commands tell it: one line of JSON, exit status 1."""
    try:
        yield
    except Refused as refused:
        _say({"error": error(refused, line=0, lang=lang)})
        click.get_current_context().exit(1)
