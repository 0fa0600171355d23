"""The live part of the server, as its routes find it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from litestar.connection import ASGIConnection

from stolik.adapters.web.routes.public_pages import Pages
from stolik.adapters.web.sockets.lines import Lines
from stolik.app.hall.halls import Halls
from stolik.app.sheets.files import SheetFiles
from stolik.app.tables.friends import Friends
from stolik.app.tables.practice_keeper import PracticeKeeper
from stolik.app.tables.rooms import Rooms
from stolik.app.thinking.pools import Pool, Pools
from stolik.app.tournaments.card import TournamentCard
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.offices import Offices
from stolik.app.tournaments.trying import OnDesk

if TYPE_CHECKING:  # loaded by who first prints something
    from stolik.app.paper.content import Paper
    from stolik.app.people.heats import Heat
    from stolik.app.sheets.writing.workbook import WorkbookWish
    from stolik.app.tournaments.office import Office
    from stolik.app.tournaments.rescue import Brought, KeptStream

# −100 or −200: the answer of `stolik verdict` to one of its requests.
Judge = Callable[[object], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class RefereeTools:
    """Who values an opening, and who finds the most that can be laid, as the game asks it."""

    best_opening: Any
    solve: Any


class Papers(Protocol):
    """Papers and workbooks as files; those who ask take turns by the first key."""

    async def pdf(self, paper: "Paper", *keys: str) -> bytes: ...
    async def postcard(self, paper: "Paper", tournament: str, pool: Pool, key: str) -> bytes: ...
    async def workbook(self, wish: "WorkbookWish", *keys: str) -> bytes: ...


class Readings(Protocol):
    """Whole tournaments and sheets that somebody brings as files."""

    async def heat(
        self, content: bytes, card: TournamentCard, school: str, *keys: str
    ) -> "Heat": ...
    async def back(
        self, content: bytes, kept: "KeptStream", office: "Office", *keys: str
    ) -> "Brought": ...
    async def trial(
        self, work: OnDesk, desk: Callable[[], Desk], rows: int, *keys: str
    ) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Live:
    """Tables, tournaments and who is connected to them."""

    rooms: Rooms
    offices: Offices
    halls: Halls
    lines: Lines
    practice: PracticeKeeper
    friends: Friends
    judge: Judge
    tools: RefereeTools
    papers: Papers
    readings: Readings
    pages: Pages
    sheets: SheetFiles
    pools: Pools


def live_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Live:
    """The live part the application was made with."""
    live: Live = connection.app.state.live
    return live
