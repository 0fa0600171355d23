"""Rummikub: at a live table, in a file, as people enter its results."""
