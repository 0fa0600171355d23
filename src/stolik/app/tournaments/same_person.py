"""Whether a name that is written otherwise still means the same person: a slip of the pen."""

import unicodedata
from collections.abc import Sequence

from stolik.app.naming import skeleton

_FEW_LETTERS = 2


def is_same_person(name: str, borne: Sequence[str]) -> bool:
    """Whether a new name is a slip put right; `borne` are the names until now, the last one last.

    Slip by slip one name could become any other: what counts is where the slips began.
    """
    *before, began = borne
    for earlier in reversed(before):
        if not is_slip(earlier, began):
            break
        began = earlier
    return is_slip(began, name)


def is_slip(one: str, other: str) -> bool:
    """The same words in any order, case and accents, or a letter or two otherwise within them."""
    words, others = sorted(skeleton(one).split()), sorted(skeleton(other).split())
    if words == others:
        return True
    return (
        [word[0] for word in words] == [word[0] for word in others]
        and _digits(one) == _digits(other)
        and _distance(_plain(one), _plain(other)) <= _FEW_LETTERS
    )


def _digits(name: str) -> list[str]:
    return [sign for sign in name if sign.isdigit()]


def _plain(name: str) -> str:
    apart = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return " ".join(sorted(letters.split()))


def _distance(one: str, other: str) -> int:
    """Letters left out, put in or written otherwise; two that changed places count as one."""
    if abs(len(one) - len(other)) > _FEW_LETTERS:
        return _FEW_LETTERS + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one):
        last, before, row = before, row, [i + 1]
        for j, b in enumerate(other):
            cost = min(before[j] + (a != b), before[j + 1] + 1, row[j] + 1)
            if i and j and a == other[j - 1] and b == one[i - 1]:
                cost = min(cost, last[j - 1] + 1)
            row.append(cost)
    return row[-1]
