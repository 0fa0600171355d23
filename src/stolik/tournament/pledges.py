"""Chance that nobody can choose: the house pledges itself, the hall throws, both are shown."""

from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament.codes import Refusal
from stolik.tournament.state import Pledge, Seats, TournamentState
from stolik.tournament.story import Story, no


def pledge(story: Story, command: c.PledgeChance, stage: int) -> None:
    """A new pledge for the field as it is; one that was drawn with is shown first."""
    reveal(story, command.seed)
    if command.entrants != slips(story.state, stage):
        no(Refusal.PLEDGE_FIELD)
    story.tell(e.ChancePledged(command.commit, command.ctx, command.entrants))


def carry_out(story: Story) -> None:
    """The secret a draft was drawn with leaves with it; told once, and a repeat is bound anew."""
    found = story.state.pledge
    if found and found.draws and not found.out:
        story.tell(e.ChanceCarriedOut(found.commit))


def pledge_deals(story: Story, command: c.PledgeDeals) -> None:
    """What binds the deals of an online table; of one setting it is told once."""
    if command.id not in story.state.deals:
        told = (command.round, command.table, command.id, command.commits)
        story.tell(e.DealsPledged(*told))


def check_public(state: TournamentState, stage: int, public: str) -> None:
    """What the hall adds fits the pledge: it stands, and nobody throws a second time."""
    if not public:
        return
    found = standing(state, stage)
    if found is None:
        no(Refusal.NOT_PLEDGED)
    elif found.public not in ("", public):
        no(Refusal.OTHER_DICE)


def reveal(story: Story, seed: str) -> None:
    """Show the secret of the pledge that was drawn with."""
    found = story.state.pledge
    if found is None or not found.draws:
        return
    if not seed:
        no(Refusal.SEED_HIDDEN)
    story.tell(e.ChanceRevealed(found.commit, seed))


def standing(state: TournamentState, stage: int) -> Pledge | None:
    """The pledge the next draw can be made with: for this very field, nothing drawn in between,
    and its secret never left the server."""
    found = state.pledge
    if found is None or found.out or found.entrants != slips(state, stage):
        return None
    return found if found.draws in ((), (*found.draws[:-1], state.draws)) else None


def slips(state: TournamentState, stage: int) -> Seats:
    """The field of a stage by number."""
    return tuple(sorted(state.members(stage)))
