"""Bots around a table of Miś Wojtek: a whole game through the real engine, by its seed."""

from collections.abc import Sequence

from stolik.bots.wojtek import WojtekBot
from stolik.fair import digest, shuffled
from stolik.seats import Role, Seat, Viewer
from stolik.wojtek.board import Board
from stolik.wojtek.commands import Command, Confirm, OpenTable
from stolik.wojtek.engine import decide, replay
from stolik.wojtek.state import JUDGE_WAITS, Phase, TableState, new_table
from stolik.wojtek.story import Mix
from stolik.wojtek.view import visible_to

MOST_TURNS = 5_000  # far beyond any game; a table that gets here is stuck


def key_of(seed: str) -> bytes:
    """What all chance of a game comes from."""
    return digest("stolik play wojtek", seed)


def mix_by(key: bytes) -> Mix:
    """Reshuffles that anybody can repeat from the key (fair-1)."""
    return lambda cards, label: shuffled(cards, key, label)


def opening(board: Board, seats: int, key: bytes) -> OpenTable:
    """Bears by lot and both decks shuffled; a deck is read from its end."""
    bears = shuffled(board.seating.bears, key, "bears")
    return OpenTable(
        # Too many seats are for the table to refuse.
        bears=(*bears, *("",) * (seats - len(bears)))[: max(0, seats)],
        travel=shuffled(board.travel_cards, key, "travel"),
        bear_cards=shuffled(board.bear_cards, key, "bag"),
    )


def play_wojtek(board: Board, bots: Sequence[WojtekBot], seed: str) -> TableState:
    """One game from the set-up to the ranking; where a judge is wanted he says yes."""
    key = key_of(seed)
    mix = mix_by(key)
    state = _after(new_table(board), opening(board, len(bots), key), mix)
    while state.phase is not Phase.OVER:
        assert state.turns < MOST_TURNS, f"stuck: seed {seed}"
        state = _after(state, _next(state, bots), mix)
    return state


def _next(state: TableState, bots: Sequence[WojtekBot]) -> Command:
    if state.waiting in JUDGE_WAITS:
        return Confirm()
    seat = state.turn
    return bots[seat].command(visible_to(state, Viewer(Role.SEAT, Seat(seat))))


def _after(state: TableState, command: Command, mix: Mix) -> TableState:
    return replay(decide(state, command, mix=mix), state)
