"""A tournament kept in a file: JSON Lines of events, with the book of names beside them.

    {"stolik": "tournament", "format": "zimowy", "profile": "zimowy", "name": "…", "chain": "…"}
    {"events": [{"event": "TournamentCreated", …}], "chain": "…"}
    {"person": 1, "name": "…"}
    {"details": {"date": "2026-11-20", "place": "…", …}}

The first line of a file that was carried out of a server names where it stood there (`server`).
A line is on disk before it is answered. `chain` hashes a line with all the chained ones before it.
Names stand in lines of their own outside the chain, so that a person can be erased; so do details,
of which the last line counts.
"""

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn, get_args

from stolik.app.codes import Refusal
from stolik.app.games.counting import Counting
from stolik.app.games.registry import counting_of
from stolik.app.library import former_formats, tournament_format
from stolik.app.reading.codec import Reader, plain, write_event
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.details import NOTHING_SAID, Details
from stolik.app.tournaments.pledging import HouseSecrets
from stolik.refusal import Refused, Violation, refuse
from stolik.tournament.check import Impossible, checked
from stolik.tournament.commands import Create
from stolik.tournament.engine import decide
from stolik.tournament.events import Event
from stolik.tournament.state import EntrantNumber, TournamentState

_READER = Reader(get_args(Event))
_KIND = "tournament"
_BEGINS = f'{{"stolik": "{_KIND}"'.encode()  # the first bytes of every such file
_LONGEST_LINE = 20_000_000  # a planned draw of ten thousand entrants is long


# Whether a file may name this format and this profile.
Known = Callable[[str, str], bool]


