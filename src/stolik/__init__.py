"""Stolik: software that runs Rummikub and Miś Wojtek tournaments."""

__version__ = "0.1.0"
