"""People in sentences are called by their names; whoever may not read them reads numbers."""

from dataclasses import replace

from stolik.app.tournaments.desk import Desk
from stolik.refusal import Fact, Violation
from stolik.tournament.state import EntrantNumber

_ONE = ("entrant", "one", "other")
_MANY = ("entrants", "comes", "drops")  # lists of them; a number there is how many


def tells_of_people(violation: Violation) -> bool:
    """Whether a number in it stands for somebody."""
    facts = violation.facts
    return any(isinstance(facts.get(key), int) for key in _ONE) or any(
        isinstance(facts.get(key), tuple) for key in _MANY
    )


def by_name(violation: Violation, desk: Desk) -> Violation:
    """The same with numbers of entrants said as names with numbers, where these are known."""
    facts: dict[str, Fact] = dict(violation.facts)
    for key in _ONE:
        if isinstance(number := facts.get(key), int):
            facts[key] = _called(desk, number)
    for key in _MANY:
        if isinstance(many := facts.get(key), tuple):
            facts[key] = tuple(_called(desk, int(n)) if n.isdecimal() else n for n in many)
    return violation if facts == violation.facts else replace(violation, facts=facts)


def _called(desk: Desk, number: int) -> str:
    name = desk.people.get(EntrantNumber(number))
    return f"{name} ({number})" if name else str(number)
