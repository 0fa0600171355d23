"""Taking over what a file says: shown first, then carried out; all of it or nothing."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.reading.results import Change, Reading, SeatsTyped
from stolik.app.texts import say
from stolik.app.tournaments.desk import Desk
from stolik.refusal import Fact, Violation, refuse_any
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
        "rounds": [_round(seats, reading) for seats in reading.rounds],
        "faults": told(reading.faults, lang),
        "remarks": told(reading.remarks, lang),
        "applied": apply and bool(reading.changes or not reading.rounds),
    }


def rounds_waiting(reading: Reading) -> Iterator[Violation]:
    """Rounds that only the workbook has: left there unless somebody asks for them."""
    if reading.rounds:
        rounds = tuple(str(one.round) for one in reading.rounds)
        facts: dict[str, Fact] = {"cell": reading.rounds[0].cell, "rounds": rounds}
        yield Violation(Refusal.ROUNDS_WAIT, facts={**facts, "games": len(reading.games)})


def _round(seats: SeatsTyped, reading: Reading) -> dict[str, Any]:
    """A round that waits, with the games that would come with it."""
    games = [one for one in reading.games if one.command.round == seats.round]
    return _change(seats) | {"games": [_change(one) for one in games]}


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
