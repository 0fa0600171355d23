"""Whom a pass is for, and which passes cannot be."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stolik.app.access.codes import Refusal
from stolik.app.access.records import Pass
from stolik.app.access.roles import PersonRole
from stolik.app.naming import faults_of
from stolik.refusal import Violation, refuse_any

LONGEST_LABEL = 80


MOST_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whom a pass is for."""

    role: PersonRole
    tables: tuple[str, ...] | None = None
    table: str = ""
    seat: int | None = None
    entrant: int | None = None
    label: str = ""


def demand_possible(wanted: Sequence[Wanted]) -> None:
    """Refuse passes that cannot be."""
    refuse_any(*_faults(wanted))


def whose(entry: Pass) -> Wanted:
    """Whom a pass that was made is for."""
    return Wanted(entry.role, entry.tables, entry.table, entry.seat, entry.entrant, entry.label)


def _faults(wanted: Sequence[Wanted]) -> Iterator[Violation]:
    if len(wanted) > MOST_AT_ONCE:
        yield Violation(Refusal.TOO_MANY, facts={"most": MOST_AT_ONCE})
    for one in wanted:
        if len(one.label) > LONGEST_LABEL:
            yield Violation(Refusal.LABEL_LENGTH, facts={"most": LONGEST_LABEL})
        yield from faults_of(one.label)
        if not _has_a_place(one):
            yield Violation(Refusal.PASS_PLACE)


def _has_a_place(wanted: Wanted) -> bool:
    """A player sits somewhere or is somebody; a referee has tables; nobody has both."""
    at_seat = bool(wanted.table) and wanted.seat is not None and wanted.seat >= 0
    is_placed = at_seat != (wanted.entrant is not None)
    is_half_placed = bool(wanted.table) != (wanted.seat is not None)
    match wanted.role:
        case PersonRole.PLAYER | PersonRole.BOT:
            return is_placed and not is_half_placed and wanted.tables is None
        case PersonRole.REFEREE:
            return not (wanted.table or wanted.seat is not None or wanted.entrant is not None)
        case PersonRole.SPECTATOR | PersonRole.DOOR:
            return wanted == Wanted(wanted.role, label=wanted.label)
    return False
