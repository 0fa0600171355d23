"""A decision as it unfolds: each event told is already in the state the next question sees."""

from typing import Any, NoReturn

from stolik.free_text import says_something
from stolik.refusal import Fact, Violation, refuse
from stolik.tournament.codes import Refusal
from stolik.tournament.events import Event
from stolik.tournament.evolution import evolve
from stolik.tournament.state import Entrant, EntrantNumber, TournamentState


class Story:
    """Lives within one call of `decide`; nothing of it is kept."""

    def __init__(self, state: TournamentState) -> None:
        self.state = state
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Add an event and let it take effect."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def entrant(self, number: EntrantNumber) -> Entrant:
        """The entrant, refused if nobody has that number."""
        if number not in self.state.entrants:
            no(Refusal.ENTRANT_UNKNOWN, entrant=number)
        return self.state.entrants[number]

    def playing(self, number: EntrantNumber) -> Entrant:
        """The entrant, refused unless he is still in."""
        entrant = self.entrant(number)
        if not entrant.plays:
            no(Refusal.ENTRANT_NOT_PLAYING, entrant=number, status=entrant.status.value)
        return entrant

    def reason(self, text: str) -> None:
        """Refuse a step that must be explained and is not."""
        if not says_something(text):
            no(Refusal.REASON_MISSING)


def violation(code: Refusal, **facts: Fact) -> Violation:
    """A violation of the tournament's order."""
    return Violation(code, facts=facts)


def no(code: Refusal, **facts: Any) -> NoReturn:
    """Refuse for one reason."""
    refuse(violation(code, **facts))
