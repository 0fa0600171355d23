"""Whose eyes look through a seat: nobody takes them in a running game without all being told.

A seat's rack is shown to whoever has a way in for the seat: its player, on one device or two, but
also who was given a second pass, or found a link. So each device that takes the eyes of a seat in
a game is written down before it sees anything: those that are there when tiles are dealt beside the
deal, every other one by an event of the table. The same device coming back is no news.

Who came first proves nothing: whoever made a second pass may have sat down before the player did.
So what is told is on how many devices a seat is open and when each of them opened it; none of them
is called the first one or the other one.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from stolik.app.streams.codes import Refusal as Kept
from stolik.app.tables.codes import Refusal
from stolik.app.tables.house import Connection
from stolik.app.tables.recorded import Recorded
from stolik.refusal import Refused, Violation, refuse
from stolik.seats import AccessChange, AccessChanged, NoteAccess, Role, Seat

if TYPE_CHECKING:
    from stolik.app.tables.room import Room

NOTE = "eyes"  # the key of a note that holds marks of devices; it is never shown
OPENED = "opened"  # beside it at a deal: when each of them opened its seat
BY_HOUSE = "house"
ORGANISER = "organiser"
_PASSES = (AccessChange.PASS_ISSUED, AccessChange.PASS_RENEWED)
# A phone, a laptop, a few browsers; more is somebody who fills the log. A fresh pass counts anew.
MOST_DEVICES = 12
_MOST_OPENED = 200  # at a table; of earlier ones it is forgotten when they came


def mark_of(login: str, table: str) -> str:
    """How a device is known at a table: by its login, which nobody can read from it."""
    return sha256(f"eyes/{table}/{login}".encode()).hexdigest()[:20]


class KnownEyes:
    """The devices that have had each seat's eyes in the game that is played: a fold over events."""

    def __init__(self) -> None:
        self._marks: dict[int, list[str]] = {}
        self._fresh: dict[int, int] = {}  # devices since the last pass that was given
        self._opened: dict[tuple[int, str], int] = {}  # when, by the table's clock; also before
        self.told: list[tuple[int, Recorded]] = []  # of this game, with the numbers of the events

    def dealt(self, note: Mapping[str, Any]) -> None:
        """A new game: those who were there when it was dealt are known, and nobody else."""
        self._marks = {int(seat): [mark] for seat, mark in note.get(NOTE, {}).items()}
        self._fresh, self.told = {}, []
        for seat, at in note.get(OPENED, {}).items():
            self.opened(int(seat), self._marks[int(seat)][0], at)

    def changed(self, number: int, told: Recorded) -> None:
        """One more device, or a new way in."""
        seat = told.event.seat
        self.told.append((number, told))
        if told.event.what is AccessChange.DEVICE and seat is not None:
            mark = told.note.get(NOTE, "")
            self._marks.setdefault(seat, []).append(mark)
            self.opened(seat, mark, told.at - (told.event.ago or (0,))[-1])
            self._fresh[seat] = self._fresh.get(seat, 0) + 1
        elif told.event.what in _PASSES and seat is not None:
            self._fresh[seat] = 0

    def opened(self, seat: int, mark: str, at: int) -> None:
        """A device opens the seat, be it long before a deal; it has opened it once."""
        self._opened.setdefault((seat, mark), at)
        if len(self._opened) > _MOST_OPENED:
            del self._opened[next(iter(self._opened))]

    def opened_at(self, seat: int, mark: str, now: int) -> int:
        """When a device opened the seat; one nobody has heard of does so now."""
        return self._opened.get((seat, mark), now)

    def ago(self, seat: int, mark: str, now: int) -> tuple[int, ...]:
        """How long ago each device of the seat opened it, and this one as the last."""
        return tuple(now - self.opened_at(seat, m, now) for m in (*self._marks.get(seat, ()), mark))

    def knows(self, seat: int, mark: str) -> bool:
        """Whether this device has had the seat's eyes in this game."""
        return mark in self._marks.get(seat, ())

    def count(self, seat: int) -> int:
        """How many devices have had them."""
        return len(self._marks.get(seat, ()))

    def is_full(self, seat: int) -> bool:
        """Whether so many have come that no further one is let in without a new pass."""
        return self._fresh.get(seat, 0) >= MOST_DEVICES


def eyes_at_the_deal(
    eyes: KnownEyes, connections: Iterable[Connection], now: int
) -> dict[str, dict[str, Any]]:
    """The devices that see the first rack of a game, by seat: of each seat there is one."""
    seated = {
        c.viewer.seat: c.device
        for c in connections
        if c.viewer.role is Role.SEAT and c.viewer.seat is not None
    }
    opened = {str(seat): eyes.opened_at(seat, mark, now) for seat, mark in seated.items()}
    return {NOTE: {str(seat): mark for seat, mark in seated.items()}, OPENED: opened}


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
            if refused.violations[0].code not in (Refusal.STALE, Kept.OVERTAKEN):
                raise  # else another device or node was faster: look again


def demand_alone(room: "Room", seat: int) -> None:
    """Refuse help where somebody looks through another seat, be it one that a bot plays."""
    eyes, here = room.table.eyes, room.audience.seated_devices()
    others = (n for n in range(len(room.table.setup.seats)) if n != seat)
    if any(n in here or eyes.count(n) for n in others):
        refuse(Violation(Refusal.NO_HINTS))


async def _write_down(room: "Room", seat: int, device: str) -> None:
    play, eyes, known = room.play, room.table.eyes, room.table.eyes.count(seat)

    def still() -> bool:
        return play.hides_racks and eyes.count(seat) == known

    ago = eyes.ago(seat, device, room.house.clock.now())
    told = NoteAccess(AccessChange.DEVICE, Seat(seat), device=len(ago), ago=ago)
    note = {AccessChanged: {NOTE: device}}
    await room.do(told, by=BY_HOUSE, note=note, still=still)


async def tell_access(
    room: "Room",
    what: AccessChange,
    *,
    seat: int | None = None,
    watching: str = "",
    percent: int = 0,
    by: str = ORGANISER,
) -> None:
    """Tell a table that is being played who can see or do more than before."""
    if room.play.hides_racks:
        whose = None if seat is None else Seat(seat)
        await room.do(NoteAccess(what, whose, watching=watching, percent=percent), by=by)
