"""Where somebody stands on the format's penalty ladder, and which steps a judge may choose."""

from stolik.tournament import commands as c
from stolik.tournament.codes import Refusal
from stolik.tournament.format import (
    AfterLadder,
    ExcludedBy,
    Exclusion,
    LadderStep,
    Offences,
    TournamentFormat,
)
from stolik.tournament.progress import open_game
from stolik.tournament.state import (
    EntrantNumber,
    GameNumber,
    Penalty,
    RoundNumber,
    TournamentState,
)
from stolik.tournament.story import no


def current_round(state: TournamentState) -> RoundNumber:
    """Where a penalty counts: the last published round, 0 before the first."""
    return RoundNumber(len(state.rounds) - (state.draft is not None))


def counted_game(
    state: TournamentState, entrant: EntrantNumber, game: GameNumber | None
) -> GameNumber | None:
    """The game an offence is counted in, where the ladder begins anew with each."""
    match state.format.offences:
        case Offences.TOURNAMENT:
            return None
        case Offences.GAME:
            return game or open_game(state, entrant)


def offences(state: TournamentState, entrant: EntrantNumber, game: GameNumber | None = None) -> int:
    """How many steps somebody has behind him; a disqualification at once is none (004 L127)."""
    return max(given_steps(state, entrant, game), default=0)


def given_steps(
    state: TournamentState, entrant: EntrantNumber, game: GameNumber | None = None
) -> dict[int, Penalty]:
    """What was given on the way up, by how many steps were behind afterwards."""
    ladder, here = state.format.ladder, current_round(state)
    given: dict[int, Penalty] = {}
    count, last = 0, here
    for line in _lines(state, entrant, game):
        if _begins_again(state, count, last, line.round):
            given, count = {}, 0
        count = len(ladder) if line.step == ladder[-1].id else count + 1
        given[count], last = line, line.round
    return {} if _begins_again(state, count, last, here) else given


def due_step(
    state: TournamentState, entrant: EntrantNumber, game: GameNumber | None = None
) -> LadderStep | None:
    """The step after those somebody has behind him; None: there is no further one."""
    ladder, count = state.format.ladder, offences(state, entrant, game)
    if ladder and excludes_by_choice(state, ladder[-1]):
        return ladder[min(count, len(ladder) - 1)]
    return ladder[count] if count < len(ladder) else None


def excludes_by_choice(state: TournamentState, step: LadderStep) -> bool:
    """Whether it puts somebody out of the tournament, and the document says that it may."""
    by_rules = state.format.excluded_by is ExcludedBy.RULES
    return step.excludes is Exclusion.TOURNAMENT and not by_rules


def excludes_by_count(shape: TournamentFormat) -> bool:
    """Whether so many offences put somebody out by themselves (mp2023 L128)."""
    last = shape.ladder[-1].excludes if shape.ladder else Exclusion.NOTHING
    return last is Exclusion.TOURNAMENT and shape.excluded_by is ExcludedBy.RULES


def choices(
    state: TournamentState, entrant: EntrantNumber, game: GameNumber | None = None
) -> tuple[LadderStep, ...]:
    """The steps a judge may give now, the one that is due first.

    Where he may exclude he may also do less once more; what follows by rule leaves no choice.
    """
    due = due_step(state, entrant, game)
    if due is None:
        return ()
    if not excludes_by_choice(state, due):
        return (due,)
    milder = {step.id: step for step in state.format.ladder if step.id != due.id}
    return (due, *milder.values())


def proposed_step(
    state: TournamentState, entrant: EntrantNumber, game: GameNumber | None = None
) -> LadderStep | None:
    """The step a judge is led to: points are taken again before anybody is put out (003 L150)."""
    due, *milder = choices(state, entrant, game) or (None,)
    return next((step for step in milder if repeats(step)), due)


def repeats(step: LadderStep) -> bool:
    """Whether it is given as often as it takes: each time the judge says what it costs."""
    return step.judge_names_points


def warning_step(
    state: TournamentState, entrant: EntrantNumber, game: GameNumber | None = None
) -> LadderStep | None:
    """What a warning comes to: the step that is due, or a milder one where that one is a choice."""
    due, *milder = choices(state, entrant, game) or (None,)
    return milder[-1] if milder else due


