"""Stolik: software that runs tournaments of games at tables."""

__version__ = "1.0.0"
