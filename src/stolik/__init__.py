"""Stolik: software that runs tournaments of games at tables."""

__version__ = "0.1.0"
