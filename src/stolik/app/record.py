"""A game as a file: events as plain JSON values and back, and the hash chain over them.

    {"event": "TileDrawn", "seat": 0, "tile": "r5", "reason": "move"}

What is written reads back to the same events, byte for byte; reading takes nothing on trust.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from stolik.app.codes import Refusal
from stolik.app.exact import read_exact, write_exact
from stolik.refusal import Violation, refuse
from stolik.rummikub.codes import Refusal as GameRefusal
from stolik.rummikub.events import Event
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.scoring import is_zero_sum
from stolik.rummikub.state import TableState
from stolik.rummikub.tiles import Tile

GAME = "rummikub"
MOST_EVENTS = 20_000
_LARGEST = 10**9
_TAG = "event"
_EVENTS: Mapping[str, type[Event]] = {kind.__name__: kind for kind in get_args(Event)}


def write_log(events: Iterable[Event], rules: RulesProfile) -> dict[str, Any]:
    """A log as JSON values: which game, which rules, what happened."""
    return {**_header(rules), "events": [write_event(event) for event in events]}


def read_log(raw: object, rules: RulesProfile) -> tuple[Event, ...]:
    """The events of a log; refused if it is damaged or was played by other rules."""
    log = _object(raw, ("game", "rules", "events"), "log")
    if log["game"] != GAME:
        refuse(Violation(Refusal.LOG_GAME, facts={"known": GAME}))
    if log["rules"] != _header(rules)["rules"]:
        _other_rules(rules)
    if not isinstance(log["events"], list):
        _wrong("log.events")
    if len(log["events"]) > MOST_EVENTS:
        refuse(Violation(Refusal.LOG_TOO_LONG, facts={"most": MOST_EVENTS}))
    reader = _Reader(rules)
    return tuple(reader.event(value, i) for i, value in enumerate(log["events"], start=1))


def rules_named_in(raw: object) -> str:
    """The id of the rules a log names."""
    rules = raw.get("rules") if isinstance(raw, dict) else None
    name = rules.get("id") if isinstance(rules, dict) else None
    if not isinstance(name, str):
        _wrong("log.rules.id")
    return str(name)


def head_of(log: Mapping[str, Any]) -> str:
    """The hash chain's end: each event is hashed with all that came before it."""
    head = sha256(_canonical({"game": log["game"], "rules": log["rules"]}))
    for event in log["events"]:
        head = sha256(head.digest() + _canonical(event))
    return head.hexdigest()


def write_event(event: Event) -> dict[str, Any]:
    """One event as JSON values."""
    return {_TAG: type(event).__name__, **_fields(event)}


def write_result(state: TableState) -> dict[str, Any] | None:
    """The score sheet of the game, None while it is being played; seats count from 1."""
    if state.ending is None:
        return None
    seats = [
        {
            "seat": result.seat + 1,
            **_fields(result.score),
            "rack": list(state.seats[result.seat].rack),
            "verdict": plain(result.verdict),
        }
        for result in state.results
    ]
    zero_sum = is_zero_sum([result.score for result in state.results])
    return {"ending": state.ending.value, "seats": seats, "zero_sum": zero_sum}


def write_state(state: TableState) -> dict[str, Any]:
    """The whole table, racks open: for the owner of a log, never for a client."""
    table = {f.name: plain(getattr(state, f.name)) for f in fields(state) if f.name not in _LEFT}
    return {"rules": _header(state.rules)["rules"], **table}


_LEFT = ("rules", "log")


def plain(value: Any) -> Any:
    """A value of the core as JSON values."""
    if isinstance(value, Fraction):
        return write_exact(value)
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return _fields(value) if is_dataclass(value) else value


def _fields(value: Any) -> dict[str, Any]:
    return {_key(f.name): plain(getattr(value, f.name)) for f in fields(value)}


def _key(name: str) -> str:
    """A challenge is about an `event`, and so is the tag: the field steps aside."""
    return f"{name}_" if name == _TAG else name


def _header(rules: RulesProfile) -> dict[str, Any]:
    return {"game": GAME, "rules": {"id": rules.id, "hash": rules.hash}}


def _canonical(value: Any) -> bytes:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "surrogatepass")


class _Reader:
    """Reads values by the types of the core's own dataclasses."""

    def __init__(self, rules: RulesProfile) -> None:
        self._tiles = frozenset(rules.tile_set)

    def event(self, raw: object, number: int) -> Event:
        where = f"log.events[{number}]"
        name = raw.get(_TAG) if isinstance(raw, dict) else None
        kind = _EVENTS.get(name) if isinstance(name, str) else None
        if kind is None or not isinstance(raw, dict):
            refuse(Violation(Refusal.LOG_EVENT_UNKNOWN, facts={"number": number}))
            raise AssertionError
        rest = {key: value for key, value in raw.items() if key != _TAG}
        event: Event = self._dataclass(kind, rest, where)
        return event

    def _dataclass(self, kind: Any, raw: object, where: str) -> Any:
        hints = _hints(kind)
        table = _object(raw, tuple(_key(name) for name in hints), where)
        return kind(
            **{
                name: self._value(hint, table[_key(name)], f"{where}.{name}")
                for name, hint in hints.items()
            }
        )

    def _value(self, hint: Any, raw: object, where: str) -> Any:
        if hint is Tile:
            return raw if isinstance(raw, str) and raw in self._tiles else _wrong(where)
        hint = getattr(hint, "__supertype__", hint)
        if get_origin(hint) in (Union, UnionType):
            (some,) = (arm for arm in get_args(hint) if arm is not NoneType)
            return None if raw is None else self._value(some, raw, where)
        if get_origin(hint) is tuple:
            items = raw if isinstance(raw, list) else _wrong(where)
            return tuple(self._value(get_args(hint)[0], item, where) for item in items)
        if is_dataclass(hint):
            return self._dataclass(hint, raw, where)
        return _simple(hint, raw, where)


def _simple(hint: Any, raw: object, where: str) -> Any:
    if issubclass(hint, StrEnum):
        known = isinstance(raw, str) and raw in {member.value for member in hint}
        return hint(raw) if known else _wrong(where)
    if hint is Fraction:
        exact = read_exact(raw) if isinstance(raw, str) else None
        return _wrong(where) if exact is None else exact
    if type(raw) is not hint or (isinstance(raw, int) and abs(raw) > _LARGEST):
        _wrong(where)
    return raw


def _object(raw: object, keys: Iterable[str], where: str) -> dict[str, Any]:
    if not isinstance(raw, dict) or set(raw) != set(keys):
        _wrong(where)
    assert isinstance(raw, dict)
    return raw


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _wrong(where: str) -> Any:
    refuse(Violation(Refusal.LOG_SHAPE, facts={"field": where}))


def _other_rules(rules: RulesProfile) -> None:
    facts = {"profile": rules.id, "hash": rules.hash[:12]}
    refuse(Violation(GameRefusal.RULES_DIFFER, facts=facts))
