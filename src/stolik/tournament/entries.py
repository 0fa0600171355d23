"""Who takes part: entry, waiting list, check-in, leaving, coming back, substitution."""

from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament.codes import Refusal
from stolik.tournament.state import EntrantNumber, EntryStatus, TournamentState
from stolik.tournament.story import Story, no


def enter(story: Story, command: c.Enter) -> None:
    """A new number; beyond the format's limit it waits."""
    state = story.state
    number = EntrantNumber(max(state.entrants, default=0) + 1)
    full = _count(state) >= state.format.entrants_max
    status = EntryStatus.WAITING if full else EntryStatus.ENTERED
    _table_number(command.fixed_table)
    story.tell(
        e.EntrantEntered(
            number, status, command.club, command.team, command.age_class, command.fixed_table
        )
    )


def check_in(story: Story, command: c.CheckIn) -> None:
    """The entrant is here."""
    if story.entrant(command.entrant).status is not EntryStatus.ENTERED:
        status = story.state.entrants[command.entrant].status.value
        no(Refusal.ENTRANT_NOT_WAITED_FOR, entrant=command.entrant, status=status)
    story.tell(e.StatusChanged(command.entrant, EntryStatus.PRESENT, ""))


def keep_apart(story: Story, command: c.KeepApart) -> None:
    """A family or school that should not meet."""
    if len(set(command.entrants)) < 2:
        no(Refusal.APART_TOO_FEW)
    for number in command.entrants:
        story.entrant(number)
    story.tell(e.KeptApart(tuple(sorted(set(command.entrants)))))


def fix_table(story: Story, command: c.FixTable) -> None:
    """A table of one's own, for whom moving is hard."""
    story.entrant(command.entrant)
    _table_number(command.table)
    story.tell(e.TableFixed(command.entrant, command.table))


def leave(story: Story, number: EntrantNumber, status: EntryStatus, reason: str) -> None:
    """Out of the draws to come; what was played stays, the first in the queue moves up."""
    story.reason(reason)
    story.playing(number)
    story.tell(e.StatusChanged(number, status, reason))
    queue = [n for n, one in sorted(story.state.entrants.items()) if _waits(one.status)]
    if queue and not story.state.rounds and _count(story.state) < story.state.format.entrants_max:
        story.tell(e.StatusChanged(queue[0], EntryStatus.ENTERED, reason))


def come_back(story: Story, command: c.Return) -> None:
    """Plays again from the next draw on."""
    story.reason(command.reason)
    entrant = story.entrant(command.entrant)
    if entrant.status not in (EntryStatus.WITHDRAWN, EntryStatus.NO_SHOW):
        no(Refusal.ENTRANT_PLAYING, entrant=command.entrant, status=entrant.status.value)
    story.tell(e.StatusChanged(command.entrant, EntryStatus.PRESENT, command.reason))


def substitute(story: Story, command: c.Substitute) -> None:
    """Somebody else under the same number; who he is, the book of names knows."""
    story.reason(command.reason)
    story.playing(command.entrant)
    story.tell(e.EntrantSubstituted(command.entrant, command.reason))


def _waits(status: EntryStatus) -> bool:
    return status is EntryStatus.WAITING


def _count(state: TournamentState) -> int:
    return sum(entrant.plays for entrant in state.entrants.values())


def _table_number(table: int | None) -> None:
    if table is not None and table < 1:
        no(Refusal.TABLE_NUMBER)
