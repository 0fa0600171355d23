"""Why a typed command cannot be carried out."""

from enum import StrEnum


class Refusal(StrEnum):
    """Codes never change; sentences may."""

    UNKNOWN = "command.unknown"
    NO_SUCH_MELD = "command.no_such_meld"
    TILE_NOT_HELD = "command.tile_not_held"
    TILE_NOT_IN_MELD = "command.tile_not_in_meld"
    CANNOT_SPLIT = "command.cannot_split"
    NOTHING_TO_UNDO = "command.nothing_to_undo"
    ALREADY_DREW = "command.already_drew"
