"""When a table of Rummikub waits for tiles, what the next deal is committed to, who sits where."""

from stolik.fair.seats import circle_of, seat_tiles
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import Phase, TableState
from stolik.rummikub.tiles import Tile, Tiles
from stolik.seats import Seat


def deal_wanted(state: TableState, games: int) -> bool:
    """Whether the table waits for tiles: the first ones, again after doublets, or the next game."""
    if state.paused:
        return False
    match state.phase:
        case Phase.CLOSED | Phase.REDEALING:
            return True
        case Phase.OVER:
            enough = len(state.active_seats) >= state.rules.seating.seats_min
            confirmed = all(state.seats[seat].confirmed for seat in state.active_seats)
            return enough and confirmed and state.game < games
        case _:
            return False


def next_context(state: TableState, ctx: str, redeals: int) -> str:
    """What the next deal is committed to; a redeal has a number of its own."""
    if state.phase is Phase.REDEALING:
        return f"{ctx}/{state.game}/redeal-{redeals}"
    return f"{ctx}/{state.game + 1}"


def seats_drawn(rules: RulesProfile, key: bytes, seats: int) -> tuple[tuple[Tiles, ...], Seat]:
    """What each seat draws for its place (szkoly2015 L67) by the key of the deal; who starts."""
    joker = rules.seating.joker_in_seat_draw
    drawn = seat_tiles(rules.tile_set, key, seats, joker)
    return tuple(tuple(map(Tile, row)) for row in drawn), Seat(circle_of(drawn, joker)[0])
