"""A score sheet as it was typed: held against itself, and counted by the rules of its game."""

from dataclasses import replace

from stolik.app.games.counting import ScoreSheet, SheetSeat
from stolik.app.reading.exact import read_exact
from stolik.app.tournaments import requests as r
from stolik.app.tournaments.book import Book
from stolik.app.tournaments.codes import Refusal
from stolik.app.tournaments.sheet_checks import TypedRow, TypedSheet, checked_lines
from stolik.app.tournaments.word_for_word import game_of
from stolik.refusal import Refused, Violation, refuse
from stolik.tournament.progress import put_out
from stolik.tournament.slips import LETTERS
from stolik.tournament.state import Collected, EntrantNumber, Line, Points, Seats


def lines_of(book: Book, q: r.Sheet) -> tuple[Line, ...]:
    """The lines of a sheet; refused if anything on it contradicts something else."""
    return checked_lines(book.desk.state, _typed(q), lambda: _counted(book, q))


def reasons_of(book: Book, q: r.Sheet, lang: str) -> tuple[str, ...]:
    """Why each line of a sheet has its place."""
    playing = _playing(q)
    if len(playing) < 2:
        return ()
    sheet = ScoreSheet([_seat(seat) for seat in playing], q.ending, q.sure)
    return book.counting.reasons(sheet, lang)


def absent_from(q: r.Sheet) -> Seats:
    """Seats that are no part of the game."""
    return tuple(EntrantNumber(seat.entrant) for seat in q.seats if seat.absent)


def excluded_in(book: Book, q: r.Sheet) -> Seats:
    """Whom the sheet marks as put out of the game; those of the ledger are known by it."""
    round_number, _, game = game_of(q)
    known = put_out(book.desk.state, round_number, game)
    marked = (EntrantNumber(seat.entrant) for seat in _playing(q) if seat.excluded)
    return tuple(n for n in marked if n not in known)


def collected_in(q: r.Sheet) -> tuple[Collected, ...]:
    """What lay before everybody, as it was typed; nothing where places or points were."""
    return tuple(
        Collected(
            EntrantNumber(seat.entrant),
            tuple(sorted(seat.cards.values(), reverse=True)),
            seat.portraits if isinstance(seat.portraits, int) else len(seat.portraits),
            seat.cities if isinstance(seat.cities, int) else len(seat.cities),
            seat.arrival,
            seat.distance,
        )
        for seat in _playing(q)
        if seat.cards is not None
    )


def _counted(book: Book, q: r.Sheet) -> tuple[Line, ...]:
    playing = _playing(q)
    if len(playing) < 2 and absent_from(q):
        return ()  # left alone: a bye, which the tournament values
    try:
        return book.counting.lines(ScoreSheet([_seat(seat) for seat in playing], q.ending, q.sure))
    except Refused as refused:
        raise Refused(_lettered(one, book, q) for one in refused.violations) from refused


def _lettered(violation: Violation, book: Book, q: r.Sheet) -> Violation:
    """Lines of the sheet called as at the table, by letter and name, whoever else is not there."""
    facts = dict(violation.facts)
    if isinstance(line := facts.get("seat"), int):
        facts["seat"] = _called(line, book, q)
    if isinstance(lines := facts.get("seats"), tuple):
        facts["seats"] = tuple(_called(int(one), book, q) for one in lines)
    return replace(violation, facts=facts)


def _called(line: int, book: Book, q: r.Sheet) -> str:
    entrant = EntrantNumber(_playing(q)[line - 1].entrant)
    played = next((one for one in book.desk.state.rounds if one.number == q.round), None)
    table = played.table_of(entrant) if played else None
    name = book.desk.people.get(entrant, "")
    if table is None:
        return name or str(line)
    letter = LETTERS[table.seats.index(entrant)]
    return f"{letter} ({name})" if name else letter


def _playing(q: r.Sheet) -> list[r.Seat]:
    return [seat for seat in q.seats if not seat.absent]


def _typed(q: r.Sheet) -> TypedSheet:
    """What was typed from a printed sheet, to be held against itself."""
    rows = tuple(
        TypedRow(
            EntrantNumber(seat.entrant),
            seat.sign,
            seat.small_points,
            _points(seat.big_points),
            _points(seat.total_small),
            _points(seat.total_big),
        )
        for seat in _playing(q)
    )
    return TypedSheet(*game_of(q), rows, q.sheet, _points(q.control))


def _points(written: int | str | None) -> Points | None:
    """Points as people write them: `27`, `63 1/3`."""
    if not isinstance(written, str):
        return written
    number = read_exact(written.strip())
    if number is None:
        refuse(Violation(Refusal.SHEET_NUMBER, facts={"number": written}))
    return number


def _seat(s: r.Seat) -> SheetSeat:
    return SheetSeat(
        entrant=EntrantNumber(s.entrant),
        place=s.place,
        excluded=s.excluded,
        rack=None if s.rack is None else tuple(s.rack),
        rack_sum=s.rack_sum,
        opened=s.opened,
        flat=s.flat,
        small_points=s.small_points,
        cards=s.cards,
        portraits=tuple(s.portraits) if isinstance(s.portraits, list) else s.portraits,
        cities=tuple(s.cities) if isinstance(s.cities, list) else s.cities,
        arrival=s.arrival,
        distance=s.distance,
        start=s.start,
    )
