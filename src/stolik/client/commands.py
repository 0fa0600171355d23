"""Commands of a seat in the words of the protocol."""

from typing import Any

from stolik.rummikub import commands as c


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
