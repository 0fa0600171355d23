"""The board of an edition: fields, cards and every switch the printed booklet would settle.

A board is data (`data/boards/*.toml`); `stolik.app.library` turns a file into a `Board`. Until
`verified_by` is filled in, nobody has held it against the printed game.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

from stolik.identity import facts_of, hash_of
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
from stolik.wojtek.edition import (
    BoardColour,
    CardRules,
    ClockRules,
    EndingRules,
    Field,
    Goal,
    JudgeRules,
    Kind,
    LandingRules,
    MapSheet,
    PenaltyRules,
    RainbowRules,
    RankingRules,
    SeatingRules,
    Start,
    StartRules,
    ThreeCardRules,
)
from stolik.wojtek.switches import StartLayout

DISPLAY_SLOTS = 7


_WORDS = frozenset({"title", "document", "articles", "verified_by", "sheets"})
# Written out from the first log on, also at their default; nothing is ever added here.
_WRITTEN = frozenset({"Field.city", "Field.kind"})


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
    sheets: Annotated[tuple[MapSheet, ...], Range(0, 12)] = ()

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
        played = {k: v for k, v in facts_of(self, _WRITTEN).items() if k not in _WORDS}
        played["colours"] = [colour.id for colour in self.colours]
        played["kinds"] = [kind.id for kind in self.kinds]
        for place in (*played["starts"], *played["fields"], played["goal"]):
            place.pop("x", None), place.pop("y", None)
        played["fields"] = sorted(played["fields"], key=lambda place: place["position"])
        return hash_of(played)

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
