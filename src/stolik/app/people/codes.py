"""Why nobody is written to."""

from enum import StrEnum


class Refusal(StrEnum):
    """Codes never change; sentences may."""

    MAIL_OFF = "mail.off"
    MAIL_ADDRESS = "mail.address"
    MAIL_NOBODY = "mail.nobody"
