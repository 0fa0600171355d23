"""What a trail turns out to be, and how doubt about it is said."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from stolik.fair.codes import Phrase, Refusal
from stolik.refusal import Fact, Violation, refuse

Entry = Mapping[str, Any]
Tables = list[list[Any]]  # [number, seats]
# (input, seed as text, label) → the tables in the order they were drawn, and the rounds after them
Redraw = Callable[[Mapping[str, Any], str, str], tuple[Sequence[Sequence[int]], Any]]


@dataclass(frozen=True, slots=True)
class TrailRemark:
    """Something everybody should know of the draws, although it breaks no proof."""

    code: Phrase
    entry: int
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class Trail:
    """What a trail turned out to be."""

    tournament: str
    length: int
    head: str
    draws: int = 0
    pledges: int = 0
    redrawn: int = 0  # draws that were made again here and came out the same
    unchecked: int = 0  # draws nothing here proves: no seed to make them again, or by standings
    heads: list[str] = field(default_factory=list)
    published: dict[int, Tables] = field(default_factory=dict)
    publics: dict[str, str] = field(default_factory=dict)  # by commit
    deals: dict[str, str] = field(default_factory=dict)  # commits of online tables, by context
    remarks: list[TrailRemark] = field(default_factory=list)

    @property
    def changes(self) -> int:
        """How often somebody changed by hand what chance had given."""
        return sum(remark.code in BY_HAND for remark in self.remarks)


BY_HAND = (
    *(Phrase.SEATED_AGAIN, Phrase.CUT_BACK, Phrase.PASSED_BACK),
    *(Phrase.SWAPPED, Phrase.PLACED, Phrase.REDRAWN, Phrase.BY_HAND, Phrase.UNPUBLISHED),
    *(Phrase.LOCKED, Phrase.UNLOCKED, Phrase.SUBSTITUTED, Phrase.LATE, Phrase.WISH),
    *(Phrase.AMENDED, Phrase.ROUNDS_SET, Phrase.ENDED_EARLY, Phrase.REOPENED),
)

# What is done with a draft may be hidden until the next publication.
DRAFTED = ("slip", "slip_back", "drawn", "swapped", "placed", "locked", "apart", "fixed")

_YES_OR_NO = ("chosen", "locked", "reasoned", "file", "carries_starts")


def is_plain(value: object, name: str = "") -> bool:
    """Whole numbers, words and lists; yes and no (1 and 0 to Python) only where they are asked."""
    match value:
        case bool():
            return name in _YES_OR_NO
        case dict():
            return all(is_plain(one, key) for key, one in value.items())
        case list():
            return all(is_plain(one) for one in value)
        case _:
            return value is None or isinstance(value, int | str)


def doubt(code: Refusal, entry: int, **facts: Fact) -> NoReturn:
    """Refuse the trail for what this entry says."""
    refuse(Violation(code, facts={"entry": entry, **facts}))
