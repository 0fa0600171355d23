"""What only players and judges of Miś Wojtek say; the rest is in `app/tables/asks.py`.

The judge's `warn` is the next step of the ladder here, his `disqualify` the last place at once.
"""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from stolik.app.tables.asks import Ask, Message, Number, Reason, RefereeAsk, SeatNumber
from stolik.wojtek.state import Decision

Card = Annotated[str, Meta(max_length=40)]
Cards = Annotated[list[Card], Meta(max_length=20)]
Position = Annotated[int, Meta(ge=-20, le=1000)]
Place = Annotated[int, Meta(ge=1, le=5)]
Places = Annotated[list[Place | None], Meta(max_length=5)]


@dataclass(slots=True)
class Start(Ask):
    """After a rainbow card: begin on the free start field of this colour."""

    colour: Card
    tag = "start"


@dataclass(slots=True)
class Exchange(Ask):
    """Put travel cards away and draw as many."""

    cards: Cards
    tag = "exchange"


@dataclass(slots=True)
class Move(Ask):
    """With a card of this colour to the nearest free field of it."""

    colour: Card
    tag = "move"


@dataclass(slots=True)
class Rainbow(Ask):
    """With a rainbow card to a field; the first on the track names a colour."""

    to: Position | None = None
    colour: Card | None = None
    tag = "rainbow"


@dataclass(slots=True)
class Three(Ask):
    """Three cards: a card of the display is exchanged first, `own` where it is swapped."""

    cards: Cards
    slot: Card | None = None
    own: Card | None = None
    colour: Card | None = None
    tag = "three"


@dataclass(slots=True)
class Colour(Ask):
    """The colour of a move by three cards."""

    colour: Card
    tag = "colour"


@dataclass(slots=True)
class Report(Ask):
    """Tell the judge of another seat's conduct."""

    about: SeatNumber
    reason: Reason
    tag = "report"


@dataclass(slots=True)
class Seen(RefereeAsk):
    """The judge has seen what waits for him."""

    tag = "seen"


@dataclass(slots=True)
class PassTurn(RefereeAsk):
    """The seat to move is not there: its turn goes by without an action."""

    seat: SeatNumber
    reason: Reason
    tag = "pass_turn"


@dataclass(slots=True)
class AnswerReport(RefereeAsk):
    """The judge's decision on a report, numbered from 1."""

    report: Number
    decision: Decision
    reason: Reason
    is_step: bool = False  # whether a warning is the next step of the ladder
    over: Number | None = None  # as of a warning, where it is a step
    tag = "answer_report"


@dataclass(slots=True)
class Overrule(RefereeAsk):
    """The places of a finished game, one for each seat; null for who did not join it."""

    places: Places
    reason: Reason
    tag = "overrule"


ASKS: tuple[type[Message], ...] = (
    *(Start, Exchange, Move, Rainbow, Three, Colour, Report),
    *(Seen, PassTurn, AnswerReport, Overrule),
)
