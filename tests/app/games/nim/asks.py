"""What only players of nim say."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from stolik.app.tables.asks import Ask, Message


@dataclass(slots=True)
class TakeStones(Ask):
    """So many stones from the heap."""

    stones: Annotated[int, Meta(ge=0, le=100)]
    tag = "take_stones"


ASKS: tuple[type[Message], ...] = (TakeStones,)
