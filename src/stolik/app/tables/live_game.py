"""What a house asks of a game that is to be played at its tables; `app/games/` answers."""

from dataclasses import dataclass
from typing import Protocol

from stolik.app.tables.asks import Message
from stolik.app.tables.house import House
from stolik.app.tables.play import Play
from stolik.app.tables.setup import TableSetup


@dataclass(frozen=True, slots=True)
class Practice:
    """What practice without an account may be, beside one person: names of rules and of bots."""

    profiles: tuple[str, ...]  # the first one if nobody says which
    bots: frozenset[str]
    usual_bots: tuple[str, ...]
    most_bots: int
    lesson_bots: tuple[str, ...] = ()  # who sits at a table to learn by; none: there is no lesson


class LiveGame(Protocol):
    """A game by its name: what its clients may say, and a table of it."""

    @property
    def name(self) -> str:
        """As records and messages call it."""
        ...

    @property
    def asks(self) -> tuple[type[Message], ...]:
        """What only clients of this game say."""
        ...

    @property
    def practice(self) -> Practice:
        """What a stranger may play against."""
        ...

    def play(self, setup: TableSetup, house: House) -> Play:
        """A table of it; refused where its rules are unknown."""
        ...
