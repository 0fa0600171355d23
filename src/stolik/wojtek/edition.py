"""What a board file says of an edition, part by part: places, cards, rules with their switches."""

from dataclasses import dataclass
from typing import Annotated

from stolik.refusal import Range
from stolik.wojtek.switches import (
    BelowZero,
    ColourChoice,
    DisplayExchange,
    LandingOrder,
    Level,
    OffenceCount,
    Shape,
    Specials,
    StartCard,
    StartLayout,
    TimeOver,
)

Coordinate = Annotated[
    int, Range(0, 2000)
]  # of the picture; 0, 0: not said, `placement` finds a spot


@dataclass(frozen=True, slots=True)
class BoardColour:
    """One of the seven colours: its letter in notation, its names, how it is drawn."""

    id: str
    pl: str
    en: str
    hex: str
    shape: Shape


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of bear cards."""

    id: str
    pl: str
    en: str


@dataclass(frozen=True, slots=True)
class Start:
    """A start field; the order in the file is the order of play."""

    name: str
    colour: str
    x: Coordinate = 0
    y: Coordinate = 0


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the track; a city has a card, and the kind is what is printed on it."""

    position: Annotated[int, Range(1, 200)]
    name: str
    colour: str
    x: Coordinate = 0
    y: Coordinate = 0
    city: bool = False
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Goal:
    """Edynburg: which colours lead there once no free field of theirs lies ahead."""

    name: str
    colours: Annotated[tuple[str, ...], Range(1, 7)]
    gives_card: bool
    x: Coordinate = 0
    y: Coordinate = 0


@dataclass(frozen=True, slots=True)
class MapSheet:
    """A piece of the world under the track: its frame on the board, and what lies in its middle."""

    pl: str
    en: str
    x: Coordinate
    y: Coordinate
    width: Annotated[int, Range(1, 2000)]
    height: Annotated[int, Range(1, 2000)]
    lon: Annotated[int, Range(-18_000, 18_000)]  # hundredths of a degree
    lat: Annotated[int, Range(-8_000, 8_000)]
    scale: Annotated[int, Range(1, 1000)]  # units of the board for a degree of latitude


@dataclass(frozen=True, slots=True)
class CardRules:
    """The decks and the hand."""

    copies: Annotated[int, Range(1, 20)]
    portraits: Annotated[tuple[str, ...], Range(0, 20)]
    travel_copies: Annotated[int, Range(1, 20)]
    rainbows: Annotated[int, Range(0, 20)]
    hand: Annotated[int, Range(3, 10)]
    exchange_least: Annotated[int, Range(1, 10)]
    exchange_most: Annotated[int, Range(1, 10)]


@dataclass(frozen=True, slots=True)
class SeatingRules:
    """Places at a table and the bears to draw lots for."""

    seats_min: Annotated[int, Range(2, 5)]
    seats_max: Annotated[int, Range(2, 5)]
    bears: Annotated[tuple[str, ...], Range(2, 7)]


@dataclass(frozen=True, slots=True)
class StartRules:
    """The start fields and the cards that decide them."""

    layout: StartLayout
    card: StartCard


@dataclass(frozen=True, slots=True)
class RainbowRules:
    """Questions about the rainbow card near the end of the track."""

    enters_goal: bool
    goal_counts_ahead: bool


@dataclass(frozen=True, slots=True)
class ThreeCardRules:
    """The move by three cards."""

    exchange: DisplayExchange
    colour: ColourChoice


@dataclass(frozen=True, slots=True)
class LandingRules:
    """What happens on a city."""

    order: LandingOrder


@dataclass(frozen=True, slots=True)
class EndingRules:
    """How a game comes to its end."""

    set_size: Annotated[int, Range(2, 20)]
    time_over: TimeOver


@dataclass(frozen=True, slots=True)
class RankingRules:
    """Sets, ties and points."""

    specials: Specials
    level: Level
    points_of_two: Annotated[tuple[int, ...], Range(2, 2)]
    points_of_three: Annotated[tuple[int, ...], Range(3, 3)]
    points_of_four: Annotated[tuple[int, ...], Range(4, 4)]
    points_of_five: Annotated[tuple[int, ...], Range(5, 5)]


@dataclass(frozen=True, slots=True)
class PenaltyRules:
    """The ladder: warning, yellow card, warning, red card."""

    counted: OffenceCount
    below_zero: BelowZero
    yellow_points: Annotated[int, Range(-100, 0)]
    red_points: Annotated[int, Range(-100, 0)]


@dataclass(frozen=True, slots=True)
class JudgeRules:
    """What waits for the judge's word; online nothing does."""

    confirms_cities: bool
    confirms_three_cards: bool
    notes_arrivals: bool


@dataclass(frozen=True, slots=True)
class ClockRules:
    """The clock of a turn, if there is to be one, and how long the absent are waited for."""

    turn_time_s: Annotated[int, Range(0, 600)]  # 0: none
    patience_s: Annotated[int, Range(5, 900)] = 90  # without a clock, and for who has not confirmed
