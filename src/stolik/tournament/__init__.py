"""Tournaments: a pure core that knows a game only by its result."""
