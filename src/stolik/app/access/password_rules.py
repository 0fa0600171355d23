"""Which passwords an organiser may have: long enough, and not what everybody tries first.

What can be guessed is taken out: rows of keys, names, common words, years. Something of one's own
has to be left, or enough words to make up for their being common.
"""

import re
from collections.abc import Iterable, Sequence
from unicodedata import combining, normalize

from stolik.app.access.codes import Refusal
from stolik.app.access.common_words import common_words
from stolik.refusal import Violation

SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 200

_LEAST_OF_OWN = 4.0  # letters; a digit is worth half of one
_LEAST_SIGNS = 5  # different ones
_ENOUGH_WORDS = 4
_SHORTEST_WORD = 4
_SHORTEST_ROW = 4
_ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop",
    "qwertzuiop",
    "asdfghjkl",
    "zxcvbnm",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "qazwsxedcrfvtgbyhnujm",
    "zaq12wsxcde34rfv",
    "!@#$%^&*()",
)
_PIECES = frozenset(
    row[at : at + _SHORTEST_ROW]
    for row in (*_ROWS, *(row[::-1] for row in _ROWS))
    for at in range(len(row) - _SHORTEST_ROW + 1)
)
_LEET = str.maketrans("0134578@$!", "oieastbasi")
_YEAR = re.compile(r"(?:19|20)\d\d")


def same_password(text: str) -> str:
    """The same word typed on another keyboard is the same word."""
    return normalize("NFKC", text)


def weakness(password: str, about: Iterable[str] = ()) -> Violation | None:
    """Why this will not do as a password of somebody of whom `about` is known."""
    plain = same_password(password[: 2 * LONGEST_PASSWORD])  # no more work than needed
    if not SHORTEST_PASSWORD <= len(plain) <= LONGEST_PASSWORD:
        facts = {"least": SHORTEST_PASSWORD, "most": LONGEST_PASSWORD}
        return Violation(Refusal.PASSWORD_LENGTH, facts=facts)
    folded = _folded(plain)
    if _is_pattern(folded):
        return Violation(Refusal.PASSWORD_PATTERN)
    names = _words(about)
    for spelt in (folded, folded.translate(_LEET)):
        if not _has_own(spelt, names, ()):
            return Violation(Refusal.PASSWORD_ABOUT)
        if not _has_own(spelt, names, common_words()):
            return Violation(Refusal.PASSWORD_COMMON)
    return None


def _is_pattern(folded: str) -> bool:
    """Few signs, a short piece again and again, digits alone, or rows of keys."""
    few = len(set(folded)) < _LEAST_SIGNS or folded.isdigit()
    return few or len(_repeated(folded)) < SHORTEST_PASSWORD or not _has_own(folded, (), ())


def _repeated(text: str) -> str:
    """The shortest piece that, said again and again, makes the text."""
    for size in range(1, len(text) // 2 + 1):
        if text == (text[:size] * (len(text) // size + 1))[: len(text)]:
            return text[:size]
    return text


def _has_own(text: str, names: Sequence[str], common: Sequence[str]) -> bool:
    rest, taken = _without_rows(text), 0
    for word in sorted((*names, *common), key=len, reverse=True):
        if word in rest:
            rest, taken = rest.replace(word, " "), taken + (word in common)
    if taken >= _ENOUGH_WORDS and len(text) >= 2 * SHORTEST_PASSWORD:
        return True
    rest = _YEAR.sub(" ", rest)
    own = sum(1.0 if sign.isalpha() else 0.5 for sign in rest if sign.isalnum())
    return own >= _LEAST_OF_OWN


def _without_rows(text: str) -> str:
    """The text without what lies side by side on the keys."""
    starts = range(len(text) - _SHORTEST_ROW + 1)
    pieces = [at for at in starts if text[at : at + _SHORTEST_ROW] in _PIECES]
    gone = {at + n for at in pieces for n in range(_SHORTEST_ROW)}
    return "".join(" " if at in gone else sign for at, sign in enumerate(text))


def _folded(text: str) -> str:
    """Small letters without their ornaments; ł is no l with an ornament to Unicode."""
    small = text.casefold().replace("ł", "l")
    return "".join(sign for sign in normalize("NFKD", small) if not combining(sign))


def _words(about: Iterable[str]) -> tuple[str, ...]:
    found = (word for text in about for word in re.findall(r"\w+", _folded(text)))
    return tuple(sorted({word for word in found if len(word) >= _SHORTEST_WORD - 1}))
