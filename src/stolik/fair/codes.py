"""Why a transcript, a nonce or dice are not believed."""

from enum import StrEnum


class Refusal(StrEnum):
    """Codes never change; sentences may."""

    SHAPE = "fair.shape"
    VERSION = "fair.version"
    COMMIT_DIFFERS = "fair.commit_differs"
    COMMIT_WRONG = "fair.commit_wrong"
    PUBLIC_DIFFERS = "fair.public_differs"
    BAG = "fair.bag"
    CLOSED = "fair.closed"
    CLOSED_OTHERWISE = "fair.closed_otherwise"
    NOT_CLOSED = "fair.not_closed"
    # the deal and the game
    DEAL_COUNT = "fair.deal_count"
    DEAL_PATTERN = "fair.deal_pattern"
    DEAL_TILES = "fair.deal_tiles"
    OPERATION = "fair.operation"
    SEAT = "fair.seat"
    MIDDLE_NOT_EMPTY = "fair.middle_not_empty"
    STACK_NOT_IN_BANK = "fair.stack_not_in_bank"
    NOT_NEXT = "fair.not_next"
    NOT_HELD = "fair.not_held"
    NOT_ON_TABLE = "fair.not_on_table"
    # Miś Wojtek
    PLAYERS = "fair.players"
    BEARS = "fair.bears"
    CARD_NOT_NEXT = "fair.card_not_next"
    CARD_NOT_HELD = "fair.card_not_held"
    SLOT = "fair.slot"
    MIX_EARLY = "fair.mix_early"
    MIX_ORDER = "fair.mix_order"
    # draws
    DRAW_BAG = "fair.draw_bag"
    DRAW_NUMBER = "fair.draw_number"
    DRAW_REASON = "fair.draw_reason"
    DRAW_ORDER = "fair.draw_order"
    # the trail of a tournament's draws
    TRAIL_SHAPE = "fair.trail_shape"
    TRAIL_CLOSED = "fair.trail_closed"
    TRAIL_NOT_SEEN = "fair.trail_not_seen"
    TRAIL_INPUT = "fair.trail_input"
    TRAIL_FIELD = "fair.trail_field"
    TRAIL_WISH = "fair.trail_wish"
    TRAIL_PLAYED = "fair.trail_played"
    TRAIL_CHANCE = "fair.trail_chance"
    TRAIL_PLAN = "fair.trail_plan"
    TRAIL_SWAP = "fair.trail_swap"
    TRAIL_TABLES = "fair.trail_tables"
    TRAIL_PUBLISHED = "fair.trail_published"
    # public entropy
    DICE = "fair.dice"
    NONCE = "fair.nonce"
    NONCE_OTHER = "fair.nonce_other"
    NO_ENTROPY = "fair.no_entropy"


class Phrase(StrEnum):
    """What everybody should know of a tournament's draws, although it breaks no proof."""

    SEED_CHOSEN = "draws.seed_chosen"
    HOUSE_ALONE = "draws.house_alone"
    SWAPPED = "draws.swapped"
    LOCKED = "draws.locked"
    UNLOCKED = "draws.unlocked"
    REDRAWN = "draws.redrawn"
    BY_HAND = "draws.by_hand"
    UNPUBLISHED = "draws.unpublished"
    SUBSTITUTED = "draws.substituted"
    LATE = "draws.late"
    FIELD = "draws.field"
    WISH = "draws.wish"
    PLEDGE_LEFT = "draws.pledge_left"
    BY_STANDINGS = "draws.by_standings"
    NO_REASON = "draws.no_reason"
