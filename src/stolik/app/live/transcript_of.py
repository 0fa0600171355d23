"""The transcript of a game that is over, from the table's own log and the seed it was dealt by."""

from typing import Any

from stolik.app.dealing import FairDeal
from stolik.app.live.codes import Refusal
from stolik.app.live.dealer import KIND, seed_key
from stolik.app.live.room import Room
from stolik.app.live.told import Told
from stolik.app.transcripts import DealtGame, dealt_games, transcript
from stolik.refusal import Violation, refuse


async def transcript_of(room: Room, game: int, redeal: int | None = None) -> dict[str, Any]:
    """What `stolik verify` reads; refused while the game is alive.

    A game dealt again has a deal more for each time: 0 is the first, None the one played.
    """
    await room.catch_up()
    table = room.table
    deals = [one for one in dealt_games(t.event for t in table.told) if one.dealt.game == game]
    if not deals or (redeal is not None and not 0 <= redeal < len(deals)):
        refuse(Violation(Refusal.NO_SUCH_GAME, facts={"game": game}))
    found = deals[-1 if redeal is None else redeal]
    fair = _told(room, found).note["fair"]
    seed = await room.house.store.get(KIND, seed_key(table.setup.id, fair["ctx"]))
    assert seed is not None  # kept before its commit was shown
    opened = FairDeal(seed, fair["ctx"], table.rules.tile_set).opened(fair["public"])
    return transcript(found, opened, table.rules)


def _told(room: Room, game: DealtGame) -> Told:
    return next(told for told in room.table.told if told.event is game.dealt)
