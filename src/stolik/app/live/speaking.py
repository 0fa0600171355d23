"""Messages built for one viewer; the only way from a live table to a client.

What a viewer may know is decided by the core's `view` alone; this module only puts it in words.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from stolik.app.live.drafts import FeltDraft, outlined
from stolik.app.live.felt import write_places
from stolik.app.live.messages import (
    ClockShown,
    DraftShown,
    Fault,
    Item,
    No,
    Snapshot,
    Welcome,
)
from stolik.app.live.move_clock import MoveClock
from stolik.app.live.rack_order import in_order
from stolik.app.live.setup import TableSetup
from stolik.app.live.table import LiveTable
from stolik.app.live.told import Told
from stolik.app.texts import say
from stolik.refusal import Refused
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import Tiles
from stolik.rummikub.view import Role, Viewer, event_visible_to, visible_to


def item(number: int, told: Told, viewer: Viewer) -> Item:
    """One event for one viewer."""
    data = dict(event_visible_to(told.event, viewer)) | noted(told, viewer)
    return Item(number, type(told.event).__name__, told.at, told.by, data)


def own_rack(table: LiveTable, viewer: Viewer) -> Tiles | None:
    """The rack of a seat that looks at its own table, as it put it; others have none."""
    if viewer.role is not Role.SEAT or viewer.seat is None or not table.state.seats:
        return None
    return in_order(table.state.seats[viewer.seat].rack, table.rack_orders.get(viewer.seat, ()))


def clock_shown(clock: MoveClock, now: int) -> ClockShown:
    """The clock as everybody sees it."""
    given = dict(clock.lag_given).get(clock.seat, 0)
    return ClockShown(clock.seat, clock.running, clock.left(now), now, given)


def draft_shown(table: LiveTable, drafted: FeltDraft, viewer: Viewer) -> DraftShown:
    """The draft of the turn; its owner also sees the tile he holds face down."""
    seat = table.state.turn
    mine = viewer.role is Role.SEAT and viewer.seat == seat
    lifted = drafted.lifted if mine else drafted.shown_lifted
    return DraftShown(seat, write_places(drafted.felt), lifted, outlined(drafted, table.rules))


def snapshot(table: LiveTable, viewer: Viewer, *, now: int, present: Sequence[bool]) -> Snapshot:
    """Everything the viewer may know of the table now."""
    return Snapshot(
        seq=table.seq,
        view=visible_to(table.state, viewer),
        felt=write_places(table.felt),
        draft=draft_shown(table, table.draft, viewer) if table.draft else None,
        clock=clock_shown(table.clock, now),
        present=present,
        rack=own_rack(table, viewer),
        fair=table.fair,
        last_play=table.last_play,
        access=[item(number, told, viewer) for number, told in table.eyes.told],
    )


def refusal(refused: Refused, *, id: str | None, seq: int, lang: str) -> No:  # noqa: A002 - the protocol's word
    """A refusal in the reader's language."""
    faults = [
        Fault(str(v.code), say(v, lang), v.article, v.tiles, v.melds) for v in refused.violations
    ]
    return No(id, faults, seq)


def welcome(table: LiveTable, viewer: Viewer, now: int) -> Welcome:
    """The first message of every connection."""
    return Welcome(
        table=table.setup.id,
        role=viewer.role.value,
        seat=viewer.seat,
        seq=table.seq,
        server_time=now,
        rules=rules_shown(table.rules),
        seats=seats_shown(table.setup),
        games=table.setup.games,
    )


def seats_shown(setup: TableSetup) -> Sequence[Mapping[str, Any]]:
    """Who sits where."""
    return [
        {"entrant": seat.entrant, "bot": seat.bot, "time_percent": seat.time_percent}
        for seat in setup.seats
    ]


def rules_shown(rules: RulesProfile) -> Mapping[str, Any]:
    """What a screen has to know of the rules; none of it decides anything there."""
    return {
        "id": rules.id,
        "title": rules.title,
        "hash": rules.hash,
        "turn_time_s": rules.clock.turn_time_s,
        "opening_minimum": rules.opening.minimum,
        "announcement_before_game": rules.opening.announcement_before_game,
        "next_stack": rules.deal.next_stack.value,
        "doublets_for_redeal": rules.deal.doublets_for_redeal,
        "tile_set": rules.tile_set,
        "stack_size": rules.tiles.stack_size,
        "stacks_each": rules.deal.stacks_each,
        "seats": (rules.seating.seats_min, rules.seating.seats_max),
    }


def noted(told: Told, viewer: Viewer) -> dict[str, Any]:
    """Of the note: where the tiles lie, the lag granted, the public side of a fair deal."""
    shown = {key: told.note[key] for key in ("felt", "lag_ms", "fair") if key in told.note}
    if viewer.role is Role.PUBLIC:
        # The seed tells every rack; who may not see racks after the game does not get it either.
        shown.pop("fair", None)
    return shown
