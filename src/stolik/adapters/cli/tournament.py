"""`stolik tournament`: an organiser's whole day, one command per line."""

from pathlib import Path
from typing import Any, Protocol

import click

from stolik.adapters.cli import tournament_requests as r
from stolik.adapters.cli.jsonl import answer_stdin, error
from stolik.adapters.cli.parts import lang_option
from stolik.adapters.cli.requests import read
from stolik.adapters.cli.tournament_commands import command_for, game_of, typed_sheet
from stolik.app import answers
from stolik.app.codec import write_event, write_fields
from stolik.app.codes import Phrase
from stolik.app.day import timetable_of
from stolik.app.desk import Desk
from stolik.app.drawing import Drawn, drawn_by_hand
from stolik.app.logbook import Logbook
from stolik.app.naming import tidy
from stolik.app.organising import SheetSeat, lines_by_place, lines_by_ranking, sheet_lines
from stolik.app.overview import draft, lines_told, overview, round_tables
from stolik.app.paper.checks import checked_lines
from stolik.app.pledging import House, due_draw, pledge, publishing
from stolik.app.questions import EnteredSeat
from stolik.app.ranking import EnteredFinish
from stolik.app.request_codes import Refusal
from stolik.app.texts import text
from stolik.refusal import Refused, Violation, refuse
from stolik.rummikub.rules import RulesProfile
from stolik.tournament import commands as c
from stolik.tournament.engine import decide
from stolik.tournament.events import Event
from stolik.tournament.format import DrawKind
from stolik.tournament.state import EntrantNumber, GuardianNumber, Line, TableNumber
from stolik.tournament.teams import led_by
from stolik.wojtek.board import Board


@click.command()
@click.option("--log", type=click.Path(path_type=Path), help="Keep the tournament in this file.")
@lang_option
@click.pass_context
def tournament(context: click.Context, log: Path | None, lang: str) -> None:
    """Run a tournament: entries, draws, results, cuts, standings, titles.

    \b
    stolik tournament --log turniej.jsonl <<'E'
    {"do": "create", "format": "zimowy", "seed": "17", "name": "Turniej"}
    {"do": "enter", "name": "Zawodnik 1"}
    {"do": "check"}
    E
    """
    try:
        book = Logbook(log)
    except Refused as refused:
        click.echo(error(refused, line=0, lang=lang)["message"], err=True)
        context.exit(1)
    if book.set_aside:
        click.echo(text(Phrase.LOGBOOK_SET_ASIDE, lang, file=book.set_aside.name), err=True)
    answer_stdin(Session(book, lang).answer, lang)


class Book(Protocol):
    """A tournament's desk and the rules its games are scored by; none where results are places."""

    @property
    def desk(self) -> Desk: ...

    @property
    def rules(self) -> RulesProfile | None: ...

    @property
    def board(self) -> Board | None: ...

    @property
    def house(self) -> House | None: ...

    def create(
        self, format_id: str, profile: str | None, name: str, command: c.Create
    ) -> tuple[Event, ...]: ...


