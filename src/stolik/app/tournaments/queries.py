"""Requests that only read: they take no lock, keep nothing and start nothing."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from stolik.app.codes import Refusal
from stolik.app.games.counting import StartAsked, StartTold
from stolik.app.reading.codec import plain
from stolik.app.tournaments import requests as r
from stolik.app.tournaments.book import Book
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.telling import answers
from stolik.app.tournaments.telling.day import timetable_of
from stolik.app.tournaments.telling.drafts import draft, tables, tray
from stolik.app.tournaments.telling.ending import ending
from stolik.app.tournaments.telling.ladder import (
    games_of_report,
    given_effect,
    ladder_of,
    step_text,
)
from stolik.app.tournaments.telling.overview import check, lines_told, overview, round_tables
from stolik.app.tournaments.telling.ranking import outlooks, standings_rows, teams
from stolik.app.tournaments.telling.slips import slips_told
from stolik.app.tournaments.typed_results import absent_from, lines_of, reasons_of
from stolik.app.tournaments.word_for_word import game_of
from stolik.refusal import Violation, refuse
from stolik.tournament import commands as c
from stolik.tournament.amending import noted, seated
from stolik.tournament.engine import decide
from stolik.tournament.progress import open_games
from stolik.tournament.state import EntrantNumber, GameNumber, TournamentState
from stolik.tournament.teams import led_by

Handler = Callable[[Book, Any, str], answers.Answer]


def answered(book: Book, q: r.Do, lang: str) -> answers.Answer:
    """The answer to a question."""
    return _HANDLERS[q.do](book, q, lang)


def whole(handlers: Mapping[str, Handler]) -> Mapping[str, Handler]:
    """The handlers, if each question of the list of requests has one and no other has."""
    asked = {
        name for name, kind in r.REQUESTS.items() if kind.asks or issubclass(kind.shape, r.Sheet)
    }
    if strange := sorted(asked ^ handlers.keys()):
        raise LookupError(f"not both in REQUESTS and among the handlers of queries.py: {strange}")
    return handlers


def _ladder(book: Book, q: r.Ladder, lang: str) -> answers.Answer:
    game = None if q.game is None else GameNumber(q.game)
    told = ladder_of(book, EntrantNumber(q.entrant), game, lang, after_game=q.after_game)
    if q.by is None:
        return told
    whom = (EntrantNumber(q.by), EntrantNumber(q.entrant))
    together = games_of_report(book.desk.state, *whom, lang)
    return replace(told, together=together)


def _start_cards(book: Book, q: r.StartCards, lang: str) -> StartTold:
    if book.counting.starting is None:
        refuse(Violation(Refusal.NO_START_CARDS))
    asked = StartAsked(seats=q.seats, key=q.key, drawn=q.drawn, choices=q.choices)
    return book.counting.starting(asked, lang)


def _standings(desk: Desk, q: r.Standings, lang: str) -> answers.StandingsTold:
    asked = {"age_class": q.age_class, "club": q.club, "team": q.team}
    of = {name: value for name, value in asked.items() if value is not None}
    return standings_rows(desk, q.stage, lang, of=of, after=q.after_round, everybody=q.everybody)


def _timetable(book: Book, q: r.Plan, lang: str) -> answers.Timetable:
    return timetable_of(
        book.desk.state,
        book.counting.game_minutes,
        start=q.start,
        minutes=q.minutes,
        pause=q.breaks,
        pauses={pause.after_round: pause.minutes for pause in q.long_breaks},
        game_minutes=q.game_minutes,
        items=tuple(one.item for one in q.items),
        lang=lang,
    )


def _result_counted(book: Book, q: r.Result, lang: str) -> answers.SheetCounted:
    command = c.RecordResult(*game_of(q), lines_of(book, q), q.by, absent_from(q))
    decide(book.desk.state, command)
    return answers.SheetCounted(lines_told(command.lines), reasons=reasons_of(book, q, lang))


def _correction_counted(book: Book, q: r.Correct, lang: str) -> answers.SheetCounted:
    lines, absent = lines_of(book, q), absent_from(q)
    command = c.CorrectResult(*game_of(q), lines, q.reason, absent, over=q.over)
    changes, reasons = book.desk.what_changes(command), reasons_of(book, q, lang)
    return answers.SheetCounted(lines_told(command.lines), changes, reasons)


def _ledger(desk: Desk, lang: str) -> answers.Ledger:
    state, eyes = desk.state, desk.eyes
    reports = (
        {"report": i, **plain(one)}
        for i, one in enumerate(state.reports, start=1)
        if eyes.read_reason((one.by, one.against))
    )
    penalties = (
        {
            "penalty": i,
            **plain(p),
            "text": step_text(state.format.game, p.step, lang),
            "effect": given_effect(state, p, lang),
        }
        for i, p in enumerate(state.penalties, start=1)
    )
    return answers.Ledger(tuple(penalties), tuple(reports))


def _open_game(state: TournamentState, entrant: EntrantNumber) -> answers.OpenGameAt | None:
    games = open_games(state, entrant) if state.entrants[entrant].plays else ()
    table = state.rounds[-1].table_of(entrant) if games else None
    if table is None:
        return None
    where = (state.rounds[-1].number, table.number)
    return answers.OpenGameAt(*where, game=games[0], games=games)


def _people(desk: Desk) -> answers.PeopleTold:
    state = desk.state
    tests = {bonus.entrant: bonus.big_points for bonus in state.bonuses}
    traces = state.entrants.keys() if state.finished else seated(state) | noted(state)
    return answers.PeopleTold(
        tuple(
            answers.Person(
                entrant=n,
                name=name,
                status=state.entrants[n].status,
                club=state.entrants[n].club,
                team=state.entrants[n].team,
                age_class=state.entrants[n].age_class,
                fixed_table=state.entrants[n].fixed_table,
                open_game=_open_game(state, n),
                test=tests.get(n),
                written=desk.people.get(n, ""),
                removable=n not in traces,
            )
            for n, name in sorted(desk.labels().items())
        ),
        tuple(
            answers.Guardian(g, desk.guardian_label(g), tuple(sorted(led_by(state, g))))
            for g in sorted(set(state.guardians.values()))
        ),
    )


# Held against the list of requests when it is imported: no question is forgotten.
_HANDLERS = whole(
    {
        "standings": lambda book, q, lang: _standings(book.desk, q, lang),
        "plan": _timetable,
        "result": _result_counted,
        "correct": _correction_counted,
        "round": lambda book, q, lang: round_tables(book.desk, q.round, lang),
        "teams": lambda book, _, lang: teams(book.desk.state, lang),
        "outlook": lambda book, _, lang: outlooks(book.desk.state, book.counting.best_game, lang),
        "overview": lambda book, _, lang: overview(book.desk, book.counting, lang),
        "draft": lambda book, _q, _lang: draft(book.desk.state),
        "tray": lambda book, _q, _lang: tray(book.desk.state),
        "slips": lambda book, _, lang: slips_told(book.desk, lang),
        "tables": lambda book, _q, _lang: tables(book.desk.state),
        "ladder": _ladder,
        "start_cards": _start_cards,
        "penalties": lambda book, _, lang: _ledger(book.desk, lang),
        "people": lambda book, _q, _lang: _people(book.desk),
        "ending": lambda book, _, lang: ending(book.desk, book.counting, lang),
        "check": lambda book, _, lang: check(book.desk, lang),
    }
)
