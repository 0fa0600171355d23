"""The transcript of a game that is over, from the table's own log and the seed it was dealt by."""

from typing import Any

from stolik.app.fairness.dealing import FairDeal
from stolik.app.tables.dealer import KIND, seed_key
from stolik.app.tables.room import Room


async def transcript_of(room: Room, game: int, redeal: int | None = None) -> dict[str, Any]:
    """What `stolik verify` reads; refused while the game is alive.

    A game dealt again has a deal more for each time: 0 is the first, None the one played.
    """
    await room.catch_up()
    play = room.play
    fair = play.deal_of(game, redeal)
    seed = await room.house.store.get(KIND, seed_key(room.table.setup.id, fair["ctx"]))
    assert seed is not None  # kept before its commit was shown
    opened = FairDeal(seed, fair["ctx"], play.bag).opened(fair["public"])
    return play.transcript(opened, game, redeal)
