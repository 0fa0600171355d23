"""Messages of a table of Miś Wojtek, built for one viewer; only the core's `view` decides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from stolik.app.games.wojtek.table import WojtekTable
from stolik.app.library import lesson
from stolik.app.tables.messages import Item, Snapshot
from stolik.app.tables.move_clock import clock_shown
from stolik.app.tables.recorded import Recorded
from stolik.app.tables.setup import TableSetup
from stolik.app.tables.speaking import noted
from stolik.seats import Role, Viewer
from stolik.wojtek.board import Board
from stolik.wojtek.edition import BoardColour, Field, Goal, Kind, MapSheet, Start
from stolik.wojtek.lesson import Lesson, Step
from stolik.wojtek.options import Options, options_of
from stolik.wojtek.switches import ColourChoice, DisplayExchange, Specials
from stolik.wojtek.view import event_visible_to, visible_to


def item(number: int, told: Recorded, viewer: Viewer) -> Item:
    """One event for one viewer."""
    data = dict(event_visible_to(told.event, viewer)) | noted(told, viewer)
    return Item(number, type(told.event).__name__, told.at, told.by, data)


def own_hand(table: WojtekTable, viewer: Viewer) -> Sequence[str] | None:
    """The travel cards of a seat that looks at its own table; others have none."""
    if viewer.role is not Role.SEAT or viewer.seat is None or not table.state.seats:
        return None
    return table.state.seats[viewer.seat].hand


def own_options(table: WojtekTable, viewer: Viewer) -> Options | None:
    """What the viewer may do now; they tell of his hand, so nobody else gets them."""
    if viewer.role is not Role.SEAT or viewer.seat is None or not table.state.seats:
        return None
    found = options_of(table.state, viewer.seat)
    return None if found.is_empty else found


def snapshot(table: WojtekTable, viewer: Viewer, *, now: int, present: Sequence[bool]) -> Snapshot:
    """Everything the viewer may know of the table now."""
    return Snapshot(
        seq=table.seq,
        view=visible_to(table.state, viewer),
        felt=(),
        draft=None,
        clock=clock_shown(table.clock, now),
        present=present,
        rack=own_hand(table, viewer),
        fair=table.fair,
        options=own_options(table, viewer),
        access=[item(number, told, viewer) for number, told in table.eyes.told],
    )


@dataclass(frozen=True, slots=True)
class BoardShown:
    """The board as a screen draws it; none of it decides anything there."""

    id: str
    title: str
    hash: str
    verified: bool
    turn_time_s: int
    patience_s: int  # without a clock, for who is not there
    colours: tuple[BoardColour, ...]
    kinds: tuple[Kind, ...]
    starts: tuple[Start, ...]
    fields: tuple[Field, ...]
    goal: Goal
    sheets: tuple[MapSheet, ...]  # the atlas under the track
    goal_position: int
    hand: int
    set_size: int
    specials: Specials  # which portraits and city cards make a pair
    swaps: bool  # a card of the display is swapped with an own one
    colour_before: bool  # the colour of a move by three cards is named with it
    seats: tuple[int, int]
    # what the deal is checked by at the end
    travel_cards: tuple[str, ...]
    bear_cards: tuple[str, ...]
    bears: tuple[str, ...]
    lesson: tuple[Step, ...] = ()  # the turns of the pupil, where a game is learned


def _steps(setup: TableSetup) -> tuple[Step, ...]:
    return lesson(setup.game, Lesson).steps if setup.lesson else ()


def board_shown(board: Board, steps: tuple[Step, ...] = ()) -> BoardShown:
    """What a screen has to know of a board."""
    return BoardShown(
        id=board.id,
        title=board.title,
        hash=board.hash,
        verified=board.is_verified,
        turn_time_s=board.clock.turn_time_s,
        patience_s=board.clock.patience_s,
        colours=board.colours,
        kinds=board.kinds,
        starts=board.starts,
        fields=board.fields,
        goal=board.goal,
        sheets=board.sheets,
        goal_position=board.goal_position,
        hand=board.cards.hand,
        set_size=board.ending.set_size,
        specials=board.ranking.specials,
        swaps=board.three_cards.exchange is DisplayExchange.SWAP_WITH_OWN,
        colour_before=board.three_cards.colour is ColourChoice.BEFORE_EXCHANGE,
        seats=(board.seating.seats_min, board.seating.seats_max),
        travel_cards=board.travel_cards,
        bear_cards=board.bear_cards,
        bears=board.seating.bears,
        lesson=steps,
    )


def board_told(table: WojtekTable) -> Mapping[str, Any]:
    """The board, and the steps of a lesson where the table is one."""
    shown = board_shown(table.board, _steps(table.setup))
    return {field.name: getattr(shown, field.name) for field in fields(shown)}
