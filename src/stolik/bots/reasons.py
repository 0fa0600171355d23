"""Why a bot did what it did: a code and the facts; the sentences stand in the text catalogues."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from stolik.refusal import Fact


class ReasonCode(StrEnum):
    """Every reason a bot can give. Each has a sentence under `[bot]` in both catalogues."""

    # the order of things
    READY = "ready"
    READY_ANNOUNCING = "ready_announcing"
    CONFIRMS = "confirms"
    ANNOUNCES = "announces"
    CLICKS = "clicks"
    # nothing is laid
    NOTHING_FITS = "nothing_fits"
    CANNOT_OPEN = "cannot_open"
    PASSES = "passes"
    WAITS_TO_OPEN = "waits_to_open"
    KEEPS_JOKER = "keeps_joker"
    # something is laid
    GOES_OUT = "goes_out"
    OPENS = "opens"
    LAYS_MOST = "lays_most"
    LAST_MOVE = "last_move"
    HOLDS_BACK = "holds_back"
    RIVAL_CLOSE = "rival_close"
    POOL_LOW = "pool_low"
    LOOKED_AHEAD = "looked_ahead"
    BY_CHANCE = "by_chance"


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason with its numbers, tiles and melds."""

    code: ReasonCode
    facts: Mapping[str, Fact] = field(default_factory=dict)
