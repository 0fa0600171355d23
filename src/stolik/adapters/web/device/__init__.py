"""A browser alone: the same tables, bots and judge without a server (docs/offline.md)."""
