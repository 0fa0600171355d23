"""Reasons the office of a tournament can refuse for, beside those of the tournament itself."""

from enum import StrEnum


class Refusal(StrEnum):
    """Codes never change; sentences may."""

    TOURNAMENT_UNKNOWN = "office.tournament_unknown"
    NOT_PUBLISHED = "office.not_published"
    TABLE_UNKNOWN = "office.table_unknown"
    NO_GAME_ONLINE = "office.no_game_online"
    FORMAT_OR_PROFILE = "office.format_or_profile"
    COMMAND_ID = "office.command_id"
    COMMAND_ID_USED = "office.command_id_used"
    REPORT_UNKNOWN = "office.report_unknown"
    REPORT_TABLE_GONE = "office.report_table_gone"
    REGISTRATION_CLOSED = "office.registration_closed"
    REGISTRATION_NAME = "office.registration_name"
    REGISTRATION_PACE = "office.registration_pace"
    REGISTRATION_FULL = "office.registration_full"
    REGISTRATION_USED = "office.registration_used"
    REGISTRATION_UNKNOWN = "office.registration_unknown"
    CONSENT_TEXT = "office.consent_text"
    PERSON_UNKNOWN = "office.person_unknown"
