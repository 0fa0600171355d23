"""The slips people drew, as they are being entered: what is there, missing and contradictory."""

from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.telling import answers
from stolik.app.tournaments.telling.by_name import by_name
from stolik.app.tournaments.telling.wording import said
from stolik.tournament.draws import stage_to_draw
from stolik.tournament.slips import (
    contradictions,
    demand_by_chance,
    next_round,
    slip_name,
    slip_violations,
    slips_entered,
    without_slip,
)


def slips_told(desk: Desk, lang: str) -> answers.SlipsTold:
    """Refused where no slips are drawn."""
    state = desk.state
    stage = stage_to_draw(state)
    demand_by_chance(state, stage)
    missing = without_slip(state, stage)
    wrong = contradictions(state, stage) if missing else slip_violations(state, stage)
    return answers.SlipsTold(
        round=next_round(state),
        entered=tuple(
            answers.SlipTold(slip.entrant, slip_name(slip.table, slip.seat))
            for slip in slips_entered(state)
        ),
        missing=missing,
        faults=tuple(said(by_name(one, desk), lang) for one in wrong),
    )
