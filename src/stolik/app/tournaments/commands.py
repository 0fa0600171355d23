"""Requests that change a tournament: each becomes a command of the core at the organiser's desk."""

from dataclasses import replace

from stolik.app.fairness.drawing import Drawn, drawn_by_hand, drawn_by_slips
from stolik.app.games.counting import demand_in_box
from stolik.app.naming import tidy
from stolik.app.reading.codec import write_event, write_fields
from stolik.app.reading.codes import Refusal as Read
from stolik.app.tournaments import requests as r
from stolik.app.tournaments.amended_names import demand_amendable
from stolik.app.tournaments.book import Book
from stolik.app.tournaments.codes import Refusal
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.details import NOTHING_SAID, with_said
from stolik.app.tournaments.guardians import Guardians, lead
from stolik.app.tournaments.meanwhile import demand_as_it_was
from stolik.app.tournaments.pledging import due_draw, pledge, publishing
from stolik.app.tournaments.telling import answers
from stolik.app.tournaments.telling.drafts import draft_made, tables
from stolik.app.tournaments.telling.ranking import titles
from stolik.app.tournaments.typed_results import absent_from, collected_in, excluded_in, lines_of
from stolik.app.tournaments.word_for_word import command_for, game_of
from stolik.free_text import says_something
from stolik.refusal import Violation, refuse
from stolik.tournament import commands as c
from stolik.tournament.engine import decide, replay
from stolik.tournament.events import Event
from stolik.tournament.format import DrawKind
from stolik.tournament.progress import put_out, with_last
from stolik.tournament.slips import slips_entered
from stolik.tournament.state import (
    CorrectionCause,
    Entrant,
    EntrantNumber,
    GuardianNumber,
    RoundNumber,
    TableNumber,
)
from stolik.tournament.teams import led_by

_MOST_SAID = 2


def carried_out(  # noqa: C901 - a table, no tangle
    book: Book, q: r.Do, lang: str
) -> answers.Answer:
    """What a request changed; refused if it may not."""
    if isinstance(q, r.Create):
        return _create(book, q)  # there is no desk yet
    desk = book.desk
    match q:
        case r.Describe(details=said):
            book.describe(with_said(book.details, said))
            return answers.Described(book.details)
        case r.Enter():
            return _enter(book, q)
        case r.Amend():
            return _amend(book, q)
        case r.Substitute():
            return _substitute(desk, q)
        case r.Guardian():
            return _guardian(book, q)
        case r.Draw():
            drawn = _drawn(book, q)
            desk.do(drawn.command)
            return draft_made(desk.state, drawn, lang)
        case r.Swap(one=one, other=other, reason=reason):
            desk.do(c.SwapSeats(EntrantNumber(one), EntrantNumber(other), reason))
            return draft_made(desk.state, None, lang)
        case r.Pledge():
            return answers.Pledged(write_fields(pledge(desk, book.house)))
        case r.Publish():
            desk.do(publishing(desk, book.held))
            return tables(desk.state)
        case r.Finish(early=early):
            done = _told(desk.do(c.Finish(early)))
            return answers.Finished(done, titles(desk, lang))
        case r.Slip():
            _demand_few_slips(desk, q)
            return _told(desk.do(command_for(q)))
        case r.SeatTiles():
            return _told(desk.do(_seat_tiles(book, q)))
        case r.Result():
            lines, absent = lines_of(book, q), absent_from(q)
            held = collected_in(q)
            sheet = c.RecordResult(*game_of(q), lines, q.by, absent, collected=held)
            return _told(desk.do(replace(sheet, excluded=excluded_in(book, q))))
        case r.Correct():
            lines, absent = lines_of(book, q), absent_from(q)
            sums = (*game_of(q), lines, q.reason, absent)
            command = c.CorrectResult(*sums, over=q.over, collected=collected_in(q))
            command = replace(command, excluded=excluded_in(book, q))
            changes = desk.what_changes(command)
            return answers.Corrected(changes, _told(desk.do(command)))
        case r.Report(decision="disqualification"):
            return _told((*desk.do(command_for(q)), *_put_last(desk)))
        case _:
            return _told(desk.do(command_for(q)))


def _put_last(desk: Desk) -> tuple[Event, ...]:
    """Who is out of a game that has its result is last in it at once (decision W21)."""
    given = desk.state.penalties[-1]
    found = next((one for one in desk.state.rounds if one.number == given.round), None)
    table = found.table_of(given.entrant) if found and given.game is not None else None
    if found is None or table is None or given.game is None:
        return ()
    result = found.results.get((table.number, given.game))
    if result is None or given.entrant not in {line.entrant for line in result.lines}:
        return ()
    out = put_out(desk.state, found.number, given.game) | set(result.excluded)
    return desk.do(
        c.CorrectResult(
            *(found.number, table.number, given.game),
            with_last(result.lines, out, desk.state.format),
            given.reason,
            result.absent,
            over=result.version,
            collected=result.collected,
            cause=CorrectionCause.EXCLUSION,
            excluded=result.excluded,
        )
    )


