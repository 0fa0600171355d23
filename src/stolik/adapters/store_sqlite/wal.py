"""The write-ahead log of one writing connection: how long it is, and when it has to go."""

import apsw

_TRUNCATE_TRIES = 3


class Wal:
    """Moves the log into the database now and then, and at once after an erasure."""

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

    def cleaned(self, connection: apsw.Connection, erased: bool) -> bool:
        """After an erasure the log still holds what was erased; False if the storage failed."""
        self.owes_truncation |= erased
        if not self.owes_truncation:
            return True
        for _ in range(_TRUNCATE_TRIES):
            if not self.moved(connection, "TRUNCATE"):
                return False
            if not self._pages:
                self.owes_truncation = False
                return True
        return True  # a long read is under way: next time

    def moved(self, connection: apsw.Connection, how: str) -> bool:
        """Move the log into the database; False if the storage failed."""
        try:
            row = connection.execute(f"PRAGMA wal_checkpoint({how})").fetchall()
        except apsw.BusyError:
            return True
        except Exception:
            return False
        busy, pages, moved = row[0]
        if not busy and (how == "TRUNCATE" or pages == moved):
            self._pages = 0
        # While a long read holds the log, trying at every commit would only cost time.
        self._at = self._pages + self._each
        return True

    def _count(self, _connection: apsw.Connection, _name: str, pages: int) -> int:
        self._pages = pages
        return apsw.SQLITE_OK
