"""Who plays: entered, put right, here, gone, replaced; teams and their adults."""

from dataclasses import dataclass

from stolik.tournament.state import EntrantNumber, GameNumber, GuardianNumber, OpenGame, TableNumber


@dataclass(frozen=True, slots=True)
class Enter:
    """A new entrant, also a late one; beyond the limit he waits."""

    club: str = ""
    team: str = ""
    age_class: str = ""
    fixed_table: TableNumber | None = None


@dataclass(frozen=True, slots=True)
class Amend:
    """What was written of an entrant was wrong: club, team and class as they should stand."""

    entrant: EntrantNumber
    club: str
    team: str
    age_class: str
    reason: str = ""
    renamed: bool = False  # the name itself stands beside the log


@dataclass(frozen=True, slots=True)
class Remove:
    """The entrant was entered by mistake and has never sat down: he is on no list any more."""

    entrant: EntrantNumber
    reason: str


@dataclass(frozen=True, slots=True)
class CheckIn:
    """The entrant is here; or is not after all: a slip at the door, before his first seat."""

    entrant: EntrantNumber
    here: bool = True


@dataclass(frozen=True, slots=True)
class NameGuardian:
    """An adult leads the team; None: one who leads no team yet, and gets the next number."""

    team: str
    guardian: GuardianNumber | None = None


@dataclass(frozen=True, slots=True)
class KeepApart:
    """These entrants should not meet: a family, a school."""

    entrants: tuple[EntrantNumber, ...]


@dataclass(frozen=True, slots=True)
class FixTable:
    """The entrant always sits at this table (None: no longer)."""

    entrant: EntrantNumber
    table: TableNumber | None


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The entrant leaves; what was played stays. `game`: what becomes of the one he leaves in."""

    entrant: EntrantNumber
    reason: str
    game: OpenGame | None = None
    left_in: GameNumber | None = None  # the one he leaves in; None: the first without a result


@dataclass(frozen=True, slots=True)
class NoShow:
    """The entrant did not come."""

    entrant: EntrantNumber
    reason: str
    game: OpenGame | None = None


@dataclass(frozen=True, slots=True)
class Return:
    """A withdrawn or missing entrant plays on from the next draw."""

    entrant: EntrantNumber
    reason: str


@dataclass(frozen=True, slots=True)
class Substitute:
    """Somebody else takes over the number with all it has won."""

    entrant: EntrantNumber
    reason: str
