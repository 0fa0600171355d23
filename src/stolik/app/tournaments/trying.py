"""A request tried on a copy of the desk: who asks, what it works with, what it would change."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from stolik.app.codes import Refusal as Desked
from stolik.app.games.counting import Counting
from stolik.app.ports import CommandId, Put
from stolik.app.streams.errand import Allowed, always
from stolik.app.tournaments.card import Agreed, MailAddress
from stolik.app.tournaments.consent import Consent
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.details import NOTHING_SAID, Details
from stolik.app.tournaments.pledging import HouseSecrets
from stolik.app.tournaments.reading_eyes import STRANGER, Eyes
from stolik.refusal import Violation, refuse
from stolik.tournament.events import Event
from stolik.tournament.state import EntrantNumber, TournamentState


@dataclass
class TrialBook:
    """A desk to try things on: what the same requests work with on the command line."""

    desk: Desk
    counting: Counting
    house: HouseSecrets | None = None
    details: Details = NOTHING_SAID

    @property
    def held(self) -> bytes | None:
        """The secret of the pledge that stands."""
        return self.house.held if self.house else None

    def create(self, *_: object) -> tuple[Event, ...]:
        """A tournament on the server has been created when its desk can be asked."""
        refuse(Violation(Desked.LOGBOOK_EXISTS))

    def describe(self, details: Details) -> None:
        """They stand on the card, which is kept beside what is tried here."""
        self.details = details


# Something to be done with a desk; what it does there is kept or it did not happen.
Work = Callable[[TrialBook], dict[str, Any]]
OnDesk = Callable[[Desk], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Asking:
    """Who asks: under which id, and what he may read."""

    by: str
    command: CommandId | None = None
    eyes: Eyes = STRANGER
    thinks: bool = False  # for seconds, as a draw does: it must not take the place of results
    allowed: Allowed = always  # asked when it is his turn: meanwhile he may have lost the right
    consent: Consent | None = None  # of who enters by this command
    also: tuple[Agreed, ...] = ()  # what else he agreed to
    mail: MailAddress | None = None  # where he wants to be written to
    seen: int = 0  # the last event he had read when he was told what it means; 0: not said
    asked: int = 0  # tells this request from another under the same id
    puts: tuple[Put, ...] = ()  # kept in the same write
    from_file: bool = False  # it was done elsewhere: all are told so


@dataclass
class Tried:
    """What a request would change."""

    state: TournamentState  # as it would be then
    events: list[Event] = field(default_factory=list)
    names: dict[EntrantNumber, str] = field(default_factory=dict)
    house: HouseSecrets | None = None

    def keep(self, events: tuple[Event, ...], names: dict[EntrantNumber, str]) -> None:
        """What the desk has told, and who is called how since."""
        self.events += events
        self.names |= names