class Logbook:
    """One tournament; without a path it lives in memory only."""

    def __init__(self, path: Path | None, known: Known = lambda *_: True) -> None:
        self.path = path
        self._known = known
        self.set_aside: Path | None = None  # where a half-written last line was moved to
        self._desk: Desk | None = None
        self._counting: Counting | None = None
        self.house: HouseSecrets | None = None  # a file has nobody who could keep a secret
        self.held: bytes | None = None  # what a server had drawn with when it was carried out
        self._name = ""
        self._details = NOTHING_SAID
        self._chain = ""
        self.heads: list[str] = []  # every end the chain has had
        self.steps: list[list[dict[str, Any]]] = []  # the events of each command, as written
        self.server: dict[str, Any] = {}  # where it stood on the server it was carried out of
        self._size = 0  # of the file as we know it: somebody else writing to it would show
        if path is not None and path.exists():
            self._open(path)

    @classmethod
    def read(cls, content: bytes, known: Known) -> "Logbook":
        """A file that somebody has sent; of formats and profiles only those `known` are read."""
        book = cls(None, known)
        if not content.startswith(_BEGINS):  # empty, or something else altogether
            refuse(Violation(Refusal.LOGBOOK_FOREIGN))
        book._read_all(content.rpartition(b"\n")[0])
        book.desk  # noqa: B018 - refused if there was nothing in it
        return book

    @property
    def events(self) -> list[dict[str, Any]]:
        """Everything that happened, as it was written."""
        return [event for step in self.steps for event in step]

    @property
    def desk(self) -> Desk:
        """The desk, refused until a tournament is created."""
        if self._desk is None:
            refuse(Violation(Refusal.LOGBOOK_MISSING))
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
    def counting(self) -> Counting:
        """By what its games are counted; refused until a tournament is created."""
        if self._counting is None:
            refuse(Violation(Refusal.LOGBOOK_MISSING))
        return self._counting

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

    @property
    def details(self) -> Details:
        """When, where, who holds and judges it."""
        return self._details

    def describe(self, details: Details) -> None:
        """Say it anew; nothing that was played changes."""
        self._write([{"details": plain(details)}])
        self._details = details

    def _set_up(self, format_id: str, profile: str) -> Desk:
        shape = tournament_format(format_id)
        self._counting = counting_of(shape, profile)
        return Desk(TournamentState(shape, former_formats(format_id)), self._keep)

    def _keep(self, events: tuple[Event, ...], names: dict[EntrantNumber, str]) -> None:
        written = [write_event(event) for event in events]
        lines = [self._chained({"events": written})]
        self.steps.append(written)
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
        """Read every line, then set a torn one aside: never before the file is known to be ours."""
        try:
            content = path.read_bytes()
        except OSError:
            _unreadable(path)
        whole, newline, rest = content.rpartition(b"\n")
        self._size = len(whole + newline)
        self._read_all(whole)
        if rest:  # a last line without its end was never answered
            if not whole and rest[: len(_BEGINS)] != _BEGINS[: len(rest)]:
                refuse(Violation(Refusal.LOGBOOK_FOREIGN))
            self.set_aside = _set_aside(path, whole + newline, rest)

    def _read_all(self, whole: bytes) -> None:
        for number, raw in enumerate(whole.split(b"\n") if whole else [], start=1):
            self._read(number, _json(raw, number))

    def _read(self, number: int, line: dict[str, Any]) -> None:
        if number == 1:
            self._read_head(line)
        elif set(line) == {"person", "name"}:
            self._read_person(number, line)
        elif set(line) == {"pledged", "secret"}:
            self._read_secret(number, line)
        elif set(line) == {"details"}:
            self._details = _read_details(number, line["details"])
        else:
            self._follow_chain(number, line)
            self._replay(number, line.get("events"))

    def _read_head(self, line: dict[str, Any]) -> None:
        texts = [line.get(key) for key in ("format", "profile", "name")]
        if line.get("stolik") != _KIND or not all(isinstance(text, str) for text in texts):
            refuse(Violation(Refusal.LOGBOOK_FOREIGN))
        if not self._known(str(texts[0]), str(texts[1])):
            refuse(Violation(Refusal.LOGBOOK_SHAPE))
        self._follow_chain(1, line)
        self.server = line["server"] if isinstance(line.get("server"), dict) else {}
        self._desk, self._name = self._set_up(str(texts[0]), str(texts[1])), str(texts[2])

    def _read_person(self, number: int, line: dict[str, Any]) -> None:
        entrant, name = line["person"], line["name"]
        if not self._is_somebody(entrant) or not isinstance(name, str):
            _damaged(number)
        desk, who = self.desk, EntrantNumber(entrant)
        if who in desk.people:
            desk.former[who] = (*desk.former.get(who, ()), desk.people[who])
        desk.people[who] = name

    def _read_secret(self, number: int, line: dict[str, Any]) -> None:
        try:
            self.held = bytes.fromhex(line["secret"])
        except (ValueError, TypeError):
            _damaged(number)

    def _is_somebody(self, number: object) -> bool:
        """An entrant's number, or a guardian's below zero."""
        state = self.desk.state
        return type(number) is int and (
            1 <= number <= state.numbers_given or 1 <= -number <= state.guardians_known
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
        try:
            events = tuple(_READER.event(value, number) for value in raw)
            self.desk.state = checked(self.desk.state, events)
            self.steps.append(raw)
        except (Refused, Impossible):
            refuse(Violation(Refusal.LOGBOOK_IMPOSSIBLE, facts={"line": number}))


def as_file(
    head: Mapping[str, Any], steps: Iterable[Sequence[Event]], beside: Iterable[dict[str, Any]]
) -> bytes:
    """A tournament as such a file: its first line, the events of each command, what is beside."""
    chain, lines = "", []
    steps_written = ({"events": [write_event(event) for event in step]} for step in steps)
    for line in ({"stolik": _KIND, **head}, *steps_written):
        chain = _linked(chain, line)
        lines.append({**line, "chain": chain})
    lines += beside
    return b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines)


def _read_details(number: int, raw: object) -> Details:
    try:
        details = _READER.value(Details, raw, "details")
    except Refused:
        _damaged(number)
    assert isinstance(details, Details)
    return details


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


def _damaged(number: int) -> NoReturn:
    refuse(Violation(Refusal.LOGBOOK_DAMAGED, facts={"line": number}))


def _unreadable(path: Path) -> NoReturn:
    refuse(Violation(Refusal.LOGBOOK_UNREADABLE, facts={"file": str(path)}))
