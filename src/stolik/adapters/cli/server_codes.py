"""Why the server does not start."""

from enum import StrEnum


class Refusal(StrEnum):
    """Codes never change; sentences may."""

    PORT = "serve.port"
    ADDRESS = "serve.address"
    WHICH_ORGANISER = "serve.which_organiser"
    NO_ORGANISER = "serve.no_organiser"
    PUBLIC_URL = "serve.public_url"
