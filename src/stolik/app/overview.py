"""A tournament as its screens read it: where it stands, and the tables of one round."""

from fractions import Fraction
from typing import Any

from stolik.app.answers import check, price, tables
from stolik.app.codes import Refusal
from stolik.app.desk import Desk
from stolik.app.exact import write_exact
from stolik.app.pledging import chance_told
from stolik.refusal import Violation, refuse
from stolik.rummikub.rules import RulesProfile
from stolik.tournament.format import TournamentFormat
from stolik.tournament.progress import is_confirmed, missing_games
from stolik.tournament.state import (
    GameNumber,
    Line,
    Round,
    RoundStatus,
    Table,
    TournamentState,
)


def overview(desk: Desk, rules: RulesProfile | None, lang: str) -> dict[str, Any]:
    """Everything but the tables; a round that is still a draft is nobody's business yet."""
    state, labels = desk.state, desk.labels()
    shape = state.format
    return {
        "format": {"id": shape.id, "title": shape.title, "game": shape.game},
        "profile": rules.id if rules else "",
        "confirmations": state.confirmations,
        "stage": state.stage + 1,
        "stages": stages_told(shape),
        "finished": state.finished,
        "entrants": [
            {"entrant": n, "name": labels[n], "status": entrant.status.value}
            for n, entrant in sorted(state.entrants.items())
        ],
        "rounds": [_summary(state, r) for r in _published(state)],
        "next": check(state, lang),
        "chance": chance_told(state),
    }


def stages_told(shape: TournamentFormat) -> list[dict[str, Any]]:
    """The stages of a format, as people plan a day by them."""
    return [
        {
            "title": stage.title,
            "rounds": stage.rounds,
            "games": stage.games,
            "minutes": stage.minutes,
            "field": stage.field.value,
            "seating": stage.seating.value,
            "carry_over": stage.carry_over,
        }
        for stage in shape.stages
    ]


def round_tables(desk: Desk, number: int | None) -> dict[str, Any]:
    """The tables of a published round with every result; of the last one if none is named."""
    state = desk.state
    rounds = {int(r.number): r for r in _published(state)}
    found = rounds.get(max(rounds, default=0) if number is None else number)
    if found is None:
        facts = {"round": number or 1, "most": len(rounds)}
        refuse(Violation(Refusal.ROUND_NOT_PLAYED, facts=facts))
        raise AssertionError
    labels = desk.labels()
    return {
        **_summary(state, found),
        "tables": [
            {
                "table": table.number,
                "seats": [{"entrant": n, "name": labels[n]} for n in table.seats],
                "games": [_game(state, found, table, game) for game in range(1, found.games + 1)],
            }
            for table in found.tables
        ],
    }


def draft(state: TournamentState) -> dict[str, Any]:
    """The round that is drawn and not published, and what its tables cost."""
    if state.draft is None:
        refuse(Violation(Refusal.NO_TABLES))
        raise AssertionError
    locked = [table.number for table in state.draft.tables if table.locked]
    return {**tables(state), "locked": locked, "price": price(state)}


def _published(state: TournamentState) -> list[Round]:
    return [r for r in state.rounds if r.status is RoundStatus.PUBLISHED]


def _summary(state: TournamentState, r: Round) -> dict[str, Any]:
    results = r.results.values()
    return {
        "round": r.number,
        "stage": r.stage + 1,
        "title": state.format.stages[r.stage].title,
        "tables": len(r.tables),
        "games": r.games,
        "commit": r.commit,
        "draws": r.draws,
        "changes": r.changes,
        "missing": sum(1 for _ in missing_games(state, r)),
        "unconfirmed": sum(not is_confirmed(state, result.confirmed_by) for result in results),
    }


def _game(state: TournamentState, r: Round, table: Table, number: int) -> dict[str, Any]:
    result = r.results.get((table.number, GameNumber(number)))
    if result is None:
        return {"game": number, "result": "missing"}
    sure = is_confirmed(state, result.confirmed_by)
    return {
        "game": number,
        "result": "confirmed" if sure else "entered",
        "confirmed_by": list(result.confirmed_by),
        "reason": result.reason,
        "lines": lines_told(result.lines),
    }


def lines_told(lines: tuple[Line, ...]) -> list[dict[str, Any]]:
    """A game's lines as people read them."""
    return [
        {
            "entrant": line.entrant,
            "place": line.place,
            "big_points": write_exact(Fraction(line.big_points)),
            "small_points": write_exact(Fraction(line.small_points)),
        }
        for line in lines
    ]
