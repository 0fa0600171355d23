"""Who stands where and goes on: ties, cuts, places given up."""

from typing import Annotated

from stolik.app import bounds as b
from stolik.app.reading.typed import Request
from stolik.app.tournaments.requests.do import Do, WithReason


class Resign(WithReason, frozen=True):
    """Who qualified gives up his place; it passes down the list."""


class ResignBack(WithReason, frozen=True):
    """Who gave up a place has it again; the last who stepped in gives one back."""


class Lot(Request, frozen=True):
    entrant: b.Entrant
    tile: b.Small  # its number; a joker counts 14


class Lots(Do, frozen=True):
    drawn: Annotated[list[Lot], b.OfEntrants]


class Finisher(Request, frozen=True):
    entrant: b.Entrant
    place: b.Place


class ExtraGame(Do, frozen=True):
    places: Annotated[list[Finisher], b.OfEntrants]


class Cut(Do, frozen=True):
    size: b.Entrants | None = None


class TieBack(Do, frozen=True):
    """Tiles or an extra game among these, written down wrong."""

    entrants: b.EntrantsListed
    reason: b.Reason


class CutBack(Do, frozen=True):
    """Take back who advances, until the next round is published."""

    reason: b.Reason


class Standings(Do, frozen=True):
    """`everybody`: who played and was put out stands below, without a place."""

    everybody: bool = False
    stage: b.Stage | None = None
    after_round: b.Round | None = None
    age_class: b.Name | None = None
    club: b.Name | None = None
    team: b.Name | None = None
