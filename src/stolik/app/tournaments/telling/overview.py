"""A tournament as its screens read it: where it stands, and the tables of one round."""

from dataclasses import asdict
from fractions import Fraction

from stolik.app.codes import Refusal
from stolik.app.games.counting import Counting
from stolik.app.reading.exact import write_exact
from stolik.app.texts import text
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.pledging import chance_told
from stolik.app.tournaments.telling import answers
from stolik.app.tournaments.telling.by_name import by_name
from stolik.app.tournaments.telling.wording import (
    mark_of,
    round_called,
    rounds_called,
    said,
    stage_called,
)
from stolik.refusal import Violation, refuse
from stolik.tournament.cut import may_take_back
from stolik.tournament.format import Criterion, TournamentFormat
from stolik.tournament.preflight import advances, missing, remarks, results_to_correct, unconfirmed
from stolik.tournament.progress import (
    Step,
    due,
    games_to_confirm,
    is_confirmed,
    missing_games,
    party,
    put_out,
    to_correct,
)
from stolik.tournament.settling import may_come_back
from stolik.tournament.shortening import rounds_back
from stolik.tournament.state import (
    EntrantNumber,
    GameNumber,
    Line,
    Round,
    RoundStatus,
    Table,
    TournamentState,
)


def overview(desk: Desk, counting: Counting, lang: str) -> answers.Overview:
    """Everything but the tables; a round that is still a draft is nobody's business yet."""
    state, labels = desk.state, desk.labels()
    shape, times = state.format, counting.move_times
    return answers.Overview(
        format=answers.FormatNamed(shape.id, shape.title, shape.game),
        profile=counting.profile,
        seats_by_tile=counting.seat_tile is not None,
        confirmations=state.confirmations,
        stage=state.stage + 1,
        stages=stages_told(shape, lang),
        round_titles=rounds_called(shape, lang),
        finished=state.finished,
        ended_early=state.ended_early,
        entrants=tuple(
            answers.Entrant(n, labels[n], entrant.status)
            for n, entrant in sorted(state.entrants.items())
        ),
        rounds=tuple(
            answers.RoundListed(len(r.tables), _summary(state, r, lang)) for r in _published(state)
        ),
        next=check(desk, lang),
        chance=chance_told(state),
        worth={
            str(size): points
            for size in range(2, shape.table_max + 1)
            if (points := counting.worth(size))
        },
        team_size=shape.team_size,
        needs_guardian=0 < shape.guardian_from <= shape.team_size,
        test_points=shape.test_points,
        start_cards=counting.start_cards,
        until_all_pass=times is not None and times.until_all_pass,
        finish_move=times is not None and not times.one_move_each,
    )


def check(desk: Desk, lang: str) -> answers.Due:
    """The next step, what is missing for it and what is worth a look."""
    state = desk.state
    step = due(state)
    number = len(_published(state)) + (step.step in (Step.DRAW, Step.PUBLISH, Step.CUT))
    titles = {
        "stage": stage_called(state.format.stages[step.stage], lang),
        "round": round_called(state.format, number or 1, lang),
    }
    return answers.Due(
        next=step.step,
        message=text(f"step.{step.step.value}", lang, **titles),
        stage=step.stage + 1,
        missing=tuple(said(by_name(one, desk), lang) for one in missing(state)),
        remarks=tuple(said(by_name(one, desk), lang) for one in remarks(state)),
        unconfirmed=unconfirmed(state),
        advances=advances(state),
        may_cut_back=may_take_back(state),
        may_come_back=may_come_back(state),
        rounds_back=rounds_back(state),
        to_confirm=_to_confirm(state, step.step),
        to_correct=tuple(answers.GameAt(*at) for at in results_to_correct(state)),
    )


_LED_TO = 3  # games that a button leads to


def _to_confirm(state: TournamentState, step: Step) -> tuple[answers.GameAt, ...]:
    if step is Step.PLAY and any(missing_games(state, r) for r in state.rounds):
        return ()  # while a round is played they are confirmed as they come
    return tuple(answers.GameAt(*at) for at in games_to_confirm(state)[:_LED_TO])


