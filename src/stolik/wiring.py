"""The one place that picks parts."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from time import monotonic

from stolik.adapters.cli.group import command_line
from stolik.adapters.cli.parts import Parts
from stolik.adapters.cli.server_parts import ServePlan, ServerParts, Started, Storage
from stolik.app.paper.content import Paper
from stolik.app.sheets.book import Workbook
from stolik.app.sheets.files import SheetFiles
from stolik.app.sheets.reading import ReadBook
from stolik.app.sheets.workbook import WorkbookWish
from stolik.bots import Bot
from stolik.bots.registry import bot_named
from stolik.bots.solving import solving_for
from stolik.rummikub.openings import Opening
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import Tiles
from stolik.solver import solve


def parts() -> Parts:
    """The parts the command line works with."""
    return Parts(
        best_opening=best_opening,
        solve=solve,
        make_bot=make_bot,
        clock=monotonic,
        server=ServerParts(serve, reset_organiser, check_data, check_mirror, restore_data),
        draw=Drawing(),
        sheets=SheetFiles(write_workbook, read_file),
    )


def best_opening(rack: Tiles, rules: RulesProfile) -> Opening:
    """The kernel's answer, under any profile."""
    return _solving(rules).best_opening(rack)


def make_bot(name: str, rules: RulesProfile, chance: Random) -> Bot:
    """A bot by its name, thinking with the parts picked here."""
    return bot_named(name)(rules, chance, best_opening)


class Drawing:
    """Papers drawn by typst, which is loaded for the first of them."""

    def pdf(self, paper: Paper) -> bytes:
        """A paper as a PDF."""
        from stolik.adapters.pdf.rendering import pdf

        return pdf(paper)

    def pictures(self, paper: Paper) -> list[bytes]:
        """A paper as one PNG a page."""
        from stolik.adapters.pdf.rendering import pictures

        return pictures(paper)


def write_workbook(book: Workbook) -> bytes:
    """A workbook as the bytes of an .xlsx file."""
    from stolik.adapters.sheets import writing

    return writing.write_workbook(book)


def written_workbook(wish: WorkbookWish) -> bytes:
    """The workbook of a tournament as the bytes of an .xlsx file."""
    return write_workbook(wish.workbook())


def read_file(content: bytes) -> ReadBook:
    """The sheets of a file, read in a process of its own."""
    from stolik.adapters.sheets import reader

    return reader.read_file(content)


# The server is imported when it is wanted: it takes longer than every other command runs.


def serve(plan: ServePlan, on_started: Callable[[Started], None]) -> None:
    """Run the server."""
    from stolik import wiring_server

    wiring_server.serve(plan, on_started)


def reset_organiser(storage: Storage, name: str | None) -> tuple[str, str]:
    """The token of a link to a new password, and whose it is."""
    from stolik import wiring_server

    return wiring_server.reset_organiser(storage, name)


def check_data(storage: Storage) -> tuple[str, ...]:
    """What is not as it was written."""
    from stolik import wiring_server

    return wiring_server.check_data(storage)


def check_mirror(storage: Storage, place: Path) -> None:
    """Refused if a directory cannot be the mirror of these data."""
    from stolik import wiring_server

    wiring_server.check_mirror(storage, place)


_solving = cache(solving_for)


def restore_data(backup: Path, directory: Path) -> Path | None:
    """Put a copy of the database in place."""
    from stolik import wiring_server

    return wiring_server.restore_data(backup, directory)


def main() -> None:
    """What runs when somebody types `stolik`."""
    command_line(parts())(prog_name="stolik")
