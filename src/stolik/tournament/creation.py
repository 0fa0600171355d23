"""The first event: a format, and where the organiser departs from it."""

from collections.abc import Iterator

from stolik.refusal import Violation, refuse_any
from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament.codes import Refusal
from stolik.tournament.format import Seating, TableRule
from stolik.tournament.state import TournamentState
from stolik.tournament.story import Story, no, violation


def create(story: Story, command: c.Create) -> None:
    """Begin; the log names the format as it is in its file, and each departure beside it."""
    state = story.state
    if state.created:
        no(Refusal.ALREADY_CREATED)
    refuse_any(*_violations(state, command))
    shape = state.format
    story.tell(
        e.TournamentCreated(
            shape.id,
            shape.hash,
            command.seed,
            command.confirmations,
            draw=command.draw,
            team_size=command.team_size,
            decisions=command.decisions,
            table_size=command.table_size,
        )
    )


def _violations(state: TournamentState, command: c.Create) -> Iterator[Violation]:
    shape = state.format
    if not 0 <= command.confirmations <= shape.table_max:
        yield violation(Refusal.CONFIRMATIONS, most=shape.table_max)
    if command.draw and all(stage.seating is not Seating.DRAW for stage in shape.stages):
        yield violation(Refusal.NOTHING_DRAWN, format=shape.id)
    sizes = {shape.team_size, *shape.team_sizes} - {0}
    if command.team_size is not None and command.team_size not in sizes:
        known = tuple(str(size) for size in sorted(sizes)) or ("–",)
        yield violation(Refusal.TEAM_SIZE, size=command.team_size, sizes=known)
    fits = shape.table_rule is TableRule.FEWEST_SHORT
    allowed = range(shape.table_min, shape.table_max + 1) if fits else ()
    if command.table_size is not None and command.table_size not in allowed:
        yield violation(
            Refusal.SEATING_TABLE_SIZE,
            table_size=command.table_size,
            smallest=shape.table_min,
            largest=shape.table_max,
        )
