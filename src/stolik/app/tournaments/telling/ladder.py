"""The penalty ladder in words: where somebody stands, and what each step would do to him."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from stolik.app.texts import catalogue, text
from stolik.app.tournaments.book import Book
from stolik.app.tournaments.telling.answers import GameTogether, LadderOf, PenaltyChoice, Rung
from stolik.app.tournaments.telling.wording import points_said, round_called
from stolik.tournament import commands as c
from stolik.tournament.format import ExcludedBy, Exclusion, LadderStep
from stolik.tournament.ladder import (
    choices,
    counted_game,
    excludes_by_choice,
    game_left,
    given_steps,
    offences,
    proposed_step,
    warning_step,
)
from stolik.tournament.progress import games_together, open_game, open_games
from stolik.tournament.state import (
    EntrantNumber,
    EntryStatus,
    GameNumber,
    Penalty,
    RoundNumber,
    TournamentState,
)
from stolik.tournament.story import Story


@dataclass(frozen=True, slots=True)
class _Telling:
    """Of whom is told, and the game he would be put out of now; none is on: None."""

    state: TournamentState
    entrant: EntrantNumber
    out_of: GameNumber | None
    lang: str


def ladder_of(
    book: Book,
    entrant: EntrantNumber,
    game: GameNumber | None,
    lang: str,
    *,
    after_game: bool = False,
) -> LadderOf:
    """What a judge reads before he gives anything."""
    state = book.desk.state
    Story(state).entrant(entrant)
    counted = counted_game(state, entrant, game)
    behind, due = offences(state, entrant, counted), proposed_step(state, entrant, counted)
    out_of = game_left(state, entrant, game, after_game=after_game)
    told = _Telling(state, entrant, out_of, lang)
    given, stands = given_steps(state, entrant, counted), _position(state, behind, due)
    rungs = (
        _rung(told, step, _given(given, i, step), due=i == stands)
        for i, step in enumerate(state.format.ladder)
    )
    return LadderOf(
        entrant=entrant,
        offences=behind,
        steps=tuple(rungs),
        choices=tuple(_choices(told, counted)),
        warning=_warning(told, counted),
        out=_effect(told, _at_once(state)),
        out_by=_judge(state),
        points_by=_points_by(book),
        decides=book.desk.eyes.decides,
        big_and_small=not state.format.place_points,
        game=open_game(state, entrant),
        games=open_games(state, entrant),
        report_asks_game=_is_playing(state, entrant)
        and state.format.report_excludes is Exclusion.TOURNAMENT,
    )


def games_of_report(
    state: TournamentState, by: EntrantNumber, against: EntrantNumber, lang: str
) -> tuple[GameTogether, ...]:
    """The games a report can be about, where it puts somebody out of one."""
    if state.format.report_excludes is not Exclusion.GAME:
        return ()
    return tuple(
        _together(state, where, against, lang) for where in games_together(state, by, against)
    )


def _together(
    state: TournamentState,
    where: tuple[RoundNumber, GameNumber],
    against: EntrantNumber,
    lang: str,
) -> GameTogether:
    number, game = where
    found = state.rounds[number - 1]
    table = found.table_of(against)
    recorded = table is not None and (table.number, game) in found.results
    effect = "effect.game_recorded" if recorded else "effect.game"
    return GameTogether(
        number,
        game,
        recorded,
        text("effect.which_game", lang, round=round_called(state.format, number, lang), game=game),
        text(effect, lang, game=game),
    )


def step_text(game: str, step: str, lang: str) -> str:
    """What a step is called; each document has its own word for a warning."""
    own = f"ladder_of.{game}.{step}"
    return text(own if own in catalogue(lang) else f"ladder.{step}", lang)


def _position(state: TournamentState, behind: int, due: LadderStep | None) -> int:
    """Where the step that is due stands; beyond the last one if none is."""
    ladder = state.format.ladder
    # A ladder may have the same step twice: warning, yellow card, warning (004 L111).
    if due is None or due == next(iter(ladder[behind : behind + 1]), None):
        return behind
    return ladder.index(due)


def _rung(told: _Telling, step: LadderStep, given: Penalty | None, *, due: bool) -> Rung:
    """What it would do now; of one that was given, what it did then."""
    state, lang = told.state, told.lang
    name = step_text(state.format.game, step.id, lang)
    if given is None:
        effect = _effect(told, step)
        if excludes_by_choice(state, step):
            effect = text(f"effect.may_{_judge(state)}", lang, effect=effect)
    else:
        effect = given_effect(state, given, lang) or text("effect.noted", lang)
    points = (step.big_points, step.small_points)
    return Rung(step.id, name, effect, *points, step.excludes, given is not None, due)


def _given(given: Mapping[int, Penalty], position: int, step: LadderStep) -> Penalty | None:
    """The penalty somebody had at this step; a milder one chosen instead is none of it."""
    line = given.get(position + 1)
    return line if line and line.step == step.id else None


def _choices(told: _Telling, game: GameNumber | None) -> Iterator[PenaltyChoice]:
    state, entrant = told.state, told.entrant
    out = state.entrants[entrant].status is EntryStatus.DISQUALIFIED
    proposed = proposed_step(state, entrant, game)
    for step in sorted(choices(state, entrant, game), key=lambda step: step != proposed):
        if not (out and step.excludes is Exclusion.TOURNAMENT):
            yield _choice(told, step, due=step == proposed)
    if state.entrants[entrant].plays and _may_be_put_out(state, entrant):
        yield _choice(told, _at_once(state), due=not state.format.ladder)


def _warning(told: _Telling, game: GameNumber | None) -> PenaltyChoice | None:
    step = warning_step(told.state, told.entrant, game)
    return None if step is None else _choice(told, step, due=True)


def _choice(told: _Telling, step: LadderStep, *, due: bool) -> PenaltyChoice:
    state, entrant, lang = told.state, told.entrant, told.lang
    chosen = step.id == c.DISQUALIFICATION or excludes_by_choice(state, step)
    return PenaltyChoice(
        step=step.id,
        text=step_text(state.format.game, step.id, lang),
        effect=_effect(told, step),
        by=_judge(state) if chosen else ExcludedBy.JUDGE,
        due=due,
        points=step.judge_names_points,
        excludes=step.excludes,
        asks_game=step.excludes is Exclusion.TOURNAMENT and _is_playing(state, entrant),
    )


def _is_playing(state: TournamentState, entrant: EntrantNumber) -> bool:
    return state.entrants[entrant].plays and open_game(state, entrant) is not None


def _at_once(state: TournamentState) -> LadderStep:
    return LadderStep(c.DISQUALIFICATION, excludes=state.format.disqualification)


def _may_be_put_out(state: TournamentState, entrant: EntrantNumber) -> bool:
    """Whether a disqualification says something the ladder does not."""
    if state.format.disqualification is Exclusion.GAME:
        return open_game(state, entrant) is not None
    offered = {step.excludes for step in choices(state, entrant)}
    needed = state.format.warnings_before_exclusion
    return Exclusion.TOURNAMENT not in offered and offences(state, entrant) >= needed


def _judge(state: TournamentState) -> ExcludedBy:
    by_head = state.format.excluded_by is ExcludedBy.HEAD_JUDGE
    return ExcludedBy.HEAD_JUDGE if by_head else ExcludedBy.JUDGE


def _points_by(book: Book) -> ExcludedBy:
    any_judge = book.counting.any_judge_deducts
    return ExcludedBy.JUDGE if any_judge else ExcludedBy.HEAD_JUDGE


def given_effect(state: TournamentState, given: Penalty, lang: str) -> str:
    """What a penalty has cost; empty if it was a word alone."""
    parts = points_said(state, given.big_points, given.small_points, lang)
    if given.excludes is Exclusion.TOURNAMENT:
        parts.append(text("effect.tournament", lang))
    if given.excludes is Exclusion.GAME and given.game is not None:
        parts.append(text("effect.game", lang, game=given.game))
    return ", ".join(parts)


def _effect(told: _Telling, step: LadderStep) -> str:
    """What it will do, before anybody clicks."""
    state, game, lang = told.state, told.out_of, told.lang
    parts = points_said(state, step.big_points, step.small_points, lang)
    match step.excludes:
        case Exclusion.TOURNAMENT:
            parts.append(text("effect.tournament", lang))
        case Exclusion.GAME:
            without = "effect.no_game" if parts else "effect.game_meant"
            parts.append(text(without if game is None else "effect.game", lang, game=game or 0))
        case Exclusion.NOTHING:
            pass
    return ", ".join(parts) or text(
        "effect.named" if step.judge_names_points else "effect.noted", lang
    )
