"""Draws that anybody can check: the server pledges itself, the hall throws, then lots are drawn.

house = House(tournament="zimowy", held=None, fresh=chance(32), own=chance(16))
pledge(desk, house)                       # its commit is shown to all
drawn = pledged_draw(desk, house, dice="3 1 6")
desk.do(drawn.command)
desk.do(publishing(desk, house))          # shows the seed: docs/fair.md
"""

from dataclasses import dataclass, field
from typing import Any

from stolik.app.dealing import FairDraw
from stolik.app.desk import Desk
from stolik.app.drawing import Drawn, next_draw, wants_chance
from stolik.fair.entropy import public_entropy
from stolik.refusal import Refused, Violation, refuse
from stolik.tournament.codes import Refusal
from stolik.tournament.commands import PledgeChance, Publish
from stolik.tournament.draws import stage_to_draw
from stolik.tournament.pledges import slips, standing
from stolik.tournament.state import Pledge, TournamentState


@dataclass
class House:
    """What a server brings to a draw: the secret it is bound to, and a fresh one."""

    tournament: str
    held: bytes | None = field(repr=False)
    fresh: bytes = field(repr=False)
    own: bytes  # its own throw, where nobody in the hall throws
    kept: dict[str, bytes] = field(default_factory=dict, repr=False)  # new secrets, by commit


def pledge(desk: Desk, house: House) -> Pledge:
    """The pledge that stands for the draw that is due, made now if there is none."""
    state = desk.state
    stage = stage_to_draw(state)
    found = standing(state, stage)
    if found is None:
        ctx = f"{house.tournament}/draw-{state.draws + 1}"
        secret = FairDraw(house.fresh, ctx, slips(state, stage))
        entrants = slips(state, stage)
        desk.do(PledgeChance(secret.commit, ctx, entrants, seed_to_show(desk, house)))
        house.held = house.kept[secret.commit] = house.fresh
        found = standing(desk.state, stage)
    assert found is not None
    return found


def pledged_draw(
    desk: Desk, house: House, *, dice: str = "", reason: str = "", table_size: int | None = None
) -> Drawn:
    """The next draw; by chance only with a pledge, which dice must find standing."""
    thrown = public_entropy(dice) if dice.strip() else ""
    if not wants_chance(desk.state, table_size):
        return next_draw(desk.state, reason=reason, table_size=table_size)
    if thrown and standing(desk.state, stage_to_draw(desk.state)) is None:
        refuse(Violation(Refusal.NOT_PLEDGED))
    found = pledge(desk, house)
    public = thrown or found.public or f"house:{house.own.hex()}"
    assert house.held is not None
    seed = FairDraw(house.held, found.ctx, found.entrants).tournament_seed(public)
    return next_draw(desk.state, reason=reason, table_size=table_size, seed=seed, public=public)


def chance_told(state: TournamentState) -> dict[str, Any]:
    """Whether the next draw takes dice, and the commit to be shown before they are thrown."""
    found = state.pledge
    return {
        "dice": not state.seed and _is_by_chance(state),
        "commit": found.commit if found else "",
        "public": found.public if found else "",
    }


def _is_by_chance(state: TournamentState) -> bool:
    try:
        return wants_chance(state)
    except Refused:  # no draw is due
        return False


def publishing(desk: Desk, house: House) -> Publish:
    """The command that publishes the draft and shows what its draw came from."""
    return Publish(seed_to_show(desk, house))


def seed_to_show(desk: Desk, house: House) -> str:
    """The secret of the pledge that was drawn with, in hex."""
    found = desk.state.pledge
    return house.held.hex() if found and found.draws and house.held else ""
