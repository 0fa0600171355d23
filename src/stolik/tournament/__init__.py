"""Tournaments: entries, seating, results and standings as a pure core."""
