"""A tournament kept in a file: JSON Lines of events, with the book of names beside them.

    {"stolik": "tournament", "format": "zimowy", "profile": "zimowy", "name": "…", "chain": "…"}
    {"events": [{"event": "TournamentCreated", …}], "chain": "…"}
    {"person": 1, "name": "…"}

A line is on disk before it is answered. `chain` hashes a line with all the chained ones before it.
Names stand in lines of their own outside the chain, so that a person can be erased.
"""

import json
import os
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

from stolik.app.codec import Reader, write_event
from stolik.app.codes import Refusal
from stolik.app.desk import Desk
from stolik.app.library import board, rules_profile, tournament_format
from stolik.app.pledging import House
from stolik.app.wojtek_record import GAME as WOJTEK
from stolik.refusal import Refused, Violation, refuse
from stolik.rummikub.rules import RulesProfile
from stolik.tournament.check import Impossible, checked
from stolik.tournament.commands import Create
from stolik.tournament.engine import decide
from stolik.tournament.events import Event
from stolik.tournament.state import EntrantNumber, TournamentState
from stolik.wojtek.board import Board

_READER = Reader(get_args(Event))
_KIND = "tournament"
_LONGEST_LINE = 20_000_000  # a planned draw of ten thousand entrants is long


class Logbook:
    """One tournament; without a path it lives in memory only."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.set_aside: Path | None = None  # where a half-written last line was moved to
        self._desk: Desk | None = None
        self._rules: RulesProfile | None = None
        self._board: Board | None = None
        self.house: House | None = None  # a file has nobody who could keep a secret
        self._name = ""
        self._chain = ""
        self.heads: list[str] = []  # every end the chain has had
        self.events: list[dict[str, Any]] = []  # as they were written
        self._size = 0  # of the file as we know it: somebody else writing to it would show
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
    def name(self) -> str:
        """How the tournament is called."""
        return self._name

    @property
    def id(self) -> str:
        """Tells this tournament from others: where its chain was when it had been created."""
        return self.heads[min(1, len(self.heads) - 1)][:32] if self.heads else ""

    @property
    def head(self) -> str:
        """The end of the hash chain, for printed sheets."""
        return self._chain

    @property
    def rules(self) -> RulesProfile | None:
        """The rules its games are scored by; none where results are places."""
        return self._rules

    @property
    def board(self) -> Board | None:
        """The board its games are ranked by, where the game has one."""
        return self._board

    def create(
        self, format_id: str, profile: str | None, name: str, command: Create
    ) -> tuple[Event, ...]:
        """A new tournament and its first event."""
        if self._desk is not None:
            refuse(Violation(Refusal.LOGBOOK_EXISTS))
        profile = profile or tournament_format(format_id).profile
        desk = self._set_up(format_id, profile)
        decide(desk.state, command)  # refused before anything is written
        head = {"stolik": _KIND, "format": format_id, "profile": profile, "name": name}
        self._write([self._chained(head)])
        self._desk, self._name = desk, name
        return desk.do(command)

    def _set_up(self, format_id: str, profile: str) -> Desk:
        shape = tournament_format(format_id)
        if not shape.place_points:
            self._rules = rules_profile(profile)
        if shape.game == WOJTEK:
            self._board = board(profile)
        return Desk(TournamentState(shape), self._keep)

    def _keep(self, events: tuple[Event, ...], names: dict[EntrantNumber, str]) -> None:
        written = [write_event(event) for event in events]
        lines = [self._chained({"events": written})]
        self.events += written
        lines += [{"person": number, "name": name} for number, name in names.items()]
        self._write(lines)

    def _chained(self, line: dict[str, Any]) -> dict[str, Any]:
        self._chain = _linked(self._chain, line)
        self.heads.append(self._chain)
        return {**line, "chain": self._chain}

    def _write(self, lines: Iterable[dict[str, Any]]) -> None:
        if self.path is None:
            return
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        try:
            with open(self.path, "ab", opener=_privately) as file:
                if file.tell() != self._size:
                    refuse(Violation(Refusal.LOGBOOK_CHANGED, facts={"file": str(self.path)}))
                self._size += file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError:
            _unreadable(self.path)

    def _open(self, path: Path) -> None:
        lines = self._whole_lines(path)
        for number, raw in enumerate(lines, start=1):
            self._read(number, _json(raw, number))

    def _whole_lines(self, path: Path) -> list[bytes]:
        """The lines of the file; a last one without its end was never answered."""
        try:
            content = path.read_bytes()
        except OSError:
            _unreadable(path)
        whole, newline, rest = content.rpartition(b"\n")
        self._size = len(whole + newline)
        if rest:
            self.set_aside = _set_aside(path, whole + newline, rest)
        return whole.split(b"\n") if whole else []

    def _read(self, number: int, line: dict[str, Any]) -> None:
        if number == 1:
            self._read_head(line)
        elif set(line) == {"person", "name"}:
            self._read_person(number, line)
        else:
            self._follow_chain(number, line)
            self._replay(number, line.get("events"))

    def _read_head(self, line: dict[str, Any]) -> None:
        texts = [line.get(key) for key in ("format", "profile", "name")]
        if line.get("stolik") != _KIND or not all(isinstance(text, str) for text in texts):
            refuse(Violation(Refusal.LOGBOOK_FOREIGN))
        self._follow_chain(1, line)
        self._desk, self._name = self._set_up(str(texts[0]), str(texts[1])), str(texts[2])

    def _read_person(self, number: int, line: dict[str, Any]) -> None:
        entrant, name = line["person"], line["name"]
        if not self._is_somebody(entrant) or not isinstance(name, str):
            _damaged(number)
        self.desk.people[EntrantNumber(entrant)] = name

    def _is_somebody(self, number: object) -> bool:
        """An entrant's number, or a guardian's below zero."""
        state = self.desk.state
        return type(number) is int and (
            number in state.entrants or 1 <= -number <= state.guardians_known
        )

    def _follow_chain(self, number: int, line: dict[str, Any]) -> None:
        stored = line.pop("chain", None)
        self._chain = _linked(self._chain, line)
        if stored != self._chain:
            refuse(Violation(Refusal.LOGBOOK_CHAIN, facts={"line": number}))
        self.heads.append(self._chain)

    def _replay(self, number: int, raw: object) -> None:
        if not isinstance(raw, list) or not raw:
            _damaged(number)
            return
        try:
            events = tuple(_READER.event(value, number) for value in raw)
            self.desk.state = checked(self.desk.state, events)
            self.events += raw
        except (Refused, Impossible):
            refuse(Violation(Refusal.LOGBOOK_IMPOSSIBLE, facts={"line": number}))


def _privately(path: str, flags: int) -> int:
    """There are names in it: a new file is its owner's alone."""
    return os.open(path, flags, 0o600)


def _linked(chain: str, line: dict[str, Any]) -> str:
    text = json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(f"{chain}\n{text}".encode("utf-8", "surrogatepass")).hexdigest()


def _json(raw: bytes, number: int) -> dict[str, Any]:
    try:
        line = json.loads(raw) if len(raw) <= _LONGEST_LINE else None
    except (ValueError, RecursionError):
        line = None
    if not isinstance(line, dict):
        _damaged(number)
    assert isinstance(line, dict)
    return line


def _set_aside(path: Path, whole: bytes, rest: bytes) -> Path:
    """Keep the torn line beside the file, then cut it off: nobody was told that it was done."""
    aside = path.with_name(path.name + ".torn")
    try:
        with aside.open("ab") as file:
            file.write(rest + b"\n")
            os.fsync(file.fileno())
        with path.open("r+b") as file:
            file.truncate(len(whole))
            os.fsync(file.fileno())
    except OSError:
        _unreadable(path)
    return aside


def _damaged(number: int) -> None:
    refuse(Violation(Refusal.LOGBOOK_DAMAGED, facts={"line": number}))


def _unreadable(path: Path) -> None:
    refuse(Violation(Refusal.LOGBOOK_UNREADABLE, facts={"file": str(path)}))
