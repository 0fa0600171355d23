"""Copies of the database while it is in use: after each result, each minute and at each round.

They lie in the data directory and wherever the organiser wants them too, for example on a stick.
A place that cannot be written to is reported and tried again; the others get their copy. What lies
in a place has a bound: the oldest copies make room for the newest.
"""

import errno
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import apsw

from stolik.adapters.store_sqlite.private_files import tightened
from stolik.app.streams.copying import CopiesHealth, Refusal
from stolik.refusal import Fact, Violation

_MINUTES_KEPT = 30
MOST_ROUNDS = 60
MOST_BYTES = 2_000_000_000
_NO_ROOM = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
_FEWEST = 3  # so many stay, however large they are


class CanBackUp(Protocol):
    """A store that can be copied while it is in use."""

    async def backup(self, path: Path) -> None:
        """Write everything as it is now to a file."""
        ...


class Copies:
    """Keeps the copies of one store."""

    def __init__(
        self,
        store: CanBackUp,
        places: Sequence[Path],
        *,
        wall_clock: Callable[[], float],
        on_fault: Callable[[Path, Exception], None],
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self._store = store
        self._places = tuple(places)
        self._wall_clock = wall_clock
        self._on_fault = on_fault
        self._most_bytes = most_bytes
        self._health = {place: CopiesHealth(str(place)) for place in self._places}

    @property
    def health(self) -> tuple[CopiesHealth, ...]:
        """Each place, and why its last copy failed if it did."""
        return tuple(self._health.values())

    @property
    def failing(self) -> bool:
        """Whether some place has not got its last copy."""
        return any(place.why for place in self.health)

    def look(self) -> None:
        """Make the places, and say before the first copy which of them can hold none."""
        for place in self._places:
            try:
                _made(place)
            except OSError as fault:
                self._failed(place, fault)

    async def minute(self) -> None:
        """The copy of this minute; it takes the place of one half an hour old."""
        number = int(self._wall_clock() // 60) % _MINUTES_KEPT
        await self._copy(f"minute-{number:02}.db")

    async def latest(self) -> None:
        """A copy made soon after something happened in a tournament; the next takes its place."""
        await self._copy("latest.db")

    async def round(self, tournament: str, number: int) -> None:
        """The copy made when a round was published; it stays until there are very many."""
        await self._copy(f"round-{tournament}-{number:02}.db")

    async def renew(self) -> None:
        """Somebody was erased: no older copy may remember them."""
        for place in self._places:
            for old in place.glob("*.db") if place.is_dir() else ():
                old.unlink(missing_ok=True)
        await self.minute()

    async def _copy(self, name: str) -> None:
        for place in self._places:
            try:
                _made(place)
                await self._store.backup(place / name)
                count, size = _make_room(place, self._most_bytes)
                self._health[place] = CopiesHealth(str(place), count, size)
            except Exception as fault:  # a full or missing stick must not stop anything else
                self._failed(place, fault)

    def _failed(self, place: Path, fault: Exception) -> None:
        self._health[place] = replace(self._health[place], why=_reason(place, fault))
        self._on_fault(place, fault)


def _made(place: Path) -> None:
    """What it lies in has to be there: without the stick it would be made on our own disk."""
    place.mkdir(mode=0o700, exist_ok=True)
    tightened(place)


def _make_room(place: Path, most_bytes: int) -> tuple[int, int]:
    """Remove the oldest copies beyond the bounds; how many are left, and their bytes."""
    found = [(file.stat().st_mtime_ns, file.stat().st_size, file) for file in place.glob("*.db")]
    newest_first = sorted(found, reverse=True)
    kept = size = rounds = 0
    for _, bytes_, file in newest_first:
        rounds += file.name.startswith("round-")
        too_many = file.name.startswith("round-") and rounds > MOST_ROUNDS
        if kept >= _FEWEST and (too_many or size + bytes_ > most_bytes):
            file.unlink(missing_ok=True)
        else:
            kept, size = kept + 1, size + bytes_
    for torn in place.glob("*.db.unfinished*"):
        with suppress(OSError):
            torn.unlink()
    return kept, size


def _reason(place: Path, fault: Exception) -> Violation:
    facts: dict[str, Fact] = {"path": str(place)}
    match fault:
        case apsw.FullError():
            return Violation(Refusal.FULL, facts=facts)
        case OSError() if fault.errno in _NO_ROOM:
            return Violation(Refusal.FULL, facts=facts)
        case FileNotFoundError() | NotADirectoryError() | FileExistsError():
            return Violation(Refusal.MISSING, facts=facts)
        case PermissionError() | apsw.ReadOnlyError() | apsw.PermissionsError():
            return Violation(Refusal.FORBIDDEN, facts=facts)
        case OSError() if fault.errno == errno.EROFS:
            return Violation(Refusal.FORBIDDEN, facts=facts)
        case _:
            facts["reason"] = str(fault) or type(fault).__name__
            return Violation(Refusal.BROKEN, facts=facts)
