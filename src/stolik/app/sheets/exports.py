"""Everything a tournament knows as plain tables, for CSV and JSON."""

import csv
import io
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from stolik.app.reading.codec import plain
from stolik.app.reading.exact import read_exact, write_exact
from stolik.app.reading.written import written
from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.neutral import neutral
from stolik.app.texts import HEADINGS, text
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.telling.ranking import standings_rows, teams
from stolik.refusal import Violation, refuse
from stolik.tournament.format import Criterion
from stolik.tournament.state import Penalty, RoundStatus

Row = dict[str, Any]
_BOM = "\ufeff"  # without it Excel takes UTF-8 for something else


@dataclass(frozen=True, slots=True)
class ExportSource:
    """A tournament, and its log as it was written."""

    desk: Desk
    log: Sequence[Row]
    lang: str = "pl"


def _entrants(source: ExportSource) -> list[Row]:
    people, state = source.desk.people, source.desk.state
    return [
        {"number": int(n), "name": people.get(n, ""), **_entrant(plain(entrant))}
        for n, entrant in sorted(state.entrants.items())
    ]


def _entrant(entrant: Row) -> Row:
    return {key: entrant[key] for key in ("club", "team", "age_class", "fixed_table", "status")}


def _rounds(source: ExportSource) -> list[Row]:
    labels = source.desk.labels()
    return [
        {
            "round": int(r.number),
            "stage": r.stage + 1,
            "table": int(table.number),
            "seat": seat,
            "entrant": int(n),
            "name": labels[n],
        }
        for r in source.desk.state.rounds
        if r.status is RoundStatus.PUBLISHED
        for table in r.tables
        for seat, n in enumerate(table.seats, start=1)
    ]


def _results(source: ExportSource) -> list[Row]:
    labels = source.desk.labels()
    found = []
    for r in source.desk.state.rounds:
        for (table, game), result in sorted(r.results.items()):
            where = {"round": int(r.number), "table": int(table), "game": int(game)}
            about = {"confirmed_by": " ".join(result.confirmed_by), "reason": result.reason}
            if not result.lines:  # it was not played
                empty = dict.fromkeys(_LINE, "")
                found.append({**where, **empty, **about})
            for line in result.lines:
                points = {"big_points": line.big_points, "small_points": line.small_points}
                who = {"entrant": int(line.entrant), "name": labels[line.entrant]}
                found.append({**where, **who, "place": line.place, **points, **about})
    return found


_LINE = ("entrant", "name", "place", "big_points", "small_points")


def _standings(source: ExportSource) -> list[Row]:
    return _numbered(written(standings_rows(source.desk, None, source.lang).rows))


def _teams(source: ExportSource) -> list[Row]:
    return _numbered(written(teams(source.desk.state, source.lang).rows))


def _penalties(source: ExportSource) -> list[Row]:
    labels = source.desk.labels()
    return [
        {"penalty": i, "name": labels[p.entrant], **plain(p)}
        for i, p in enumerate(source.desk.state.penalties, start=1)
    ]


def _log(source: ExportSource) -> list[Row]:
    return list(source.log)


def _numbered(rows: Sequence[Row]) -> list[Row]:
    """Points as numbers again; what people wrote stays as it is."""
    return [
        {key: value if key in _WORDS else _number(value) for key, value in row.items()}
        for row in rows
    ]


_WORDS = ("name", "team", "reason")


class Numbers(tuple[str, ...]):
    """Several numbers of ours in one cell."""


def _number(value: Any) -> Any:
    if isinstance(value, list):
        return Numbers(str(item) for item in value)
    exact = read_exact(value) if isinstance(value, str) else None
    return value if exact is None else exact


EXPORTS: Mapping[str, Callable[[ExportSource], list[Row]]] = {
    "entrants": _entrants,
    "rounds": _rounds,
    "results": _results,
    "standings": _standings,
    "teams": _teams,
    "penalties": _penalties,
    "log": _log,
}


# The headings of tables that have no row yet.
_EMPTY: Mapping[str, tuple[str, ...]] = {
    "entrants": ("number", "name", "club", "team", "age_class", "fixed_table", "status"),
    "rounds": ("round", "stage", "table", "seat", "entrant", "name"),
    "results": ("round", "table", "game", *_LINE, "confirmed_by", "reason"),
    "standings": ("place", "entrant", "name", "big_points", "small_points"),
    "teams": ("place", "team", "big_points", "small_points"),
    "penalties": ("penalty", "name", *(f.name for f in fields(Penalty))),
}


def rows_of(what: str, source: ExportSource) -> list[Row]:
    """One of the tables by name."""
    if what not in EXPORTS:
        refuse(Violation(Refusal.UNKNOWN_EXPORT, facts={"known": tuple(EXPORTS)}))
    return EXPORTS[what](source)


def as_json(rows: Sequence[Row]) -> bytes:
    """A list of objects."""
    plain_rows = [{key: _plain(value) for key, value in row.items()} for row in rows]
    told = json.dumps(plain_rows, ensure_ascii=False, indent=1)
    return told.encode("utf-8", "replace") + b"\n"


def _plain(value: Any) -> Any:
    return " ".join(value) if isinstance(value, Numbers) else plain(value)


def as_csv(
    rows: Sequence[Row], what: str = "", lang: str = "", without: Collection[str] = ()
) -> bytes:
    """Semicolons, as Excel wants them here; texts that look like formulas get an apostrophe.

    `lang`: of the headings; without it they are the keys that programs know.
    """
    file = io.StringIO(newline="")
    file.write(_BOM)
    known = dict.fromkeys(key for row in rows for key in row) or _EMPTY.get(what, ())
    heads = [head for head in known if head not in without]
    writer = csv.writer(file, delimiter=";", quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow([heading(head, lang) for head in heads] if lang else heads)
    writer.writerows([_cell(row.get(head, "")) for head in heads] for row in rows)
    return file.getvalue().encode("utf-8", "replace")


def heading(key: str, lang: str) -> str:
    """What a column is called; what only programs read keeps its key."""
    if key.startswith("before."):
        return text("heading.before", lang, heading=heading(key.removeprefix("before."), lang))
    if key in tuple(Criterion):
        return text(f"criterion.{key}", lang)
    return text(f"heading.{key}", lang) if key in HEADINGS else key


def _cell(value: Any) -> str | int:
    if value is None:
        return ""
    if isinstance(value, Fraction):  # a number of ours, whatever sign it begins with
        return int(value) if value.denominator == 1 else write_exact(value)
    if isinstance(value, Numbers):  # a true minus: no program takes it for a formula
        return " ".join(value).replace("-", "−")
    if isinstance(value, bool | dict | list):
        value = json.dumps(value, ensure_ascii=False)
    return value if isinstance(value, int) else neutral(str(value))
