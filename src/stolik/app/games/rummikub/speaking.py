"""Messages built for one viewer; the only way from a live table to a client.

What a viewer may know is decided by the core's `view` alone; this module only puts it in words.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from stolik.app.games.rummikub.asks import Draft
from stolik.app.games.rummikub.drafts import prospect
from stolik.app.games.rummikub.dues import acts_for_absent
from stolik.app.games.rummikub.rack_order import in_order
from stolik.app.games.rummikub.table import LiveTable
from stolik.app.library import lesson
from stolik.app.tables.messages import DraftShown, Item, Snapshot
from stolik.app.tables.move_clock import clock_shown
from stolik.app.tables.play import EndedGame
from stolik.app.tables.recorded import Recorded
from stolik.app.tables.setup import TableSetup
from stolik.app.tables.speaking import noted
from stolik.rummikub import events as e
from stolik.rummikub.events import TilesLaid
from stolik.rummikub.jokers import jokers_of
from stolik.rummikub.lesson import Lesson
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import Tiles
from stolik.rummikub.view import event_visible_to, visible_to
from stolik.seats import Role, Viewer

_MOST_LINES = 100
_MOST_PLAYS = 40
_PLAYS = (
    *(e.GameStarted, e.TilesLaid, e.TileDrawn, e.NothingDrawn, e.OpeningAnnounced, e.TimeRanOut),
    *(e.TurnRestarted, e.LooseTilesTaken, e.StackPlaced, e.GameEnded),
)
_REFEREED = (
    *(e.Challenged, e.Paused, e.Resumed, e.TimeAdded, e.TurnVoided, e.Rewound, e.RulingGiven),
    *(e.WarningGiven, e.SeatDisqualified, e.RackInspected, e.TimeCalled),
)
_TOLD = (
    *("seat", "laid", "tile", "tiles", "stack", "article", "ruling", "left"),
    *("reason", "seconds", "event", "challenge", "to", "jokers", "taken"),
)


def item(number: int, told: Recorded, viewer: Viewer, rules: RulesProfile) -> Item:
    """One event for one viewer."""
    data = dict(event_visible_to(told.event, viewer)) | noted(told, viewer)
    if isinstance(told.event, TilesLaid) and (jokers := jokers_of(told.event.tableau, rules)):
        data["jokers"] = jokers
    return Item(number, type(told.event).__name__, told.at, told.by, data)


def own_rack(table: LiveTable, viewer: Viewer) -> Tiles | None:
    """The rack of a seat that looks at its own table, as it put it; others have none."""
    if viewer.role is not Role.SEAT or viewer.seat is None or not table.state.seats:
        return None
    return in_order(table.state.seats[viewer.seat].rack, table.rack_orders.get(viewer.seat, ()))


def draft_shown(table: LiveTable, drafted: Draft, viewer: Viewer) -> DraftShown:
    """The draft of the turn; its owner also sees the tile he holds face down."""
    seat = table.state.turn
    mine = viewer.role is Role.SEAT and viewer.seat == seat
    lifted = drafted.lifted if mine else drafted.shown_lifted
    melds = [meld.tiles for meld in table.outline] if drafted.melds is None else drafted.melds
    found = prospect(table.state, drafted) if mine else None
    return DraftShown(seat, drafted.felt, lifted, table.outline, melds, found)


def snapshot(table: LiveTable, viewer: Viewer, *, now: int, present: Sequence[bool]) -> Snapshot:
    """Everything the viewer may know of the table now."""
    return Snapshot(
        seq=table.seq,
        view=visible_to(table.state, viewer),
        felt=table.felt,
        draft=draft_shown(table, table.draft, viewer) if table.draft else None,
        clock=clock_shown(table.clock, now),
        present=present,
        rack=own_rack(table, viewer),
        fair=table.fair,
        last_play=table.last_play,
        before_play=table.before_play,
        last_move=table.last_move_of_others(viewer.seat),
        jokers=jokers_of(table.state.tableau, table.rules),
        access=[item(number, told, viewer, table.rules) for number, told in table.eyes.told],
        story=story(table, viewer),
        waits_ms=None if (due := acts_for_absent(table)) is None else max(0, due - now),
    )


def story(table: LiveTable, viewer: Viewer) -> list[Item]:
    """The last plays of this game and all a referee did in it: for who comes late or again."""
    found: list[Item] = []
    plays = 0
    for number, told in zip(range(table.seq, 0, -1), reversed(table.since_dealt()), strict=False):
        plays += isinstance(told.event, _PLAYS)
        if isinstance(told.event, _REFEREED) or (
            isinstance(told.event, _PLAYS) and plays <= _MOST_PLAYS
        ):
            found.append(_in_short(item(number, told, viewer, table.rules)))
    return found[:_MOST_LINES][::-1]


def _in_short(told: Item) -> Item:
    """What a line of a log tells: not how the whole felt lay."""
    told.data = {key: told.data[key] for key in _TOLD if key in told.data}
    return told


def match_so_far(ended: Iterable[EndedGame], seats: int) -> list[Mapping[str, Any]]:
    """What each seat has of all games that ended at this table."""
    lines = [line for game in ended for line in game.lines]
    own = [[line for line in lines if line.seat == seat] for seat in range(seats)]
    return [
        {
            "big": sum(line.big_points or 0 for line in mine),
            "small": sum(line.small_points for line in mine),
        }
        for mine in own
    ]


def set_up(setup: TableSetup) -> Mapping[str, Any]:
    """What of the setup a screen goes by; the turns of a lesson with what is said of each."""
    steps = lesson(setup.game, Lesson).of_pupil if setup.lesson else ()
    told = [{"tiles": step.tiles, "say": step.say} for step in steps]
    return {"free_felt": setup.free_felt, "lesson": told, "own_time": setup.turn_time_s}


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
        "joker_in_seat_draw": rules.seating.joker_in_seat_draw,
        "scoring": _scoring_shown(rules),
    }


def _scoring_shown(rules: RulesProfile) -> Mapping[str, Any]:
    """What a result is explained by: how an unfinished game is counted and where it is written."""
    cited = ("went_out", "pool_empty", "time_over", "small_points", "unfinished", "unopened")
    return {
        "unfinished": rules.points.unfinished.value,
        "joker": rules.penalties.joker_on_rack,
        "fines": (rules.penalties.unopened, rules.penalties.could_have_opened),
        "articles": {rule: rules.article(rule) for rule in cited},
    }