class Session:
    """Translates requests to commands of one tournament."""

    def __init__(self, book: Book, lang: str) -> None:
        self.book = book
        self.lang = lang

    @property
    def desk(self) -> Desk:
        return self.book.desk

    def answer(self, value: object) -> dict[str, Any]:  # noqa: C901 - a table, no tangle
        """The answer to one line."""
        match _read(value):
            case r.Create() as q:
                return self._create(q)
            case r.Enter() as q:
                return self._enter(q)
            case r.Substitute(entrant=n, name=name, reason=reason):
                number, name = EntrantNumber(n), tidy(name)
                return _told(self.desk.do(c.Substitute(number, reason), name=name, of=number))
            case r.Guardian() as q:
                return self._guardian(q)
            case r.Draw() as q:
                return self._draw(q)
            case r.Swap(one=one, other=other, reason=reason):
                self.desk.do(c.SwapSeats(EntrantNumber(one), EntrantNumber(other), reason))
                return self._seated()
            case r.Do(do="finish"):
                return {**self._done(c.Finish()), **answers.titles(self.desk, self.lang)}
            case r.Do(do="pledge"):
                return write_fields(pledge(self.desk, self.book.house))
            case r.Do(do="publish"):
                self.desk.do(publishing(self.desk, self.book.house))
                return answers.tables(self.desk.state)
            case r.Result() as q:
                return self._result(q)
            case r.Correct() as q:
                return self._correct(q)
            case q if q.do in _QUESTIONS:
                return self._asked(q)
            case q:
                return self._done(command_for(q))

    def _done(self, command: c.Command) -> dict[str, Any]:
        return _told(self.desk.do(command))

    def _create(self, q: r.Create) -> dict[str, Any]:
        kind = None if q.draw is None else DrawKind(q.draw)
        command = c.Create(str(q.seed), q.confirmations, kind, q.team_size)
        told = _told(self.book.create(q.format, q.profile, tidy(q.name), command))
        (created,) = told["events"]
        return {"format": created["format_id"], "hash": created["format_hash"], **told}

    def _enter(self, q: r.Enter) -> dict[str, Any]:
        table = None if q.fixed_table is None else TableNumber(q.fixed_table)
        command = c.Enter(tidy(q.club), tidy(q.team), tidy(q.age_class), table)
        self.desk.do(command, name=tidy(q.name))
        number = EntrantNumber(len(self.desk.state.entrants))
        entered: dict[str, Any] = {"entrant": number}
        if not self.desk.state.entrants[number].plays:
            entered["waiting"] = True
        if same := self.desk.namesakes(number):
            entered["same_name"] = same
        return {**entered, **self.desk.looks(q.name, besides=number)}

    def _guardian(self, q: r.Guardian) -> dict[str, Any]:
        number = None if q.guardian is None else GuardianNumber(q.guardian)
        team = tidy(q.team)
        self.desk.do(c.NameGuardian(team, number), name=tidy(q.name))
        led = self.desk.state.guardians[team]
        return {"guardian": led, "teams": sorted(led_by(self.desk.state, led))}

    def _draw(self, q: r.Draw) -> dict[str, Any]:
        if q.tables is None:
            drawn = due_draw(
                self.desk,
                self.book.house,
                dice=q.dice,
                reason=q.reason,
                table_size=q.table_size,
            )
        else:
            tables = tuple(tuple(EntrantNumber(n) for n in seats) for seats in q.tables)
            drawn = drawn_by_hand(tables, q.reason)
        self.desk.do(drawn.command)
        return self._seated(drawn)

    def _seated(self, drawn: Drawn | None = None) -> dict[str, Any]:
        shown = answers.tables(self.desk.state)
        shown["price"] = answers.price(self.desk.state, drawn)
        shown["remarks"] = answers.drawn_remarks(drawn, self.lang) if drawn else []
        return shown

    def _result(self, q: r.Result) -> dict[str, Any]:
        command = c.RecordResult(*game_of(q), self._lines(q), q.by)
        if not q.preview:
            return self._done(command)
        decide(self.desk.state, command)
        return {"lines": lines_told(command.lines)}

    def _correct(self, q: r.Correct) -> dict[str, Any]:
        command = c.CorrectResult(*game_of(q), self._lines(q), q.reason)
        changes = {"changes": self.desk.what_changes(command)}
        if q.preview:
            return {**changes, "lines": lines_told(command.lines)}
        return {**changes, **self._done(command)}

    def _lines(self, q: r.Sheet) -> tuple[Line, ...]:
        return checked_lines(self.desk.state, typed_sheet(q), lambda: self._counted(q))

    def _counted(self, q: r.Sheet) -> tuple[Line, ...]:
        seats = [_seat(seat) for seat in q.seats]
        if self.book.board is not None and any(seat.finish for seat in seats):
            return lines_by_ranking(seats, self.book.board, self.desk.state.format)
        if self.book.rules is None:
            return lines_by_place(seats, self.desk.state.format)
        return sheet_lines(q.ending, seats, self.book.rules, sure=q.sure)

    def _asked(self, q: r.Do) -> dict[str, Any]:  # noqa: C901 - a table, no tangle
        state = self.desk.state
        match q:
            case r.Standings(stage=stage):
                asked = {"age_class": q.age_class, "club": q.club, "team": q.team}
                of = {name: value for name, value in asked.items() if value is not None}
                return answers.standings_rows(
                    self.desk, stage, self.lang, of=of, after=q.after_round
                )
            case r.Plan():
                return timetable_of(
                    state,
                    self.book.rules,
                    start=q.start,
                    minutes=q.minutes,
                    pause=q.breaks,
                    pauses={pause.after_round: pause.minutes for pause in q.long_breaks},
                    game_minutes=q.game_minutes,
                    lang=self.lang,
                )
            case r.Do(do="teams"):
                return answers.teams(state, self.lang)
            case r.Do(do="outlook"):
                return answers.outlooks(state, self.book.rules, self.lang)
            case r.OfRound(round=number):
                return round_tables(self.desk, number)
            case r.Do(do="overview"):
                return overview(self.desk, self.book.rules, self.lang)
            case r.Do(do="draft"):
                return draft(state)
            case r.Do(do="tables"):
                return answers.tables(state)
            case r.Do(do="penalties"):
                return answers.ledger(self.desk, self.lang)
            case r.Do(do="people"):
                return answers.people(self.desk)
            case _:
                return answers.check(state, self.lang)


_QUESTIONS = (
    *("overview", "round", "draft", "standings", "plan", "teams", "outlook", "people", "tables"),
    *("penalties", "check"),
)


def _read(value: object) -> r.Do:
    name = value.get("do") if isinstance(value, dict) else None
    if not isinstance(name, str) or name not in r.REQUESTS:
        choices = tuple(r.REQUESTS)
        refuse(Violation(Refusal.WRONG_CHOICE, facts={"field": "do", "choices": choices}))
    return read(r.REQUESTS[str(name)], value)


def _told(events: tuple[Any, ...]) -> dict[str, Any]:
    return {"events": [write_event(event) for event in events]}


def _seat(s: r.Seat) -> SheetSeat:
    rack = None if s.rack is None else tuple(s.rack)
    entered = EnteredSeat(rack, s.rack_sum, s.opened, s.flat)
    number = EntrantNumber(s.entrant)
    return SheetSeat(number, entered, s.small_points, s.excluded, s.place, _finish(s))


def _finish(s: r.Seat) -> EnteredFinish | None:
    """What was collected at a table of Miś Wojtek, if it was entered instead of a place."""
    if s.cards is None:
        return None
    return EnteredFinish(
        s.cards,
        tuple(s.portraits) if isinstance(s.portraits, list) else s.portraits,
        tuple(s.cities) if isinstance(s.cities, list) else s.cities,
        s.arrival,
        s.distance,
        s.start,
        s.excluded,
    )
