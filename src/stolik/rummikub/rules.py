"""The rules profile: every number a field, every policy an enum. Code never asks for its name.

A profile is data (`data/rules/*.toml`); `stolik.app.library` turns a file into a `RulesProfile`
and refuses a wrong one by naming the field and its range, which stand here beside it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any

from stolik.identity import at_defaults, identity
from stolik.refusal import Range, Violation
from stolik.rummikub.codes import Refusal
from stolik.rummikub.tiles import JOKER, Tile, Tiles

_WORDS = frozenset({"title", "document", "articles"})


class SeatOrder(StrEnum):
    """How people find their places at a table."""

    JUDGE = "judge"
    SLIPS = "slips"
    LETTERS = "letters"
    TILES = "tiles"


class DealPattern(StrEnum):
    """Who gives the stacks to whom."""

    NEIGHBOURS = "neighbours"
    JUDGE = "judge"


class StackChoice(StrEnum):
    """Who names the next stack of the bank when the one in the middle is used up."""

    ACTIVE_PLAYER = "active_player"
    LOWEST_NUMBERED = "lowest_numbered"


class Unrestorable(StrEnum):
    """What a player takes when the table cannot be put back as it lay."""

    LOOSE_TILES = "loose_tiles"
    LOOSE_TILES_AND_PENALTY = "loose_tiles_and_penalty"


class NeverHadTurn(StrEnum):
    """The verdict on an unopened player whose first turn never came."""

    SPARED = "spared"
    BY_DEALT_RACK = "by_dealt_rack"


class AnnouncementSpares(StrEnum):
    """Whom the announced opening saves from −200 (decision 11)."""

    NEVER = "never"
    LAST_TILE = "last_tile"
    ALWAYS = "always"


class FlatPenalty(StrEnum):
    """Whether −100/−200 replaces the rack or comes on top of it."""

    REPLACES_RACK = "replaces_rack"
    ADDED_TO_RACK = "added_to_rack"


class PoolEmpty(StrEnum):
    """How long a game goes on once the last tile is taken."""

    ONE_MOVE_EACH = "one_move_each"
    UNTIL_ALL_PASS = "until_all_pass"


class TimeOverPolicy(StrEnum):
    """What is still played when the time of the round or game is over."""

    ONE_MOVE_EACH = "one_move_each"
    FINISH_MOVE = "finish_move"


class UnfinishedScore(StrEnum):
    """Small points of a game nobody finished."""

    DIFFERENCES = "differences"
    OWN_RACKS = "own_racks"


class TieForFirst(StrEnum):
    """What each of several winners takes of the losers' sum."""

    FULL = "full"
    SPLIT = "split"


class SharedPlaces(StrEnum):
    """Big points of players who share a place."""

    BETTER_PLACE = "better_place"
    AVERAGE = "average"


@dataclass(frozen=True, slots=True)
class TileRules:
    """The set of tiles and how it is stacked."""

    colours: Annotated[tuple[str, ...], Range(2, 8)]
    highest: Annotated[int, Range(3, 20)]
    copies: Annotated[int, Range(1, 4)]
    jokers: Annotated[int, Range(0, 4)]
    stack_size: Annotated[int, Range(1, 20)]


@dataclass(frozen=True, slots=True)
class MeldRules:
    """What is a meld, and how near tiles lie in one."""

    run_min: Annotated[int, Range(2, 5)]
    run_max: Annotated[int, Range(3, 20)]
    group_min: Annotated[int, Range(2, 5)]
    group_max: Annotated[int, Range(2, 8)]
    either_direction: bool
    jokers_per_meld: Annotated[int, Range(0, 4)]
    gap_widths_percent: Annotated[int, Range(0, 300)]
    offset_heights_percent: Annotated[int, Range(0, 300)]
    near_melds_part: bool = False  # a heap is parted at its widest gaps (decision 21)
    taken_joker_moves_on: bool = False  # … into another meld (decision 22)


@dataclass(frozen=True, slots=True)
class SeatingRules:
    """Places at a table and who starts."""

    seats_min: Annotated[int, Range(2, 4)]
    seats_max: Annotated[int, Range(2, 4)]
    order: SeatOrder
    starter_rotates: bool
    joker_in_seat_draw: Annotated[int, Range(0, 99)]


@dataclass(frozen=True, slots=True)
class DealRules:
    """The deal and asking for a new one."""

    pattern: DealPattern
    stacks_each: Annotated[int, Range(1, 5)]
    next_stack: StackChoice
    doublets_for_redeal: Annotated[int, Range(1, 7)]
    jokers_are_a_doublet: bool


@dataclass(frozen=True, slots=True)
class ClockRules:
    """The move clock and the limit on a game."""

    turn_time_s: Annotated[int, Range(5, 600)]
    pressed_by_judge: bool
    restart_if_clicked_before_drawing: bool
    game_time_min: Annotated[int, Range(0, 240)]  # 0: no limit
    game_time_in_heats_only: bool

    def game_minutes(self, *, heat: bool) -> int:
        """How long a game may take, 0: no limit; some have one in the heats alone (decision 13)."""
        return self.game_time_min if heat or not self.game_time_in_heats_only else 0


@dataclass(frozen=True, slots=True)
class TimeOutRules:
    """What a move that ran out of time costs."""

    penalty_tiles: Annotated[int, Range(0, 5)]
    no_move_tiles: Annotated[int, Range(0, 5)]
    touched_tiles: Annotated[int, Range(0, 5)]
    unrestorable: Unrestorable


