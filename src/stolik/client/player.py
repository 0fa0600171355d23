"""A player of code at a live table: it sees what its seat sees and does what a person could do."""

from collections.abc import Callable
from typing import Any

from stolik.client.commands import SeatCommand
from stolik.client.connection import TableClient
from stolik.client.memory import No
from stolik.client.messages import View
from stolik.fair.verifier import Verified
from stolik.rummikub.state import Phase
from stolik.seats import Seat
from stolik.wojtek.commands import ConfirmResult
from stolik.wojtek.state import JUDGE_WAITS, Waiting
from stolik.wojtek.state import Phase as WojtekPhase
from stolik.wojtek.view import TableView as WojtekView

# It gets the view of the game the table plays.
Think = Callable[[Any], SeatCommand]

_LOOK_AGAIN_S = 30.0


async def play(client: TableClient, think: Think, games: int = 1) -> dict[int, Verified]:
    """Play so many games and confirm their results; every deal is verified as its game ends."""
    assert client.seat is not None
    verified: dict[int, Verified] = {}
    while True:
        view = await client.view()
        game, over = view.game, view.phase.value == Phase.OVER.value
        if over and game not in verified:
            verified[game] = await client.verified(game)
        if over and game < games and is_to_confirm(view, client.seat):
            await _act(client, ConfirmResult(Seat(client.seat)))
        elif is_waited_for(view, client.seat):
            await _act(client, think(view))
        elif over and game >= games:
            return verified
        else:
            await _until_wanted(client)


def is_to_confirm(view: View, seat: int) -> bool:
    """Miś Wojtek: whether the next game waits for this seat; only the table knows if one comes."""
    mine = view.seats[seat]
    return isinstance(view, WojtekView) and not (mine.confirmed or view.paused)


def is_waited_for(view: View, seat: int) -> bool:
    """Whether the table waits for this seat."""
    if isinstance(view, WojtekView):
        playing = view.phase is WojtekPhase.PLAYING and view.waiting not in JUDGE_WAITS
        return not view.paused and view.turn == seat and (playing or view.waiting is Waiting.START)
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
