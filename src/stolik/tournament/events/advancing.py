"""Who goes on: ties, cuts, places given up."""

from dataclasses import dataclass

from stolik.free_text import FreeText
from stolik.tournament.state import EntrantNumber, Seats, Settlement


@dataclass(frozen=True, slots=True)
class TieBroken:
    settlement: Settlement


@dataclass(frozen=True, slots=True)
class TieTakenBack:
    """What was drawn or played among these decides nothing any more."""

    settlement: Settlement
    reason: FreeText


@dataclass(frozen=True, slots=True)
class StageCut:
    """`advanced` in the order of the ranking they were cut by."""

    stage: int
    advanced: Seats


@dataclass(frozen=True, slots=True)
class CutTakenBack:
    """The stage before is open again; a draft of the one that was cut is gone."""

    stage: int
    reason: FreeText


@dataclass(frozen=True, slots=True)
class PlacePassedDown:
    """A qualified entrant is replaced by the next of the list, or by nobody.

    `stage` after the last one: the next event, for which the first places qualify.
    """

    stage: int
    resigned: EntrantNumber
    successor: EntrantNumber | None
    reason: FreeText


@dataclass(frozen=True, slots=True)
class ResignationTakenBack:
    """Who gave a place up holds it again; a draft without him is gone.

    `leaves`: who had it meanwhile; nobody, where it was empty or is not announced yet. `advanced`:
    the field as it is then, in the order of the ranking; empty where none is announced.
    """

    stage: int
    entrant: EntrantNumber
    leaves: EntrantNumber | None
    advanced: Seats
    reason: FreeText
