"""The embedded event store: one SQLite file in a data directory, one writer, group commit."""

from stolik.adapters.store_sqlite.store import SqliteStore, open_store

__all__ = ["SqliteStore", "open_store"]
