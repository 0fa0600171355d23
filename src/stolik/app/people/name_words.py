"""Whether a remark speaks of somebody by one word of the name: a surname, as people write.

Polish names are inflected, and phones are typed on without accents: `Kowalska` is meant by
`Kowalskiej`, `Dudek` by `Dudka`, `Leśna` by `lesnej`. So words are compared without accents and by
their stem. A word that somebody else of the tournament bears as well means nobody for certain.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

_LONG = 4  # what begins with so many letters of a name is one of its forms
_SHORTEST = 3  # shorter names are plain words ("Do", "To"), and shorter stems begin any word
_VOWELS = "aeioy"
_ENDING = re.compile(
    "i?(a|ach|ami|e|ego|ej|em|emu|m|mi|o|om|ow|owi|owie|u)|ich|i|y|ym|ymi|ych|ow(a|ej|nie|n[aey])"
)
_SOFTENED = {"ch": "sz", "d": "dz", "g": "dz", "k": "c", "r": "rz", "t": "c"}  # Kawka, Kawce
_FLEETING = re.compile(r"i?[eo]([^aeioy])$")  # Dudek, Dudka; Kupiec, Kupca; Kozioł, Kozła


class _Spoken(IntEnum):
    """How surely a word of a remark is this name."""

    NOT = 0
    MAYBE = 1
    SURELY = 2


@dataclass(frozen=True, slots=True)
class _NameWord:
    """One word of a name in all its cases."""

    name: str
    stems: tuple[str, ...]  # the first as it is, the others with the sounds that change

    def is_form(self, word: str) -> bool:
        """Whether this is the name in some case; a long stem may be followed by anything."""
        if word == self.name or (len(self.stems[0]) >= _LONG and word.startswith(self.stems[0])):
            return True
        ends = [word.removeprefix(stem) for stem in self.stems if word.startswith(stem)]
        return any(_ENDING.fullmatch(end) for end in ends)

    def spoken(self, written: str) -> _Spoken:
        """Short names are plain words too ("Ala", "ale"; "Mały", "małego"): a capital counts."""
        word, stem = written.casefold(), len(self.stems[0])
        if not self.is_form(word):
            return _Spoken.NOT
        if stem >= _LONG:
            return _Spoken.SURELY
        if len(self.name) < _SHORTEST or (stem < _SHORTEST and word != self.name):
            return _Spoken.MAYBE if written[0].isupper() else _Spoken.NOT
        return _Spoken.SURELY if written[0].isupper() else _Spoken.MAYBE


@dataclass(frozen=True, slots=True)
class NameWords:
    """The words of a name: those of its bearer alone, and those that others share."""

    own: tuple[_NameWord, ...] = ()
    shared: tuple[_NameWord, ...] = ()

    def means(self, text: str) -> bool:
        """Whether the text speaks of this very person."""
        return _spoken(text, self.own) is _Spoken.SURELY

    def may_mean(self, text: str) -> bool:
        """Whether it speaks of this person or of a namesake, or says a plain word."""
        return _spoken(text, self.own) is _Spoken.MAYBE or _spoken(text, self.shared) > 0


def name_words(name: str, others: Iterable[str]) -> NameWords:
    """The words of a name, told apart by what the others are called."""
    taken = {word.casefold() for other in others for word in _words(other)}
    mine = {word.casefold() for word in _words(name) if len(word) > 1}
    words = [_NameWord(word, tuple(_stems(word))) for word in sorted(mine)]
    shared = [one for one in words if any(one.is_form(other) for other in taken)]
    return NameWords(tuple(one for one in words if one not in shared), tuple(shared))


def _spoken(text: str, names: Iterable[_NameWord]) -> _Spoken:
    found = (one.spoken(word) for word in _words(text) for one in names)
    return max(found, default=_Spoken.NOT)


def _words(text: str) -> list[str]:
    """Words without accents; ł is a letter of its own there."""
    apart = unicodedata.normalize("NFKD", text.replace("ł", "l").replace("Ł", "L"))
    plain = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return [word for word in re.findall(r"\w+", plain) if not word.isdigit()]


def _stems(word: str) -> Iterator[str]:
    """Without the ending that changes with the case, then with the sounds that change with it."""
    stem = word[:-1] if len(word) >= _SHORTEST and word[-1] in _VOWELS else word
    yield stem
    for hard, soft in _SOFTENED.items():
        if stem.endswith(hard):
            yield stem.removesuffix(hard) + soft
    if len(stem) > _SHORTEST and stem == word and (short := _FLEETING.sub(r"\1", word)) != word:
        yield short
        yield re.sub(r"rz(.)$", r"r\1", short)  # Marzec, Marca; Orzeł, Orła
    if "a" in stem:
        yield re.sub(r"a([^aeioy]+)$", r"e\1", stem)  # Gołąb, Gołębia, with the accents gone
