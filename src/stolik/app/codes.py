"""Reasons the house itself can refuse for, beside those of the cores."""

from enum import StrEnum


class Phrase(StrEnum):
    """What the house says beside answers."""

    LOGBOOK_SET_ASIDE = "logbook.set_aside"
    FAIR_GAME = "fair.ok_game"
    FAIR_DRAW = "fair.ok_draw"


class Refusal(StrEnum):
    """Files and requests that cannot be read."""

    FILE_NOT_FOUND = "file.not_found"
    FILE_NOT_TOML = "file.not_toml"
    FIELD_UNKNOWN = "field.unknown"
    FIELD_MISSING = "field.missing"
    FIELD_TYPE = "field.type"
    FIELD_RANGE = "field.range"
    FIELD_CHOICE = "field.choice"
    CLOCK_TIME = "clock.time"
    RESULT_PLACES = "result.places"
    RESULT_LOOK_TWICE = "result.look_twice"
    RESULT_SMALL_POINTS_ALL = "result.small_points_all"
    RESULT_SMALL_POINTS_RANGE = "result.small_points_range"
    RESULT_SMALL_POINTS_WRONG = "result.small_points_wrong"
    ROUND_NOT_PLAYED = "stage.round_not_played"
    CLASS_UNKNOWN = "class.unknown"
    CLASS_ONE = "class.one"
    STAGE_UNKNOWN = "stage.unknown"
    NO_TABLES = "stage.no_tables"
    LOGBOOK_EXISTS = "logbook.exists"
    LOGBOOK_MISSING = "logbook.missing"
    LOGBOOK_DAMAGED = "logbook.damaged"
    LOGBOOK_CHAIN = "logbook.chain"
    LOGBOOK_IMPOSSIBLE = "logbook.impossible"
    LOGBOOK_FOREIGN = "logbook.foreign"
    LOGBOOK_CHANGED = "logbook.changed"
    PLAN_MINUTES = "plan.minutes"
    LOGBOOK_UNREADABLE = "logbook.unreadable"
    FORMAT_UNKNOWN = "format.unknown"
    PROFILE_UNKNOWN = "profile.unknown"
    PROFILE_BASE = "profile.base"
    # a recorded game
    LOG_SHAPE = "log.shape"
    LOG_GAME = "log.game"
    LOG_EVENT_UNKNOWN = "log.event_unknown"
    LOG_TOO_LONG = "log.too_long"
    LOG_IMPOSSIBLE = "log.impossible"
    LOG_HEAD = "log.head"
    LOG_RESULT = "log.result"
    # a transcript
    FAIR_GAME_ALIVE = "fair.game_alive"
    FAIR_CONTEXT = "fair.context"
