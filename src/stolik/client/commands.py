"""Commands of a seat in the words of the protocol."""

from typing import Any

from stolik.rummikub import commands as c
from stolik.wojtek import commands as w

SeatCommand = c.SeatCommand | w.SeatCommand


def message_of(command: SeatCommand) -> dict[str, Any]:  # noqa: C901 - a table, no tangle
    """The message that asks for a command; who asks is known by the login."""
    if isinstance(command, w.SeatCommand):
        return _of_wojtek(command)
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


def _of_wojtek(command: w.SeatCommand) -> dict[str, Any]:
    match command:
        case w.ChooseStart(_, colour):
            return {"t": "start", "colour": colour}
        case w.ExchangeCards(_, cards):
            return {"t": "exchange", "cards": list(cards)}
        case w.MoveByCard(_, colour):
            return {"t": "move", "colour": colour}
        case w.MoveByRainbow(_, to, named):
            return {"t": "rainbow", "to": to, "colour": named}
        case w.PlayThreeCards(_, cards, slot, own, named):
            chosen = {"slot": slot, "own": own, "colour": named}
            return {"t": "three", "cards": list(cards), **chosen}
        case w.ChooseColour(_, colour):
            return {"t": "colour", "colour": colour}
        case w.ReportMisconduct(_, about, reason):
            return {"t": "report", "about": about, "reason": reason}
        case w.ConfirmResult():
            return {"t": "confirm"}
