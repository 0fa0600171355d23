"""How much a seat may say to its clock in one game: what a table never needs is not kept.

Counted from the log, so a restart or another node forgives nothing. To let the clock go on is never
refused: there are no more of these than of what stopped it. Referees and the house are not counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from stolik.app.hall.codes import Refusal
from stolik.app.hall.log import Said
from stolik.refusal import Violation, refuse
from stolik.table_clock import events as e

OF_A_SEAT = ("player ", "bot ")
MOST_RAISED = 40  # disputes, corrections and moves begun anew, as at an online table
MOST_RAISED_BYTES = 16_000
MOST_EVENTS = 1_000  # a tap every three seconds of a round of fifty minutes
_RAISED = (e.Paused, e.SeatCorrected, e.MoveRestarted)


@dataclass(slots=True)
class _Count:
    events: int = 0
    raised: int = 0
    raised_bytes: int = 0

    def add(self, said: Said[e.Event]) -> None:
        if isinstance(said.event, _RAISED):
            self.raised += 1
            self.raised_bytes += said.size
        self.events += not isinstance(said.event, e.Resumed)


class Measure:
    """What each author has said in the game being played."""

    def __init__(self) -> None:
        self._counts: dict[str, _Count] = {}

    def forget(self) -> None:
        """The log is read anew."""
        self._counts = {}

    def heard(self, said: Sequence[Said[e.Event]]) -> None:
        """It is on disk."""
        for one in said:
            if isinstance(one.event, e.GameStarted):
                self.forget()
            if one.by.startswith(OF_A_SEAT):
                self._counts.setdefault(one.by, _Count()).add(one)

    def demand(self, events: Sequence[e.Event], by: str) -> None:
        """Refuse a seat what is too much."""
        count = self._counts.get(by)
        if count is None or all(isinstance(event, e.Resumed) for event in events):
            return
        raises = any(isinstance(event, _RAISED) for event in events)
        if raises and (count.raised >= MOST_RAISED or count.raised_bytes >= MOST_RAISED_BYTES):
            refuse(Violation(Refusal.ENOUGH_SAID, facts={"most": count.raised}))
        if count.events >= MOST_EVENTS:
            refuse(Violation(Refusal.ENOUGH_SAID, facts={"most": count.events}))
