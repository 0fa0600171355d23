"""Copies of the database while it is in use: after each result, each minute and at each round.

They lie in the data directory and wherever the organiser wants them too, for example on a stick.
A place that cannot be written to is reported and tried again; the others get their copy.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

_MINUTES_KEPT = 30


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
    ) -> None:
        self._store = store
        self._places = tuple(places)
        self._wall_clock = wall_clock
        self._on_fault = on_fault

    async def minute(self) -> None:
        """The copy of this minute; it takes the place of one half an hour old."""
        number = int(self._wall_clock() // 60) % _MINUTES_KEPT
        await self._copy(f"minute-{number:02}.db")

    async def latest(self) -> None:
        """A copy made soon after something happened in a tournament; the next takes its place."""
        await self._copy("latest.db")

    async def round(self, tournament: str, number: int) -> None:
        """The copy made when a round was published; it stays."""
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
                place.mkdir(parents=True, exist_ok=True)
                await self._store.backup(place / name)
            except Exception as fault:  # a full or missing stick must not stop anything else
                self._on_fault(place, fault)
