"""The write-ahead log of one writing connection: how long it is, and when it has to go."""

import apsw

_TRUNCATE_TRIES = 3


class Wal:
    """Moves the log into the database now and then, and at once after an erasure.

    Raises what SQLite raises when the storage fails.
    """

    def __init__(self, checkpoint_pages: int) -> None:
        self.owes_truncation = False
        self._pages = 0
        self._each = self._at = checkpoint_pages

    def watch(self, connection: apsw.Connection) -> None:
        """Count the pages of a connection that was just opened."""
        connection.set_wal_hook(self._count)

    @property
    def is_due(self) -> bool:
        """Whether it has grown long enough to be moved."""
        return self._pages >= self._at

    def clean(self, connection: apsw.Connection, erased: bool) -> None:
        """After an erasure the log still holds what was erased."""
        self.owes_truncation |= erased
        if not self.owes_truncation:
            return
        for _ in range(_TRUNCATE_TRIES):
            self.move(connection, "TRUNCATE")
            if not self._pages:
                self.owes_truncation = False
                return
        # A long read is under way: next time.

    def move(self, connection: apsw.Connection, how: str) -> None:
        """Move the log into the database, as far as no reader needs it."""
        try:
            row = connection.execute(f"PRAGMA wal_checkpoint({how})").fetchall()
        except apsw.BusyError:
            return
        busy, pages, moved = row[0]
        if not busy and (how == "TRUNCATE" or pages == moved):
            self._pages = 0
        # While a long read holds the log, trying at every commit would only cost time.
        self._at = self._pages + self._each

    def _count(self, _connection: apsw.Connection, _name: str, pages: int) -> int:
        self._pages = pages
        return apsw.SQLITE_OK
