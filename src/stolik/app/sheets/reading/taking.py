"""Taking over what a file says: shown first, then carried out; all of it or nothing."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from stolik.app.naming import tidy
from stolik.app.reading.written import written
from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.reading.headings import Part, plain_words
from stolik.app.sheets.reading.listed import EntrantList, Listed
from stolik.app.sheets.reading.results import Change, Reading, SeatsTyped
from stolik.app.texts import say
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.guardians import Guardians, lead
from stolik.refusal import Refused, Violation, refuse_any
from stolik.tournament import commands as c
from stolik.tournament.engine import decide, replay
from stolik.tournament.state import EntrantNumber, TableNumber

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
        "faults": _told(reading.faults, lang),
        "remarks": _told(reading.remarks, lang),
        "applied": apply,
    }


def take_entrants(
    desk: Desk, found: EntrantList, *, apply: bool, twice: bool, sure: bool = False, lang: str
) -> dict[str, Any]:
    """Who would be entered and who is left out as known; `twice`: enter those too.

    Known is who has the same name and the same club and team, here or above in the list.
    `sure`: somebody looked at every doubt; without it a list with doubts is not taken over.
    """
    known = {_who(desk, n): f"#{n}" for n in desk.state.entrants if n in desk.people}
    names = {plain_words(desk.people[n]): n for n in desk.state.entrants if n in desk.people}
    entered: list[dict[str, Any]] = []
    left_out: list[dict[str, Any]] = []
    if not desk.state.format.team_size:
        found = _nobody_led(found)
    faults, state = list(found.faults), desk.state
    guardians = Guardians(desk)
    for one in found.listed:
        shown = _entrant(one)
        key = (plain_words(one.name), plain_words(one.club), plain_words(one.team))
        if key in known and not twice:
            left_out.append({**shown, "same_as": known[key]})
            continue
        try:
            tidy(one.name)
            after = replay(decide(state, _enter(one)), state)
            if one.guardian:
                after = guardians.named(after, tidy(one.team), tidy(one.guardian))
            state = after
        except Refused as refused:
            faults += _at_row(refused, one, lang)
            continue
        if (same := names.get(key[0])) is not None:
            shown["same_name"] = int(same)
        shown |= written(desk.looks(one.name))
        number = EntrantNumber(state.numbers_given)
        entered.append({**shown, "entrant": number, "waiting": not state.entrants[number].plays})
        known.setdefault(key, one.cell)
        names.setdefault(key[0], number)
    if apply:
        refuse_any(*faults)
        refuse_any(*(() if sure else found.doubts))
        left = {shown["cell"] for shown in left_out}
        for one in (one for one in found.listed if one.cell not in left):
            desk.do(_enter(one), name=tidy(one.name))
            if one.guardian:
                lead(desk, tidy(one.team), tidy(one.guardian))
    return {
        "columns": {part.value: column + 1 for part, column in found.columns.items()},
        "unknown_columns": list(found.unknown),
        "entrants": entered,
        "left_out": left_out,
        "faults": _told(faults, lang),
        "doubts": _told(found.doubts, lang),
        "sheet": found.sheet,
        "other_sheets": list(found.sheets),
        "columns_seen": [
            {"heading": one.heading, "sample": list(one.sample), "part": one.part}
            for one in found.seen
        ],
        "applied": apply,
    }


def _nobody_led(found: EntrantList) -> EntrantList:
    """A format without teams: the teacher every school writes is a column not taken over."""
    if not found.guardian_heading:
        return found
    columns = dict(found.columns)
    del columns[Part.GUARDIAN]
    listed = tuple(replace(one, guardian="") for one in found.listed)
    unknown = (*found.unknown, found.guardian_heading)
    return replace(found, columns=columns, listed=listed, unknown=unknown)


def _enter(one: Listed) -> c.Enter:
    table = None if one.table is None else TableNumber(one.table)
    return c.Enter(tidy(one.club), tidy(one.team), tidy(one.age_class), table)


def _who(desk: Desk, number: EntrantNumber) -> tuple[str, str, str]:
    entrant = desk.state.entrants[number]
    words = (desk.people[number], entrant.club, entrant.team)
    return plain_words(words[0]), plain_words(words[1]), plain_words(words[2])


def _entrant(one: Listed) -> dict[str, Any]:
    shown = {"club": one.club, "team": one.team, "age_class": one.age_class, "table": one.table}
    shown["guardian"] = one.guardian
    return {"cell": one.cell, "name": one.name} | {k: v for k, v in shown.items() if v}


def _at_row(refused: Refused, one: Listed, lang: str) -> Iterator[Violation]:
    for violation in refused.violations:
        facts = {"cell": one.cell, "why": say(violation, lang)}
        yield Violation(Refusal.ENTRANT_REFUSED, facts=facts)


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


def _told(violations: Iterable[Violation], lang: str) -> Sequence[dict[str, str]]:
    return [
        {
            "code": str(violation.code),
            "cell": str(violation.facts.get("cell", "")),
            "message": say(violation, lang),
        }
        for violation in violations
    ]
