"""Why the server does not start, or cannot be reached."""

from enum import StrEnum


class Refusal(StrEnum):
    """Codes never change; sentences may."""

    PORT = "serve.port"
    ADDRESS = "serve.address"
    WHICH_ORGANISER = "serve.which_organiser"
    NO_ORGANISER = "serve.no_organiser"
    PUBLIC_URL = "serve.public_url"
    TRUSTED_PROXY = "serve.trusted_proxy"
    METRICS_TOKEN = "serve.metrics_token"
    WEBHOOK = "serve.webhook"
    WEBHOOK_PRIVATE = "serve.webhook_private"
    WEBHOOK_SECRET = "serve.webhook_secret"
    PUSH_CONTACT = "serve.push_contact"
    SMTP_FILE = "serve.smtp_file"
    SMTP_FIELD = "serve.smtp_field"
    SMTP_PASSWORD = "serve.smtp_password"
    SMTP_PLAIN = "serve.smtp_plain"
    NO_SERVER = "seat_bot.no_server"
    SERVER_ADDRESS = "served.address"
    SERVER_WHO = "served.who"
    SERVER_WHICH = "served.which"
    NO_SEAT = "seat_bot.no_seat"
