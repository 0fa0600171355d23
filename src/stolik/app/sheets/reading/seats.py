"""A round that was drawn by slips or seated by rank and typed straight into the workbook."""

from collections.abc import Iterator
from dataclasses import dataclass

from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.read_book import Rows, as_written, cell_of, named, whole_number
from stolik.app.sheets.writing.rounds import FIRST_ROW, NUMBER, TABLE
from stolik.app.texts import say
from stolik.refusal import Fact, Refused, Violation, refuse_any
from stolik.tournament import commands as c
from stolik.tournament.cut import size_of_cut
from stolik.tournament.engine import decide, replay
from stolik.tournament.placement import placed_tables
from stolik.tournament.progress import Step, due
from stolik.tournament.slips import SLIPS, slip_name, slips_entered, tables_by_slip
from stolik.tournament.state import EntrantNumber, Seats, TableNumber, TournamentState


@dataclass(frozen=True, slots=True)
class TypedSeat:
    """Somebody at a table: the letter is the row of the table."""

    entrant: EntrantNumber
    table: TableNumber
    seat: int
    cell: str


@dataclass(frozen=True, slots=True)
class Seating:
    """What makes the round of the seats that were typed, tried on a copy."""

    commands: tuple[c.Command, ...]
    state: TournamentState  # as it is after them


def typed_seats(sheet: str, rows: Rows, state: TournamentState) -> tuple[TypedSeat, ...]:
    """Who sits where on a sheet nobody had drawn; refused with every cell that cannot be right."""
    found: list[TypedSeat] = []
    faults: list[Violation] = []
    taken: dict[EntrantNumber, str] = {}
    letter, before = 0, 0
    for row in range(FIRST_ROW, len(rows)):
        table = whole_number(cell_of(rows, row, TABLE))
        letter, before = (letter + 1 if table == before else 1), table or 0
        raw, cell = cell_of(rows, row, NUMBER), named(sheet, row, NUMBER)
        if raw is None or table is None:
            continue
        number = EntrantNumber(whole_number(raw) or 0)
        facts: dict[str, Fact] = {"cell": cell}
        if number not in state.entrants:
            faults.append(
                Violation(Refusal.UNKNOWN_NUMBER, facts={**facts, "value": as_written(raw)})
            )
        elif number in taken:
            facts |= {"entrant": int(number), "other": taken[number]}
            faults.append(Violation(Refusal.SEATED_TWICE, facts=facts))
        else:
            taken[number] = cell
            found.append(TypedSeat(number, TableNumber(table), letter, cell))
    if faults:
        raise Refused(faults)
    return tuple(found)


def empty_seat(sheet: str, rows: Rows, seats: tuple[TypedSeat, ...]) -> str:
    """The cell where nobody sits at a table that has somebody; "" if every one is taken."""
    tables = {seat.table for seat in seats}
    for row in range(FIRST_ROW, len(rows)):
        table = whole_number(cell_of(rows, row, TABLE))
        if table in tables and cell_of(rows, row, NUMBER) is None:
            return named(sheet, row, NUMBER)
    return ""


def seated(
    seats: tuple[TypedSeat, ...], state: TournamentState, lang: str, empty: str = ""
) -> Seating:
    """The commands of this round: the cut before it if one is due, the draw, its publication.

    `empty`: the cell of a seat without anybody, which is what is wrong most often.
    """
    trial = _Trial(state, empty or seats[0].cell, lang)
    if due(state).step is Step.CUT:
        fixed = size_of_cut(state)
        trial.do(c.Cut(None if fixed else len(seats)))
    stage = due(trial.state).stage
    placed = placed_tables(trial.state, stage)
    if placed is None:
        for seat in seats:
            known = slips_entered(trial.state)
            if not any((s.entrant, s.table, s.seat) == _slip(seat) for s in known):
                trial.do(c.EnterSlip(*_slip(seat)), seat.cell)
        trial.do(c.Draw(tables_by_slip(trial.state), how=SLIPS))
    else:
        typed = _tables(seats)
        how = state.format.stages[stage].seating.value
        refuse_any(*_not_as_placed(seats, placed))
        trial.do(c.Draw(typed, how=how))
    trial.do(c.Publish())
    return Seating(tuple(trial.commands), trial.state)


class _Trial:
    """Commands tried on a copy: what the log would refuse is told beside its cell."""

    def __init__(self, state: TournamentState, cell: str, lang: str) -> None:
        self.state, self.cell, self.lang = state, cell, lang
        self.commands: list[c.Command] = []

    def do(self, command: c.Command, cell: str = "") -> None:
        try:
            self.state = replay(decide(self.state, command), self.state)
        except Refused as refused:
            at = cell or self.cell
            raise Refused(
                Violation(Refusal.SEATS_REFUSED, facts={"cell": at, "why": say(v, self.lang)})
                for v in refused.violations
            ) from None
        self.commands.append(command)


def _slip(seat: TypedSeat) -> tuple[EntrantNumber, TableNumber, int]:
    return seat.entrant, seat.table, seat.seat


def _tables(seats: tuple[TypedSeat, ...]) -> tuple[Seats, ...]:
    numbers = sorted({seat.table for seat in seats})
    return tuple(tuple(s.entrant for s in seats if s.table == number) for number in numbers)


def _not_as_placed(seats: tuple[TypedSeat, ...], placed: tuple[Seats, ...]) -> Iterator[Violation]:
    """Who sits elsewhere than the ranking says, cell by cell."""
    wanted = {n: (t, s) for t, here in enumerate(placed, 1) for s, n in enumerate(here, 1)}
    for seat in seats:
        there = wanted.get(seat.entrant)
        if there != (seat.table, seat.seat):
            where = slip_name(*there) if there else "–"
            facts: dict[str, Fact] = {"cell": seat.cell, "entrant": int(seat.entrant)}
            yield Violation(Refusal.NOT_AS_PLACED, facts={**facts, "seat": where})