def stages_told(shape: TournamentFormat, lang: str) -> tuple[answers.StageTold, ...]:
    """The stages of a format, as people plan a day by them."""
    return tuple(
        answers.StageTold(
            title=stage_called(stage, lang),
            rounds=stage.rounds,
            games=stage.games,
            minutes=stage.minutes,
            field=stage.field,
            seating=stage.seating,
            draw=stage.draw,
            carry_over=stage.carry_over,
            extra_game=Criterion.EXTRA_GAME in stage.criteria,
        )
        for stage in shape.stages
    )


def round_tables(desk: Desk, number: int | None, lang: str) -> answers.Round:
    """The tables of a published round with every result; of the last one if none is named."""
    state = desk.state
    rounds = {int(r.number): r for r in _published(state)}
    found = rounds.get(max(rounds, default=0) if number is None else number)
    if found is None:
        facts = {"round": number or 1, "most": len(rounds)}
        refuse(Violation(Refusal.ROUND_NOT_PLAYED, facts=facts))
    labels = desk.labels()
    return answers.Round(
        tables=tuple(
            answers.RoundTable(
                table=table.number,
                seats=tuple(
                    answers.Seated(
                        n,
                        labels[n],
                        state.entrants[n].team,
                        seat_mark(state, found, table, n, lang),
                    )
                    for n in table.seats
                ),
                games=tuple(game_told(state, found, table, n) for n in range(1, found.games + 1)),
                seats_drawn=found.seats_drawn(table),
            )
            for table in found.tables
        ),
        summary=_summary(state, found, lang),
    )


def seat_mark(
    state: TournamentState, r: Round, table: Table, entrant: EntrantNumber, lang: str
) -> str | None:
    """How somebody has left this table; who played it to the end and left later has not."""
    last = party(state, r, table, GameNumber(r.games))
    over = all((table.number, GameNumber(n)) in r.results for n in range(1, r.games + 1))
    return None if over and entrant in last else mark_of(state, entrant, lang)


def game_told(state: TournamentState, r: Round, table: Table, number: int) -> answers.Game:
    """One game of a table, with its lines once it has a result."""
    result = r.results.get((table.number, GameNumber(number)))
    here = party(state, r, table, GameNumber(number))
    absent = tuple(int(n) for n in table.seats if n not in here) or None
    out = put_out(state, r.number, GameNumber(number))
    if result is None:
        excluded = tuple(int(n) for n in here if n in out) or None
        return answers.Game(number, "missing", absent=absent, excluded=excluded)
    marked = tuple(n for n in result.excluded if n not in out)
    sure = is_confirmed(state, result.confirmed_by)
    return answers.Game(
        number,
        "confirmed" if sure else "entered",
        confirmed_by=tuple(result.confirmed_by),
        reason=result.reason,
        lines=lines_told(result.lines),
        absent=absent if here else None,
        excluded=tuple(int(n) for n in here if n in out or n in marked) or None,
        marked_excluded=tuple(int(n) for n in marked) or None,
        version=result.version,
        to_correct=to_correct(state, r, GameNumber(number), result) or None,
        collected=tuple(answers.CollectedTold(**asdict(c)) for c in result.collected) or None,
    )


def lines_told(lines: tuple[Line, ...]) -> tuple[answers.Line, ...]:
    """A game's lines as people read them."""
    return tuple(
        answers.Line(
            entrant=line.entrant,
            place=line.place,
            big_points=write_exact(Fraction(line.big_points)),
            small_points=write_exact(Fraction(line.small_points)),
        )
        for line in lines
    )


def _published(state: TournamentState) -> list[Round]:
    return [r for r in state.rounds if r.status is RoundStatus.PUBLISHED]


def _summary(state: TournamentState, r: Round, lang: str) -> answers.RoundSummary:
    results = r.results.values()
    return answers.RoundSummary(
        round=r.number,
        stage=r.stage + 1,
        title=round_called(state.format, r.number, lang),
        games=r.games,
        commit=r.commit,
        draws=r.draws,
        changes=r.changes,
        missing=sum(1 for _ in missing_games(state, r)),
        unconfirmed=sum(not is_confirmed(state, result.confirmed_by) for result in results),
    )
