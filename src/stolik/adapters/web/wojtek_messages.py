"""What only players and judges of Miś Wojtek say; the rest is in `table_messages`.

The judge's `warn` is the next step of the ladder here, his `disqualify` the last place at once.
"""

from typing import Annotated

from msgspec import Meta

from stolik.adapters.web.message_shapes import Ask, Number, Reason, RefereeAsk, SeatNumber
from stolik.wojtek.state import Decision

Card = Annotated[str, Meta(max_length=40)]
Cards = Annotated[list[Card], Meta(max_length=20)]
Position = Annotated[int, Meta(ge=-20, le=1000)]
Places = Annotated[list[Annotated[int, Meta(ge=1, le=5)]], Meta(max_length=5)]


class Start(Ask, frozen=True, tag="start"):
    """After a rainbow card: begin on the free start field of this colour."""

    colour: Card


class Exchange(Ask, frozen=True, tag="exchange"):
    """Put travel cards away and draw as many."""

    cards: Cards


class Move(Ask, frozen=True, tag="move"):
    """With a card of this colour to the nearest free field of it."""

    colour: Card


class Rainbow(Ask, frozen=True, tag="rainbow"):
    """With a rainbow card to a field; the first on the track names a colour."""

    to: Position | None = None
    colour: Card | None = None


class Three(Ask, frozen=True, tag="three"):
    """Three cards: a card of the display is exchanged first, `own` where it is swapped."""

    cards: Cards
    slot: Card | None = None
    own: Card | None = None
    colour: Card | None = None


class Colour(Ask, frozen=True, tag="colour"):
    """The colour of a move by three cards."""

    colour: Card


class Report(Ask, frozen=True, tag="report"):
    """Tell the judge of another seat's conduct."""

    about: SeatNumber
    reason: Reason


class Seen(RefereeAsk, frozen=True, tag="seen"):
    """The judge has seen what waits for him."""


class PassTurn(RefereeAsk, frozen=True, tag="pass_turn"):
    """The seat to move is not there: its turn goes by without an action."""

    seat: SeatNumber
    reason: Reason


class AnswerReport(RefereeAsk, frozen=True, tag="answer_report"):
    """The judge's decision on a report, numbered from 1."""

    report: Number
    decision: Decision
    reason: Reason


class Overrule(RefereeAsk, frozen=True, tag="overrule"):
    """The places of a finished game, one for each seat."""

    places: Places
    reason: Reason
