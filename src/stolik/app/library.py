"""Rules profiles, formats and boards by id or file: TOML in, a validated frozen dataclass out."""

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from stolik.app.codes import Refusal
from stolik.refusal import Range, Refused, Violation, refuse
from stolik.rummikub.rules import RulesProfile, profile_violations
from stolik.tournament.format import TournamentFormat, format_violations
from stolik.wojtek.board import Board
from stolik.wojtek.soundness import board_violations

T = TypeVar("T")
_PLAIN = {bool: "true / false", str: "text"}
RULES = ("mp2023", "eliminacje", "zimowy", "szkoly2015")
FORMATS = ("eliminacje", "zimowy", "szkoly2015", "grandprix", "wojtek")
BOARDS = ("trasa",)


def rules_profile(id_or_path: str) -> RulesProfile:
    """A profile of ours by its id, or one's own by the path of its file."""
    if id_or_path in RULES:
        return _built_in(id_or_path)
    if not id_or_path.endswith(".toml"):
        refuse(Violation(Refusal.PROFILE_UNKNOWN, facts={"profile": id_or_path, "known": RULES}))
    return profile_from(_parse(_text_of(Path(id_or_path))))


def profile_from(raw: Mapping[str, Any]) -> RulesProfile:
    """A profile from the contents of a file; `based_on` names one of ours to start from."""
    raw = dict(raw)
    if (base := raw.pop("based_on", None)) is not None:
        if base not in RULES:
            refuse(Violation(Refusal.PROFILE_BASE, facts={"field": "based_on", "known": RULES}))
        raw = _merged(_raw_built_in(base), raw)
    raw["articles"] = dict(_flat(raw.get("articles", {})))
    profile = _load(RulesProfile, raw)
    refuse(*profile_violations(profile))
    return profile


def tournament_format(id_or_path: str) -> TournamentFormat:
    """A format of ours by its id, or one's own by the path of its file."""
    if id_or_path in FORMATS:
        return _built_in_format(id_or_path)
    if not id_or_path.endswith(".toml"):
        refuse(Violation(Refusal.FORMAT_UNKNOWN, facts={"format": id_or_path, "known": FORMATS}))
    return format_from(_parse(_text_of(Path(id_or_path))))


@cache
def _built_in_format(name: str) -> TournamentFormat:
    return format_from(_parse(_text_in("formats", name)))


def format_from(raw: Mapping[str, Any]) -> TournamentFormat:
    """A format from the contents of a file; `based_on` names one of ours to start from."""
    raw = dict(raw)
    if (base := raw.pop("based_on", None)) is not None:
        if base not in FORMATS:
            refuse(Violation(Refusal.PROFILE_BASE, facts={"field": "based_on", "known": FORMATS}))
        raw = {**_parse(_text_in("formats", base)), **raw}
    shape = _load(TournamentFormat, raw)
    refuse(*format_violations(shape))
    return shape


def board(id_or_path: str) -> Board:
    """A board of ours by its id, or one's own by the path of its file."""
    if id_or_path in BOARDS:
        return _built_in_board(id_or_path)
    if not id_or_path.endswith(".toml"):
        refuse(Violation(Refusal.BOARD_UNKNOWN, facts={"board": id_or_path, "known": BOARDS}))
    return board_from(_parse(_text_of(Path(id_or_path))))


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
    refuse(*board_violations(found))
    return found


@cache
def _built_in_board(name: str) -> Board:
    return board_from(_parse(_text_in("boards", name)))


def _text_in(folder: str, name: str) -> str:
    return (files("stolik.data") / folder / f"{name}.toml").read_text("utf-8")


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
        raise


def _parse(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        refuse(Violation(Refusal.FILE_NOT_TOML, facts={"where": str(error)}))
        raise


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


def _load(kind: type[T], raw: Any, prefix: str = "") -> T:
    """A frozen dataclass from a table: none unknown, none missing but those with a default."""
    if not isinstance(raw, dict):
        refuse(_wrong(Refusal.FIELD_TYPE, prefix.rstrip("."), expected="table"))
    hints = get_type_hints(kind, include_extras=True)
    known = fields(kind)  # type: ignore[arg-type]
    names = [f.name for f in known]
    needed = [f.name for f in known if f.default is MISSING]
    found = [_wrong(Refusal.FIELD_UNKNOWN, prefix + name) for name in raw if name not in names]
    found += [_wrong(Refusal.FIELD_MISSING, prefix + name) for name in needed if name not in raw]
    values: dict[str, Any] = {}
    for name in (name for name in names if name in raw):
        with _collecting(found):
            values[name] = _value(hints[name], raw[name], prefix + name)
    refuse(*found)
    return kind(**values)


@contextmanager
def _collecting(found: list[Violation]) -> Iterator[None]:
    """Go on after a refusal, so that every fault of a file is named at once."""
    try:
        yield
    except Refused as refused:
        found.extend(refused.violations)


def _value(hint: Any, raw: Any, name: str) -> Any:
    if get_origin(hint) is Annotated:
        kind, bounds = get_args(hint)
        return _bounded(kind, raw, name, bounds)
    if hint in (bool, str):
        if not isinstance(raw, hint):
            refuse(
                _wrong(Refusal.FIELD_TYPE, name, expected={bool: "true / false", str: "text"}[hint])
            )
        return raw
    if get_origin(hint) is Mapping:
        return raw
    if issubclass(hint, StrEnum):
        choices = tuple(member.value for member in hint)
        if not isinstance(raw, str) or raw not in choices:
            refuse(_wrong(Refusal.FIELD_CHOICE, name, choices=choices))
        return hint(raw)
    return _load(hint, raw, f"{name}.")


def _bounded(kind: Any, raw: Any, name: str, bounds: Range) -> Any:
    allowed = f"{bounds.low}–{bounds.high}"
    if kind is int:
        if not isinstance(raw, int) or isinstance(raw, bool):
            refuse(_wrong(Refusal.FIELD_TYPE, name, expected=f"{allowed}"))
        if not bounds.low <= raw <= bounds.high:
            refuse(_wrong(Refusal.FIELD_RANGE, name, range=allowed))
        return raw
    (item, _) = get_args(kind)
    if isinstance(item, type) and is_dataclass(item) and isinstance(raw, list):
        loaded = _loaded_items(item, raw, name)
    elif isinstance(raw, list) and all(type(element) is item for element in raw):
        loaded = tuple(raw)
    else:
        refuse(_wrong(Refusal.FIELD_TYPE, name, expected=f"[{item.__name__}, …]"))
    if not bounds.low <= len(raw) <= bounds.high:
        refuse(_wrong(Refusal.FIELD_RANGE, name, range=allowed))
    return loaded


def _loaded_items(item: type[T], raw: list[Any], name: str) -> tuple[T, ...]:
    found: list[Violation] = []
    items: list[T] = []
    for i, element in enumerate(raw, start=1):
        with _collecting(found):
            items.append(_load(item, element, f"{name}.{i}."))
    refuse(*found)
    return tuple(items)


def _wrong(code: Refusal, name: str, **facts: Any) -> Violation:
    return Violation(code, facts={"field": name, **facts})
