"""Reasons the house itself can refuse for, beside those of the cores."""

from enum import StrEnum


class Refusal(StrEnum):
    """Files and requests that cannot be read."""

    FILE_NOT_FOUND = "file.not_found"
    FILE_NOT_TOML = "file.not_toml"
    FIELD_UNKNOWN = "field.unknown"
    FIELD_MISSING = "field.missing"
    FIELD_TYPE = "field.type"
    FIELD_RANGE = "field.range"
    FIELD_CHOICE = "field.choice"
    PROFILE_UNKNOWN = "profile.unknown"
    PROFILE_BASE = "profile.base"
    FORMAT_UNKNOWN = "format.unknown"
    # a recorded game
    LOG_SHAPE = "log.shape"
    LOG_GAME = "log.game"
    LOG_EVENT_UNKNOWN = "log.event_unknown"
    LOG_TOO_LONG = "log.too_long"
    LOG_IMPOSSIBLE = "log.impossible"
    LOG_HEAD = "log.head"
    LOG_RESULT = "log.result"
