"""Taking over what a file says: shown first, then carried out; all of it or nothing."""

from collections.abc import Iterable, Sequence
from typing import Any

from stolik.app.sheets.reading.results import Change, Reading, SeatsTyped
from stolik.app.texts import say
from stolik.app.tournaments.desk import Desk
from stolik.refusal import Violation, refuse_any
from stolik.tournament import commands as c

_DO = {c.RecordResult: "result", c.CorrectResult: "correct", c.Unplayed: "unplayed"}


def take_results(desk: Desk, reading: Reading, *, apply: bool, lang: str) -> dict[str, Any]:
    """Every change with its cell; carried out if asked for, refused if anything is wrong."""
    if apply:
        refuse_any(*reading.faults)
        for change in reading.changes:
            for command in change.commands:
                desk.do(command)
    return {
        "changes": [_change(change) for change in reading.changes],
        "rounds": [_change(seats) for seats in reading.rounds],
        "faults": told(reading.faults, lang),
        "remarks": told(reading.remarks, lang),
        "applied": apply,
    }


def _change(change: Change | SeatsTyped) -> dict[str, Any]:
    if isinstance(change, SeatsTyped):
        return {
            "cell": change.cell,
            "do": "seats",
            "round": change.round,
            "seats": change.seats,
            "look_twice": False,
        }
    command = change.command
    return {
        "cell": change.cell,
        "do": _DO[type(command)],
        "round": int(command.round),
        "table": int(command.table),
        "game": int(command.game),
        "known": change.known,
        "typed": change.typed,
        "look_twice": change.look_twice,
    }


def told(violations: Iterable[Violation], lang: str) -> Sequence[dict[str, Any]]:
    """What is wrong or left behind, each with its cell and a sentence."""
    return [
        {
            "code": str(violation.code),
            "cell": str(violation.facts.get("cell", "")),
            "message": say(violation, lang),
        }
        for violation in violations
    ]
