"""Why a request cannot be read."""

from enum import StrEnum


class Limit(StrEnum):
    """What a value may be, in words of its own; most of them have a number."""

    LEAST = "least"
    MOST = "most"
    SIGNS_LEAST = "signs_least"
    SIGNS_MOST = "signs_most"
    ITEMS_LEAST = "items_least"
    ITEMS_MOST = "items_most"
    FORM = "form"


class Refusal(StrEnum):
    """Codes never change; sentences may."""

    NOT_JSON = "request.not_json"
    TOO_LONG = "request.too_long"
    TURNING = "request.turning"
    DUPLICATE_FIELD = "request.duplicate_field"
    UNKNOWN_FIELD = "request.unknown_field"
    MISSING_FIELD = "request.missing_field"
    WRONG_TYPE = "request.wrong_type"
    WRONG_CHOICE = "request.wrong_choice"
    LIMIT = "request.limit"
    REASON = "request.reason"
    NUMBER = "request.number"
    BOTS_COUNT = "play.bots_count"
    FILE_NOT_WRITTEN = "simulate.not_written"
