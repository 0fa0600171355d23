"""Whether a remark speaks of somebody by one word of the name: a surname, as people write.

Polish names are inflected, and phones are typed on without accents: `Kowalska` is meant by
`Kowalskiej`, `Dudek` by `Dudka`, `Leśna` by `lesnej`. So words are compared without accents and by
their stem. A word that somebody else of the tournament bears as well means nobody for certain.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_LONG = 4  # what begins with so many letters of a name is one of its forms
_SHORTEST = 3  # shorter names are also plain words: "Do", "Li"
_VOWELS = "aeioy"
_ENDING = re.compile(
    "i?(a|ach|ami|e|ego|ej|em|emu|m|mi|o|om|ow|owi|owie|u)|ich|i|y|ym|ymi|ych|ow(a|ej|nie|n[aey])"
)
_SOFTENED = {"ch": "sz", "d": "dz", "g": "dz", "k": "c", "r": "rz", "t": "c"}  # Kawka, Kawce
_FLEETING = re.compile(r"i?[eo]([^aeioy])$")  # Dudek, Dudka; Kupiec, Kupca; Kozioł, Kozła


@dataclass(frozen=True, slots=True)
class _NameWord:
    """One word of a name in all its cases."""

    stems: tuple[str, ...]  # the first as it is, the others with the sounds that change

    def is_form(self, word: str) -> bool:
        """Whether this is the name in some case; a long stem may be followed by anything."""
        as_it_is = self.stems[0]
        if word == as_it_is or (len(as_it_is) >= _LONG and word.startswith(as_it_is)):
            return True
        ends = [word.removeprefix(stem) for stem in self.stems if word.startswith(stem)]
        return any(_ENDING.fullmatch(end) for end in ends)


@dataclass(frozen=True, slots=True)
class NameWords:
    """The words of a name: those that mean its bearer alone, and those that others share."""

    sure: tuple[_NameWord, ...] = ()
    shared: tuple[_NameWord, ...] = ()
    tiny: frozenset[str] = frozenset()

    def means(self, text: str) -> bool:
        """Whether the text speaks of this very person."""
        return _speaks(text, self.sure)

    def may_mean(self, text: str) -> bool:
        """Whether it speaks of this person or of a namesake, or says a plain word."""
        return _speaks(text, self.shared) or not self.tiny.isdisjoint(_capitalised(text))


def name_words(name: str, others: Iterable[str]) -> NameWords:
    """The words of a name, told apart by what the others are called."""
    taken = {word for other in others for word in _words(other)}
    mine = {word: _NameWord(tuple(_stems(word))) for word in _words(name)}
    long = {word: one for word, one in mine.items() if len(word) >= _SHORTEST}
    shared = [word for word, one in long.items() if any(one.is_form(other) for other in taken)]
    return NameWords(
        tuple(one for word, one in long.items() if word not in shared),
        tuple(long[word] for word in shared),
        frozenset(word for word in mine if 1 < len(word) < _SHORTEST),
    )


def _speaks(text: str, names: Iterable[_NameWord]) -> bool:
    return any(one.is_form(word) for word in _words(text) for one in names)


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _as_written(text)]


def _capitalised(text: str) -> set[str]:
    return {word.casefold() for word in _as_written(text) if word[0].isupper()}


def _as_written(text: str) -> list[str]:
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
