"""Whose eyes look through a seat: nobody takes them in a running game without all being told.

A seat's rack is shown to whoever has a way in for the seat: its player, on one device or two, but
also who was given a second pass, or found a link. So each device that takes the eyes of a seat in
a game is written down before it sees anything: those that are there when tiles are dealt beside the
deal, every other one by an event of the table. The same device coming back is no news.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from stolik.app.live.codes import Refusal
from stolik.app.live.house import Connection
from stolik.app.live.told import Told
from stolik.refusal import Refused, Violation, refuse
from stolik.rummikub.view import Role

if TYPE_CHECKING:
    from stolik.app.live.room import Room

NOTE = "eyes"  # the key of a note that holds marks of devices; it is never shown
BY_HOUSE = "house"
ORGANISER = "organiser"
# What the event of both games calls what has changed.
DEVICE, PASS_ISSUED, PASS_RENEWED = "device", "pass_issued", "pass_renewed"
BOT_SEATED, BOT_LEFT, WATCHING = "bot_seated", "bot_left", "watching"
_PASSES = (PASS_ISSUED, PASS_RENEWED)
# A phone, a laptop, a few browsers; more is somebody who fills the log. A fresh pass counts anew.
MOST_DEVICES = 12


def mark_of(login: str, table: str) -> str:
    """How a device is known at a table: by its login, which nobody can read from it."""
    return sha256(f"eyes/{table}/{login}".encode()).hexdigest()[:20]


class KnownEyes:
    """The devices that have had each seat's eyes in the game that is played: a fold over events."""

    def __init__(self) -> None:
        self._marks: dict[int, list[str]] = {}
        self._fresh: dict[int, int] = {}  # devices since the last pass that was given
        self.told: list[tuple[int, Told]] = []  # of this game, with the numbers of the events

    def dealt(self, note: Mapping[str, Any]) -> None:
        """A new game: those who were there when it was dealt are known, and nobody else."""
        self._marks = {int(seat): [mark] for seat, mark in note.get(NOTE, {}).items()}
        self._fresh, self.told = {}, []

    def changed(self, number: int, told: Told) -> None:
        """One more device, or a new way in."""
        seat = told.event.seat
        self.told.append((number, told))
        if told.event.what == DEVICE and seat is not None:
            self._marks.setdefault(seat, []).append(told.note.get(NOTE, ""))
            self._fresh[seat] = self._fresh.get(seat, 0) + 1
        elif told.event.what in _PASSES and seat is not None:
            self._fresh[seat] = 0

    def knows(self, seat: int, mark: str) -> bool:
        """Whether this device has had the seat's eyes in this game."""
        return mark in self._marks.get(seat, ())

    def count(self, seat: int) -> int:
        """How many devices have had them."""
        return len(self._marks.get(seat, ()))

    def is_full(self, seat: int) -> bool:
        """Whether so many have come that no further one is let in without a new pass."""
        return self._fresh.get(seat, 0) >= MOST_DEVICES


def marks_at_the_deal(connections: Iterable[Connection]) -> dict[str, str]:
    """The devices that see the first rack of a game, by seat: of each seat there is one."""
    return {
        str(c.viewer.seat): c.device
        for c in connections
        if c.viewer.role is Role.SEAT and c.viewer.seat is not None
    }


async def take_eyes(room: "Room", seat: int, device: str) -> None:
    """Let a device look through a seat: if it is new in a running game, everybody is told first.

    Raises `NotSaved`, and `Refused` if too many have come: then it must not see anything.
    """
    play, eyes = room.play, room.table.eyes
    while play.hides_racks and not eyes.knows(seat, device):
        if eyes.is_full(seat):
            refuse(Violation(Refusal.TOO_MANY_DEVICES, facts={"most": MOST_DEVICES}))
        try:
            await _write_down(room, seat, device)
        except Refused as refused:
            if refused.violations[0].code != Refusal.STALE:
                raise  # else another device or node was faster: look again


async def _write_down(room: "Room", seat: int, device: str) -> None:
    play, eyes, known = room.play, room.table.eyes, room.table.eyes.count(seat)

    def still() -> bool:
        return play.hides_racks and eyes.count(seat) == known

    told = play.note_access(DEVICE, seat, device=known + 1)
    note = {play.access_kind: {NOTE: device}}
    await room.do(told, by=BY_HOUSE, note=note, still=still)


async def tell_access(
    room: "Room", what: str, *, seat: int | None = None, watching: str = ""
) -> None:
    """Tell a table that is being played who can see or do more than before."""
    if room.play.hides_racks:
        await room.do(room.play.note_access(what, seat, watching=watching), by=ORGANISER)
