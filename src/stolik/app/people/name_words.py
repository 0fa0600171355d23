"""Whether a remark speaks of somebody by one word of the name: a surname, as people write.

Polish names are inflected, so a word is compared by its stem: `Kowalska` is meant by `Kowalskiej`
too. A word that somebody else of the tournament bears as well means nobody for certain.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

_SHORTEST_WORD = 4  # shorter ones begin too many others
_ENDINGS = "aeioyąę"


@dataclass(frozen=True, slots=True)
class NameWords:
    """The stems of a name: those that mean its bearer alone, and those that others share."""

    sure: frozenset[str] = frozenset()
    shared: frozenset[str] = frozenset()

    def means(self, text: str) -> bool:
        """Whether the text speaks of this very person."""
        return _speaks(text, self.sure)

    def may_mean(self, text: str) -> bool:
        """Whether it speaks of this person or of a namesake."""
        return _speaks(text, self.shared)


def name_words(name: str, others: Iterable[str]) -> NameWords:
    """The words of a name, told apart by what the others are called."""
    taken = {word for other in others for word in _words(other)}
    stems = {_stem(word) for word in _words(name) if len(word) >= _SHORTEST_WORD}
    shared = frozenset(stem for stem in stems if any(word.startswith(stem) for word in taken))
    return NameWords(frozenset(stems) - shared, shared)


def _speaks(text: str, stems: frozenset[str]) -> bool:
    return any(word.startswith(stem) for word in _words(text) for stem in stems)


def _words(text: str) -> list[str]:
    return [word for word in re.findall(r"\w+", text.casefold()) if not word.isdigit()]


def _stem(word: str) -> str:
    """Without the ending that changes with the case, where enough is left."""
    return word[:-1] if len(word) > _SHORTEST_WORD and word[-1] in _ENDINGS else word
