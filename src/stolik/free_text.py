"""Words that people write about people: declared by their type, kept beside the log, never in it.

An event that holds such a word says so in its field's type. Whoever keeps events puts the word
into a record of its own (`app/streams/beside.py`) and a reference into the log, so that it can be
erased while every link of the chain holds.
"""

from enum import Enum
from functools import cache
from typing import Annotated, Any, get_origin, get_type_hints


class Kept(Enum):
    """How a word is kept beside the log."""

    ALONE = "alone"
    IN_GROUP = "in_group"  # equal words mean the same group, also when they are erased


# A reason, a remark: nothing follows from what it says.
FreeText = Annotated[str, Kept.ALONE]
# A club, a team, a class: who has the same belongs together.
GroupText = Annotated[str, Kept.IN_GROUP]

# What a free text reads as once it is erased. Not empty: that one was given has happened.
ERASED = "·"
# Words of the house itself, which mean something to it and are about nobody.
HOUSE_WORDS = frozenset({"away", "challenge", "hall", "rewind", "?", ERASED})
# Letters and marks that show nothing.
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def says_something(words: str) -> bool:
    """Whether there is anything to read: spaces and signs that show nothing are no reason."""
    return any(sign.isprintable() and not sign.isspace() and sign not in BLANK for sign in words)


@cache
def free_texts(kind: Any) -> dict[str, Kept]:
    """The fields of a dataclass that hold free text."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        name: kept
        for name, hint in hints.items()
        if get_origin(hint) is Annotated
        for kept in hint.__metadata__
        if isinstance(kept, Kept)
    }


def for_strangers(event: object) -> dict[str, str]:
    """The free texts of an event as whoever has no part in it reads them: only the house's own."""
    kind: Any = type(event)
    written = {name: str(getattr(event, name)) for name in free_texts(kind)}
    return {name: text if text in HOUSE_WORDS else "" for name, text in written.items()}
