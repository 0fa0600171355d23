"""The penalty ledger: the format's ladder, the judge's points, cancelling, test points."""

from dataclasses import replace

from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament.codes import Refusal
from stolik.tournament.entries import leave
from stolik.tournament.format import Exclusion, LadderStep
from stolik.tournament.ladder import (
    choices,
    counted_game,
    current_round,
    demand_seen,
    demand_warned,
    excludes_by_choice,
    game_left,
    rung,
    step_named,
    warning_step,
)
from stolik.tournament.state import (
    Bonus,
    EntrantNumber,
    EntryStatus,
    GameNumber,
    OpenGame,
    Penalty,
)
from stolik.tournament.story import Story, no


def penalise(story: Story, command: c.Penalise) -> None:
    """The step that is due or was chosen; points named by the judge take the place of its own."""
    story.reason(command.reason)
    story.entrant(command.entrant)
    for points in (command.big_points, command.small_points):
        if points is not None and not -_MOST_POINTS <= points <= 0:
            no(Refusal.PENALTY_POINTS, most=_MOST_POINTS)
    if not story.state.format.ladder:
        no(Refusal.NO_LADDER)
    game = counted_game(story.state, command.entrant, command.game)
    out_of = _out_of(story, command)
    demand_seen(story.state, command.entrant, game, command.over, out_of)
    step = _step(story, command, game)
    big = step.big_points if command.big_points is None else command.big_points
    small = step.small_points if command.small_points is None else command.small_points
    number = current_round(story.state)
    given = Penalty(command.entrant, step.id, big, small, number, command.reason, game=game)
    if step.excludes is Exclusion.TOURNAMENT:
        _not_out_already(story, command.entrant)
    left = (command.leaving, command.left_in)
    give(story, given, step.excludes, out_of, left)


def warn(story: Story, command: c.Warn) -> None:
    """What a table has noted: the step that is due, or a milder one where that one may be chosen.

    Only the count of mp2023 L128 excludes without a judge's word.
    """
    game = counted_game(story.state, command.entrant, command.game)
    demand_seen(story.state, command.entrant, game, command.over, _out_of(story, command))
    step = warning_step(story.state, command.entrant, game)
    name = step.id if step else ""
    given = c.Penalise(command.entrant, command.reason, game=command.game, step=name)
    penalise(story, replace(given, leaving=command.leaving, after_game=command.after_game))


def disqualify(story: Story, command: c.Disqualify) -> None:
    """At once, for something gross; no step of the ladder."""
    story.reason(command.reason)
    story.playing(command.entrant)
    put_out(story, command, story.state.format.disqualification)


def put_out(story: Story, command: c.Disqualify, excludes: Exclusion) -> None:
    """Out of the tournament, or last in one game."""
    game, number = None, command.round or current_round(story.state)
    if excludes is Exclusion.TOURNAMENT:
        demand_warned(story.state, command.entrant)
    elif (game := game_left(story.state, command.entrant, command.game)) is None:
        no(Refusal.PENALTY_GAME, entrant=command.entrant)
    given = Penalty(command.entrant, c.DISQUALIFICATION, 0, 0, number, command.reason)
    give(story, given, excludes, game, (command.leaving, command.left_in))


def _not_out_already(story: Story, entrant: EntrantNumber) -> None:
    """Nobody is put out twice: who left by himself may still be."""
    if story.entrant(entrant).status is EntryStatus.DISQUALIFIED:
        story.playing(entrant)


def cancel(story: Story, command: c.CancelPenalty) -> None:
    """The line stays readable and counts no more; who was out because of it is in again."""
    story.reason(command.reason)
    ledger = story.state.penalties
    if not 1 <= command.penalty <= len(ledger):
        no(Refusal.PENALTY_UNKNOWN, penalty=command.penalty, most=len(ledger))
    line = ledger[command.penalty - 1]
    if line.cancelled:
        no(Refusal.PENALTY_CANCELLED, penalty=command.penalty, entrant=line.entrant)
    story.tell(e.PenaltyCancelled(command.penalty, command.reason))
    still_out = any(
        p.entrant == line.entrant and p.excludes is Exclusion.TOURNAMENT and not p.cancelled
        for p in story.state.penalties
    )
    if line.excludes is Exclusion.TOURNAMENT and not still_out:
        story.tell(e.StatusChanged(line.entrant, EntryStatus.PRESENT, command.reason))


def award_test(story: Story, command: c.AwardTest) -> None:
    """Points from the knowledge test, once for each entrant."""
    story.reason(command.reason)
    story.entrant(command.entrant)
    most = story.state.format.test_points
    if not 0 < command.points <= most:
        no(Refusal.TEST_POINTS, most=most)
    if any(bonus.entrant == command.entrant for bonus in story.state.bonuses):
        no(Refusal.TEST_TWICE, entrant=command.entrant)
    story.tell(e.TestAwarded(Bonus(command.entrant, command.points, command.reason)))


_MOST_POINTS = 10_000


def _step(story: Story, command: c.Penalise, game: GameNumber | None) -> LadderStep:
    """Named, or due; whoever may be excluded is so only by name, and named points are milder."""
    state, entrant = story.state, command.entrant
    if command.step:
        return step_named(state, entrant, game, command.step)
    due, *milder = choices(state, entrant, game) or (None,)
    if due is None:
        no(Refusal.LADDER_ENDED, entrant=entrant)
    if not excludes_by_choice(state, due):
        return due
    has_points = any((command.big_points, command.small_points))
    if not (has_points and milder):
        no(
            Refusal.PENALTY_CHOOSE,
            entrant=entrant,
            rungs=tuple(rung(state, s.id) for s in (due, *milder)),
        )
    return milder[-1]


def give(
    story: Story,
    given: Penalty,
    excludes: Exclusion,
    game: GameNumber | None,
    left: tuple[OpenGame | None, GameNumber | None],
) -> None:
    """A line of the ledger, and what follows from it at once."""
    match excludes:
        case Exclusion.NOTHING:
            story.tell(e.PenaltyGiven(given))
        case Exclusion.GAME:
            # Between two games there is none to be out of: the card is given and its points count.
            out = given if game is None else replace(given, excludes=excludes, game=game)
            _demand_game(story, given, game)
            story.tell(e.PenaltyGiven(out))
        case Exclusion.TOURNAMENT:
            story.tell(e.PenaltyGiven(replace(given, excludes=excludes)))
            if story.state.entrants[given.entrant].plays:
                leave(story, given.entrant, EntryStatus.DISQUALIFIED, given.reason, *left)


def _out_of(story: Story, command: c.Penalise | c.Warn) -> GameNumber | None:
    named, after_game = command.game, command.after_game
    return game_left(story.state, command.entrant, named, after_game=after_game)


def _demand_game(story: Story, given: Penalty, game: GameNumber | None) -> None:
    """Refuse one of a number that the round does not have."""
    found = next((r for r in story.state.rounds if r.number == given.round), None)
    if game is not None and not (found and 1 <= game <= found.games):
        no(Refusal.PENALTY_GAME, entrant=given.entrant)
