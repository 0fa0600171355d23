"""The event store of several nodes: the same tables and promises on PostgreSQL."""

from stolik.adapters.store_postgres.store import PostgresStore, open_store

__all__ = ["PostgresStore", "open_store"]
