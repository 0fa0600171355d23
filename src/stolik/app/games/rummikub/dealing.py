"""When a table of Rummikub waits for tiles, and what the next deal is committed to."""

from stolik.rummikub.state import Phase, TableState


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
