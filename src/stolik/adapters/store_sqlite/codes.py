"""Why a data directory cannot be opened."""

from enum import StrEnum


class Refusal(StrEnum):
    """Codes never change; sentences may."""

    IN_USE = "data.in_use"
    NOT_WRITABLE = "data.not_writable"
    NEWER = "data.newer"
    UNREADABLE = "data.unreadable"
    SQLITE_TOO_OLD = "data.sqlite_too_old"
    BACKUP_DAMAGED = "data.backup_damaged"
