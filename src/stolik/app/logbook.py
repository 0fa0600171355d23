"""A tournament kept in a file: JSON Lines of events, with the book of names beside them.

Each line is `{"events": […]}` or `{"person": n, "name": "…"}`. A line is on disk before it is
answered. Names stand in lines of their own, so that they can be erased without touching events.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from stolik.app.codec import Reader, write_event, wrong
from stolik.app.codes import Refusal
from stolik.app.desk import Desk
from stolik.app.library import rules_profile, tournament_format
from stolik.refusal import Violation, refuse
from stolik.rummikub.rules import RulesProfile
from stolik.tournament.engine import replay
from stolik.tournament.events import Event
from stolik.tournament.state import EntrantNumber, TournamentState


class Logbook:
    """One tournament; without a path it lives in memory only."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._desk: Desk | None = None
        self._rules: RulesProfile | None = None
        if path is not None and path.exists():
            self._open(path)

    @property
    def desk(self) -> Desk:
        """The desk, refused until a tournament is created."""
        if self._desk is None:
            refuse(Violation(Refusal.LOGBOOK_MISSING))
        assert self._desk is not None
        return self._desk

    @property
    def rules(self) -> RulesProfile:
        """The rules its games are scored by."""
        assert self._rules is not None
        return self._rules

    @property
    def best_game(self) -> int:
        """The most big points a game can give."""
        points = self.desk.state.format.place_points or self.rules.points.big_points_of_four
        return max(points)

    def create(self, format_id: str, profile: str | None, name: str) -> None:
        """Set up a new tournament; its first event follows."""
        if self._desk is not None:
            refuse(Violation(Refusal.LOGBOOK_EXISTS))
        shape = tournament_format(format_id)
        self._set_up(format_id, profile or shape.profile)
        self._write({"format": format_id, "profile": profile or shape.profile, "name": name})

    def remember(self, entrant: EntrantNumber, name: str) -> None:
        """Write a name into the book."""
        self._write({"person": entrant, "name": name})
        self.desk.people[entrant] = name

    def people(self) -> list[tuple[EntrantNumber, str]]:
        """Everybody, told apart."""
        return [(n, self.desk.label(n)) for n in sorted(self.desk.people)]

    def _set_up(self, format_id: str, profile: str) -> None:
        shape = tournament_format(format_id)
        if shape.game == "rummikub":
            self._rules = rules_profile(profile)
        self._desk = Desk(TournamentState(shape), self._keep)

    def _keep(self, events: tuple[Event, ...]) -> None:
        self._write({"events": [write_event(event) for event in events]})

    def _write(self, line: dict[str, Any]) -> None:
        if self.path is None:
            return
        with self.path.open("ab") as file:
            file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def _open(self, path: Path) -> None:
        for number, line in enumerate(_lines(path), start=1):
            if "format" in line:
                self._set_up(str(line["format"]), str(line["profile"]))
            elif "person" in line:
                self.desk.people[EntrantNumber(int(line["person"]))] = str(line["name"])
            elif "events" in line:
                self._replay(line["events"], number)
            else:
                refuse(Violation(Refusal.LOGBOOK_DAMAGED, facts={"line": number}))

    def _replay(self, raw: object, number: int) -> None:
        events = raw if isinstance(raw, list) else wrong("events")
        self.desk.state = replay((_READER.event(e, number) for e in events), self.desk.state)


_READER = Reader(get_args(Event))


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    for number, raw in enumerate(path.read_bytes().splitlines(), start=1):
        try:
            line = json.loads(raw)
        except (ValueError, RecursionError):
            line = None
        if not isinstance(line, dict):
            refuse(Violation(Refusal.LOGBOOK_DAMAGED, facts={"line": number}))
        yield line
