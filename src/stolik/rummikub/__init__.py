"""Rummikub under tournament rules: a pure core.

    from stolik import rummikub
    from stolik.app.library import rules_profile

    rules = rules_profile("mp2023")
    table = rummikub.new_table(rules)
    events = rummikub.decide(table, rummikub.OpenTable(seats=4, starter=0, order=rules.tile_set))
    table = rummikub.replay(events, table)

`decide(state, command)` gives events or raises `Refused`; `evolve(state, event)` applies one;
`replay(events, state)` folds a log. Everything is frozen; time and chance come in from outside.
"""

from stolik.rummikub.commands import (
    AddTime,
    AnnounceOpening,
    AskRedeal,
    CallTime,
    Challenge,
    Command,
    ConfirmResult,
    Deal,
    DeclareReady,
    Disqualify,
    DrawTile,
    EndTurn,
    GiveRuling,
    InspectRack,
    LayTiles,
    OpenTable,
    Pause,
    RestartTurn,
    Resume,
    Rewind,
    TimeOut,
    VoidTurn,
    Warn,
)
from stolik.rummikub.engine import decide, evolve, replay
from stolik.rummikub.events import Event
from stolik.rummikub.layout import PlacedTile, TileSize, read_layout
from stolik.rummikub.melds import Meld, MeldKind, read_meld
from stolik.rummikub.openings import Opening, best_opening
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.scoring import Ending, FinalRack, Score, score
from stolik.rummikub.state import Draft, TableState, new_table
from stolik.rummikub.tiles import JOKER, Tableau, Tile, Tiles
from stolik.rummikub.verdict import Unopened, Verdict, verdict, verdict_for_unknown
from stolik.rummikub.view import visible_to
from stolik.seats import Role, Seat, Viewer

__all__ = [
    "JOKER",
    "AddTime",
    "AnnounceOpening",
    "AskRedeal",
    "CallTime",
    "Challenge",
    "Command",
    "ConfirmResult",
    "Deal",
    "DeclareReady",
    "Disqualify",
    "Draft",
    "DrawTile",
    "EndTurn",
    "Ending",
    "Event",
    "FinalRack",
    "GiveRuling",
    "InspectRack",
    "LayTiles",
    "Meld",
    "MeldKind",
    "OpenTable",
    "Opening",
    "Pause",
    "PlacedTile",
    "RestartTurn",
    "Resume",
    "Rewind",
    "Role",
    "RulesProfile",
    "Score",
    "Seat",
    "TableState",
    "Tableau",
    "Tile",
    "TileSize",
    "Tiles",
    "TimeOut",
    "Unopened",
    "Verdict",
    "Viewer",
    "VoidTurn",
    "Warn",
    "best_opening",
    "decide",
    "evolve",
    "new_table",
    "read_layout",
    "read_meld",
    "replay",
    "score",
    "verdict",
    "verdict_for_unknown",
    "visible_to",
]
