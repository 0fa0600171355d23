"""Entering who stands in a list: shown first, then carried out; all of them or nobody."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from stolik.app.naming import tidy
from stolik.app.reading.written import written
from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.reading.headings import Part, plain_words
from stolik.app.sheets.reading.listed import EntrantList, Faulty, Listed
from stolik.app.sheets.reading.taking import told
from stolik.app.texts import say
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.guardians import Guardians, lead
from stolik.refusal import Fact, Refused, Violation, refuse_any
from stolik.tournament import commands as c
from stolik.tournament.engine import decide, replay
from stolik.tournament.state import EntrantNumber, EntryStatus, TableNumber, TournamentState


def take_entrants(
    desk: Desk, found: EntrantList, *, apply: bool, twice: bool, sure: bool = False, lang: str
) -> dict[str, Any]:
    """Who would be entered and who is left out as known; `twice`: enter those too.

    Known is who has the same name and the same club and team, here or above in the list.
    `sure`: somebody looked at every doubt; without it a list with doubts is not taken over.
    """
    if not desk.state.format.team_size:
        found = _nobody_led(found)
    trial = _Trial(desk, found, twice=twice, lang=lang)
    for one in found.listed:
        trial.enter(one)
    doubts = (*found.doubts, *trial.overfull())
    if apply:
        refuse_any(*(fault for row in trial.faulty for fault in row.faults))
        refuse_any(*(() if sure else doubts))
        for one in trial.fit:
            desk.do(_enter(one), name=tidy(one.name))
            if one.guardian:
                lead(desk, tidy(one.team), tidy(one.guardian))
    return {
        "columns": {part.value: column + 1 for part, column in found.columns.items()},
        "unknown_columns": list(found.unknown),
        "entrants": trial.entered,
        "left_out": trial.left_out,
        "faulty": [_shown(row.one) for row in trial.faulty],
        "crossed": [_shown(one) for one in found.crossed],
        "nobody": [_shown(one) for one in found.nobody],
        "faults": [
            {**fault, "row": row.one.row + 1}
            for row in trial.faulty
            for fault in told(row.faults, lang)
        ],
        "doubts": told(doubts, lang),
        "carried": [
            {"part": one.part, "heading": one.heading, "blank": one.blank} for one in found.carried
        ],
        "sheet": found.sheet,
        "other_sheets": list(found.sheets),
        "columns_seen": [
            {"heading": one.heading, "sample": list(one.sample), "part": one.part}
            for one in found.seen
        ],
        "applied": apply,
    }


_IN_TEAM = frozenset({EntryStatus.ENTERED, EntryStatus.PRESENT, EntryStatus.WAITING})


class _Trial:
    """The list entered on a copy: who fits, who is known already, and what is refused."""

    def __init__(self, desk: Desk, found: EntrantList, *, twice: bool, lang: str) -> None:
        self.desk, self.state, self.twice, self.lang = desk, desk.state, twice, lang
        here = [n for n in desk.state.entrants if n in desk.people]
        self.known = {_who(desk, n): f"#{n}" for n in here}
        self.names = {plain_words(desk.people[n]): n for n in here}
        self.guardians = Guardians(desk)
        self.faulty = list(found.faulty)
        self.fit: list[Listed] = []
        self.entered: list[dict[str, Any]] = []
        self.left_out: list[dict[str, Any]] = []

    def enter(self, one: Listed) -> None:
        key = (plain_words(one.name), plain_words(one.club), plain_words(one.team))
        if key in self.known and not (self.twice or one.twice):
            self.left_out.append({**_shown(one), "same_as": self.known[key]})
            return
        try:
            self.state = self._after(one)
        except Refused as refused:
            self.faulty.append(Faulty(one, tuple(_at_row(refused, one, self.lang))))
            return
        shown, number = _shown(one), EntrantNumber(self.state.numbers_given)
        if (same := self.names.get(key[0])) is not None:
            shown["same_name"] = int(same)
        shown |= written(self.desk.looks(one.name))
        waits = not self.state.entrants[number].plays
        self.entered.append({**shown, "entrant": number, "waiting": waits})
        self.fit.append(one)
        self.known.setdefault(key, one.cell)
        self.names.setdefault(key[0], number)

    def overfull(self) -> Iterator[Violation]:
        """Teams that the list makes larger than the others: asked about, as in the form."""
        size = self.state.format.team_size
        last = {tidy(one.team): one.cell for one in self.fit if one.team}
        for team, cell in last.items() if size else ():
            entrants = self.state.entrants.values()
            count = sum(one.team == team and one.status in _IN_TEAM for one in entrants)
            if count > size:
                facts: dict[str, Fact] = {"cell": cell, "team": team, "count": count, "size": size}
                yield Violation(Refusal.DOUBT_FULL_TEAM, facts=facts)

    def _after(self, one: Listed) -> TournamentState:
        tidy(one.name)
        after = replay(decide(self.state, _enter(one)), self.state)
        if not one.guardian:
            return after
        return self.guardians.named(after, tidy(one.team), tidy(one.guardian))


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


def _shown(one: Listed) -> dict[str, Any]:
    shown = {"club": one.club, "team": one.team, "age_class": one.age_class, "table": one.table}
    shown["guardian"] = one.guardian
    at = {"cell": one.cell, "row": one.row + 1, "name": one.name}
    return at | {k: v for k, v in shown.items() if v}


def _at_row(refused: Refused, one: Listed, lang: str) -> Iterator[Violation]:
    for violation in refused.violations:
        facts = {"cell": one.cell, "why": say(violation, lang)}
        yield Violation(Refusal.ENTRANT_REFUSED, facts=facts)
