"""All the rest of the house asks of a game, in one record; `registry.py` has a line for each."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from stolik.app.games.counting import Counting
from stolik.app.ports import EventStore
from stolik.app.tables.asks import Message
from stolik.app.tables.house import House
from stolik.app.tables.live_game import Practice
from stolik.app.tables.play import Play
from stolik.app.tables.setup import TableSetup
from stolik.tournament.format import TournamentFormat

# What somebody plays on, by its name or number: as a tournament takes it along.
WrittenBoard = Callable[[EventStore, str, str], Awaitable[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game by its name; what it does not say no other file may know of it."""

    name: str
    asks: tuple[type[Message], ...]  # what only its clients say at a table
    practice: Practice
    later: tuple[str, ...] = ()  # heavy modules of it, loaded when the server answers already
    play: Callable[[TableSetup, House], Play]  # a live table
    counting: Callable[[str, TournamentFormat], Counting]  # of a tournament, by these rules
    board: WrittenBoard | None = None  # for a game that is played on boards
