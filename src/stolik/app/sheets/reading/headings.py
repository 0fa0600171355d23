"""Headings of a list of entrants, in Polish and English, as people write them."""

import unicodedata
from collections.abc import Mapping
from enum import StrEnum

from stolik.app.sheets.read_book import Read


class Part(StrEnum):
    """What a column holds."""

    NUMBER = "number"  # a running number: known, and not taken over
    NAME = "name"
    NAME_REVERSED = "name_reversed"  # the surname stands first
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
        *("imie i nazwisko", "imie nazwisko", "zawodnik"),
        *("zawodniczka", "gracz", "uczestnik", "uczestniczka", "uczen", "imiona i nazwiska"),
        *("name", "full name", "player", "entrant", "participant", "name and surname"),
    ),
    Part.NAME_REVERSED: ("nazwisko i imie", "nazwisko imie", "surname and name", "surname name"),
    Part.FIRST_NAME: ("imie", "imiona", "first name", "forename", "given name", "firstname"),
    Part.SURNAME: ("nazwisko", "surname", "last name", "family name", "lastname"),
    Part.CLUB: ("klub", "klub szkola", "klub lub szkola", "club", "club school"),
    Part.SCHOOL: ("szkola", "nazwa szkoly", "placowka", "school"),
    Part.TEAM: ("druzyna", "zespol", "team", "pair", "para"),
    Part.AGE_CLASS: (
        *("kategoria", "kategoria wiekowa", "rocznik", "rok urodzenia", "wiek", "grupa wiekowa"),
        *(
            "klasa",
            "oddzial",
            "age",
            "age class",
            "age group",
            "category",
            "class",
            "year of birth",
        ),
    ),
    Part.GUARDIAN: (
        *("opiekun", "opiekunka", "opiekun druzyny", "imie i nazwisko opiekuna", "nauczyciel"),
        *("guardian", "teacher", "led by", "supervisor"),
    ),
    Part.TABLE: ("stolik", "nr stolika", "numer stolika", "staly stolik", "table", "fixed table"),
}
_PARTS = {word: part for part, words in _WORDS.items() for word in words}


# What a longer heading is about, by the beginnings of its words; the first that fits counts.
# "Podaj imię i nazwisko uczestnika" is a name; "Imię i nazwisko opiekuna" is somebody else's.
_OF_OTHERS = (
    *("opiekun", "rodzic", "nauczyciel", "trener", "wychowawc", "dyrektor", "kontakt", "telefon"),
    *("mail", "email", "adres", "zgod", "zgadzam", "wyraz", "oswiadcz", "rodo", "pesel", "uwag"),
    *("sygnatura", "czas", "data", "dieta", "obiad", "guardian", "parent", "teacher", "coach"),
    *("phone", "address", "consent", "timestamp", "date", "remarks", "numer", "podpis", "wplat"),
)
_AGES = ("rok", "rocznik", "wiek", "kategori", "grup")
_CLASSES, _SCHOOLS = ("klas", "class"), ("szkol", "placowk", "school")
_LOOSE: tuple[tuple[Part, tuple[str, ...]], ...] = (
    (Part.AGE_CLASS, (*_AGES, "klas")),
    (Part.SCHOOL, _SCHOOLS),
    (Part.CLUB, ("klub", "club")),
    (Part.TEAM, ("druzyn", "zespol", "team")),
    (Part.TABLE, ("stolik",)),
)
_FIRST, _LAST = ("imie", "imion"), ("nazwisk",)
_LONGEST_HEADING = 80  # characters; a sentence above the list is no heading


def part_of(heading: Read) -> Part | None:
    """What a heading means: known word for word, or by what its words begin with."""
    if not isinstance(heading, str) or len(heading) > _LONGEST_HEADING:
        return None
    words = plain_words(heading)
    return _PARTS.get(words) or _loosely(words.split())


def _loosely(words: list[str]) -> Part | None:
    if any(_begins(word, _OF_OTHERS) for word in words):
        return None
    first = next((i for i, word in enumerate(words) if _begins(word, _FIRST)), None)
    last = next((i for i, word in enumerate(words) if _begins(word, _LAST)), None)
    if first is not None and last is not None:
        return Part.NAME if first < last else Part.NAME_REVERSED
    if last is not None:
        return Part.SURNAME
    if first is not None:
        return Part.FIRST_NAME
    if _is_school_with_class(words):
        return Part.SCHOOL
    found = (part for part, stems in _LOOSE for word in words if _begins(word, stems))
    # A title above the list speaks of schools and classes as well, in more words than a heading.
    return next(found, None) if len(words) <= _WORDS_OF_A_HEADING else None


_WORDS_OF_A_HEADING = 6


def _is_school_with_class(words: list[str]) -> bool:
    """ "Szkoła i klasa": one answer to both; a class alone is of some school too, and no school."""
    kinds = [[_begins(word, stems) for word in words] for stems in (_SCHOOLS, _CLASSES, _AGES)]
    schools, classes, ages = kinds
    if not any(schools) or not any(classes) or any(ages) or len(words) > _WORDS_OF_A_HEADING:
        return False
    return schools.index(True) < classes.index(True) or bool({"i", "oraz", "and"} & {*words})


def _begins(word: str, stems: tuple[str, ...]) -> bool:
    return any(word.startswith(stem) for stem in stems)


def plain_words(text: str) -> str:
    """Small letters without signs, one space between words: for comparing what people write."""
    # The Polish ł is a letter of its own to Unicode.
    apart = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))
    letters = "".join(c if c.isalnum() else " " for c in apart if not unicodedata.combining(c))
    return " ".join(letters.split())