def _demand_few_slips(desk: Desk, q: r.Slip) -> None:
    """A phone may contradict what was entered once; whatever comes after that is for the desk."""
    said = [slip for slip in slips_entered(desk.state) if slip.entrant == q.entrant]
    if q.by == str(q.entrant) and len(said) >= _MOST_SAID:
        refuse(Violation(Refusal.SLIP_SAID))


def _told(events: tuple[Event, ...]) -> answers.Done:
    return answers.Done(tuple(write_event(event) for event in events))


def _create(book: Book, q: r.Create) -> answers.Created:
    kind = None if q.draw is None else DrawKind(q.draw)
    command = c.Create(str(q.seed), q.confirmations, kind, q.team_size, table_size=q.table_size)
    details = with_said(NOTHING_SAID, q.details)  # refused before anything is written
    done = _told(book.create(q.format, q.profile, tidy(q.name), command))
    if q.details:
        book.describe(details)
    (created,) = done.events
    return answers.Created(created["format_id"], created["format_hash"], done)


def _enter(book: Book, q: r.Enter) -> answers.EntrantEntered:
    desk, name = book.desk, tidy(q.name)
    if not name:
        refuse(Violation(Read.MISSING_FIELD, facts={"field": "name"}))
    table = None if q.fixed_table is None else TableNumber(q.fixed_table)
    command = c.Enter(tidy(q.club), tidy(q.team), tidy(q.age_class), table)
    guardian = tidy(q.guardian)
    if guardian:  # refused before anybody is entered
        after = replay(decide(desk.state, command), desk.state)
        Guardians(desk).named(after, command.team, guardian)
    desk.do(command, name=name)
    if guardian:
        lead(desk, command.team, guardian)
    number = EntrantNumber(desk.state.numbers_given)
    return answers.EntrantEntered(
        entrant=number,
        waiting=not desk.state.entrants[number].plays,
        same_name=tuple(desk.namesakes(number)),
        looks=desk.looks(q.name, besides=number),
    )


def _amend(book: Book, q: r.Amend) -> answers.Done:
    desk, number = book.desk, EntrantNumber(q.entrant)
    known = desk.state.entrants.get(number, Entrant(number))  # of nobody: the core refuses
    club, team, age_class = (
        tidy(after) if after is not None else before
        for before, after in (
            (known.club, q.club),
            (known.team, q.team),
            (known.age_class, q.age_class),
        )
    )
    name = tidy(q.name) if q.name is not None else ""
    if q.name is not None and not name:
        refuse(Violation(Read.MISSING_FIELD, facts={"field": "name"}))
    if q.was is not None:
        _as_written(q.was, (desk.people.get(number), known.club, known.team, known.age_class), q)
    renamed = bool(name) and name != desk.people.get(number)
    command = c.Amend(number, club, team, age_class, q.reason.strip(), renamed)
    demand_amendable(desk, command, name)
    return _told(desk.do(command, name=name if renamed else "", of=number))


def _substitute(desk: Desk, q: r.Substitute) -> answers.Done:
    """The place in a team stays with the number; club and class are whose it is now."""
    number = EntrantNumber(q.entrant)
    told = desk.do(c.Substitute(number, q.reason), name=tidy(q.name), of=number)
    known = desk.state.entrants[number]
    club, age_class = tidy(q.club), tidy(q.age_class)
    if (club, age_class) != (known.club, known.age_class):
        # Without a reason: the one above is of who left, and is erased with him.
        told += desk.do(c.Amend(number, club, known.team, age_class, ""))
    return _told(told)


def _as_written(was: r.Written, now: tuple[str | None, ...], q: r.Amend) -> None:
    """What the form showed of what it changes is still so."""
    fields = ("name", "club", "team", "age_class")
    shown, wanted = (
        {field: tidy(said) for field in fields if (said := getattr(form, field)) is not None}
        for form in (was, q)
    )
    demand_as_it_was(shown, dict(zip(fields, now, strict=True)), wanted)


def _guardian(book: Book, q: r.Guardian) -> answers.GuardianOf:
    number = None if q.guardian is None else GuardianNumber(q.guardian)
    desk, team = book.desk, tidy(q.team)
    desk.do(c.NameGuardian(team, number), name=tidy(q.name))
    led = desk.state.guardians[team]
    return answers.GuardianOf(led, tuple(sorted(led_by(desk.state, led))))


def _seat_tiles(book: Book, q: r.SeatTiles) -> c.DrawSeats:
    counts = book.counting.seat_tile
    if counts is None:
        refuse(Violation(Refusal.SEATS_NOT_BY_TILE))
    tiles = tuple(
        (EntrantNumber(one.entrant), tuple(counts(tile) for tile in one.drawn)) for one in q.tiles
    )
    demand_in_box(book.counting, (row for _, row in tiles))
    reason = q.reason if says_something(q.reason) else None
    return c.DrawSeats(RoundNumber(q.round), TableNumber(q.table), tiles, reason)


def _drawn(book: Book, q: r.Draw) -> Drawn:
    if q.slips:
        return drawn_by_slips(book.desk.state, q.reason)
    if q.tables is None:
        return due_draw(
            book.desk, book.house, dice=q.dice, reason=q.reason, table_size=q.table_size
        )
    tables = tuple(tuple(EntrantNumber(n) for n in seats) for seats in q.tables)
    return drawn_by_hand(tables, q.reason)
