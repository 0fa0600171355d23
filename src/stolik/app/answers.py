"""What an organiser asks: tables, standings, teams, outlook, timetable, the check."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from stolik.app.codec import plain
from stolik.app.codes import Refusal
from stolik.app.desk import Desk
from stolik.app.drawing import Drawn
from stolik.app.exact import write_exact
from stolik.app.texts import say, text
from stolik.refusal import Fact, Violation, refuse
from stolik.rummikub.rules import RulesProfile
from stolik.tournament.classes import rows_within
from stolik.tournament.consequences import seating_price
from stolik.tournament.cut import size_of_cut, tied_on_line
from stolik.tournament.format import RankingPoints
from stolik.tournament.outlook import outlook
from stolik.tournament.preflight import missing, remarks
from stolik.tournament.progress import due
from stolik.tournament.standings import Row, stage_standings, standings, state_after
from stolik.tournament.state import EntrantNumber, RoundNumber, TournamentState
from stolik.tournament.team_standings import team_rows
from stolik.tournament.teams import led_by
from stolik.tournament.tiebreaks import Answer

_MOST_PAIRS = 20


def tables(state: TournamentState) -> dict[str, Any]:
    """The round drawn or published last."""
    if not state.rounds:
        refuse(Violation(Refusal.NO_TABLES))
    last = state.rounds[-1]
    seats = [{"table": t.number, "seats": list(t.seats)} for t in last.tables]
    return {"round": last.number, "tables": seats, "status": last.status.value}


def price(state: TournamentState, drawn: Drawn | None = None) -> dict[str, Any]:
    """What the draft costs, and other table sizes that would cost less."""
    cost = seating_price(state)
    found: dict[str, Any] = {
        "met_again": len(cost.met_again),
        "met_again_pairs": [list(pair) for pair in cost.met_again[:_MOST_PAIRS]],
        "kept_apart_together": [list(pair) for pair in cost.kept_apart[:_MOST_PAIRS]],
        "short_table_again": list(cost.short_again),
    }
    if drawn and drawn.offers:
        found["offers"] = [{"table_size": size, "repeats": n} for size, n in drawn.offers]
    return found


def drawn_remarks(drawn: Drawn, lang: str) -> list[dict[str, str]]:
    """What the plan could not avoid, in words."""
    return [
        _said(Violation(f"seating.price.{p.remark}", facts=p.facts), lang) for p in drawn.prices
    ]


def standings_rows(
    desk: Desk,
    stage: int | None,
    lang: str,
    *,
    of: Mapping[str, str] | None = None,
    after: int | None = None,
) -> dict[str, Any]:
    """Every row with every tie-break column and the reason for its place.

    `of` names a class, as {"age_class": "2015"}: places are then counted inside it. `after` is
    the number of a round: nothing that was played or penalised later counts.
    """
    state = desk.state if after is None else _until(desk.state, after)
    if stage is not None and not 1 <= stage <= state.stage + 1:
        refuse(Violation(Refusal.STAGE_UNKNOWN, facts={"stage": stage, "most": state.stage + 1}))
    rows = standings(state) if stage is None else stage_standings(state, stage - 1)
    overall = {row.entrant: row.place for row in rows}
    if of:
        rows = rows_within(rows, _class(state, of, tells=desk.eyes.names), state.format)
    labels, tied = desk.labels(), tied_on_line(state) if stage in (None, state.stage + 1) else ()
    found = []
    for row in rows:
        shown = {
            "place": row.place,
            "entrant": row.entrant,
            "name": labels[row.entrant],
            **({"overall": overall[row.entrant]} if of else {}),
            "big_points": _shown(row.big_points),
            "small_points": _shown(row.small_points),
            **{name: _shown(value) for name, value in row.columns.items()},
            "games": row.games,
            "reason": _reason(row, row is rows[0], state, lang),
        }
        if row.entrant in tied:
            shown["tied_on_line"] = True
        if stage is None and state.finished and after is None:
            shown |= _ranking_points(state, overall[row.entrant], len(overall))
        found.append(shown)
    return {"rows": found}


def teams(state: TournamentState, lang: str = "pl") -> dict[str, Any]:
    """Teams by the sums of their members, with the reason for each place."""
    rows = team_rows(state)
    return {
        "rows": [
            {
                "place": t.row.place,
                "team": t.team,
                "big_points": _shown(t.row.big_points),
                "small_points": _shown(t.row.small_points),
                **{name: _shown(value) for name, value in t.row.columns.items()},
                "members": list(t.members),
                "games": t.row.games,
                **({"guardian": state.guardians[t.team]} if t.team in state.guardians else {}),
                "reason": _reason(t.row, t is rows[0], state, lang),
            }
            for t in rows
        ]
    }


def people(desk: Desk) -> dict[str, Any]:
    """Names by number, two of one name told apart; and who leads which teams."""
    state = desk.state
    entrants = sorted(desk.labels().items())
    guardians = sorted(set(state.guardians.values()))
    return {
        "people": [
            {
                "entrant": n,
                "name": name,
                "status": state.entrants[n].status.value,
                "club": state.entrants[n].club,
                "team": state.entrants[n].team,
                "age_class": state.entrants[n].age_class,
                "fixed_table": state.entrants[n].fixed_table,
            }
            for n, name in entrants
        ],
        "guardians": [
            {"guardian": g, "name": desk.guardian_label(g), "teams": sorted(led_by(state, g))}
            for g in guardians
        ],
    }


def outlooks(state: TournamentState, rules: RulesProfile | None, lang: str) -> dict[str, Any]:
    """Safe, live or out before the next cut; nobody where no cut of a known size comes."""
    shape = state.format
    most = max((max(shape.points_at(size), default=0) for size in range(2, 6)), default=0)
    if not shape.place_points and rules:
        most = max(rules.points.big_points_of_four)
    found = outlook(state, most)
    return {
        "cut": size_of_cut(state),
        "entrants": [
            {"entrant": n, "outlook": o.value, "text": text(f"outlook.{o}", lang)}
            for n, o in sorted(found.items())
        ],
    }


def ledger(desk: Desk, lang: str) -> dict[str, Any]:
    """Every penalty, cancelled ones too, numbered from 1; reports for those they concern."""
    state, eyes = desk.state, desk.eyes
    reports = [r for r in state.reports if eyes.read_reason((r.by, r.against))]
    penalties = [
        {"penalty": i, **plain(p), "text": text(f"ladder.{p.step}", lang)}
        for i, p in enumerate(state.penalties, start=1)
    ]
    return {"penalties": penalties, "reports": [plain(report) for report in reports]}


def titles(desk: Desk, lang: str) -> dict[str, Any]:
    """What the places are called, and who goes on to the next event."""
    state, labels = desk.state, desk.labels()
    rows = standings(state)
    return {
        "titles": [
            {
                "title": title.id,
                "text": text(f"title.{title.id}", lang),
                "place": row.place,
                "entrant": row.entrant,
                "name": labels[row.entrant],
            }
            for title in state.format.titles
            for row in rows
            if title.first <= row.place <= title.last
        ],
        "qualified": list(state.going),
    }


def check(state: TournamentState, lang: str) -> dict[str, Any]:
    """The next step, what is missing for it and what is worth a look."""
    step = due(state)
    return {
        "next": step.step.value,
        "message": text(
            f"step.{step.step.value}", lang, stage=state.format.stages[step.stage].title
        ),
        "stage": step.stage + 1,
        "missing": [_said(violation, lang) for violation in missing(state)],
        "remarks": [_said(remark, lang) for remark in remarks(state)],
    }


def _until(state: TournamentState, number: int) -> TournamentState:
    published = [r for r in state.rounds if r is not state.draft]
    if not 1 <= number <= len(published):
        facts = {"round": number, "most": len(published)}
        refuse(Violation(Refusal.ROUND_NOT_PLAYED, facts=facts))
    return state_after(state, RoundNumber(number))


def _class(
    state: TournamentState, of: Mapping[str, str], *, tells: bool
) -> frozenset[EntrantNumber]:
    """The entrants of an age class, a club or a team; which there are, strangers are not told."""
    if len(of) > 1:
        refuse(Violation(Refusal.CLASS_ONE))
    ((name, value),) = of.items()
    values = {n: str(getattr(entrant, name)) for n, entrant in state.entrants.items()}
    members = frozenset(n for n, mine in values.items() if mine == value)
    if not members:
        known = tuple(sorted({mine for mine in values.values() if mine and tells})) or ("–",)
        facts: dict[str, Fact] = {"field": name, "value": value, "known": known}
        refuse(Violation(Refusal.CLASS_UNKNOWN, facts=facts))
    return members


def _said(violation: Violation, lang: str) -> dict[str, str]:
    return {"code": str(violation.code), "message": say(violation, lang)}


def _reason(row: Row, is_first: bool, state: TournamentState, lang: str) -> str:
    """Why the row stands below the one above: which criterion, and both answers."""
    decided = row.decision
    if decided is None:
        return text("reason.first" if is_first else "reason.level", lang)
    if decided.criterion == "stage":
        title = state.format.stages[row.stage].title
        return text("reason.stage", lang, stage=title)
    name = decided.criterion.removeprefix("before.")
    key = "reason.decided" if name == decided.criterion else "reason.decided_before"
    facts = {"mine": _said_answer(decided.mine), "above": _said_answer(decided.above)}
    return text(key, lang, criterion=text(f"criterion.{name}", lang), **facts)


def _said_answer(value: Answer) -> str:
    shown = _shown(value)
    return ", ".join(shown) if isinstance(shown, list) else str(shown)


def _ranking_points(state: TournamentState, place: int, count: int) -> dict[str, int]:
    match state.format.ranking_points:
        case RankingPoints.NONE:
            return {}
        case RankingPoints.ENTRANTS_BEATEN:
            return {"ranking_points": count - place + 1}


def _shown(value: Answer) -> Any:
    if isinstance(value, tuple):
        return [_shown(item) for item in value]
    return str(value) if isinstance(value, int) else write_exact(Fraction(value))
