"""What is written otherwise of somebody: with a reason, and nobody takes another's name by it.

Once anybody has a seat, who bears a number decides who sits where and who won. Whoever is to play
instead is a substitute, and two who change tables swap seats: both are told to everybody.
"""

from stolik.app.naming import skeleton
from stolik.app.tournaments.codes import Refusal
from stolik.app.tournaments.desk import Desk
from stolik.free_text import says_something
from stolik.refusal import Violation, refuse
from stolik.tournament.amending import changed_of, is_public
from stolik.tournament.codes import Refusal as Core
from stolik.tournament.commands import Amend
from stolik.tournament.state import EntrantNumber


def demand_amendable(desk: Desk, command: Amend, name: str) -> None:
    """Refused where everybody is told of it and it has no reason, or takes another's name.

    Asked at the door, not of the log: former versions did not ask for a reason.
    """
    known = command.entrant in desk.state.entrants  # of nobody: the core refuses
    if not known or not is_public(desk.state, changed_of(desk.state, command)):
        return
    if not says_something(command.reason):
        refuse(Violation(Core.REASON_MISSING))
    if command.renamed:
        _demand_own_name(desk, command.entrant, name)


def _demand_own_name(desk: Desk, number: EntrantNumber, name: str) -> None:
    """Refused where another entrant bears, or bore, a name that reads like this one."""
    people, looks = desk.people, skeleton(name)
    if skeleton(people.get(number, "")) == looks:
        return  # a namesake from the beginning, written otherwise
    for other in sorted(desk.state.entrants.keys() - {number}):
        if looks in map(skeleton, (people.get(other, ""), *desk.former.get(other, ()))):
            facts = {"entrant": int(number), "other": int(other)}
            refuse(Violation(Refusal.NAME_OF_ANOTHER, facts=facts))
