"""Rules profiles, formats and boards by id or file: TOML in, a validated frozen dataclass out."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin

from stolik.app.codes import Refusal
from stolik.app.naming import LONGEST, faults_of
from stolik.app.reading.shapes import ShapeFault, Shapes, Unreadable, Wrong
from stolik.refusal import Range, Violation, refuse, refuse_any
from stolik.rummikub.rules import RulesProfile, profile_violations
from stolik.tournament.format import TournamentFormat, format_violations
from stolik.wojtek.board import Board
from stolik.wojtek.placement import placed
from stolik.wojtek.soundness import board_violations

T = TypeVar("T")
_PLAIN = {bool: "true / false", str: "text", dict: "table"}
_SHAPES = Shapes(ranges=True)
_DATA = files("stolik.data")
_MOST_DOTS = 200  # in one line of a file


def _ours(folder: str) -> tuple[str, ...]:
    """What lies in a folder of ours: by game, by the document it is taken from, then by name."""
    lying = (entry for entry in (_DATA / folder).iterdir() if entry.name.endswith(".toml"))
    return tuple(name for *_, name in sorted(_order(entry) for entry in lying))


def _order(entry: Traversable) -> tuple[str, bool, str, str]:
    # Before the first table stand the plain fields; reading on would slow down every start.
    head = tomllib.loads(entry.read_text("utf-8").partition("\n[")[0])
    document = head.get("document", "")
    return head.get("game", ""), not document, document, entry.name.removesuffix(".toml")


RULES, FORMATS, BOARDS = _ours("rules"), _ours("formats"), _ours("boards")


def rules_profile(id_or_path: str) -> RulesProfile:
    """A profile of ours by its id, or one's own by the path of its file or written out."""
    if id_or_path in RULES:
        return _built_in(id_or_path)
    if is_written_out(id_or_path):
        return _written_rules(id_or_path)
    if not id_or_path.endswith(".toml"):
        refuse(Violation(Refusal.PROFILE_UNKNOWN, facts={"profile": id_or_path, "known": RULES}))
    return profile_from(_parse(_text_of(Path(id_or_path))))


def rules_as_played(id_or_path: str, named: object) -> RulesProfile:
    """The profile a log names by id and hash: as it is today, or as it was first written."""
    today = rules_profile(id_or_path)
    first = today.first_edition
    return first if named == first.hash else today


def profile_from(raw: Mapping[str, Any]) -> RulesProfile:
    """A profile from the contents of a file; `based_on` names one of ours to start from."""
    raw = whole_rules(raw)
    raw["articles"] = dict(_flat(raw.get("articles", {})))
    profile = _load(RulesProfile, raw)
    refuse_any(*profile_violations(profile))
    return profile


def whole_rules(raw: Mapping[str, Any]) -> dict[str, Any]:
    """The contents of a file with all that it takes from its base: they need no other file."""
    raw = dict(raw)
    if (base := raw.pop("based_on", None)) is None:
        return raw
    return _merged(_raw_built_in(_known_base(base, RULES)), raw)


def _known_base(base: object, ours: tuple[str, ...]) -> str:
    if not isinstance(base, str) or base not in ours:
        refuse(Violation(Refusal.PROFILE_BASE, facts={"field": "based_on", "known": ours}))
    return base


def tournament_format(id_or_path: str) -> TournamentFormat:
    """A format of ours by its id, or one's own by the path of its file or written out."""
    if id_or_path in FORMATS:
        return _built_in_format(id_or_path)
    if is_written_out(id_or_path):
        return _written_format(id_or_path)
    if not id_or_path.endswith(".toml"):
        refuse(Violation(Refusal.FORMAT_UNKNOWN, facts={"format": id_or_path, "known": FORMATS}))
    return format_from(_parse(_text_of(Path(id_or_path))))


def former_formats(id_or_path: str) -> tuple[TournamentFormat, ...]:
    """Editions of a format of ours that were current once: logs begun with them go on with them."""
    return _former_formats(id_or_path) if id_or_path in FORMATS else ()


@cache
def _former_formats(id_or_path: str) -> tuple[TournamentFormat, ...]:
    lying = (_DATA / "formats" / "former").iterdir()
    names = sorted(entry.name for entry in lying if entry.name.endswith(".toml"))
    mine = (name for name in names if name.partition(".")[0] == id_or_path)
    return tuple(
        format_from(_parse((_DATA / "formats" / "former" / name).read_text("utf-8")))
        for name in mine
    )


