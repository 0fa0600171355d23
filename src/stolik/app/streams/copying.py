"""How the copies of the storage are doing: which place gets none, and why."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from stolik.refusal import Violation


class Refusal(StrEnum):
    """Why a place gets no copy. Codes never change; sentences may."""

    FULL = "copies.full"
    MISSING = "copies.missing"
    FORBIDDEN = "copies.forbidden"
    BROKEN = "copies.broken"
    NO_DIRECTORY = "copies.no_directory"


@dataclass(frozen=True, slots=True)
class CopiesHealth:
    """One place: how much lies there, and what is wrong if the last copy failed."""

    place: str
    copies: int = 0
    bytes: int = 0
    why: Violation | None = None


AskCopies = Callable[[], tuple[CopiesHealth, ...]]


def no_copies() -> tuple[CopiesHealth, ...]:
    """A server that makes none."""
    return ()
