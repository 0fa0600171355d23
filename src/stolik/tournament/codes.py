"""Every reason this core can refuse for, and every remark it makes, by code."""

from enum import StrEnum


class Refusal(StrEnum):
    """Codes never change; sentences may."""

    # tables and seats
    SEATING_ENTRANTS = "seating.entrants"
    SEATING_TOO_LARGE = "seating.too_large"
    SEATING_ENTRANT_TWICE = "seating.entrant_twice"
    SEATING_ENTRANT_UNKNOWN = "seating.entrant_unknown"
    SEATING_ROUNDS = "seating.rounds"
    SEATING_GAMES = "seating.games"
    SEATING_SIZES = "seating.sizes"
    SEATING_TABLE_SIZE = "seating.table_size"
    SEATING_TABLE_UNKNOWN = "seating.table_unknown"
    SEATING_TABLE_FULL = "seating.table_full"
    SEATING_LOCKED_TWICE = "seating.locked_twice"
    SEATING_LOCKED_AWAY = "seating.locked_away"
    SCHEME_SIZE = "scheme.size"


class Remark(StrEnum):
    """What a plan could not avoid; each has a sentence in both text catalogues."""

    REPEATS_LEAST = "repeats_least"
    REPEATS_FOUND = "repeats_found"
    APART_TOGETHER = "apart_together"
    FIXED_TOGETHER = "fixed_together"
    SHORT_AGAIN = "short_again"
    STARTS_UNEVEN = "starts_uneven"
