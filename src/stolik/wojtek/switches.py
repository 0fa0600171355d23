"""The switches of a board: each question the printed booklet would settle, and its answers."""

from enum import StrEnum


class Shape(StrEnum):
    """The sign of a colour, for those who tell colours apart badly."""

    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    DIAMOND = "diamond"
    PENTAGON = "pentagon"
    HEXAGON = "hexagon"
    STAR = "star"


class StartLayout(StrEnum):
    """Do all starts lead to field 1, or do they stand one behind the other?"""

    PARALLEL = "parallel"
    SERIAL = "serial"


class StartCard(StrEnum):
    """Where the travel card goes that decided a start field."""

    DISCARDS = "discards"
    HAND = "hand"


class DisplayExchange(StrEnum):
    """What "exchanges one card of the display" means in a move by three cards."""

    REPLACE = "replace"
    SWAP_WITH_OWN = "swap_with_own"


class ColourChoice(StrEnum):
    """When the colour of a move by three cards is named."""

    AFTER_EXCHANGE = "after_exchange"
    BEFORE_EXCHANGE = "before_exchange"


class LandingOrder(StrEnum):
    """What comes first on a city whose card is still there."""

    BEAR_CARD_FIRST = "bear_card_first"
    REFRESH_FIRST = "refresh_first"


class TimeOver(StrEnum):
    """What is still played when the head judge's time is over."""

    FINISH_ROUND = "finish_round"
    CURRENT_TURN = "current_turn"


class Specials(StrEnum):
    """How portraits and city cards count in a set."""

    PAIR_ANY = "pair_any"
    PAIR_PORTRAIT_CITY = "pair_portrait_city"
    WILD = "wild"
    BOUND = "bound"


class Level(StrEnum):
    """Who is ahead when every comparison leaves players level."""

    START_ORDER = "start_order"
    SHARED_PLACE = "shared_place"


class OffenceCount(StrEnum):
    """Over what the ladder of penalties counts."""

    TOURNAMENT = "tournament"
    GAME = "game"


class BelowZero(StrEnum):
    """Whether deductions may take a total below zero."""

    ALLOWED = "allowed"
    FLOOR = "floor"