@cache
def _built_in_format(name: str) -> TournamentFormat:
    return format_from(_parse(_text_in("formats", name)))


def format_from(raw: Mapping[str, Any]) -> TournamentFormat:
    """A format from the contents of a file; `based_on` names one of ours to start from."""
    shape = _load(TournamentFormat, whole_format(raw))
    refuse_any(*format_violations(shape))
    return shape


def whole_format(raw: Mapping[str, Any]) -> dict[str, Any]:
    """The contents of a file with all that it takes from its base."""
    raw = dict(raw)
    if (base := raw.pop("based_on", None)) is None:
        return raw
    return {**_parse(_text_in("formats", _known_base(base, FORMATS))), **raw}


def board(id_or_path: str) -> Board:
    """A board of ours by its id, or one's own by the path of its file or written out."""
    if id_or_path in BOARDS:
        return _built_in_board(id_or_path)
    if is_written_out(id_or_path):
        return _written_board(id_or_path)
    if not id_or_path.endswith(".toml"):
        refuse(Violation(Refusal.BOARD_UNKNOWN, facts={"board": id_or_path, "known": BOARDS}))
    return board_from(_parse(_text_of(Path(id_or_path))))


def contents_of(text: str) -> dict[str, Any]:
    """The contents of a file of one's own, as far as it can be read by a machine and by people."""
    raw = _parse(text)
    refuse_any(*_unseen(raw))
    return raw


def is_written_out(name: str) -> bool:
    """Whether this is a whole profile, format or board, as it travels, and no name of one."""
    return name.startswith("{")


def written_out(raw: Mapping[str, Any]) -> str:
    """The contents of a file as they travel with what is played by them."""
    return json.dumps(raw, ensure_ascii=False, sort_keys=True, default=str)


def title_or_name(name: str) -> str:
    """How people call it: a name of ours as it is, of what is written out its title."""
    return str(_read_out(name).get("title", "")) if is_written_out(name) else name


def _read_out(text: str) -> dict[str, Any]:
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError) as error:
        refuse(Violation(Refusal.FILE_NOT_TOML, facts={"line": _line_of(error, text)}))
    assert isinstance(raw, dict), "it begins with a brace"
    return raw


@lru_cache(maxsize=64)
def _written_board(text: str) -> Board:
    return board_from(_read_out(text))


@lru_cache(maxsize=64)
def _written_rules(text: str) -> RulesProfile:
    return profile_from(_read_out(text))


@lru_cache(maxsize=64)
def _written_format(text: str) -> TournamentFormat:
    shape = format_from(_read_out(text))
    # What travels comes from anybody: a path in it would read files of this machine.
    if shape.profile not in (*RULES, *BOARDS):
        refuse(_wrong(Refusal.FIELD_CHOICE, "profile", choices=(*RULES, *BOARDS)))
    return shape


def board_from(raw: Mapping[str, Any]) -> Board:
    """A board from the contents of a file; `based_on` names one of ours to start from."""
    raw = dict(raw)
    if (base := raw.pop("based_on", None)) is not None:
        if base not in BOARDS:
            refuse(Violation(Refusal.PROFILE_BASE, facts={"field": "based_on", "known": BOARDS}))
        # A board that differs is another edition, and nobody has signed that one yet.
        raw = _merged({**_parse(_text_in("boards", base)), "verified_by": ""}, raw)
    raw["articles"] = dict(_flat(raw.get("articles", {})))
    found = _load(Board, raw)
    refuse_any(*board_violations(found))
    return placed(found)


@cache
def lesson(name: str, kind: type[T]) -> T:
    """A first game of ours that is laid beforehand, in the shape its core knows."""
    return _load(kind, _parse(_text_in("lessons", name)))


@cache
def _built_in_board(name: str) -> Board:
    return board_from(_parse(_text_in("boards", name)))


def _text_in(folder: str, name: str) -> str:
    return (_DATA / folder / f"{name}.toml").read_text("utf-8")


@cache
def _built_in(name: str) -> RulesProfile:
    return profile_from(_raw_built_in(name))


