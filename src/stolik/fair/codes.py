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
    # public entropy
    DICE = "fair.dice"
    NONCE = "fair.nonce"
    NONCE_OTHER = "fair.nonce_other"
    NO_ENTROPY = "fair.no_entropy"
