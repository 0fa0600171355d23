"""What looks wrong in a list of entrants: asked about with its cell, never settled in silence."""

import re
from collections.abc import Iterator

from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.reading.headings import plain_words

_TOTALS = ("razem", "suma", "ogolem", "lacznie", "liczba", "total", "sum", "podsumowanie", "ilosc")
_NOTES = (
    *("opiekun", "opiekunowie", "uwaga", "uwagi", "prosze", "telefon", "kontakt", "rezerwa"),
    *("lista", "szkola", "klasa", "note", "remarks", "data", "dnia", "podpis", "nauczyciel"),
    *("opiekunka", "trener", "trenerka", "dyrektor", "dyrektorka", "wychowawca", "wychowawczyni"),
    *("sporzadzil", "sporzadzila", "przygotowal", "przygotowala", "wypelnil", "wypelnila"),
    *("zatwierdzil", "zatwierdzila", "zglosil", "zglosila", "zglaszajacy", "zglaszajaca"),
)
# What schools, clubs and events call themselves: over or under the names, and nobody's name.
_BODIES = re.compile(
    r"szko(la|ly|le|l)|lice(um|a)|technikum|gimnazjum|przedszkole|klubu?|turniej(u|e)?|puchar"
    r"|mistrzostwa?|zglosz(enie|enia)|zglaszam(y)?|druzyn(a|y)?|reprezentacja|zespolu?|swietlica"
    r"|biblioteka|akademia|stowarzyszenie|fundacja|parafia|osrodek|kultury|uczniowie"
    r"|uczestnicy|zawodnicy|zawodniczki|osoby|gracze"
    r"|n?sp|csp|zs|zso|zsp|zpo|zsz|sosw|[mg]ok|mdk|uks|l?ks|nr"
    r"|schools?|college|club|tournament|championships?|cup|league|team|players|entrants"
)
_BODIES_IN_CAPITALS = frozenset({"LO", "PSP"})  # a surname in small letters: Lo
_DATE = re.compile(r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|\d{4}-\d\d-\d\dT.*|\d{1,2}:\d\d(:\d\d)?")
# Under a list: the place and the day. Two words before the day may be somebody and a birthday.
_PLACE_AND_DAY = re.compile(
    r"([^\W\d]+(-[^\W\d]+)*)?,?\s*(dn\.?\s*)?"
    r"(\d{1,2}[-./]\d{1,2}[-./]\d{4}|\d{4}-\d\d-\d\d|\d{1,2}\s+[^\W\d]+\s+\d{4})\s*(r\.?)?"
)
_NUMBER = re.compile(r"[-+]?[\d\s.,]+%?")
_MIXED = re.compile(r"\b\d+[a-zA-Z]\b|\b[IVX]+\s?[a-zA-Z]\b|\b(19|20)\d\d\b|\d[\d\s-]{6,}\d")
_BESIDE = re.compile(
    r"[@()/\[\]{}:*=#<>|_\U00002190-\U00002bff\U0001f000-\U0001faff]|\s[-–—]\s|\bkl\b|\bul\b|\btel\b|\br\."
)
_TWO = re.compile(r"[,;&+]|\s(i|oraz|and)\s")
_BROKEN = re.compile("[\ufffd\u0102\u0139\u00c5\u00c4\u00c3]|\\w\\?\\w|\\?\\w{2}|\\w{2}\\?")
_MOST_WORDS = 5
_TITLES = ("mgr", "dr", "inz", "lic", "prof", "pan", "pani", "p", "mr", "mrs", "ms")
# A class of a school on a line of its own: klasa 5a, kl. VI, 7c.
_CLASS = re.compile(
    r"(?:klas[ay]|kl|oddzial|class|grade)\.?\s*((?:\d{1,2}|[ivx]{1,4})\s?[a-z]{0,2})"
    r"|((?:\d{1,2}|[ivx]{1,4})\s?[a-z])"
)


def is_no_person(name: str) -> bool:
    """Totals, dates, numbers and notes that stand in the column of names."""
    first = plain_words(name).split()[:1]
    if (
        _DATE.fullmatch(name)
        or _PLACE_AND_DAY.fullmatch(name)
        or _NUMBER.fullmatch(name)
        or not first
    ):
        return True
    if first[0] in _TOTALS or name.endswith(":") or "dnia" in plain_words(name).split():
        return True
    return first[0] in _NOTES and (":" in name or len(name.split()) > 2 or len(name.split()) == 1)


_LETTERS = ("dzien dobry", "witam", "szanown", "w zalaczeniu", "przesylam", "dear ", "hello")
_CLOSINGS = ("pozdrawiam", "pozdrowienia", "z powazaniem", "z pozdrowieniami", "dziekuje")
_FAREWELLS = ("kind regards", "best regards", "yours sincerely", "thank you")


def closes(line: str) -> bool:
    """How a letter ends: what stands below is who wrote it."""
    return plain_words(line).startswith((*_CLOSINGS, *_FAREWELLS))


def class_said(line: str) -> str:
    """The class that a line names, as it stands there; empty where it names none."""
    found = _CLASS.fullmatch(plain_words(line))
    which = "" if found is None else (found.group(1) or found.group(2))
    return line.strip(" .:")[-len(which) :] if which else ""


_CLASS_BESIDE = re.compile(
    r"(?P<name>[^\d,;(]+?)\s*[,;(–-]?\s*\b(?:klasa|kl)\b\.?\s*(?P<which>(?:\d{1,2}|[IVX]{1,4})\s?[a-zA-Z]?)\s*\)?",
    re.IGNORECASE,
)


def class_beside(name: str) -> tuple[str, str]:
    """A name and the class that stands behind it: „Zawodnik 5, kl. 6 b”; else the name alone."""
    found = _CLASS_BESIDE.fullmatch(name.strip())
    return (found["name"], found["which"]) if found else (name, "")


def is_nobody(name: str) -> bool:
    """What stands where names do and is left out, and said."""
    said = plain_words(name)
    if is_no_person(name) or _is_body(name) or closes(name) or class_said(name):
        return True
    return said.startswith(_LETTERS)


def _is_body(name: str) -> bool:
    """A school, a club, an event; later in the line it stands beside somebody's name."""
    return any(_names_a_body(word) for word in name.split()[:2])


def _names_a_body(word: str) -> bool:
    return bool(_BODIES.fullmatch(plain_words(word))) or word in _BODIES_IN_CAPITALS


def is_note(words: str) -> bool:
    """A total, a signature, a remark: what stands alone in a row, in a column that is no name's."""
    return is_no_person(words) or plain_words(words).split()[0] in _NOTES


def doubts_about(name: str, *, parted: bool) -> Iterator[Refusal]:
    """What to ask about a name; `parted`: first name and surname came apart."""
    words = name.split()
    if _BROKEN.search(name):
        yield Refusal.DOUBT_LETTERS
    if _TWO.search(name) or _is_two_by_slash(name):
        yield Refusal.DOUBT_TWO
    elif _MIXED.search(name) or _BESIDE.search(name) or _is_titled(words) or _too_much(words):
        yield Refusal.DOUBT_MORE
    if len(words) == 1:
        yield Refusal.DOUBT_ONE_WORD
    elif not parted and shouted_first(words):
        yield Refusal.DOUBT_ORDER


def _is_two_by_slash(name: str) -> bool:
    """Ewa / Ala, Kowal / Lis; a school or a class behind the sign is no second person."""
    if any(sign.isdigit() for sign in name) or any(map(_names_a_body, name.split())):
        return False
    return bool(_SLASH.search(name)) or len(_SLASH_ANY.findall(name)) > 1


_SLASH, _SLASH_ANY = re.compile(r"[^\W\d]\s+/\s+[^\W\d]"), re.compile(r"[^\W\d]/[^\W\d]")


def _is_titled(words: list[str]) -> bool:
    return len(words) > 2 and plain_words(words[0]) in _TITLES


def _too_much(words: list[str]) -> bool:
    return len(words) > _MOST_WORDS or any(_names_a_body(word) for word in words[2:])


def shouted_first(words: list[str]) -> int:
    """KOWALSKI Jan: who writes so means the surname; of how many words it is."""
    shouted = [_shouted(word) for word in words]
    first = shouted.index(False) if False in shouted else 0
    return 0 if any(shouted[first:]) else first


def _shouted(word: str) -> bool:
    return len(word) > 2 and word.replace("-", "").isalpha() and word.isupper()


_SURNAMES = re.compile(
    r"(ski|ska|cki|cka|dzki|dzka|wicz|czyk|czak|czuk|ak|ek|ik|yk|iak|owa|ewicz|uk|ko)$"
)


def is_surname_column(values: list[str]) -> bool:
    """Whether most words of a column end as Polish surnames do."""
    return 2 * sum(bool(_SURNAMES.search(value.casefold())) for value in values) > len(values)
