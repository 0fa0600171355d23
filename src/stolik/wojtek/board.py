"""The board of an edition: fields, cards and every switch the printed booklet would settle.

A board is data (`data/boards/*.toml`); `stolik.app.library` turns a file into a `Board`. Until
`verified_by` is filled in, nobody has held it against the printed game.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from typing import Annotated, Any

from stolik.refusal import Range, Violation
from stolik.wojtek.cards import (
    RAINBOW,
    BearCard,
    BearCards,
    Colour,
    TravelCard,
    TravelCards,
    portrait_of,
)
from stolik.wojtek.codes import Refusal

DISPLAY_SLOTS = 7
Coordinate = Annotated[int, Range(0, 2000)]


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
    x: Coordinate
    y: Coordinate


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the track; a city has a card, and the kind is what is printed on it."""

    position: Annotated[int, Range(1, 200)]
    name: str
    colour: str
    x: Coordinate
    y: Coordinate
    city: bool = False
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Goal:
    """Edynburg: which colours lead there once no free field of theirs lies ahead."""

    name: str
    x: Coordinate
    y: Coordinate
    colours: Annotated[tuple[str, ...], Range(1, 7)]
    gives_card: bool


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
    """The clock of a turn, if the organiser wants one."""

    turn_time_s: Annotated[int, Range(0, 600)]  # 0: none


@dataclass(frozen=True, eq=False)
class Board:
    """One edition, complete. Two boards are equal when the same is played on both."""

    id: str
    title: str
    document: str
    colours: Annotated[tuple[BoardColour, ...], Range(1, 20)]
    kinds: Annotated[tuple[Kind, ...], Range(1, 20)]
    starts: Annotated[tuple[Start, ...], Range(1, 20)]
    fields: Annotated[tuple[Field, ...], Range(1, 200)]
    goal: Goal
    cards: CardRules
    seating: SeatingRules
    start: StartRules
    rainbow: RainbowRules
    three_cards: ThreeCardRules
    landing: LandingRules
    ending: EndingRules
    ranking: RankingRules
    penalties: PenaltyRules
    judge: JudgeRules
    clock: ClockRules
    articles: Mapping[str, str]
    verified_by: str = ""

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Board) and self.hash == other.hash)

    def __hash__(self) -> int:
        return hash(self.hash)

    @property
    def is_verified(self) -> bool:
        """Whether somebody has held this file against the printed game."""
        return bool(self.verified_by.strip())

    def article(self, rule: str) -> str:
        """Where a rule is written, as `wojtek L40`; a board of one's own may leave it out."""
        return self.articles.get(rule, "")

    def violation(self, code: Refusal, rule: str = "", **details: Any) -> Violation:
        """A violation that cites this board's article for `rule`."""
        cards = tuple(details.pop("tiles", ()))
        return Violation(code, self.article(rule or code.value), details, cards)

    @cached_property
    def hash(self) -> str:
        """Identifies what is played: every field but words, pictures and signatures."""
        played = asdict(self)
        for name in ("title", "document", "articles", "verified_by"):
            del played[name]
        played["colours"] = [colour.id for colour in self.colours]
        played["kinds"] = [kind.id for kind in self.kinds]
        for place in (*played["starts"], *played["fields"], played["goal"]):
            del place["x"], place["y"]
        played["fields"] = sorted(played["fields"], key=lambda place: place["position"])
        return sha256(json.dumps(played, sort_keys=True).encode()).hexdigest()

    @cached_property
    def colour_ids(self) -> tuple[Colour, ...]:
        """The seven letters, also the slots of the display."""
        return tuple(Colour(colour.id) for colour in self.colours)

    @cached_property
    def kind_ids(self) -> tuple[str, ...]:
        return tuple(kind.id for kind in self.kinds)

    @cached_property
    def goal_position(self) -> int:
        """Edynburg comes after the last field."""
        return len(self.fields) + 1

    @cached_property
    def field_at(self) -> Mapping[int, Field]:
        """The fields of the track by position."""
        return {field.position: field for field in self.fields}

    @cached_property
    def colour_at(self) -> Mapping[int, Colour]:
        """The colour of each position a bear can move to; starts in a row are such, too."""
        on_track = {field.position: Colour(field.colour) for field in self.fields}
        match self.start.layout:
            case StartLayout.PARALLEL:
                return on_track
            case StartLayout.SERIAL:
                row = {self.start_position(i): Colour(s.colour) for i, s in enumerate(self.starts)}
                return row | on_track

    @cached_property
    def fields_of(self) -> Mapping[Colour, tuple[int, ...]]:
        """The positions of each colour, from the start towards Edynburg."""
        return {
            colour: tuple(p for p in sorted(self.colour_at) if self.colour_at[p] == colour)
            for colour in self.colour_ids
        }

    def start_position(self, start: int) -> int:
        """Where a bear on this start stands: 0, or in a row the last start on 0."""
        match self.start.layout:
            case StartLayout.PARALLEL:
                return 0
            case StartLayout.SERIAL:
                return start - len(self.starts) + 1

    @cached_property
    def start_of(self) -> Mapping[Colour, int]:
        """The number of the start of each colour, from 0, in the order of play."""
        return {Colour(start.colour): i for i, start in enumerate(self.starts)}

    @cached_property
    def city_at(self) -> Mapping[int, str]:
        """The cities by position."""
        return {field.position: field.name for field in self.fields if field.city}

    @cached_property
    def city_kinds(self) -> Mapping[str, str]:
        """What kind is printed on a city's card."""
        return {field.name: field.kind for field in self.fields if field.city}

    @cached_property
    def travel_cards(self) -> TravelCards:
        """Every travel card in canonical order, the rainbows last."""
        plain = (TravelCard(c) for c in self.colour_ids for _ in range(self.cards.travel_copies))
        return (*plain, *(RAINBOW,) * self.cards.rainbows)

    @cached_property
    def bear_cards(self) -> BearCards:
        """Every bear card in canonical order, the portraits last."""
        plain = (BearCard(kind) for kind in self.kind_ids for _ in range(self.cards.copies))
        return (*plain, *(portrait_of(kind) for kind in self.cards.portraits))

    def points(self, place: int, seats: int) -> int:
        """Points for a place at a table of this size."""
        ranking = self.ranking
        by_size = {
            2: ranking.points_of_two,
            3: ranking.points_of_three,
            4: ranking.points_of_four,
            5: ranking.points_of_five,
        }
        return by_size[seats][place - 1]
