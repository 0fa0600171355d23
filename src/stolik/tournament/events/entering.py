"""Who plays: entered, put right, here, gone, replaced; teams and their adults."""

from dataclasses import dataclass

from stolik.free_text import FreeText, GroupText
from stolik.tournament.state import (
    EntrantNumber,
    EntryStatus,
    GameNumber,
    GuardianNumber,
    OpenGame,
    TableNumber,
)


@dataclass(frozen=True, slots=True)
class EntrantEntered:
    """Somebody is entered, or on the waiting list; the name stands beside the log."""

    entrant: EntrantNumber
    status: EntryStatus
    club: GroupText
    team: GroupText
    age_class: GroupText
    fixed_table: TableNumber | None


@dataclass(frozen=True, slots=True)
class EntrantAmended:
    """Club, team and class as they should have been written; a new name stands beside the log."""

    entrant: EntrantNumber
    club: GroupText
    team: GroupText
    age_class: GroupText
    reason: FreeText = ""  # asked for once somebody has a seat
    renamed: bool = False


@dataclass(frozen=True, slots=True)
class EntrantRemoved:
    """Entered by mistake: nobody has this number any more, and nobody gets it again."""

    entrant: EntrantNumber
    reason: FreeText


@dataclass(frozen=True, slots=True)
class StatusChanged:
    entrant: EntrantNumber
    status: EntryStatus
    reason: FreeText
    open_game: GameNumber | None = None  # at his table when he left
    game: OpenGame | None = None  # and what becomes of it


@dataclass(frozen=True, slots=True)
class EntrantSubstituted:
    """Somebody else has the number from now on; the name stands beside the log."""

    entrant: EntrantNumber
    reason: FreeText


@dataclass(frozen=True, slots=True)
class GuardianNamed:
    """An adult leads a team; a number, the name stands beside the log."""

    team: GroupText
    guardian: GuardianNumber


@dataclass(frozen=True, slots=True)
class KeptApart:
    entrants: tuple[EntrantNumber, ...]


@dataclass(frozen=True, slots=True)
class TableFixed:
    entrant: EntrantNumber
    table: TableNumber | None
