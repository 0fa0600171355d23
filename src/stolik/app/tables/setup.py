"""How a live table is set: who sits where, by which rules, what watchers may see."""

import json
from dataclasses import dataclass
from enum import StrEnum

from stolik.app.access.roles import ANONYMOUS, PRACTICE, Login
from stolik.app.ports import Put, Stream
from stolik.app.reading.codec import Reader, plain

KIND = "table"
# What is played where nobody says it: records are older than the second game.
FIRST_GAME = "rummikub"
_READER = Reader(())


class Watching(StrEnum):
    """What somebody who does not play may see."""

    NOBODY = "nobody"
    NO_RACKS = "no_racks"  # the racks stay hidden even after the game
    RACKS_AFTER = "racks_after"  # all racks once the game is over


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """A place at the table: an entrant, a bot, or somebody practising."""

    entrant: int | None = None
    bot: str = ""
    time_percent: int = 100  # of the rule's time for a move: longer for who needs it
    lent: bool = False  # the bot stands in for somebody who may come back


@dataclass(frozen=True, slots=True)
class TableSetup:
    """Kept as a record: it may change while the table plays, its log may not."""

    id: str
    profile: str  # the rules of its game, or the board
    seats: tuple[SeatSetup, ...]
    starter: int = 0
    games: int = 1
    tournament: str = PRACTICE
    round: int = 0
    table: int = 0
    watching: Watching = Watching.RACKS_AFTER
    warnings: tuple[int, ...] = ()
    # Nobody waits for ever for a player who has gone: the house is ready for him, or confirms.
    # A game whose rules say how long does not ask here.
    patience_s: int = 90
    game_minutes: int = 0  # 0: the time of the game is called by hand, or never
    game: str = FIRST_GAME
    ledger_counts: bool = False  # the third warning disqualifies by the tournament's count (L128)
    head_judge_excludes: bool = False  # only he; the document says so
    ladder_restarts: bool = False  # a ladder of offences begins anew with each game
    seats_by_tile: bool = False  # the first deal draws tiles for the seats (szkoly2015 L67)
    free_felt: bool = False  # tiles are laid anywhere, the regulation's geometry makes the melds
    lesson: bool = False  # cards laid beforehand, to learn the game by; nothing is left to chance
    turn_time_s: int | None = None  # another time for a turn than the rules'; 0: none
    setting: int = 1  # how often this table of its round has been set, this time included

    @property
    def stream(self) -> Stream:
        """The table's events."""
        return stream_of(self.id)

    @property
    def ctx(self) -> str:
        """What a deal of this table is committed to, beside its game's number."""
        place = f"{self.tournament}/{self.round}/{self.table or self.id}"
        # No two deals have one name, not even if the first was never made.
        return place if self.setting == 1 else f"{place}/set-{self.setting}"

    def is_bot(self, seat: int) -> bool:
        """Whether the house plays this seat."""
        return bool(self.seats[seat].bot)

    @property
    def house_seats(self) -> frozenset[int]:
        """The seats that bots play for good."""
        return frozenset(i for i, one in enumerate(self.seats) if one.bot and not one.lent)

    @property
    def has_bots(self) -> bool:
        """Whether the house plays any seat."""
        return any(seat.bot for seat in self.seats)

    @property
    def factors(self) -> tuple[int, ...]:
        """Percent of the rule's time, per seat."""
        return tuple([seat.time_percent for seat in self.seats])


def stream_of(table: str) -> Stream:
    """The stream a table's events are kept in."""
    return Stream(f"table/{table}")


def write_setup(setup: TableSetup) -> Put:
    """The record of a setup."""
    return Put(KIND, setup.id, json.dumps(plain(setup), ensure_ascii=False).encode())


def read_setup(body: bytes) -> TableSetup:
    """A setup from its record."""
    found = _READER.value(TableSetup, json.loads(body), KIND)
    assert isinstance(found, TableSetup)
    return found


def is_let_in(login: Login) -> bool:
    """Whether somebody let this login in; anybody can have one for practice."""
    return login is not ANONYMOUS and login.tournament != PRACTICE
