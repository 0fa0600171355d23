"""Who entered, for who needs no more of a tournament than names."""

from collections.abc import Mapping
from dataclasses import dataclass

from stolik.tournament.state import Entrant, EntrantNumber


@dataclass(frozen=True, slots=True)
class Roll:
    """Everybody who entered, as some eyes may read them, and what each is called."""

    entrants: Mapping[EntrantNumber, Entrant]
    labels: Mapping[EntrantNumber, str]

    def called(self, number: EntrantNumber) -> str:
        """What somebody is called; who entered since has only a number."""
        return self.labels.get(number, f"#{number}")

    def team(self, number: EntrantNumber) -> str:
        """Whose team somebody plays in."""
        one = self.entrants.get(number)
        return one.team if one else ""
