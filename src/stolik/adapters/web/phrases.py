"""What the pages of the server itself say, by the keys of the text catalogues."""

from enum import StrEnum


class Phrase(StrEnum):
    """Keys of texts; the words stand in `data/texts/`."""

    CODE = "enter.code"
    PIN = "enter.pin"
    NAME = "enter.name"
    PASSWORD = "enter.password"
    NEW_PASSWORD = "enter.new_password"
    ENTER = "enter.enter"
    BY_CODE = "enter.by_code"
    BY_PIN = "enter.by_pin"
    BY_PASSWORD = "enter.by_password"
    MAKE_ACCOUNT = "enter.make_account"
    INSIDE = "enter.inside"
    UNREACHABLE = "enter.unreachable"
