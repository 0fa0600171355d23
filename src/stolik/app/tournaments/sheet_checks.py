"""Check signs of a score sheet, and every contradiction in one that is typed back.

A sheet carries a code (round, table, three signs of who sits there, one check sign) and each of
its rows two signs of their own. Figures cannot be known beforehand, so they check each other: the
sum of a rack, the small and the big points it gives, the sum of a game, the totals of a player.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256

from stolik.app.reading.exact import write_exact
from stolik.app.tournaments.codes import Refusal
from stolik.refusal import Fact, Refused, Violation, refuse_any
from stolik.tournament.state import (
    EntrantNumber,
    GameNumber,
    Line,
    Points,
    Round,
    RoundNumber,
    RoundStatus,
    Table,
    TableNumber,
    TournamentState,
)

# No sign looks like another, and their number is prime: no single slip keeps the check sign.
SIGNS = "346789CDFGHJKMNPQRTVWXY"
_CODE = re.compile(rf"(\d{{1,3}})-(\d{{1,5}})-([{SIGNS}]{{3}})([{SIGNS}])", re.ASCII)


@dataclass(frozen=True, slots=True)
class TypedRow:
    """A row of a game as it was typed; what was left out is not compared."""

    entrant: EntrantNumber
    sign: str = ""
    small_points: Points | None = None
    big_points: Points | None = None
    total_small: Points | None = None
    total_big: Points | None = None


@dataclass(frozen=True, slots=True)
class TypedSheet:
    """One game of a sheet as it was typed."""

    round: RoundNumber
    table: TableNumber
    game: GameNumber
    rows: tuple[TypedRow, ...]
    code: str = ""
    control: Points | None = None  # the sum of the small points, as written under them


def sheet_code(state: TournamentState, r: Round, table: Table) -> str:
    """The code of a table's score sheet: another one for other seats."""
    # As the round was announced: a sheet is printed before tiles are drawn for the seats.
    seats = ",".join(str(n) for n in table.announced)
    mark = _signs(3, _identity(state), f"{r.number}/{table.number}", seats)
    return f"{r.number}-{table.number}-{mark}{_check(r.number, table.number, mark)}"


def row_signs(state: TournamentState, r: Round, table: Table) -> Mapping[EntrantNumber, str]:
    """Two signs for each row of a sheet, no two rows the same."""
    found: dict[EntrantNumber, str] = {}
    for entrant in table.announced:
        place = f"{r.number}/{table.number}/{entrant}"
        tries = (_signs(2, _identity(state), place, str(n)) for n in range(1000))
        found[entrant] = next(sign for sign in tries if sign not in found.values())
    return found


def checked_lines(
    state: TournamentState, typed: TypedSheet, count: Callable[[], tuple[Line, ...]]
) -> tuple[Line, ...]:
    """The lines the game's own rules count from what was typed; refused with all that is wrong."""
    faults = [*_code_faults(state, typed), *_sign_faults(state, typed)]
    try:
        lines = count()
    except Refused as refused:
        raise Refused([*faults, *refused.violations]) from refused
    refuse_any(*faults, *_figure_faults(typed, lines), *_total_faults(state, typed, lines))
    return lines


# --- signs --------------------------------------------------------------------------------------


def _code_faults(state: TournamentState, typed: TypedSheet) -> Iterator[Violation]:
    code = "".join(typed.code.upper().split())
    if not code:
        return
    read = _CODE.fullmatch(code)
    if read is None or _check(int(read[1]), int(read[2]), read[3]) != read[4]:
        yield Violation(Refusal.SHEET_CODE, facts={"sheet": typed.code})
        return
    number, table = int(read[1]), int(read[2])
    if (number, table) != (typed.round, typed.table):
        facts: dict[str, Fact] = {"sheet": code, "round": number, "table": table}
        yield Violation(Refusal.SHEET_OTHER_TABLE, facts=facts)
        return
    place = _place(state, typed)
    if place and code != sheet_code(state, *place):
        yield Violation(Refusal.SHEET_OUTDATED, facts={"sheet": code, "table": table})


