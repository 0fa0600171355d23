"""When a table of Rummikub waits for tiles, what the next deal is committed to, who sits where."""

from stolik.app.access.roles import PRACTICE
from stolik.app.fairness.dealing import OpenedDeal
from stolik.app.games.rummikub.table import LiveTable
from stolik.app.library import lesson
from stolik.fair.seats import circle_of, seat_tiles
from stolik.rummikub import commands as c
from stolik.rummikub.lesson import Lesson, prepared
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


def deal_command(table: LiveTable, opened: OpenedDeal) -> c.Command:
    """The command that deals: it opens the table before its first game."""
    setup, order = table.setup, tuple(Tile(tile) for tile in opened.order)
    if setup.lesson:
        return prepared(lesson(setup.game, Lesson), table.rules)
    if table.state.phase is not Phase.CLOSED:
        return c.Deal(order)
    seats, starter = len(setup.seats), Seat(setup.starter)
    # In a tournament the places may have been drawn before; elsewhere nobody has drawn yet.
    draws = setup.seats_by_tile or (setup.tournament == PRACTICE and table.rules.seats_by_tile)
    if not draws:
        return c.OpenTable(seats, starter, order, setup.warnings)
    drawn, starter = seats_drawn(table.rules, opened.key, seats)
    return c.OpenTable(seats, starter, order, setup.warnings, drawn)


def seats_drawn(rules: RulesProfile, key: bytes, seats: int) -> tuple[tuple[Tiles, ...], Seat]:
    """What each seat draws for its place (szkoly2015 L67) by the key of the deal; who starts."""
    joker = rules.seating.joker_in_seat_draw
    drawn = seat_tiles(rules.tile_set, key, seats, joker)
    return tuple(tuple(map(Tile, row)) for row in drawn), Seat(circle_of(drawn, joker)[0])
