"""`stolik tournament`: an organiser's whole day, one command per line."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from stolik.adapters.cli import tournament_requests as r
from stolik.adapters.cli.codes import Refusal
from stolik.adapters.cli.jsonl import answer_stdin
from stolik.adapters.cli.parts import lang_option
from stolik.adapters.cli.requests import read
from stolik.app.codec import write_event
from stolik.app.desk import Desk
from stolik.app.drawing import drawn_by_hand, next_draw
from stolik.app.logbook import Logbook
from stolik.app.organising import lines_by_place, sheet_lines
from stolik.app.questions import EnteredSeat
from stolik.app.texts import say
from stolik.refusal import Violation, refuse
from stolik.tournament import commands as c
from stolik.tournament.state import EntrantNumber, GameNumber, Line, RoundNumber, TableNumber


@click.command()
@click.option("--log", type=click.Path(path_type=Path), help="Keep the tournament in this file.")
@lang_option
def tournament(log: Path | None, lang: str) -> None:
    """Run a tournament: entries, draws, results, cuts, standings, titles.

    \b
    stolik tournament --log turniej.jsonl <<'E'
    {"do": "create", "format": "zimowy", "seed": "17", "name": "Turniej"}
    {"do": "enter", "name": "Zawodnik 1"}
    {"do": "check"}
    E
    """
    session = Session(Logbook(log), lang)
    answer_stdin(session.answer, lang)


class Session:
    """Translates lines to commands of the one tournament this process is about."""

    def __init__(self, book: Logbook, lang: str) -> None:
        self.book = book
        self.lang = lang

    @property
    def desk(self) -> Desk:
        return self.book.desk

    def answer(self, value: object) -> dict[str, Any]:
        """The answer to one line."""
        match _read(value):
            case r.Create() as q:
                self.book.create(q.format, q.profile, q.name)
                return self._done(c.Create(str(q.seed), q.confirmations))
            case r.Enter() as q:
                return self._enter(q)
            case r.Substitute() as q:
                done = self._done(c.Substitute(EntrantNumber(q.entrant), q.reason))
                self.book.remember(EntrantNumber(q.entrant), q.name)
                return done
            case r.Draw() as q:
                self.desk.do(self._drawn(q))
                return self.desk.tables()
            case r.Do(do="publish"):
                self.desk.do(c.Publish())
                return self.desk.tables()
            case r.Result() as q:
                return self._done(c.RecordResult(*_game(q), self._lines(q), q.by))
            case r.Correct() as q:
                command = c.CorrectResult(*_game(q), self._lines(q), q.reason)
                return {"changes": self.desk.what_changes(command), **self._done(command)}
            case q if q.do in _QUESTIONS:
                return self._asked(q)
            case q:
                return self._done(_command(q))

    def _done(self, command: c.Command) -> dict[str, Any]:
        return {"events": [write_event(event) for event in self.desk.do(command)]}

    def _enter(self, q: r.Enter) -> dict[str, Any]:
        table = None if q.fixed_table is None else TableNumber(q.fixed_table)
        self.desk.do(c.Enter(q.club, q.team, q.age_class, table))
        number = max(self.desk.state.entrants)
        self.book.remember(number, q.name)
        waits = not self.desk.state.entrants[number].plays
        return {"entrant": number, "waiting": True} if waits else {"entrant": number}

    def _drawn(self, q: r.Draw) -> c.Draw:
        if q.tables is None:
            return next_draw(self.desk.state, q.reason)
        tables = tuple(tuple(EntrantNumber(n) for n in seats) for seats in q.tables)
        return drawn_by_hand(tables, q.reason)

    def _lines(self, q: r.Result | r.Correct) -> tuple[Line, ...]:
        shape = self.desk.state.format
        if shape.place_points:
            return lines_by_place([(EntrantNumber(s.entrant), s.place) for s in q.seats], shape)
        entered = [(EntrantNumber(s.entrant), _entered(s)) for s in q.seats]
        return sheet_lines(q.ending, entered, self.book.rules)

    def _asked(self, q: r.Do) -> dict[str, Any]:
        match q:
            case r.Standings(stage=stage):
                return self.desk.standings(None if stage is None else stage - 1)
            case r.Plan():
                return self.desk.timetable(q.start, q.minutes, q.breaks, q.game_minutes)
            case r.Do(do="teams"):
                return self.desk.teams()
            case r.Do(do="outlook"):
                return self.desk.outlook(self.book.best_game)
            case r.Do(do="people"):
                return {"people": [{"entrant": n, "name": p} for n, p in self.book.people()]}
            case _:
                return self._check()

    def _check(self) -> dict[str, Any]:
        due = self.desk.next_step()
        missing = [{"code": v.code, "message": say(v, self.lang)} for v in self.desk.missing()]
        return {"next": due.step.value, "stage": due.stage + 1, "missing": missing}


_QUESTIONS = ("standings", "plan", "teams", "outlook", "people", "check")


def _read(value: object) -> r.Do:
    name = value.get("do") if isinstance(value, dict) else None
    if not isinstance(name, str) or name not in r.REQUESTS:
        choices = tuple(r.REQUESTS)
        refuse(Violation(Refusal.WRONG_CHOICE, facts={"field": "do", "choices": choices}))
    return read(r.REQUESTS[str(name)], value)


def _command(q: r.Do) -> c.Command:  # noqa: C901 - a table, no tangle
    match q:
        case r.OfEntrant(entrant=n):
            return c.CheckIn(EntrantNumber(n))
        case r.WithReason(do=do, entrant=n, reason=reason):
            return _LEAVING[do](EntrantNumber(n), reason)
        case r.Penalty(entrant=n, reason=reason, big_points=big, small_points=small):
            return c.Penalise(EntrantNumber(n), reason, big, small)
        case r.CancelPenalty(penalty=number, reason=reason):
            return c.CancelPenalty(number, reason)
        case r.KeepApart(entrants=numbers):
            return c.KeepApart(tuple(EntrantNumber(n) for n in numbers))
        case r.FixTable(entrant=n, table=table):
            return c.FixTable(EntrantNumber(n), None if table is None else TableNumber(table))
        case r.Swap(one=one, other=other, reason=reason):
            return c.SwapSeats(EntrantNumber(one), EntrantNumber(other), reason)
        case r.Lock(table=table, locked=locked):
            return c.LockTable(TableNumber(table), locked)
        case r.Unpublish(reason=reason):
            return c.Unpublish(reason)
        case r.Unplayed(reason=reason):
            return c.Unplayed(*_game(q), reason)
        case r.Confirm(by=by):
            return c.Confirm(*_game(q), by)
        case r.Lots(drawn=drawn):
            return c.RecordLots(tuple((EntrantNumber(lot.entrant), lot.tile) for lot in drawn))
        case r.Cut(size=size):
            return c.Cut(size)
        case _:
            return c.Finish()


_LEAVING: Mapping[str, Callable[[EntrantNumber, str], c.Command]] = {
    "withdraw": c.Withdraw,
    "no_show": c.NoShow,
    "return": c.Return,
    "disqualify": c.Disqualify,
    "resign": c.Resign,
}


def _game(q: r.OfGame) -> tuple[RoundNumber, TableNumber, GameNumber]:
    return RoundNumber(q.round), TableNumber(q.table), GameNumber(q.game)


def _entered(s: r.Seat) -> EnteredSeat:
    return EnteredSeat(None if s.rack is None else tuple(s.rack), s.rack_sum, s.opened, s.flat)
