"""Why a certificate that was given cannot be used."""

from enum import StrEnum


class Refusal(StrEnum):
    """Codes never change; sentences may."""

    CERTIFICATE = "https.certificate"
    CERTIFICATE_OLD = "https.certificate_old"
    CERTIFICATE_NAMES = "https.certificate_names"
