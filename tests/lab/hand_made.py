"""Games whose racks and draws are written down."""

from stolik.app.library import rules_profile
from stolik.rummikub import commands as c
from stolik.rummikub.dealing import receivers
from stolik.rummikub.engine import decide, replay
from stolik.rummikub.notation import read_tableau, read_tiles
from stolik.rummikub.state import TableState, new_table
from stolik.rummikub.tiles import Tiles, without
from stolik.seats import Seat

RULES = rules_profile("mp2023")


def begun(*racks: str, draws: str = "") -> TableState:
    """A game about to begin with these racks; `draws` are the first tiles of the pool."""
    held = [list(read_tiles(rack, RULES)) for rack in racks]
    drawn = read_tiles(draws, RULES)
    order: Tiles = ()
    rest = without(RULES.tile_set, (*(t for rack in held for t in rack), *drawn))
    for seat in receivers([Seat(i) for i in range(len(racks))], RULES):
        order += tuple(held[seat][: RULES.tiles.stack_size])
        held[seat] = held[seat][RULES.tiles.stack_size :]
    last = RULES.tiles.stack_size + 1
    middle = (*drawn, *rest[len(rest) - last + len(drawn) :])
    order += (*rest[: len(rest) - last + len(drawn)], *middle)
    state = after(new_table(RULES), c.OpenTable(len(racks), Seat(0), order))
    for seat in state.active_seats:
        state = after(state, c.DeclareReady(seat))
    return state


def after(state: TableState, *commands: c.Command) -> TableState:
    for command in commands:
        state = replay(decide(state, command), state)
    return state


def lay(state: TableState, added: str) -> TableState:
    """The seat to move lays new melds beside those on the table."""
    return after(state, c.LayTiles(state.turn, (*state.tableau, *read_tableau(added, RULES))))


def draw(state: TableState) -> TableState:
    return after(state, c.DrawTile(state.turn), c.EndTurn(state.turn))
