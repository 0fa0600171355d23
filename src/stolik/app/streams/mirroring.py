"""How the mirror of the storage is doing: a second database, written before each answer."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from stolik.refusal import Violation


class MirrorState(StrEnum):
    """Whether what is acknowledged stands in the mirror too."""

    IN_STEP = "in_step"  # yes, before anybody is told
    CATCHING_UP = "catching_up"  # soon: it is being brought up to date
    FAILED = "failed"  # no: it is away, full or broken, and tried again and again


@dataclass(frozen=True, slots=True)
class MirrorHealth:
    """The state, and what is wrong if it failed."""

    state: MirrorState
    why: Violation | None = None


# None where no mirror is wanted.
AskMirror = Callable[[], MirrorHealth | None]


def no_mirror() -> None:
    """A server without a mirror."""
