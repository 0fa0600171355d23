"""Miś Wojtek as a client plays it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from stolik.client.games.game import ClientGame
from stolik.fair.cards import CardSet
from stolik.seats import Seat
from stolik.wojtek import commands as w
from stolik.wojtek.state import JUDGE_WAITS, Phase, Waiting
from stolik.wojtek.view import TableView


def message_of(command: w.SeatCommand) -> dict[str, Any]:
    """The message that asks for a command; who asks is known by the login."""
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


def is_waited_for(view: TableView, seat: int) -> bool:
    """Whether the table waits for this seat."""
    playing = view.phase is Phase.PLAYING and view.waiting not in JUDGE_WAITS
    return not view.paused and view.turn == seat and (playing or view.waiting is Waiting.START)


def to_go_on(view: TableView, seat: int) -> w.ConfirmResult | None:
    """The next game waits until every seat has confirmed; only the table knows if one comes."""
    waits = _is_over(view) and not (view.seats[seat].confirmed or view.paused)
    return w.ConfirmResult(Seat(seat)) if waits else None


def _pieces(board: Mapping[str, Any]) -> dict[str, Any]:
    low, high = board["seats"]
    cards = CardSet(
        tuple(board["travel_cards"]),
        tuple(board["bear_cards"]),
        tuple(board["bears"]),
        len(board["colours"]),
        low,
        high,
    )
    return {"cards": cards}


def _is_over(view: TableView) -> bool:
    return view.phase is Phase.OVER


WOJTEK = ClientGame(
    name="wojtek",
    view=msgspec.json.Decoder(TableView),
    message_of=message_of,
    deal="DecksLaid",
    pieces=_pieces,
    is_over=_is_over,
    is_waited_for=is_waited_for,
    to_go_on=to_go_on,
)
