"""Why somebody is not let in."""

from enum import StrEnum


class Refusal(StrEnum):
    """Codes never change; sentences may."""

    LOGIN_NEEDED = "access.login_needed"
    NOT_ALLOWED = "access.not_allowed"
    LINK_UNKNOWN = "access.link_unknown"
    CODE_TYPO = "access.code_typo"
    CODE_UNKNOWN = "access.code_unknown"
    PASSWORD_WRONG = "access.password_wrong"
    PASSWORD_LENGTH = "access.password_length"
    PASSWORD_COMMON = "access.password_common"
    PASSWORD_PATTERN = "access.password_pattern"
    PASSWORD_ABOUT = "access.password_about"
    PASSWORD_NEEDED = "access.password_needed"
    NAME_LENGTH = "access.name_length"
    NAME_TAKEN = "access.name_taken"
    TOO_MANY_GUESSES = "access.too_many_guesses"
    BUSY = "access.busy"
    PASS_UNKNOWN = "access.pass_unknown"
    PASS_PLACE = "access.pass_place"
    TOO_MANY_INVITATIONS = "access.too_many_invitations"
    INVITATION_UNKNOWN = "access.invitation_unknown"
    LABEL_LENGTH = "access.label_length"
    TOO_MANY = "access.too_many"
    LAST_ORGANISER = "access.last_organiser"
    ORGANISER_UNKNOWN = "access.organiser_unknown"
