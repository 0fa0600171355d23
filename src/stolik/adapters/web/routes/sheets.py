"""Spreadsheets over HTTP: the workbook out and in, lists of entrants, CSV and JSON."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery

from stolik.adapters.web.edge.asking import HttpRequest, command_of, signature
from stolik.adapters.web.edge.downloads import as_file
from stolik.adapters.web.edge.guard import allowed_by, login_of
from stolik.adapters.web.edge.language import language_of
from stolik.adapters.web.edge.leaving import while_there
from stolik.adapters.web.edge.multipart import file_with
from stolik.adapters.web.edge.thinking import keys_of
from stolik.adapters.web.sockets.live import live_of
from stolik.app.access.roles import Rule
from stolik.app.file_names import Phrase as FilePhrase
from stolik.app.file_names import file_called
from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.files import FEW_BYTES, FEW_ROWS, MOST_BYTES, MOST_EDIT_BYTES
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.reading_eyes import ALL
from stolik.app.tournaments.trying import Asking, OnDesk
from stolik.refusal import Violation, refuse

# Sheets are loaded by who first wants one, in the thread that makes it.
if TYPE_CHECKING:
    from stolik.app.sheets.read_book import ReadBook, ReadFile

_SHEETS = "/api/tournaments/{tournament:str}/sheets"
_TAGS = ["sheets"]
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_WORKBOOKS = {_XLSX, "application/vnd.oasis.opendocument.spreadsheet"}
_KINDS = {"csv": "text/csv", "json": "application/json"}


@get(_SHEETS + "/workbook", opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def workbook(request: HttpRequest, tournament: FromPath[str]) -> Response[bytes]:
    """The workbook of the tournament (.xlsx): it counts by itself, and can be brought back."""
    from stolik.app.sheets.writing.marks import Mark
    from stolik.app.sheets.writing.workbook import WorkbookWish

    live = live_of(request)
    office = await live.offices.office(tournament)
    mark = Mark(office.card.id, office.head, language_of(request.scope))
    names = {number: who.name for number, who in office.people.items()}
    wish = WorkbookWish(office.state, names, office.counting.rules, mark, office.card.name)
    keys = await keys_of(request, tournament)
    book = await while_there(request, live.papers.workbook(wish, *keys))
    called = file_called(FilePhrase.WORKBOOK, office.card.name, "xlsx", mark.lang)
    return as_file(book, _XLSX, called)


@post(
    _SHEETS + "/workbook",
    status_code=200,
    request_max_body_size=MOST_BYTES,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def take_workbook(
    request: HttpRequest,
    tournament: FromPath[str],
    apply: FromQuery[bool] = False,
    rounds: FromQuery[bool] = False,
) -> dict[str, Any]:
    """Results typed into the workbook; the body is the file.

    Without `apply` nothing happens: the answer lists the changes and the faults, each with its
    cell. With it they are taken over, unless there is a fault. A round that only the workbook
    seated is told apart (`rounds` of the answer) and published, with the cut before it, only with
    `rounds`. Send the header `Stolik-Command`,
    and the same file sent twice is taken over once.
    """
    live = live_of(request)

    def results(content: bytes) -> "ReadBook":
        from stolik.app.sheets.read_book import workbook_of

        return workbook_of(live.sheets.read, content)

    book, office = await _uploaded(request, tournament, results, await request.body())
    heads = frozenset(entry.link.hex() for entry in await office.entries())
    given = _Given(book, language_of(request.scope), apply=apply)
    known = (office.card.id, heads, office.counting.rules, rounds)
    return await _done(request, office, given, partial(_results, given, *known))


def _results(
    given: "_Given", tournament: str, heads: frozenset[str], rules: Any, rounds: bool, desk: Desk
) -> dict[str, Any]:
    from stolik.app.sheets.reading.results import ResultsWanted, read_results
    from stolik.app.sheets.reading.taking import take_results

    wanted = ResultsWanted(tournament, heads.__contains__, given.lang, desk.labels(), rounds)
    reading = read_results(given.book, desk.state, rules, wanted)
    return take_results(desk, reading, apply=given.apply, lang=given.lang)


@post(
    _SHEETS + "/entrants",
    status_code=200,
    request_max_body_size=MOST_BYTES + MOST_EDIT_BYTES,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def take_list(
    request: HttpRequest,
    tournament: FromPath[str],
    apply: FromQuery[bool] = False,
    twice: FromQuery[bool] = False,
    sure: FromQuery[bool] = False,
    sheet: FromQuery[str] = "",
    columns: FromQuery[str] = "",
    blank: FromQuery[str] = "",
) -> dict[str, Any]:
    """A list of entrants: an .xlsx, .ods or .csv file, or text with a name on each line.

    Without `apply` the answer only shows who would be entered, who is left out because they seem
    to be entered already (`twice`: enter them too), which columns were not understood, and what
    should be looked at (`doubts`; `sure`: somebody did). `sheet`: another one than the first.
    `columns`: what each holds, by commas (`surname,first_name,,club`), where we guess wrong.
    A body that says it is an .xlsx or .ods (its content type) and is text is refused.
    `blank`: columns whose blank cells stay so (`team,school`), where the first row of a group has
    something and is taken to speak for those below (`carried`).
    The body is the file, or a form (`multipart/form-data`) of `list`, the file, and `edits`,
    single rows left out or written anew, by their numbers in the file:
    `{"rows": [{"row": 5, "leave_out": true}, {"row": 7, "name": "…", "club": "…"}]}`; with
    `twice` it is another person than who has the same name.
    """
    content, edits, kind = await file_with(request, "list", "edits")
    live = live_of(request)

    def listed(content: bytes) -> "ReadBook":
        from stolik.app.sheets.read_book import demand_workbook

        book = live.sheets.read(content)
        if kind in _WORKBOOKS:
            demand_workbook(book)
        return book

    book, office = await _uploaded(request, tournament, listed, content)
    given = _Given(book, language_of(request.scope), apply=apply)
    said = {"sheet": sheet, "columns": columns, "edits": edits, "twice": twice, "sure": sure}
    said["blank"] = blank
    return await _done(request, office, given, partial(_entrants, given, said))


def _entrants(given: "_Given", said: Mapping[str, Any], desk: Desk) -> dict[str, Any]:
    from stolik.app.sheets.reading.edits import edits_of
    from stolik.app.sheets.reading.entering import take_entrants
    from stolik.app.sheets.reading.entrants import read_entrants
    from stolik.app.sheets.reading.whole_list import demand_room

    held = said["columns"].split(",") if said["columns"] else ()
    rows = {"edits": edits_of(said["edits"]), "blank": said["blank"].split(",")}
    found = read_entrants(given.book, said["sheet"], held, **rows)
    demand_room(desk.state, len(found.listed))
    answers = {"twice": said["twice"], "sure": said["sure"]}
    return take_entrants(desk, found, apply=given.apply, lang=given.lang, **answers)


@get(_SHEETS + "/{file:str}", opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def export(
    request: HttpRequest, tournament: FromPath[str], file: FromPath[str]
) -> Response[bytes]:
    """One of entrants, rounds, results, standings, teams, penalties, log; as .csv or .json."""
    what, _, kind = file.partition(".")
    if kind not in _KINDS:
        from stolik.app.sheets.exports import EXPORTS

        known = tuple(f"{name}.{kind}" for name in EXPORTS for kind in _KINDS)
        refuse(Violation(Refusal.UNKNOWN_EXPORT, facts={"known": known}))
    office = await live_of(request).offices.office(tournament)
    entries = await office.entries_told() if what == "log" else ()
    desk, lang = office.reading(), language_of(request.scope)

    def written() -> bytes:
        from stolik.app.sheets.exports import ExportSource, as_csv, as_json, rows_of

        log = [
            {"seq": entry.seq, "link": entry.link.hex(), **json.loads(entry.body)}
            for entry in entries
        ]
        rows = rows_of(what, ExportSource(desk(), log, lang))
        return as_csv(rows, what, lang) if kind == "csv" else as_json(rows)

    keys = await keys_of(request, tournament)
    content = await live_of(request).pools.papers.think(written, *keys)
    called = file_called(FilePhrase(f"file_name.{what}"), office.card.name, kind, lang)
    return as_file(content, _KINDS[kind], called)


async def _uploaded(
    request: HttpRequest, tournament: str, read: "ReadFile", content: bytes
) -> "tuple[ReadBook, Office]":
    """The sheets of a file; it is read before anybody has to wait for the tournament."""
    live = live_of(request)
    office = await live.offices.office(tournament)
    keys = await keys_of(request, tournament)
    pools = live.pools
    pool = pools.uploads if len(content) <= FEW_BYTES else pools.large_uploads
    return await pool.think(lambda: read(content), *keys), office


@dataclass(frozen=True, slots=True)
class _Given:
    """A file that was read, and what is to become of it."""

    book: "ReadBook"
    lang: str
    apply: bool


async def _done(
    request: HttpRequest, office: Office, given: _Given, work: OnDesk
) -> dict[str, Any]:
    """What the file changes. That is a question until it is applied: nobody waits for it, and it
    ends in time and with whoever asked; a long list is asked about first even then.
    """
    live, rows = live_of(request), sum(map(len, given.book.values()))
    is_long, here = rows > FEW_ROWS, office.card.id
    if is_long or not given.apply:
        keys = await keys_of(request, here)
        asked = live.readings.trial(work, office.reading(), rows, *keys)
        shown = await while_there(request, asked)
        if not given.apply:
            return shown
    login = await login_of(request)
    allowed = allowed_by(request, request.route_handler)
    asking = Asking(signature(login), command_of(request), ALL, thinks=is_long, allowed=allowed)
    answer = await office.do(lambda at: work(at.desk), asking)
    live.halls.moved(here)
    return answer


HANDLERS = (workbook, take_workbook, take_list, export)
