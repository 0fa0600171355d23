"""Who plays whom, where and who starts; docs/seating.md shows how a plan is made.

`plan` seats all rounds at once, `lot` one round as a plain draw, `offers` adds other table sizes;
`frames` says only whether a request can be seated at all. All else in here is how it is done.
"""

from stolik.tournament.seating.bounds import meetings, pairs_when_spread
from stolik.tournament.seating.framing import MOST_ENTRANTS, MOST_ROUNDS, frames
from stolik.tournament.seating.lots import lot
from stolik.tournament.seating.offering import Offer, offers
from stolik.tournament.seating.planning import plan
from stolik.tournament.seating.plans import (
    ALGORITHM,
    Chance,
    LockedTable,
    Plan,
    Price,
    Round,
    SeatingRequest,
)
from stolik.tournament.seating.prices import short_tables

__all__ = [
    "ALGORITHM",
    "MOST_ENTRANTS",
    "MOST_ROUNDS",
    "Chance",
    "LockedTable",
    "Offer",
    "Plan",
    "Price",
    "Round",
    "SeatingRequest",
    "frames",
    "lot",
    "meetings",
    "offers",
    "pairs_when_spread",
    "plan",
    "short_tables",
]
