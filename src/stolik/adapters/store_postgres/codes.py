"""Why a database cannot be used."""

from enum import StrEnum


class Refusal(StrEnum):
    """Codes never change; sentences may."""

    UNREACHABLE = "database.unreachable"
    NEWER = "database.newer"
    NOT_DURABLE = "database.not_durable"
