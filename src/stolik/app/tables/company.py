"""What is kept of the company at a table among friends, and what follows from it.

A seat is free where nobody has come. Who came from the lobby has to be there: before the deal his
seat is free again once he has been away for a while, or has never opened the page.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from stolik.app.ports import Put
from stolik.app.reading.codec import Reader, plain
from stolik.app.tables.codes import Refusal
from stolik.app.tables.host import Host
from stolik.app.tables.practice_keeper import FRIENDS
from stolik.refusal import Violation, refuse

FIRST = 0  # the seat of who made the table
STAND_IN_AFTER_MS = 60_000  # a bot plays for nobody whose line only blinked
SEAT_WAITS_MS = 30_000  # for who took it in the lobby and is not there
_READER = Reader(())


@dataclass(frozen=True, slots=True)
class FromLobby:
    """Who sat down from the lobby, and the service time at which he did."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Company:
    """What is kept of a table among friends."""

    link: str  # hashes
    code: str
    given: tuple[int, ...] = (FIRST,)  # seats somebody has come to
    open: bool = False  # anybody may find it in the lobby
    again: str = ""  # the table of the next game, once somebody wants one
    asked: tuple[int, ...] = ()  # seats that want it and have gone there
    lent: tuple[int, ...] = ()  # seats a bot plays until their people come back
    strangers: tuple[FromLobby, ...] = ()


def free_seats(host: Host, kept: Company) -> Iterator[int]:
    """Where somebody may still sit down."""
    held = set(kept.given) - {seat for seat, left in coming(host, kept).items() if left <= 0}
    seats = enumerate(host.room.table.setup.seats)
    return (i for i, one in seats if not one.bot and i not in held)


def coming(host: Host, kept: Company) -> dict[int, int]:
    """Seats taken in the lobby with nobody there: how long each still waits, in milliseconds."""
    if not host.play.is_closed:
        return {}  # the tiles are dealt: nobody else gets them
    here = host.room.audience.present()
    away = {one.seat: away_ms(host, one.seat, one.at) for one in kept.strangers}
    return {seat: SEAT_WAITS_MS - ms for seat, ms in away.items() if not here[seat]}


def away_ms(host: Host, seat: int, since: int = 0) -> int:
    """How long a seat has had nobody, at most from a moment on."""
    left = host.room.audience.presence().since[seat]
    return host.room.house.clock.now() - max(left, since)


def demand_gone(host: Host, seat: int) -> None:
    """Refuse a bot for who is there, or whose line may have blinked."""
    if host.room.audience.present()[seat]:
        refuse(Violation(Refusal.FRIENDS_PRESENT))
    if (left := STAND_IN_AFTER_MS - away_ms(host, seat)) > 0:
        refuse(Violation(Refusal.FRIENDS_AWAY, facts={"seconds": -(-left // 1000)}))


def read_company(body: bytes) -> Company:
    """From its record."""
    found = _READER.value(Company, json.loads(body), FRIENDS)
    assert isinstance(found, Company)
    return found


def write_company(table: str, company: Company) -> Put:
    """Its record."""
    return Put(FRIENDS, table, json.dumps(plain(company)).encode())
