"""Rummikub as a client plays it."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from stolik.client.games.game import ClientGame
from stolik.fair.game import GameSet
from stolik.rummikub import commands as c
from stolik.rummikub.state import Phase
from stolik.rummikub.view import TableView

_EXACT = re.compile(r"(-?)(?:(\d+)(?: |$))?(?:(\d+)/(\d+))?")


def message_of(command: c.SeatCommand) -> dict[str, Any]:
    """The message that asks for a command; who asks is known by the login."""
    match command:
        case c.DrawTile(_, stack):
            return {"t": "draw", "stack": stack}
        case c.LayTiles(_, tableau):
            return {"t": "lay", "melds": [list(meld) for meld in tableau]}
        case c.AnnounceOpening():
            return {"t": "announce"}
        case c.EndTurn():
            return {"t": "click"}
        case c.RestartTurn():
            return {"t": "restart"}
        case c.DeclareReady(_, announces):
            return {"t": "ready", "announces_opening": announces}
        case c.AskRedeal():
            return {"t": "redeal"}
        case c.ConfirmResult():
            return {"t": "confirm"}
        case c.Challenge(_, event):
            return {"t": "challenge", "event": event}


def is_waited_for(view: TableView, seat: int) -> bool:
    """Whether the table waits for this seat."""
    if view.paused or not view.seats or view.seats[seat].disqualified:
        return False
    match view.phase:
        case Phase.READYING:
            return not view.seats[seat].ready
        case Phase.PLAYING:
            return view.turn == seat
        case Phase.OVER:
            return not view.seats[seat].confirmed
        case _:
            return False


def _pieces(rules: Mapping[str, Any]) -> dict[str, Any]:
    tiles = tuple(rules["tile_set"])
    low, high = rules["seats"]
    return {"played_with": GameSet(tiles, rules["stack_size"], rules["stacks_each"], low, high)}


def _is_over(view: TableView) -> bool:
    return view.phase is Phase.OVER


def _decoded(kind: type, value: Any) -> Any:
    """Exact numbers come as people write them: `63 1/3`."""
    if kind is not Fraction:
        raise NotImplementedError(kind)
    found = _EXACT.fullmatch(str(value))
    if not found:
        raise ValueError(f"{value} is no exact number")
    sign, whole, over, under = found.groups()
    number = int(whole or 0) + (Fraction(int(over), int(under)) if under else Fraction(0))
    return -number if sign else number


RUMMIKUB = ClientGame(
    name="rummikub",
    view=msgspec.json.Decoder(TableView, dec_hook=_decoded),
    message_of=message_of,
    deal="TilesDealt",
    pieces=_pieces,
    is_over=_is_over,
    is_waited_for=is_waited_for,
)
