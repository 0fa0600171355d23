"""The notation of both catalogues, the server's and the browser's: `{count}` and plural forms.

`{count:kostka|kostki|kostek}` is the word that follows the number: Polish has the forms one, few,
many and, where a number may be broken (1,5 punktu), a fourth; English has one and other.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

_PLACE = re.compile(r"\{(\w+)(?::([^}]*))?\}")
_MINUS = "\N{MINUS SIGN}"
# Anything may be sent to us: what is longer is no count.
_COUNTED = re.compile(r"[+-]?\d{1,15}(?:\.\d{1,9}|/[1-9]\d{0,8})?", re.ASCII)


def put_in(template: str, lang: str, facts: Mapping[str, object], shown: Mapping[str, str]) -> str:
    """A text with its facts; one that nobody gave is a question mark."""

    def place(found: re.Match[str]) -> str:
        name, forms = found.groups()
        if forms is None:
            return shown.get(name, "?")
        return form_for(facts.get(name), lang, forms.split("|"))

    return _PLACE.sub(place, template)


def form_for(count: object, lang: str, forms: Sequence[str]) -> str:
    """The form that follows a number; what is no number takes the last but for a broken one."""
    return forms[min(_FORMS[lang](_number(count)), len(forms) - 1)]


def placeholders(template: str) -> set[str]:
    """The names of the facts a text asks for."""
    return {found[1] for found in _PLACE.finditer(template)}


def with_minus(number: object) -> str:
    """A number as people read it: with a true minus sign. Files for machines keep theirs."""
    words = str(number)
    return words.replace("-", _MINUS) if _number(number) is not None else words


def _number(fact: object) -> Fraction | None:
    words = str(fact).replace(",", ".").replace(_MINUS, "-")
    return Fraction(words) if _COUNTED.fullmatch(words) else None


def _polish(count: Fraction | None) -> int:
    if count is None:
        return 2
    whole = abs(count)
    if whole.denominator != 1:
        return 3
    if whole == 1:
        return 0
    return 1 if 2 <= whole % 10 <= 4 and not 12 <= whole % 100 <= 14 else 2


def _english(count: Fraction | None) -> int:
    return 0 if count is not None and abs(count) == 1 else 1


_FORMS: Mapping[str, Callable[[Fraction | None], int]] = {"pl": _polish, "en": _english}
