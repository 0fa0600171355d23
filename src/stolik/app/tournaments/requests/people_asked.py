"""Who plays: entered, put right, here, gone, replaced; teams and their adults."""

from typing import Literal

from stolik.app import bounds as b
from stolik.app.reading.typed import Request
from stolik.app.tournaments.requests.do import Do, WithReason


class Enter(Do, frozen=True):
    name: b.Name
    club: b.Name = ""
    team: b.Name = ""
    age_class: b.Name = ""
    fixed_table: b.Table | None = None
    guardian: b.Name = ""  # who leads the team; the same name is the same adult


class Written(Request, frozen=True):
    """What a form showed of somebody before it was changed there; left out: not changed there."""

    name: b.Name | None = None
    club: b.Name | None = None
    team: b.Name | None = None
    age_class: b.Name | None = None


class Amend(Do, frozen=True):
    """What was written of somebody, put right; left out: as it was."""

    entrant: b.Entrant
    name: b.Name | None = None
    club: b.Name | None = None
    team: b.Name | None = None
    age_class: b.Name | None = None
    reason: b.Reason = ""  # needed for a name, team or class once anything is drawn
    was: Written | None = None  # refused where somebody else has changed the same since


class CheckIn(Do, frozen=True):
    entrant: b.Entrant
    here: bool = True


class Remove(WithReason, frozen=True):
    """Who was entered by mistake and has never sat down."""


class Return(WithReason, frozen=True):
    """Who was away plays on from the next draw."""


# What becomes of the game at the table of somebody who leaves.
Leaving = Literal["not_begun", "without", "void", "stands"]


class Withdraw(WithReason, frozen=True):
    game: Leaving | None = None
    left_in: b.Game | None = None  # the game he leaves in; left out: the first without a result


class NoShow(WithReason, frozen=True):
    game: Leaving | None = None


class Substitute(Do, frozen=True):
    """Somebody else under the number; club and class are the newcomer's: left out, none."""

    entrant: b.Entrant
    name: b.Name
    reason: b.Reason
    club: b.Name = ""
    age_class: b.Name = ""


class Test(Do, frozen=True):
    entrant: b.Entrant
    points: b.Points
    reason: b.Reason


class Guardian(Do, frozen=True):
    team: b.Name
    guardian: b.Number | None = None
    name: b.Name = ""


class KeepApart(Do, frozen=True):
    entrants: b.EntrantsListed


class FixTable(Do, frozen=True):
    entrant: b.Entrant
    table: b.Table | None
