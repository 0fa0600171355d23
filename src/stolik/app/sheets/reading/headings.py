"""Headings of a list of entrants, in Polish and English, as people write them."""

import unicodedata
from collections.abc import Mapping
from enum import StrEnum

from stolik.app.sheets.read_book import Read


class Part(StrEnum):
    """What a column holds."""

    NUMBER = "number"  # a running number: known, and not taken over
    NAME = "name"
    FIRST_NAME = "first_name"
    SURNAME = "surname"
    CLUB = "club"
    SCHOOL = "school"
    TEAM = "team"
    AGE_CLASS = "age_class"
    TABLE = "table"
    GUARDIAN = "guardian"


_WORDS: Mapping[Part, tuple[str, ...]] = {
    Part.NUMBER: (
        "lp",
        "l p",
        "nr",
        "numer",
        "numer startowy",
        "nr startowy",
        "no",
        "number",
        "id",
    ),
    Part.NAME: (
        *("imie i nazwisko", "nazwisko i imie", "nazwisko imie", "imie nazwisko", "zawodnik"),
        *("zawodniczka", "gracz", "uczestnik", "uczestniczka", "uczen", "imiona i nazwiska"),
        *("name", "full name", "player", "entrant", "participant", "name and surname"),
    ),
    Part.FIRST_NAME: ("imie", "imiona", "first name", "forename", "given name", "firstname"),
    Part.SURNAME: ("nazwisko", "surname", "last name", "family name", "lastname"),
    Part.CLUB: ("klub", "klub szkola", "klub lub szkola", "club", "club school"),
    Part.SCHOOL: ("szkola", "nazwa szkoly", "placowka", "school"),
    Part.TEAM: ("druzyna", "zespol", "team", "pair", "para"),
    Part.AGE_CLASS: (
        *("kategoria", "kategoria wiekowa", "rocznik", "rok urodzenia", "wiek", "grupa wiekowa"),
        *("klasa", "age", "age class", "age group", "category", "class", "year of birth"),
    ),
    Part.GUARDIAN: (
        *("opiekun", "opiekunka", "opiekun druzyny", "imie i nazwisko opiekuna", "nauczyciel"),
        *("guardian", "teacher", "led by", "supervisor"),
    ),
    Part.TABLE: ("stolik", "nr stolika", "numer stolika", "staly stolik", "table", "fixed table"),
}
_PARTS = {word: part for part, words in _WORDS.items() for word in words}


def part_of(heading: Read) -> Part | None:
    """What a heading means, if it is one we know."""
    return _PARTS.get(plain_words(heading)) if isinstance(heading, str) else None


def plain_words(text: str) -> str:
    """Small letters without signs, one space between words: for comparing what people write."""
    # The Polish ł is a letter of its own to Unicode.
    apart = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))
    letters = "".join(c if c.isalnum() else " " for c in apart if not unicodedata.combining(c))
    return " ".join(letters.split())
