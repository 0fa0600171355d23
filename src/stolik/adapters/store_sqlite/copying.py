"""Backups: made by SQLite's own backup, never by copying a file that is being written."""

import os
from pathlib import Path

import apsw

from stolik.adapters.store_sqlite import checking, connection
from stolik.adapters.store_sqlite.codes import Refusal
from stolik.adapters.store_sqlite.directory import DATABASE, DataDirectory, synced
from stolik.adapters.store_sqlite.private_files import made_private
from stolik.refusal import Violation, refuse


def back_up(database: Path, target: Path, vfs: str | None = None) -> None:
    """Write the database as it is now to `target`, which is the old file or the whole new one."""
    source = connection.reading(database, vfs)
    try:
        copied(source, target)
    finally:
        source.close()


def restore(backup: Path, directory: Path) -> Path | None:
    """Put a backup, or a mirror's directory, in place; what was there stays and is returned."""
    backup = backup / DATABASE if backup.is_dir() else backup
    demanded_sound(backup)
    data = DataDirectory(directory)
    try:
        old = _set_aside(data.database)
        back_up(backup, data.database)
        return old
    finally:
        data.let_go()


def demanded_sound(backup: Path) -> None:
    """Refuse a backup that is not whole."""
    try:
        source = apsw.Connection(str(backup), flags=apsw.SQLITE_OPEN_READONLY)
        found = checking.faults(source)
        source.close()
    except apsw.Error as error:
        facts = {"path": str(backup), "reason": str(error)}
        refuse(Violation(Refusal.UNREADABLE, facts=facts))
    if found:
        first = found[0]
        reason = f"{first.stream} #{first.seq}: {first.what}"
        refuse(Violation(Refusal.BACKUP_DAMAGED, facts={"path": str(backup), "reason": reason}))


def copied(source: apsw.Connection, target: Path) -> None:
    """Write what this connection sees to `target`: the old file or the whole new one."""
    unfinished = target.with_name(f"{target.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    made_private(unfinished)
    copy = apsw.Connection(str(unfinished))
    try:
        # In one go: a backup in pieces begins anew whenever somebody writes in between.
        with copy.backup("main", source, "main") as progress:
            progress.step(-1)
        # A backup is one file, which a stick that is pulled out leaves whole.
        copy.pragma("journal_mode", "delete")
    finally:
        copy.close()
    with unfinished.open("rb+") as file:
        os.fsync(file.fileno())
    unfinished.replace(target)
    synced(target.parent)


def _set_aside(database: Path) -> Path | None:
    """Copy the database to a name of its own, so that at every moment there is one in place."""
    if not database.exists():
        return None
    number = 1
    while (aside := database.with_name(f"{database.name}.before-restore-{number}")).exists():
        number += 1
    back_up(database, aside)
    # Opened and closed by a writer, so that no WAL of the old database is left to the new one.
    connection.writing(database).close()
    return aside
