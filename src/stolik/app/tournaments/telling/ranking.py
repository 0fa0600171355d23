"""Places as an organiser asks for them: standings, teams, who is through, titles."""

from collections.abc import Mapping

from stolik.app.codes import Phrase, Refusal
from stolik.app.texts import text
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.telling import answers
from stolik.app.tournaments.telling.wording import (
    mark_of,
    points,
    reason_of,
    remark_of,
    shown,
    stage_called,
    title_text,
)
from stolik.refusal import Fact, Violation, refuse
from stolik.tournament.classes import rows_within
from stolik.tournament.cut import size_of_cut, still_here, tied_on_line, title_holders
from stolik.tournament.format import RankingPoints
from stolik.tournament.outlook import outlook
from stolik.tournament.preflight import tied_for_seats, tied_for_title
from stolik.tournament.settling import gives_back, may_come_back, may_resign, steps_in
from stolik.tournament.standings import (
    Row,
    excluded_rows,
    stage_standings,
    standings,
    state_after,
)
from stolik.tournament.state import EntrantNumber, RoundNumber, TournamentState
from stolik.tournament.team_standings import last_for_all, team_rows

_PODIUM = 3


def standings_rows(
    desk: Desk,
    stage: int | None,
    lang: str,
    *,
    of: Mapping[str, str] | None = None,
    after: int | None = None,
    everybody: bool = False,
) -> answers.StandingsTold:
    """Every row with every tie-break column and the reason for its place.

    `of` names a class, as {"age_class": "2015"}: places are then counted inside it. `after` is
    the number of a round: nothing that was played or penalised later counts. `everybody`: below
    stands who played and was put out, without a place.
    """
    state = desk.state if after is None else _until(desk.state, after)
    rows = _ranked(state, stage)
    out = excluded_rows(state, None if stage is None else stage - 1) if everybody else ()
    overall = {row.entrant: row.place for row in rows}
    if of:
        members = _class(state, of, tells=desk.eyes.names)
        rows = rows_within(rows, members, state.format)
        out = tuple(row for row in out if row.entrant in members)
    placeless = {row.entrant for row in out}
    labels, now = desk.labels(), stage in (None, state.stage + 1)
    tied = tied_on_line(state) | tied_for_title(state) if now else ()
    for_seats = tied_for_seats(state) if now else ()
    apart = len({row.stage for row in rows}) > 1
    resigning = may_resign(state)
    after_them = steps_in(state) if resigning else None
    leaving = {n: gives_back(state, n) for n in may_come_back(state)}
    ranks = stage is None and state.finished and after is None
    return answers.StandingsTold(
        tuple(
            answers.Standing(
                place=None if row.entrant in placeless else row.place,
                entrant=row.entrant,
                name=labels[row.entrant],
                mark=mark_of(state, row.entrant, lang),
                overall=overall.get(row.entrant) if of else None,
                big_points=points(row.big_points),
                small_points=points(row.small_points),
                columns={name: shown(value) for name, value in row.columns.items()},
                games=row.games,
                byes=row.byes,
                remark=remark_of(row, state, lang),
                reason=text("reason.excluded", lang)
                if row.entrant in placeless
                else reason_of(row, row is rows[0], state, lang),
                tied_on_line=row.entrant in tied,
                tied_for_seats=row.entrant in for_seats,
                stage=row.stage + 1 if apart else None,
                may_resign=row.entrant in resigning,
                may_come_back=row.entrant in leaving,
                gives_back=_label(labels, leaving.get(row.entrant)),
                ranking_points=_ranking_points(state, overall, row) if ranks else None,
            )
            for row in (*rows, *out)
        ),
        steps_in=_label(labels, after_them),
    )


def _label(labels: Mapping[EntrantNumber, str], number: EntrantNumber | None) -> str | None:
    return None if number is None else labels[number]


def teams(state: TournamentState, lang: str = "pl") -> answers.TeamsTold:
    """Teams by the sums of their members, with the reason for each place."""
    rows = team_rows(state)
    return answers.TeamsTold(
        tuple(
            answers.TeamStanding(
                place=t.row.place,
                team=t.team,
                big_points=points(t.row.big_points),
                small_points=points(t.row.small_points),
                columns={name: shown(value) for name, value in t.row.columns.items()},
                members=t.members,
                games=t.row.games,
                guardian=state.guardians.get(t.team),
                reason=reason_of(t.row, t is rows[0], state, lang, who="team"),
            )
            for t in rows
        ),
        _counted(state, lang),
    )


def _counted(state: TournamentState, lang: str) -> str:
    """Which stages count for teams, where not all do: a final would favour who came further."""
    last, stages = last_for_all(state), state.format.stages
    told = [stage_called(stage, lang) for stage in stages]
    if last + 1 == len(stages):
        return ""
    counted, later = ", ".join(told[: last + 1]), ", ".join(told[last + 1 :])
    return text(Phrase.TEAMS_COUNT, lang, stages=counted, later=later)


def outlooks(state: TournamentState, best_game: int, lang: str) -> answers.Outlooks:
    """Safe, live or out before the next cut; nobody where no cut of a known size comes."""
    shape = state.format
    most = max((max(shape.points_at(size), default=0) for size in range(2, 6)), default=0)
    found = outlook(state, best_game or most)
    return answers.Outlooks(
        size_of_cut(state),
        tuple(
            answers.EntrantOutlook(n, o, text(f"outlook.{o}", lang))
            for n, o in sorted(found.items())
        ),
    )


def titles(desk: Desk, lang: str) -> answers.Titles:
    """What the places are called, and who goes on to the next event."""
    state, labels = desk.state, desk.labels()
    rows = standings(state)
    return answers.Titles(
        tuple(
            answers.Title(
                title=title.id,
                text=title_text(title.id, row.place, lang),
                place=row.place,
                entrant=row.entrant,
                name=labels[row.entrant],
            )
            for title, row in title_holders(state, rows)
        ),
        tuple(state.going),
    )


def podium(desk: Desk, lang: str) -> tuple[answers.Title, ...]:
    """Those with a title, and whoever else is among the first three of those who have not left."""
    told, labels = titles(desk, lang).titles, desk.labels()
    titled = {one.entrant for one in told}
    others = (
        answers.Title(
            title="", text="", place=row.place, entrant=row.entrant, name=labels[row.entrant]
        )
        for row in still_here(desk.state, standings(desk.state))
        if row.place <= _PODIUM and row.entrant not in titled
    )
    return tuple(sorted((*told, *others), key=lambda one: one.place))


def _ranked(state: TournamentState, stage: int | None) -> tuple[Row, ...]:
    if stage is None:
        return tuple(standings(state))
    if not 1 <= stage <= state.stage + 1:
        refuse(Violation(Refusal.STAGE_UNKNOWN, facts={"stage": stage, "most": state.stage + 1}))
    return tuple(stage_standings(state, stage - 1))


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
        facts: dict[str, Fact] = {"field": name, "value": value}
        if known := tuple(sorted({mine for mine in values.values() if mine and tells})):
            refuse(Violation(Refusal.CLASS_UNKNOWN, facts={**facts, "known": known}))
        refuse(Violation(Refusal.CLASS_NOBODY, facts=facts))
    return members


def _ranking_points(
    state: TournamentState, places: Mapping[EntrantNumber, int], row: Row
) -> int | None:
    match state.format.ranking_points:
        case RankingPoints.NONE:
            return None
        case RankingPoints.ENTRANTS_BEATEN:
            place = places.get(row.entrant)
            return None if place is None else len(places) - place + 1