@dataclass(frozen=True, slots=True)
class OpeningRules:
    """The first melds from the own rack."""

    minimum: Annotated[int, Range(0, 200)]
    other_manipulation: bool
    announcement_before_game: bool
    announcement_spares: AnnouncementSpares
    penalty_tile_is_last_drawn: bool
    time_out_tile_spares: bool = False  # it cannot make −200 by itself (decision 23)


@dataclass(frozen=True, slots=True)
class PenaltyRules:
    """What unplayed tiles, a missing opening and offences cost."""

    joker_on_rack: Annotated[int, Range(1, 500)]
    unopened: Annotated[int, Range(-1000, 0)]
    could_have_opened: Annotated[int, Range(-1000, 0)]
    flat: FlatPenalty
    never_had_turn: NeverHadTurn
    violations_to_disqualify: Annotated[int, Range(0, 10)]  # 0: never by count alone
    warnings_before_exclusion: Annotated[int, Range(0, 10)]
    gross_at_once: bool
    points_may_be_deducted: bool


@dataclass(frozen=True, slots=True)
class EndingRules:
    """How a game nobody finishes comes to its end."""

    pool_empty: PoolEmpty
    time_over: TimeOverPolicy
    draw_in_last_moves: bool


@dataclass(frozen=True, slots=True)
class PointRules:
    """Small and big points."""

    unfinished: UnfinishedScore
    tie_for_first: TieForFirst
    tied_winners_count_each_other: bool
    shared_places: SharedPlaces
    big_points_of_four: Annotated[tuple[int, ...], Range(4, 4)]
    big_points_of_three: Annotated[tuple[int, ...], Range(3, 3)]
    big_points_of_two: Annotated[tuple[int, ...], Range(2, 2)]
    confirm_winner_above: Annotated[int, Range(0, 10000)]


@dataclass(frozen=True, eq=False)
class RulesProfile:
    """One regulation, complete. Two profiles are equal when the same is played under both."""

    id: str
    title: str
    document: str
    tiles: TileRules
    melds: MeldRules
    seating: SeatingRules
    deal: DealRules
    clock: ClockRules
    time_out: TimeOutRules
    opening: OpeningRules
    penalties: PenaltyRules
    ending: EndingRules
    points: PointRules
    articles: Mapping[str, str]

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, RulesProfile) and self.hash == other.hash)

    def __hash__(self) -> int:
        return hash(self.hash)

    def article(self, rule: str) -> str:
        """Where a rule is written, as `mp2023 L93`; a profile of one's own may leave it out."""
        return self.articles.get(rule, "")

    def violation(self, code: Refusal, rule: str = "", **details: Any) -> Violation:
        """A violation that cites this profile's article for `rule` (by default the code's own)."""
        tiles, melds = details.pop("tiles", ()), details.pop("melds", ())
        article = self.article(rule or code.value)
        return Violation(code, article, details, tuple(tiles), tuple(melds))

    @cached_property
    def hash(self) -> str:
        """Identifies what is played: every field but the words."""
        return identity(self, without=_WORDS)

    @property
    def seats_by_tile(self) -> bool:
        """Whether tiles drawn at the table say who starts and who sits where."""
        return self.seating.order is SeatOrder.TILES

    @cached_property
    def first_edition(self) -> "RulesProfile":
        """The same profile before any field was added to profiles: what the oldest logs name."""
        return at_defaults(self)

    @cached_property
    def tile_set(self) -> Tiles:
        """Every tile of the set in canonical order: k1 k1 k2 k2 … r13 r13 j j."""
        numbered = (
            Tile(f"{colour}{n}")
            for colour in self.tiles.colours
            for n in range(1, self.tiles.highest + 1)
            for _ in range(self.tiles.copies)
        )
        return (*numbered, *(JOKER,) * self.tiles.jokers)

    @cached_property
    def rack_value(self) -> Mapping[Tile, int]:
        """What a tile left on the rack costs."""
        joker = {JOKER: self.penalties.joker_on_rack}
        return {t: int(t[1:]) for t in self.tile_set if t != JOKER} | joker


def profile_violations(profile: RulesProfile) -> Iterator[Violation]:
    """What the single fields cannot tell: numbers that contradict each other."""
    tiles, melds, deal = profile.tiles, profile.melds, profile.deal
    size = len(profile.tile_set)
    stacks = size // tiles.stack_size
    contradictions = {
        "tiles.colours": (
            len(set(tiles.colours)) < len(tiles.colours)
            or any(len(c) != 1 or not "a" <= c <= "z" or c == JOKER for c in tiles.colours),
            "distinct letters a–z, not j",
        ),
        "melds.run_max": (
            # Shorter than this and a long run could not always be cut into legal ones.
            melds.run_max < 2 * melds.run_min - 1,
            f">= {2 * melds.run_min - 1}",
        ),
        "melds.group_max": (
            not melds.group_min <= melds.group_max <= len(tiles.colours),
            f"{melds.group_min}–{len(tiles.colours)}",
        ),
        "seating.seats_max": (
            profile.seating.seats_max < profile.seating.seats_min,
            f">= {profile.seating.seats_min}",
        ),
        "deal.stacks_each": (
            deal.stacks_each * profile.seating.seats_max >= stacks,
            f"< {stacks} / {profile.seating.seats_max}",
        ),
    }
    for name, (wrong, allowed) in contradictions.items():
        if wrong:
            yield Violation(Refusal.PROFILE_CONTRADICTION, facts={"field": name, "range": allowed})
