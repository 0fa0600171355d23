"""What the tournament's organisers read of seats whose eyes somebody took in a running game."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from stolik.app.access.journal import Act, What, kept
from stolik.app.access.roles import PRACTICE
from stolik.app.ports import Put
from stolik.app.tables.recorded import Recorded
from stolik.seats import AccessChange, AccessChanged

if TYPE_CHECKING:
    from stolik.app.tables.room import Room

# By whoever made the pass or set the time.
TOLD_ALREADY = (AccessChange.PASS_ISSUED, AccessChange.PASS_RENEWED, AccessChange.TIME_SET)


def acts_at(room: "Room", told: Sequence[Recorded]) -> Iterator[Put]:
    """The acts in these events, to be kept with them; a player who comes late is none."""
    setup = room.table.setup
    if setup.tournament == PRACTICE:
        return
    for number, each in enumerate(told, room.table.seq + 1):
        event = each.event
        if not isinstance(event, AccessChanged) or event.what in TOLD_ALREADY:
            continue
        if event.what is AccessChange.DEVICE and event.device <= 1:
            continue
        entrant = None if event.seat is None else setup.seats[event.seat].entrant
        act = Act(
            What(event.what.value),
            entrants=() if entrant is None else (entrant,),
            round=setup.round,
            table=str(setup.table),
            seat=event.seat,
            device=event.device,
            watching=event.watching,
            when=room.house.wall(),
            at=each.at,
        )
        yield kept(setup.tournament, act, f"{setup.id}-{number}")
