"""Why a computer player cannot be seated."""

from enum import StrEnum


class Refusal(StrEnum):
    """Codes never change; sentences may."""

    BOT_UNKNOWN = "bot.unknown"
