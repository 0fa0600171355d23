"""A game of Miś Wojtek as a file: its events as plain JSON values; the chain is in `record`."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, get_args

from stolik.app.bounds import MOST_EVENTS
from stolik.app.codes import Refusal
from stolik.app.reading.codec import Reader, json_object, plain, write_event, wrong
from stolik.refusal import Violation, refuse
from stolik.wojtek.board import Board
from stolik.wojtek.cards import BearCard, Colour, TravelCard
from stolik.wojtek.codes import Refusal as GameRefusal
from stolik.wojtek.events import Event
from stolik.wojtek.state import TableState

GAME = "wojtek"


def write_log(events: Iterable[Event], board: Board) -> dict[str, Any]:
    """A log as JSON values: which game, which board, what happened."""
    return {**_header(board), "events": [write_event(event) for event in events]}


def read_log(raw: object, board: Board) -> tuple[Event, ...]:
    """The events of a log; refused if it is damaged or was played on another board."""
    log = json_object(raw, ("game", "board", "events"), "log")
    if log["game"] != GAME:
        refuse(Violation(Refusal.LOG_GAME, facts={"known": GAME}))
    if log["board"] != _header(board)["board"]:
        facts = {"board": board.id, "hash": board.hash[:12]}
        refuse(Violation(GameRefusal.BOARD_DIFFERS, facts=facts))
    if not isinstance(log["events"], list):
        wrong("log.events")
    if len(log["events"]) > MOST_EVENTS:
        refuse(Violation(Refusal.LOG_TOO_LONG, facts={"most": MOST_EVENTS}))
    reader = Reader(get_args(Event), names_of(board))
    return tuple(reader.event(value, i) for i, value in enumerate(log["events"], start=1))


def names_of(board: Board) -> Mapping[Any, Iterable[str]]:
    """Of which words the pieces of this board consist."""
    return {
        TravelCard: board.travel_cards,
        BearCard: board.bear_cards,
        Colour: board.colour_ids,
    }


def board_named_in(raw: object) -> str:
    """The id of the board a log names."""
    header = raw.get("board") if isinstance(raw, dict) else None
    name = header.get("id") if isinstance(header, dict) else None
    if not isinstance(name, str):
        wrong("log.board.id")
    return str(name)


def write_result(state: TableState) -> dict[str, Any] | None:
    """The ranking of the game, None while it is being played; seats count from 1."""
    if state.ending is None:
        return None
    seats = [
        {
            "seat": result.seat + 1,
            "place": result.standing.place,
            "points": result.points,
            "deduction": result.deduction,
            "total": result.total,
            "sets": list(result.standing.sets.sizes),
            "arrival": result.arrival,
            "distance": result.distance,
            "reason": {
                "code": result.standing.reason.value,
                "set": result.standing.number,
                "mine": result.standing.mine,
                "above": result.standing.above,
            },
            "cards": list(state.seats[result.seat].cards),
            "cities": list(state.seats[result.seat].cities),
        }
        for result in state.results
    ]
    return {"ending": state.ending.value, "seats": seats}


def write_state(state: TableState) -> dict[str, Any]:
    """The whole table, hands and decks open: for the owner of a log, never for a client."""
    table = {f.name: plain(getattr(state, f.name)) for f in fields(state) if f.name not in _LEFT}
    number = {"game_number": table.pop("game")}  # of a series; "game" says which game it is
    return {**_header(state.board), "verified": state.board.is_verified, **number, **table}


_LEFT = ("board", "log")


def _header(board: Board) -> dict[str, Any]:
    return {"game": GAME, "board": {"id": board.id, "hash": board.hash}}
