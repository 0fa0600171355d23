"""The live part of the server, as its routes find it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection

from stolik.adapters.web.lines import Lines
from stolik.adapters.web.public_pages import Pages
from stolik.app.hall.halls import Halls
from stolik.app.live.practice_keeper import PracticeKeeper
from stolik.app.live.rooms import Rooms
from stolik.app.office.office import Book
from stolik.app.office.offices import Offices
from stolik.app.paper.content import Paper
from stolik.app.sheets.files import SheetFiles
from stolik.app.sheets.workbook import WorkbookWish
from stolik.app.thinking import Pools

# The answer to one request about a tournament, as the command line gives it too.
Answer = Callable[[Book, object, str], dict[str, Any]]
# −100 or −200: the answer of `stolik verdict` to one of its requests.
Judge = Callable[[object], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Live:
    """Tables, tournaments and who is connected to them."""

    rooms: Rooms
    offices: Offices
    halls: Halls
    lines: Lines
    practice: PracticeKeeper
    answer: Answer
    judge: Judge
    draw: Callable[[Paper], bytes]  # a paper as a PDF
    pages: Pages
    sheets: SheetFiles
    workbook: Callable[[WorkbookWish], bytes]
    pools: Pools


def live_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Live:
    """The live part the application was made with."""
    live: Live = connection.app.state.live
    return live
