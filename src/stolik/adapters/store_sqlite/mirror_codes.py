"""What is wrong with a mirror."""

from enum import StrEnum


class Refusal(StrEnum):
    """Codes never change; sentences may."""

    MISSING = "mirror.missing"
    FULL = "mirror.full"
    BROKEN = "mirror.broken"
    SLOW = "mirror.slow"
    AHEAD = "mirror.ahead"
    APART = "mirror.apart"
    OTHER = "mirror.other"
    SAME = "mirror.same"
    NO_DIRECTORY = "mirror.no_directory"
