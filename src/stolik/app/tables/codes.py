"""Reasons a live table can refuse for, beside those of the game, and what it tells its viewers."""

from enum import StrEnum


class Refusal(StrEnum):
    """Codes never change; sentences may."""

    STALE = "live.stale"
    NOT_YOURS = "live.not_yours"
    NOT_SAVED = "live.not_saved"
    NO_REFEREE = "live.no_referee"
    NO_SUCH_TABLE = "live.unknown"
    NO_SUCH_GAME = "live.game_unknown"
    MESSAGE_UNREADABLE = "live.message_unreadable"
    RACK_ORDER = "live.rack_order"
    DRAFT_NOT_NOW = "live.draft_not_now"
    OTHER_GAME = "live.other_game"
    NO_SUCH_LINE = "live.line_unknown"
    BOTS = "live.bots"
    TOO_MUCH_PRACTICE = "live.too_much_practice"
    PRACTICE_PACE = "live.practice_pace"
    PRACTICE_FULL = "live.practice_full"
    PRACTICE_CROWDED = "live.practice_crowded"
    ENOUGH_SAID = "live.enough_said"
    HELLO_FIRST = "live.hello_first"
    HELLO_TWICE = "live.hello_twice"
    PROTOCOL = "live.protocol"
    TOO_FAST = "live.too_fast"
    TOO_MANY_DEVICES = "live.too_many_devices"


class NoticeCode(StrEnum):
    """What is said to those who look at a table."""

    NOT_SAVED = "notice.not_saved"
    SAVED_AGAIN = "notice.saved_again"
    REFEREE_ASKED = "notice.referee_asked"
    # why a connection is closed
    NEWER_CONNECTION = "bye.newer_connection"
    TOO_SLOW = "bye.too_slow"
    TOO_FAST = "bye.too_fast"
    NO_HELLO = "bye.no_hello"
    LOGGED_OUT = "bye.logged_out"
    WATCHING = "bye.watching"
    SERVER_STOPS = "bye.server_stops"
    TABLE_DAMAGED = "bye.table_damaged"
