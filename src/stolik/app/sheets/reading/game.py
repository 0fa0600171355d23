"""One game of a workbook: from the numbers typed for its seats to the lines of its result."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from stolik.app.codes import Refusal as Desked
from stolik.app.games.counting import SheetSeat, lines_by_place
from stolik.app.games.rummikub.score_sheet import sheet_lines
from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.read_book import as_written
from stolik.app.sheets.writing.points import LEFT_OUT
from stolik.refusal import Fact, Refused, Violation, refuse_any
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.scoring import Ending, highest_sum
from stolik.tournament.format import TournamentFormat
from stolik.tournament.state import EntrantNumber, Line


@dataclass(frozen=True, slots=True)
class Said:
    """What the sheet says of one seat in one game."""

    entrant: EntrantNumber
    typed: int | None  # tiles or flat penalty; or the place
    small: int | float | None  # as the sheet shows it
    left_out: bool
    typed_cell: str
    small_cell: str = ""
    crossed: bool = False  # x was typed: he plays on, and not this game


@dataclass(frozen=True, slots=True)
class GameRead:
    """A game as it was typed; no lines: it was not played."""

    lines: tuple[Line, ...]
    look_twice: bool = False
    absent: tuple[EntrantNumber, ...] = ()  # of those who play on, no part of this game


def read_game(
    said: Sequence[Said], before: str | None, rules: RulesProfile | None, shape: TournamentFormat
) -> GameRead | None:
    """The result, or None if the sheet says nothing new; `before`: what it said at first."""
    found = _read(said, before, rules, shape)
    absent = tuple(seat.entrant for seat in said if seat.left_out and seat.crossed)
    return replace(found, absent=absent) if found and found.lines else found


def _read(
    said: Sequence[Said], before: str | None, rules: RulesProfile | None, shape: TournamentFormat
) -> GameRead | None:
    playing = [seat for seat in said if not seat.left_out]
    if not playing:
        return (
            None if before is not None and set(before.split("; ")) == {LEFT_OUT} else GameRead(())
        )
    if rules is None:
        return _by_places(said, playing, before, shape)
    if any(seat.typed is not None for seat in playing):
        missing = incomplete(playing, [seat.typed for seat in playing], before)
        refuse_any(*impossible_racks(playing, rules), *missing, *two_out(playing))
        refuse_any(*nobody_out(playing))
        return _scored(_ending(playing), [_rack(seat) for seat in playing], rules)
    values = [seat.small for seat in playing]
    _begun(said, values, before)
    if _is_as_before([s.small for s in said], said, before) or not any(
        value is not None for value in values
    ):
        return None
    _complete(playing, values)
    return _by_small_points(playing, rules)


def _by_places(
    said: Sequence[Said], playing: Sequence[Said], before: str | None, shape: TournamentFormat
) -> GameRead | None:
    places = [seat.typed for seat in playing]
    _begun(said, places, before)
    if _is_as_before([s.typed for s in said], said, before) or not any(
        place is not None for place in places
    ):
        return None
    refuse_any(*impossible_places(playing), *incomplete(playing, places, None))
    seats = [SheetSeat(entrant=seat.entrant, place=seat.typed) for seat in playing]
    return GameRead(lines_by_place(seats, shape))


def impossible_racks(playing: Sequence[Said], rules: RulesProfile) -> Iterator[Violation]:
    """Numbers that no rack can have, whatever the others say."""
    flats = (rules.penalties.unopened, rules.penalties.could_have_opened)
    most = highest_sum(rules)
    for seat in playing:
        if seat.typed is not None and (
            seat.typed > most or (seat.typed < 0 and seat.typed not in flats)
        ):
            allowed = " / ".join(str(flat) for flat in dict.fromkeys(flats))
            facts: dict[str, Fact] = {"cell": seat.typed_cell, "value": seat.typed, "most": most}
            yield Violation(Refusal.NOT_A_RACK, facts={**facts, "allowed": allowed})


def two_out(playing: Sequence[Said]) -> Iterator[Violation]:
    """Only one can go out."""
    out = [seat for seat in playing if seat.typed == 0]
    for seat in out[1:]:
        facts: dict[str, Fact] = {"cell": seat.typed_cell, "other": out[0].typed_cell}
        yield Violation(Refusal.TWO_OUT, facts=facts)


def nobody_out(playing: Sequence[Said]) -> Iterator[Violation]:
    """A penalty for not opening in a game that nobody finished."""
    out = any(seat.typed == 0 for seat in playing)
    for seat in playing:
        if not out and seat.typed is not None and seat.typed < 0:
            yield Violation(Refusal.NOBODY_OUT, facts={"cell": seat.typed_cell})


def impossible_places(playing: Sequence[Said]) -> Iterator[Violation]:
    """Places outside the table, or taken already."""
    taken: set[int] = set()
    for seat in playing:
        if seat.typed is None:
            continue
        if not 1 <= seat.typed <= len(playing) or seat.typed in taken:
            facts: dict[str, Fact] = {"cell": seat.typed_cell, "value": seat.typed}
            yield Violation(Refusal.NOT_A_PLACE, facts={**facts, "most": len(playing)})
        taken.add(seat.typed)


def _by_small_points(playing: Sequence[Said], rules: RulesProfile) -> GameRead:
    """Somebody typed over the formulas: points as they stand on a paper sheet, whole ones."""
    refuse_any(
        *(
            Violation(
                Refusal.NOT_A_NUMBER,
                facts={"cell": seat.small_cell, "value": as_written(seat.small)},
            )
            for seat in playing
            if seat.small != int(seat.small or 0)
        )
    )
    seats = [SheetSeat(entrant=seat.entrant, small_points=int(seat.small or 0)) for seat in playing]
    try:
        return _scored(Ending.WENT_OUT, seats, rules)
    except Refused:
        return _scored(Ending.POOL_EMPTY, seats, rules)


def _begun(said: Sequence[Said], values: Sequence[int | float | None], before: str | None) -> None:
    """Somebody was crossed out and nothing more was typed: the game was begun and forgotten."""
    begun = before is None and any(seat.crossed for seat in said)
    if begun and all(value is None for value in values):
        _complete([seat for seat in said if not seat.left_out], values)


def _complete(playing: Sequence[Said], values: Sequence[int | float | None]) -> None:
    refuse_any(*incomplete(playing, values, None))


def incomplete(
    playing: Sequence[Said], values: Sequence[int | float | None], before: str | None
) -> Iterator[Violation]:
    """Seats without a number; of a known game one rack says nothing without the others."""
    empty = [seat for seat, value in zip(playing, values, strict=True) if value is None]
    if empty and before is not None:
        yield Violation(Refusal.ALL_RACKS, facts={"cell": empty[0].typed_cell})
        return
    for seat in empty:
        yield Violation(Refusal.HALF_FILLED, facts={"cell": seat.typed_cell})


def _ending(playing: Sequence[Said]) -> Ending:
    """Somebody with nothing left went out; flat penalties are for such games only."""
    typed = [seat.typed or 0 for seat in playing]
    return Ending.WENT_OUT if min(typed) <= 0 else Ending.POOL_EMPTY


def _rack(seat: Said) -> SheetSeat:
    assert seat.typed is not None
    if seat.typed < 0:
        return SheetSeat(entrant=seat.entrant, opened=False, flat=seat.typed)
    return SheetSeat(entrant=seat.entrant, rack_sum=seat.typed)


def _scored(ending: Ending, seats: Sequence[SheetSeat], rules: RulesProfile) -> GameRead:
    try:
        return GameRead(sheet_lines(ending.value, seats, rules))
    except Refused as refused:
        if {violation.code for violation in refused.violations} != {Desked.RESULT_LOOK_TWICE}:
            raise
    return GameRead(sheet_lines(ending.value, seats, rules, sure=True), look_twice=True)


def _is_as_before(
    values: Sequence[int | float | None], said: Sequence[Said], before: str | None
) -> bool:
    """Whether the seats say what they said at first, as the hidden sheet keeps it."""
    old = [] if before is None else before.split("; ")
    return len(old) == len(said) and all(
        _is_same(was, value) for was, value in zip(old, values, strict=True)
    )


def _is_same(was: str, value: int | float | None) -> bool:
    if value is None or was == LEFT_OUT:
        return value is None and was == LEFT_OUT
    try:
        # Spreadsheet programs keep thirds a little differently than we do.
        return abs(float(was) - value) < _NEARLY
    except ValueError:
        return False


_NEARLY = 1e-6
