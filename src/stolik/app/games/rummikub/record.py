"""A game as a file: its events as plain JSON values, and the hash chain over them."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields
from hashlib import sha256
from typing import Any, NoReturn, get_args

from stolik.app.bounds import MOST_EVENTS
from stolik.app.codes import Refusal
from stolik.app.reading.codec import Reader, json_object, plain, write_event, write_fields, wrong
from stolik.refusal import Violation, refuse
from stolik.rummikub.codes import Refusal as GameRefusal
from stolik.rummikub.events import Event
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.scoring import is_zero_sum
from stolik.rummikub.state import TableState
from stolik.rummikub.tiles import Tile

GAME = "rummikub"


def write_log(events: Iterable[Event], rules: RulesProfile) -> dict[str, Any]:
    """A log as JSON values: which game, which rules, what happened."""
    return {**_header(rules), "events": [write_event(event) for event in events]}


def read_log(raw: object, rules: RulesProfile) -> tuple[Event, ...]:
    """The events of a log; refused if it is damaged or was played by other rules."""
    log = json_object(raw, ("game", "rules", "events"), "log")
    if log["game"] != GAME:
        refuse(Violation(Refusal.LOG_GAME, facts={"known": GAME}))
    if log["rules"] != _header(rules)["rules"]:
        _other_rules(rules)
    if not isinstance(log["events"], list):
        wrong("log.events")
    if len(log["events"]) > MOST_EVENTS:
        refuse(Violation(Refusal.LOG_TOO_LONG, facts={"most": MOST_EVENTS}))
    reader = Reader(get_args(Event), {Tile: rules.tile_set})
    return tuple(reader.event(value, i) for i, value in enumerate(log["events"], start=1))


def rules_named_in(raw: object) -> str:
    """The id of the rules a log names."""
    rules = raw.get("rules") if isinstance(raw, dict) else None
    name = rules.get("id") if isinstance(rules, dict) else None
    if not isinstance(name, str):
        wrong("log.rules.id")
    return str(name)


def rules_hash_in(raw: Mapping[str, Any]) -> object:
    """The hash of the rules a log names, whatever it is."""
    rules = raw.get("rules")
    return rules.get("hash") if isinstance(rules, dict) else None


def head_of(log: Mapping[str, Any]) -> str:
    """The hash chain's end: each event is hashed with all that came before it."""
    head = sha256(_canonical({key: log[key] for key in log if key != "events"}))
    for event in log["events"]:
        head = sha256(head.digest() + _canonical(event))
    return head.hexdigest()


def write_result(state: TableState) -> dict[str, Any] | None:
    """The score sheet of the game, None while it is being played; seats count from 1."""
    if state.ending is None:
        return None
    seats = [
        {
            "seat": result.seat + 1,
            **write_fields(result.score),
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


def _header(rules: RulesProfile) -> dict[str, Any]:
    return {"game": GAME, "rules": {"id": rules.id, "hash": rules.hash}}


def _canonical(value: Any) -> bytes:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "surrogatepass")


def _other_rules(rules: RulesProfile) -> NoReturn:
    facts = {"profile": rules.id, "hash": rules.hash[:12]}
    refuse(Violation(GameRefusal.RULES_DIFFER, facts=facts))
