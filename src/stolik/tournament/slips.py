"""The prescribed draw: people draw slips of paper, somebody enters who drew what.

What is entered is kept as it was said, contradictions too: two phones may say different things, and
a person has to look. Only slips that agree make a round.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from stolik.refusal import Violation
from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament.codes import Refusal
from stolik.tournament.placement import Tables, placed_tables
from stolik.tournament.state import (
    DrawnSlip,
    EntrantNumber,
    RoundNumber,
    TableNumber,
    TournamentState,
)
from stolik.tournament.story import Story, no, violation

SLIPS = "slips"  # how such a round is drawn
LETTERS = "ABCDE"  # of seats, as the slips name them


def slip_name(table: int, seat: int) -> str:
    """As it is printed: 3B is the second seat of table 3."""
    return f"{table}{LETTERS[seat - 1]}"


def enter_slip(story: Story, command: c.EnterSlip, stage: int) -> None:
    """Somebody drew this slip; whether it can be true shows when all are entered."""
    state = story.state
    demand_by_chance(state, stage)
    story.playing(command.entrant)
    if command.entrant not in state.members(stage):
        no(Refusal.STRANGER_SEATED, entrants=(str(command.entrant),))
    most = max(len(state.entrants) // state.format.table_min, 1)
    if not (1 <= command.table <= most and 1 <= command.seat <= state.format.table_max):
        last = slip_name(most, state.format.table_max)
        no(Refusal.SLIP_UNKNOWN, first=slip_name(1, 1), last=last)
    slip = DrawnSlip(next_round(state), command.entrant, command.table, command.seat)
    if slip in state.slips:
        no(Refusal.SLIP_KNOWN, entrant=slip.entrant, slip=slip_name(slip.table, slip.seat))
    story.tell(e.SlipEntered(slip))


def take_back_slip(story: Story, command: c.TakeBackSlip) -> None:
    """It was entered by mistake, or belongs to somebody else."""
    slip = DrawnSlip(next_round(story.state), command.entrant, command.table, command.seat)
    if slip not in story.state.slips:
        no(Refusal.SLIP_NOT_ENTERED)
    story.tell(e.SlipTakenBack(slip))


def demand_by_chance(state: TournamentState, stage: int) -> None:
    """Slips are drawn where chance decides; elsewhere the standings do."""
    if placed_tables(state, stage) is not None:
        no(Refusal.SLIPS_NOT_DRAWN, stage=state.format.stages[stage].title)


def next_round(state: TournamentState) -> RoundNumber:
    """The round slips are drawn for: the draft, or the one after the last."""
    return RoundNumber(len(state.rounds) + (state.draft is None))


def slips_entered(state: TournamentState) -> tuple[DrawnSlip, ...]:
    """What was entered for the round that is due, in the order of tables and seats."""
    here = (slip for slip in state.slips if slip.round == next_round(state))
    return tuple(sorted(here, key=lambda s: (s.table, s.seat, s.entrant)))


def without_slip(state: TournamentState, stage: int) -> tuple[EntrantNumber, ...]:
    """Who still has to be asked."""
    entered = {slip.entrant for slip in slips_entered(state)}
    return tuple(n for n in sorted(state.members(stage)) if n not in entered)


def slip_tables(state: TournamentState) -> Mapping[TableNumber, tuple[EntrantNumber, ...]]:
    """Who sits where, seat by seat; a letter nobody drew leaves no gap."""
    tables: dict[TableNumber, tuple[EntrantNumber, ...]] = {}
    for slip in slips_entered(state):
        tables[slip.table] = (*tables.get(slip.table, ()), slip.entrant)
    return tables


def contradictions(state: TournamentState, stage: int) -> Iterator[Violation]:
    """What cannot all be true, one by one: the screen shows them while slips are entered."""
    of_slip: dict[str, list[int]] = defaultdict(list)
    of_entrant: dict[int, list[str]] = defaultdict(list)
    for slip in slips_entered(state):
        name = slip_name(slip.table, slip.seat)
        of_slip[name].append(slip.entrant)
        of_entrant[slip.entrant].append(name)
    for name, people in of_slip.items():
        if len(people) > 1:
            yield violation(Refusal.SLIP_OF_TWO, slip=name, entrants=_words(people))
    for entrant, names in of_entrant.items():
        if len(names) > 1:
            yield violation(Refusal.SLIPS_OF_ONE, entrant=entrant, slips=_words(names))
    if gone := sorted(of_entrant.keys() - set(state.members(stage))):
        yield violation(Refusal.SLIP_OF_GONE, entrants=_words(gone))
    for table, seats in slip_tables(state).items():
        if len(set(seats)) > state.format.table_max:
            yield violation(Refusal.SLIPS_TOO_MANY, table=table, most=state.format.table_max)


def slip_violations(state: TournamentState, stage: int) -> Iterator[Violation]:
    """Why the slips entered make no round yet."""
    if missing := without_slip(state, stage):
        yield violation(Refusal.SLIPS_MISSING, entrants=_words(missing), count=len(missing))
    faults = tuple(contradictions(state, stage))
    yield from faults
    if missing or faults:
        return
    tables = slip_tables(state)
    for number in range(1, max(tables, default=0) + 1):
        size = len(tables.get(TableNumber(number), ()))
        if size < state.format.table_min:
            least = state.format.table_min
            yield violation(Refusal.SLIPS_TOO_FEW, table=number, size=size, least=least)


def tables_by_slip(state: TournamentState) -> Tables:
    """The tables of the round as the slips say, table 1 first."""
    return tuple(seats for _, seats in sorted(slip_tables(state).items()))


def _words(values: object) -> tuple[str, ...]:
    assert isinstance(values, list | tuple)
    return tuple(str(value) for value in values)
