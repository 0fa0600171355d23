"""What the requests of an organiser work with, in a file or on a server."""

from typing import Protocol

from stolik.app.games.counting import Counting
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.details import Details
from stolik.app.tournaments.pledging import HouseSecrets
from stolik.tournament.commands import Create
from stolik.tournament.events import Event


class Book(Protocol):
    """A tournament's desk and by what its games are counted."""

    @property
    def desk(self) -> Desk: ...

    @property
    def counting(self) -> Counting: ...

    @property
    def house(self) -> HouseSecrets | None: ...

    @property
    def held(self) -> bytes | None: ...  # the secret of the pledge that stands

    @property
    def details(self) -> Details: ...

    def create(
        self, format_id: str, profile: str | None, name: str, command: Create
    ) -> tuple[Event, ...]: ...

    def describe(self, details: Details) -> None: ...