def demand_seen(
    state: TournamentState,
    entrant: EntrantNumber,
    game: GameNumber | None,
    over: int | None,
    out_of: GameNumber | None,
) -> None:
    """Refuse what was said yes to before another judge's penalty: its effect is another one now."""
    behind = offences(state, entrant, game)
    if over is None or over == behind:
        return
    step = proposed_step(state, entrant, game)
    if step is None:
        no(Refusal.LADDER_ENDED, entrant=entrant)
    facts = {"given": behind, "rung": rung(state, step.id), "costs": _costs(state, step, out_of)}
    no(Refusal.PENALTY_OVERTAKEN, entrant=entrant, **facts)


def game_left(
    state: TournamentState,
    entrant: EntrantNumber,
    named: GameNumber | None = None,
    *,
    after_game: bool = False,
) -> GameNumber | None:
    """The game a card puts somebody out of: the one it is given in (004 L112, decision W22).

    What is said before and what is done both ask here. An online table names its game, and knows
    that it is over; in the hall it is the first without a result.
    """
    return None if after_game else named or open_game(state, entrant)


def _costs(state: TournamentState, step: LadderStep, game: GameNumber | None) -> tuple[str, ...]:
    """What a step does, word by word; nothing but a line in the ledger: no word."""
    points = "points" if state.format.place_points else "big_points"
    taken = ((points, step.big_points), ("small_points", step.small_points))
    costs = [f"{word} {count}" for word, count in taken if count]
    match step.excludes:
        case Exclusion.TOURNAMENT:
            costs.append("tournament")
        case Exclusion.GAME:
            costs.append("no_game" if game is None else f"game {game}")
        case Exclusion.NOTHING:
            pass
    return tuple(costs)


def step_named(
    state: TournamentState, entrant: EntrantNumber, game: GameNumber | None, name: str
) -> LadderStep:
    """The step a judge has named; what the rules say by themselves is not evaded by naming."""
    ladder = {step.id: step for step in state.format.ladder}
    due = due_step(state, entrant, game)
    if name not in ladder:
        no(Refusal.PENALTY_STEP, rungs=tuple(rung(state, one) for one in ladder))
    step = ladder[name]
    if step == due:
        return step
    if due is not None and due.excludes is Exclusion.TOURNAMENT and not _is_chosen(state):
        no(Refusal.PENALTY_BY_RULE, entrant=entrant, rung=rung(state, due.id))
    if step.excludes is Exclusion.TOURNAMENT:
        no(Refusal.WARNING_FIRST, entrant=entrant, needed=_before(state, step))
    if due is None:
        no(Refusal.LADDER_ENDED, entrant=entrant)
    return step


def rung(state: TournamentState, step: str) -> str:
    """A step by its name among those of all games: each has its own word for it."""
    return f"{state.format.game}.{step}"


def demand_warned(state: TournamentState, entrant: EntrantNumber) -> None:
    """Refuse to exclude somebody who had no warning, where one must come first."""
    needed = state.format.warnings_before_exclusion
    if offences(state, entrant) < needed:
        no(Refusal.WARNING_FIRST, entrant=entrant, needed=needed)


def _is_chosen(state: TournamentState) -> bool:
    return state.format.excluded_by is not ExcludedBy.RULES


def _before(state: TournamentState, step: LadderStep) -> int:
    return [each.id for each in state.format.ladder].index(step.id)


def _lines(
    state: TournamentState, entrant: EntrantNumber, game: GameNumber | None
) -> list[Penalty]:
    per_game, here = state.format.offences is Offences.GAME, (current_round(state), game)
    return [
        line
        for line in state.penalties
        if line.entrant == entrant
        and not line.cancelled
        and line.step != c.DISQUALIFICATION
        and (not per_game or (line.round, line.game) == here)
    ]


def _begins_again(state: TournamentState, count: int, last: RoundNumber, now: RoundNumber) -> bool:
    match state.format.after_ladder:
        case AfterLadder.ENDS:
            return False
        case AfterLadder.NEW_ROUND:
            return count >= len(state.format.ladder) and now > last
