"""Why somebody's question is not thought about just now."""

from enum import StrEnum


class Refusal(StrEnum):
    """Codes never change; sentences may."""

    HERE = "busy.here"  # this address, login or tournament has too much waiting
    EVERYWHERE = "busy.everywhere"  # all of them together have
    TOO_LONG = "busy.too_long"  # it was stopped, for others wait as well
    NOBODY_WAITS = "busy.nobody_waits"  # it was stopped, for whoever asked has gone