def _raw_built_in(name: str) -> dict[str, Any]:
    raw = _parse(_text_in("rules", name))
    base = raw.pop("based_on", None)
    return _merged(_raw_built_in(base), raw) if base else raw


def _text_of(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError, ValueError):
        refuse(Violation(Refusal.FILE_NOT_FOUND, facts={"file": str(path)}))


def _parse(text: str) -> dict[str, Any]:
    # A key of thousands of parts is read in the square of their number.
    deep = (n for n, line in enumerate(text.splitlines(), 1) if line.count(".") > _MOST_DOTS)
    if (line := next(deep, None)) is not None:
        refuse(Violation(Refusal.FILE_NOT_TOML, facts={"line": line}))
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: also a number of 5,000 digits
        refuse(Violation(Refusal.FILE_NOT_TOML, facts={"line": _line_of(error, text)}))


def _line_of(error: Exception, text: str) -> int:
    """Where a parser stopped, as the exception keeps it.

    That of TOML has a line from Python 3.14 on; before it only its words tell, or the end.
    """
    if isinstance(line := getattr(error, "lineno", None), int):
        return line
    if isinstance(error, tomllib.TOMLDecodeError):
        found = re.search(r"\(at line (\d+), column \d+\)$", str(error))
        return int(found[1]) if found else text.count("\n") + 1
    return 1


def _unseen(value: Any, place: str = "") -> Iterator[Violation]:
    """Every text of a file, and every name of a field, that could not be a name of anything."""
    if isinstance(value, str) and faults_of(value):
        yield _wrong(Refusal.FIELD_SIGNS, place, most=LONGEST)
    items = enumerate(value, start=1) if isinstance(value, list) else ()
    for key, item in value.items() if isinstance(value, dict) else items:
        if faults_of(str(key)):
            yield _wrong(Refusal.FIELD_SIGNS, place or "$", most=LONGEST)
        else:
            yield from _unseen(item, f"{place}.{key}" if place else str(key))


def _merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """`base` with the fields of `over` put over it, table by table."""
    merged = dict(base)
    for key, value in over.items():
        below = merged.get(key)
        if isinstance(below, dict) and isinstance(value, dict):
            merged[key] = _merged(below, value)
        else:
            merged[key] = value
    return merged


def _flat(table: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Nested tables as dotted names: `time_out.move_stands`."""
    if not isinstance(table, dict):
        refuse(_wrong(Refusal.FIELD_TYPE, "articles", expected="table"))
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        elif isinstance(value, str):
            yield prefix + key, value
        else:
            refuse(_wrong(Refusal.FIELD_TYPE, f"articles.{prefix}{key}", expected="text"))


def _load(kind: type[T], raw: Any) -> T:
    """A frozen dataclass from a table, every fault of the file named at once."""
    try:
        return _SHAPES.read(kind, raw)
    except Unreadable as found:
        refuse_any(*(_fault(one) for one in found.faults))
        raise


def _fault(fault: ShapeFault) -> Violation:
    """A fault as the author of a file is told it; items are counted from 1."""
    steps = (str(step + 1) if isinstance(step, int) else step for step in fault.place)
    name = ".".join(steps)
    match fault.wrong:
        case Wrong.UNKNOWN:
            return _wrong(Refusal.FIELD_UNKNOWN, name)
        case Wrong.MISSING:
            return _wrong(Refusal.FIELD_MISSING, name)
        case Wrong.CHOICE:
            return _wrong(Refusal.FIELD_CHOICE, name, choices=fault.wanted)
        case Wrong.RANGE:
            return _wrong(Refusal.FIELD_RANGE, name, range=_span(fault.wanted))
        case Wrong.KIND:
            return _wrong(Refusal.FIELD_TYPE, name, expected=_expected(fault.wanted))


def _expected(wanted: Any) -> str:
    if isinstance(wanted, Range):
        return _span(wanted)
    if get_origin(wanted) is tuple:
        return f"[{get_args(wanted)[0].__name__}, …]"
    return _PLAIN[wanted]


def _span(bounds: Range) -> str:
    return f"{bounds.low}–{bounds.high}"


def _wrong(code: Refusal, name: str, **facts: Any) -> Violation:
    return Violation(code, facts={"field": name, **facts})
