"""The one place that picks parts."""

import gc
from collections.abc import Callable
from pathlib import Path
from time import monotonic

from stolik.adapters.cli.group import command_line
from stolik.adapters.cli.parts import Parts
from stolik.adapters.cli.server.parts import ServePlan, ServerParts, Smtp, Started, Storage
from stolik.adapters.cli.streams import settled_streams
from stolik.app.sheets.files import SheetFiles
from stolik.wiring.parts import Drawing, best_opening, make_bot, read_file, solve, write_workbook


def parts() -> Parts:
    """The parts the command line works with."""
    return Parts(
        best_opening=best_opening,
        solve=solve,
        make_bot=make_bot,
        clock=monotonic,
        server=ServerParts(
            serve, reset_organiser, check_data, check_mirror, check_smtp, restore_data
        ),
        draw=Drawing(),
        sheets=SheetFiles(write_workbook, read_file),
    )


# The server is imported when it is wanted: it takes longer than every other command runs.


def serve(plan: ServePlan, on_started: Callable[[Started], None]) -> None:
    """Run the server."""
    gc.disable()  # nothing of what is loaded now is garbage; `ready_for_many` ends it
    from stolik.wiring import server as wiring_server

    wiring_server.serve(plan, on_started)


def reset_organiser(storage: Storage, name: str | None) -> tuple[str, str]:
    """The token of a link to a new password, and whose it is."""
    from stolik.wiring import server as wiring_server

    return wiring_server.reset_organiser(storage, name)


def check_data(storage: Storage) -> tuple[str, ...]:
    """What is not as it was written."""
    from stolik.wiring import server as wiring_server

    return wiring_server.check_data(storage)


def check_mirror(storage: Storage, place: Path) -> None:
    """Refused if a directory cannot be the mirror of these data."""
    from stolik.wiring import server as wiring_server

    wiring_server.check_mirror(storage, place)


def check_smtp(smtp: Smtp) -> str:
    """Why no letter could be sent; empty: it could."""
    from stolik.wiring import server as wiring_server

    return wiring_server.check_smtp(smtp)


def restore_data(backup: Path, directory: Path) -> Path | None:
    """Put a copy of the database in place."""
    from stolik.wiring import server as wiring_server

    return wiring_server.restore_data(backup, directory)


def main() -> None:
    """What runs when somebody types `stolik`."""
    settled_streams()
    command_line(parts())(prog_name="stolik")
