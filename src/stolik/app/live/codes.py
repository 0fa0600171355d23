"""Reasons a live table can refuse for, beside those of the game, and what it tells its viewers."""

from enum import StrEnum


class Refusal(StrEnum):
    """Codes never change; sentences may."""

    STALE = "table.stale"
    NOT_YOURS = "table.not_yours"
    NOT_SAVED = "table.not_saved"
    NO_SUCH_TABLE = "table.unknown"
    MESSAGE_UNREADABLE = "table.message_unreadable"
    RACK_ORDER = "table.rack_order"
    DRAFT_NOT_NOW = "table.draft_not_now"
    DAMAGED = "table.damaged"


class Notice(StrEnum):
    """What is said on every screen of a table."""

    NOT_SAVED = "notice.not_saved"
    SAVED_AGAIN = "notice.saved_again"
    REFEREE_ASKED = "notice.referee_asked"


class Farewell(StrEnum):
    """Why a connection is closed."""

    NEWER_CONNECTION = "bye.newer_connection"
    TOO_SLOW = "bye.too_slow"
    LOGGED_OUT = "bye.logged_out"
    SERVER_STOPS = "bye.server_stops"
    TABLE_DAMAGED = "bye.table_damaged"