def _sign_faults(state: TournamentState, typed: TypedSheet) -> Iterator[Violation]:
    place = _place(state, typed)
    if place is None:
        return  # the tournament itself refuses a table it does not have
    signs = row_signs(state, *place)
    for row in typed.rows:
        sign = row.sign.upper().strip()
        if not sign or signs.get(row.entrant) == sign:
            continue
        owner = next((n for n, other in signs.items() if other == sign), None)
        facts: dict[str, Fact] = {"sign": row.sign, "entrant": int(row.entrant)}
        if owner is None:
            yield Violation(Refusal.SHEET_SIGN, facts=facts)
        else:
            yield Violation(Refusal.SHEET_SIGN_OF_OTHER, facts={**facts, "owner": int(owner)})


def _place(state: TournamentState, typed: TypedSheet) -> tuple[Round, Table] | None:
    """The round and table that were typed, if there are such."""
    for r in state.rounds:
        if r.number == typed.round and r.status is RoundStatus.PUBLISHED:
            return next(((r, t) for t in r.tables if t.number == typed.table), None)
    return None


def _identity(state: TournamentState) -> str:
    return f"{state.format.hash}/{state.seed}"


def _signs(count: int, *parts: str) -> str:
    number = int.from_bytes(sha256("\n".join(parts).encode("utf-8", "surrogatepass")).digest())
    return "".join(SIGNS[number // len(SIGNS) ** n % len(SIGNS)] for n in range(count))


def _check(number: int, table: int, mark: str) -> str:
    """Different weights notice neighbours that changed places, too."""
    weighted = sum((n + 4) * SIGNS.index(sign) for n, sign in enumerate(mark))
    return SIGNS[(2 * number + 3 * table + weighted) % len(SIGNS)]


# --- figures ------------------------------------------------------------------------------------


def _figure_faults(typed: TypedSheet, lines: Iterable[Line]) -> Iterator[Violation]:
    counted = {line.entrant: line for line in lines}
    for row in typed.rows:
        line = counted.get(row.entrant)
        if line is None:
            continue  # a bye has no figures
        if row.small_points is not None and row.small_points != line.small_points:
            facts = _facts(row.entrant, row.small_points, line.small_points)
            yield Violation(Refusal.SHEET_SMALL_POINTS, facts=facts)
        if row.big_points is not None and row.big_points != line.big_points:
            facts = _facts(row.entrant, row.big_points, line.big_points)
            yield Violation(Refusal.SHEET_BIG_POINTS, facts=facts)
    total: Points = sum(line.small_points for line in counted.values())
    if typed.control is not None and typed.control != total:
        facts = {"written": _shown(typed.control), "counted": _shown(total)}
        yield Violation(Refusal.SHEET_SUM, facts=facts)


def _total_faults(
    state: TournamentState, typed: TypedSheet, lines: Iterable[Line]
) -> Iterator[Violation]:
    """Totals of a player over the sheet: this game and all others typed before."""
    place = _place(state, typed)
    rows = [row for row in typed.rows if (row.total_small, row.total_big) != (None, None)]
    if not rows or place is None:
        return
    r, table = place
    games = [GameNumber(n) for n in range(1, r.games + 1) if n != typed.game]
    known = [r.results[table.number, n] for n in games if (table.number, n) in r.results]
    missing = [n for n in games if n < typed.game and (table.number, n) not in r.results]
    if missing:
        facts = {"games": tuple(str(n) for n in missing)}
        yield Violation(Refusal.SHEET_GAMES_MISSING, facts=facts)
        return
    everything = [*lines, *(line for result in known for line in result.lines)]
    for row in rows:
        own = [line for line in everything if line.entrant == row.entrant]
        sums = sum(line.small_points for line in own), sum(line.big_points for line in own)
        for written, counted in zip((row.total_small, row.total_big), sums, strict=True):
            if written is not None and written != counted:
                yield Violation(Refusal.SHEET_TOTAL, facts=_facts(row.entrant, written, counted))


def _facts(entrant: EntrantNumber, written: Points, counted: Points) -> dict[str, Fact]:
    return {"entrant": int(entrant), "written": _shown(written), "counted": _shown(counted)}


def _shown(value: Points) -> str:
    return write_exact(Fraction(value))
