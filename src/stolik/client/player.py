"""A player of code at a live table: it sees what its seat sees and does what a person could do."""

from collections.abc import Callable

from stolik.client.connection import TableClient
from stolik.client.memory import No
from stolik.fair.verifier import Verified
from stolik.rummikub.commands import SeatCommand
from stolik.rummikub.state import Phase
from stolik.rummikub.view import TableView

Think = Callable[[TableView], SeatCommand]

_LOOK_AGAIN_S = 30.0


async def play(client: TableClient, think: Think, games: int = 1) -> dict[int, Verified]:
    """Play so many games and confirm their results; every deal is verified as its game ends."""
    assert client.seat is not None
    verified: dict[int, Verified] = {}
    while True:
        view = await client.view()
        if view.phase is Phase.OVER and view.game not in verified:
            verified[view.game] = await client.verified(view.game)
        if is_waited_for(view, client.seat):
            await _act(client, think(view))
        elif view.phase is Phase.OVER and view.game >= games:
            return verified
        else:
            await _until_wanted(client)


def is_waited_for(view: TableView, seat: int) -> bool:
    """Whether the table waits for this seat."""
    if view.paused or not view.seats or view.seats[seat].disqualified:
        return False
    match view.phase:
        case Phase.READYING:
            return not view.seats[seat].ready
        case Phase.PLAYING:
            return view.turn == seat
        case Phase.OVER:
            return not view.seats[seat].confirmed
        case _:
            return False


async def _act(client: TableClient, command: SeatCommand) -> None:
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
