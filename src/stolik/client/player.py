"""A player of code at a live table: it sees what its seat sees and does what a person could do."""

from collections.abc import Callable

from stolik.client.connection import TableClient
from stolik.client.games.game import Own
from stolik.client.memory import No
from stolik.fair.verifier import Verified

# It gets the view of the game the table plays, and answers with a command of it.
Think = Callable[[Own], Own]

_LOOK_AGAIN_S = 30.0


async def play(client: TableClient, think: Think, games: int = 1) -> dict[int, Verified]:
    """Play so many games and confirm their results; every deal is verified as its game ends."""
    assert client.seat is not None
    verified: dict[int, Verified] = {}
    while True:
        view = await client.view()
        game, over = view.game, client.game.is_over(view)
        if over and game not in verified:
            verified[game] = await client.verified(game)
        if game < games and (command := client.game.to_go_on(view, client.seat)) is not None:
            await _act(client, command)
        elif client.game.is_waited_for(view, client.seat):
            await _act(client, think(view))
        elif over and game >= games:
            return verified
        else:
            await _until_wanted(client)


async def _act(client: TableClient, command: Own) -> None:
    seen = client.memory.seq
    try:
        await client.do(command)
    except No as no:
        if no.seq == seen:
            raise
        # Somebody was faster, or the clock was: look again and think again.


async def _until_wanted(client: TableClient) -> None:
    """Wait while others think; looking at the whole table each time would be no use."""
    memory, lines, known = client.memory, client.connected, client.memory.view
    while True:
        await client.change(_LOOK_AGAIN_S)
        clock = memory.clock
        mine = clock is not None and clock.running and clock.seat == client.seat
        # On a new line nobody knows which snapshots were lost on the old one.
        if mine or memory.view is not known or client.connected > lines:
            return
