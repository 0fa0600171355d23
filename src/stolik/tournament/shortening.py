"""The day does not go as planned: more or fewer rounds, or the end with what was played."""

from collections.abc import Iterator

from stolik.tournament import events as e
from stolik.tournament.codes import Refusal
from stolik.tournament.cut import announce
from stolik.tournament.progress import Step, due, missing_games, obstacles
from stolik.tournament.state import TournamentState
from stolik.tournament.story import Story, no

MOST_ROUNDS = 30  # of a stage, as in a format


def set_rounds(story: Story, rounds: int, reason: str) -> None:
    """Another number of rounds of the stage being played; what was drawn stays."""
    story.reason(reason)
    state = story.state
    least = fewest_rounds(state)
    if not least <= rounds <= MOST_ROUNDS:
        no(Refusal.ROUNDS_RANGE, least=least, most=MOST_ROUNDS)
    if rounds == state.current_stage.rounds:
        no(Refusal.ROUNDS_SAME, rounds=rounds)
    story.tell(e.RoundsSet(state.stage, rounds, reason))


def fewest_rounds(state: TournamentState) -> int:
    """No fewer than were drawn."""
    return max(1, sum(r.stage == state.stage for r in state.rounds))


def rounds_back(state: TournamentState) -> int | None:
    """The number of rounds before it was changed last, where it can be so again."""
    if state.finished or state.rounds_before is None:
        return None
    stage, rounds = state.rounds_before
    return rounds if stage == state.stage and rounds >= fewest_rounds(state) else None


def finish_early(story: Story, reason: str) -> None:
    """The end with what was played: places and titles as the standings are now."""
    story.reason(reason)
    if not has_played(story.state):
        no(Refusal.FINISH_NOTHING_PLAYED)
    if not ends_early(story.state):
        no(Refusal.FINISH_NOT_EARLY)
    announce(story, reason)


def has_played(state: TournamentState) -> bool:
    """Whether any game has a result."""
    return any(result.lines for r in state.rounds for result in r.results.values())


def ends_early(state: TournamentState) -> bool:
    """Whether finishing now would leave something out."""
    return not state.finished and (due(state).step is not Step.FINISH or any(obstacles(state)))


def games_left_out(state: TournamentState) -> int:
    """Games of announced rounds that would count for nobody."""
    return sum(1 for r in state.rounds for _ in missing_games(state, r))


def rounds_left_out(state: TournamentState) -> Iterator[tuple[int, int]]:
    """Of each stage how many rounds would not be played."""
    for i, stage in enumerate(state.format.stages[state.stage :], start=state.stage):
        left = stage.rounds - len(state.rounds_of(i))
        if left > 0:
            yield i, left
