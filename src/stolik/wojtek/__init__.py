"""Miś Wojtek under tournament rules: a pure core.

    from stolik import wojtek
    from stolik.app.library import board

    trasa = board("trasa")
    table = wojtek.new_table(trasa)
    opening = wojtek.OpenTable(trasa.seating.bears[:4], trasa.travel_cards, trasa.bear_cards)
    table = wojtek.replay(wojtek.decide(table, opening), table)

`decide(state, command, mix=…)` gives events or raises `Refused`; `evolve(state, event)` applies
one; `replay(events, state)` folds a log. Everything is frozen; time and chance come in from
outside: decks in `OpenTable`, the order of a reshuffle from `mix(cards, label)`.
"""

from stolik.seats import Role, Seat, Viewer
from stolik.wojtek.board import Board
from stolik.wojtek.cards import RAINBOW, BearCard, BearCards, Colour, TravelCard, TravelCards
from stolik.wojtek.commands import (
    AddTime,
    CallTime,
    ChooseColour,
    ChooseStart,
    Command,
    Confirm,
    ConfirmResult,
    DecideReport,
    ExchangeCards,
    Exclude,
    GiveRuling,
    InspectHand,
    MoveByCard,
    MoveByRainbow,
    OpenTable,
    Overrule,
    PassTurn,
    Pause,
    Penalise,
    PlayThreeCards,
    ReportMisconduct,
    Resume,
    Rewind,
    TimeOut,
)
from stolik.wojtek.engine import decide, evolve, replay
from stolik.wojtek.events import Ending, Event, SeatResult
from stolik.wojtek.ranking import Collection, Finish, Sets, Standing, ranked, sets_of
from stolik.wojtek.state import Decision, Phase, TableState, Waiting, new_table
from stolik.wojtek.story import Mix
from stolik.wojtek.view import TableView, visible_to

__all__ = [
    "RAINBOW",
    "AddTime",
    "BearCard",
    "BearCards",
    "Board",
    "CallTime",
    "ChooseColour",
    "ChooseStart",
    "Collection",
    "Colour",
    "Command",
    "Confirm",
    "ConfirmResult",
    "DecideReport",
    "Decision",
    "Ending",
    "Event",
    "ExchangeCards",
    "Exclude",
    "Finish",
    "GiveRuling",
    "InspectHand",
    "Mix",
    "MoveByCard",
    "MoveByRainbow",
    "OpenTable",
    "Overrule",
    "PassTurn",
    "Pause",
    "Penalise",
    "Phase",
    "PlayThreeCards",
    "ReportMisconduct",
    "Resume",
    "Rewind",
    "Role",
    "Seat",
    "SeatResult",
    "Sets",
    "Standing",
    "TableState",
    "TableView",
    "TimeOut",
    "TravelCard",
    "TravelCards",
    "Viewer",
    "Waiting",
    "decide",
    "evolve",
    "new_table",
    "ranked",
    "replay",
    "sets_of",
    "visible_to",
]
