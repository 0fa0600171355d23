"""Draws that anybody can check: the server pledges itself, the hall throws, then lots are drawn.

house = HouseSecrets(tournament="zimowy", held=None, fresh=chance(32), own=chance(16))
pledge(desk, house)                       # its commit is shown to all
drawn = due_draw(desk, house, dice="3 1 6")
desk.do(drawn.command)
desk.do(publishing(desk, house.held))     # shows the seed: docs/fair.md
"""

from dataclasses import dataclass, field

from stolik.app.codes import Refusal as Seeded
from stolik.app.fairness.dealing import FairDraw
from stolik.app.fairness.drawing import Drawn, NextDraw, next_draw, wants_chance
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.telling.answers import Chance
from stolik.fair.entropy import public_entropy
from stolik.refusal import Refused, Violation, refuse
from stolik.tournament.codes import Refusal
from stolik.tournament.commands import PledgeChance, Publish
from stolik.tournament.draws import stage_to_draw
from stolik.tournament.pledges import slips, standing
from stolik.tournament.state import Pledge, TournamentState


@dataclass
class HouseSecrets:
    """What a server brings to a draw: the secret it is bound to, and a fresh one."""

    tournament: str
    held: bytes | None = field(repr=False)
    fresh: bytes = field(repr=False)
    own: bytes  # its own throw, where nobody in the hall throws
    kept: dict[str, bytes] = field(default_factory=dict, repr=False)  # new secrets, by commit
    next_draw: NextDraw = field(default=next_draw, repr=False)  # where a draw is thought out


def by_pledge(state: TournamentState, house: HouseSecrets | None) -> HouseSecrets | None:
    """The server's part, in a tournament that was given no seed of its own; None: by its seed."""
    return None if state.seed else house


def pledge(desk: Desk, house: HouseSecrets | None) -> Pledge:
    """The pledge that stands for the draw that is due, made now if there is none."""
    state = desk.state
    if (bound := by_pledge(state, house)) is None:
        refuse(Violation(Seeded.DRAWS_BY_SEED))
    stage = stage_to_draw(state)
    if _is_due(standing(state, stage), bound):
        ctx, entrants = f"{bound.tournament}/draw-{state.draws + 1}", slips(state, stage)
        secret = FairDraw(bound.fresh, ctx, entrants)
        desk.do(PledgeChance(secret.commit, ctx, entrants, seed_to_show(desk, bound.held)))
        bound.held = bound.kept[secret.commit] = bound.fresh
    found = standing(desk.state, stage)
    assert found is not None
    return found


def _is_due(found: Pledge | None, bound: HouseSecrets) -> bool:
    """Nobody is shown a pledge that this server could never open, unless it was drawn with."""
    return found is None or (bound.held is None and not found.draws)


def due_draw(
    desk: Desk,
    house: HouseSecrets | None,
    *,
    dice: str = "",
    reason: str = "",
    table_size: int | None = None,
) -> Drawn:
    """The next draw: by pledge where chance is wanted on a server; dice must find it standing."""
    state, thrown = desk.state, public_entropy(dice) if dice.strip() else ""
    bound, draw = by_pledge(state, house), house.next_draw if house else next_draw
    if thrown and bound is None:
        refuse(Violation(Seeded.DRAWS_BY_SEED))
    if bound is None or not wants_chance(state, table_size):
        return draw(state, reason=reason, table_size=table_size)
    stands = standing(state, stage_to_draw(state))
    if thrown and stands is None:
        refuse(Violation(Refusal.NOT_PLEDGED))
    if stands is not None and bound.held is None:
        refuse(Violation(Refusal.SECRET_GONE))
    found = pledge(desk, bound)
    public = thrown or found.public or f"house:{bound.own.hex()}"
    assert bound.held is not None  # `pledge` has just made one, or it was there
    seed = FairDraw(bound.held, found.ctx, found.entrants).tournament_seed(public)
    return draw(desk.state, reason=reason, table_size=table_size, seed=seed, public=public)


def chance_told(state: TournamentState) -> Chance:
    """Whether the next draw takes dice, and the commit to be shown before they are thrown.

    A pledge for a list that has changed since is none any more: the next one has to be asked for.
    """
    takes_dice = not state.seed and _is_by_chance(state)
    found = standing(state, stage_to_draw(state)) if takes_dice else None
    commit, public = (found.commit, found.public) if found else ("", "")
    return Chance(takes_dice, chosen=bool(state.seed), commit=commit, public=public)


def _is_by_chance(state: TournamentState) -> bool:
    try:
        return wants_chance(state)
    except Refused:  # no draw is due
        return False


def publishing(desk: Desk, held: bytes | None) -> Publish:
    """The command that publishes the draft and shows what its draw came from."""
    return Publish(seed_to_show(desk, held))


def seed_to_show(desk: Desk, held: bytes | None) -> str:
    """The secret of the pledge that was drawn with, in hex."""
    found = desk.state.pledge
    return held.hex() if found and found.draws and held else ""
