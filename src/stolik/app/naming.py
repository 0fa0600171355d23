"""What people, clubs, teams and tournaments may be called: one place for every way in.

What cannot be seen, or makes a line read the other way round, is refused: nobody writes it by
accident, and on a list it passes for somebody else. So is what no paper could show. Names that
only look alike are real often enough; they are pointed out to the organiser and told apart on
every list.
"""

import re
import unicodedata
from functools import lru_cache
from importlib.resources import files

from stolik.app.codes import Refusal
from stolik.free_text import BLANK
from stolik.refusal import Violation, refuse_any

LONGEST = 200
TIE = "\u00a0"  # between the words of a surname: a space that does not part them
_SPACES = re.compile(rf"(?:(?!{TIE})\s)+")
_MOST_MARKS = 3  # accents on one letter
# Control and format signs (bidi, zero width), halves of signs, private ones, breaks of lines.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_SELECTORS = range(0xFE00, 0xFE10)

# Letters of other scripts, and digits, that are drawn like Latin ones.
_DRAWN_LIKE = str.maketrans(
    {
        **dict(zip("авеікмнорстухјѕԁһ", "abeikmhopctyxjsdh", strict=True)),  # Cyrillic
        **dict(zip("οαβικνρτυχ", "oabikvptux", strict=True)),  # Greek
        # One stroke is one letter: a capital I is a small l to the eye, and an i in small letters.
        **dict(zip("01|lłøđıӏ", "oiiiiodii", strict=True)),
    }
)


def faults_of(text: str, *, longest: int = LONGEST) -> list[Violation]:
    """What is wrong with a name; nothing for most."""
    if len(text) > longest:
        return [Violation(Refusal.NAME_LONG, facts={"most": longest})]
    if any(_is_unseen(sign) for sign in text) or _is_buried(text):
        return [Violation(Refusal.NAME_SIGNS)]
    missing = dict.fromkeys(sign for sign in text if ord(sign) not in _letters())
    letters = " ".join(missing)
    return [Violation(Refusal.NAME_LETTERS, facts={"letters": letters})] if letters else []


def tidy(text: str, *, longest: int = LONGEST) -> str:
    """A name as it is kept: one way of writing each letter, single spaces; refused if faulty."""
    plain = unicodedata.normalize("NFC", text).strip()
    refuse_any(*faults_of(plain, longest=longest))
    # The form of somebody's spreadsheet may put ties everywhere: then they tell nothing apart.
    apart = plain if " " in plain else plain.replace(TIE, " ")
    return " ".join(_SPACES.split(apart))


def joined(first: str, surname: str) -> str:
    """One name of two cells; the words of a surname stay together, so that it is known again."""
    last = TIE.join(surname.split())
    return " ".join((*first.split(), last) if last else first.split())


def surname_first(name: str) -> str:
    """As lists have it: the surname is the last word, or the last ones that were tied together."""
    *first, last = name.split(" ") if name else [""]
    # A number at the end belongs to no surname, unless a list had it in the column of surnames.
    is_surname = first and any(sign.isalpha() for sign in last)
    is_surname = is_surname and (TIE in last or not _has_digit(last))
    return " ".join((last, *first)) if is_surname else name


def _has_digit(word: str) -> bool:
    return any(sign.isdigit() for sign in word)


@lru_cache(maxsize=32768)  # more than a large event has names
def skeleton(name: str) -> str:
    """Names with the same skeleton look alike: small letters, no accents, one script."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return " ".join(letters.translate(_DRAWN_LIKE).split())


def mixes_scripts(name: str) -> bool:
    """Whether a word of the name takes letters from two scripts, as no language does."""
    return any(len(_scripts(word)) > 1 for word in name.split())


@lru_cache(maxsize=1)
def _letters() -> frozenset[int]:
    """Every letter of the font of the papers (tools/letters.py)."""
    rows = (files("stolik.data") / "paper" / "letters.txt").read_text("utf-8").split()
    ends = (row.split("-") for row in rows)
    return frozenset(n for first, last in ends for n in range(int(first, 16), int(last, 16) + 1))


def _scripts(word: str) -> set[str]:
    named = (unicodedata.name(sign, "").split(" ")[0] for sign in word if sign.isalpha())
    return {script for script in named if script in ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN")}


def _is_unseen(sign: str) -> bool:
    hidden = sign in BLANK or ord(sign) in _SELECTORS
    return hidden or unicodedata.category(sign) in _UNSEEN


def _is_buried(text: str) -> bool:
    """Whether a letter carries so many marks that it grows over its neighbours."""
    run = 0
    for sign in unicodedata.normalize("NFD", text):
        run = run + 1 if unicodedata.combining(sign) else 0
        if run > _MOST_MARKS:
            return True
    return False
