"""All that is asked of a game by who plays it over the live protocol."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

# A view or a command of one game: only the game itself looks into it.
Own = Any


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientGame:
    """One game as a client plays it."""

    name: str
    view: "msgspec.json.Decoder[Own]"
    message_of: Callable[[Own], Mapping[str, Any]]  # a command of the seat, as it is sent
    deal: str  # the kind of the event by which a game is dealt
    pieces: Callable[[Mapping[str, Any]], Mapping[str, Any]]
    """What the verifier of deals is told of the tiles or cards, from the rules of a welcome."""
    is_over: Callable[[Own], bool]
    is_waited_for: Callable[[Own, int], bool]  # the seat, for a command of its player's choice
    to_go_on: Callable[[Own, int], Own | None] = lambda _view, _seat: None
    """What the next game waits for from this seat, where nobody has to think about it."""
