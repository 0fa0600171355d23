"""Rounds as the regulations count them, and stages that are called by their rounds."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from stolik.tournament.format import Stage

_BY_ROUNDS = re.compile(r"Rund[ay] ([IVX]+)(?:(?: i |–)([IVX]+))?")


def roman(number: object) -> str:
    """A round as the regulations count it: Runda II. What is no small number stays as it is."""
    if not isinstance(number, int) or not 1 <= number < 40:
        return str(number)
    ones = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
    return "X" * (number // 10) + ones[number % 10]


_NUMBERS = {roman(number): number for number in range(1, 40)}


def rounds_in(title: str) -> tuple[int, int] | None:
    """The first and the last round a title names: Rundy I–IV; None: it is called otherwise."""
    found = _BY_ROUNDS.fullmatch(title)
    if found is None or not {found[1], found[2] or found[1]} <= _NUMBERS.keys():
        return None
    return _NUMBERS[found[1]], _NUMBERS[found[2] or found[1]]


def renamed(stages: Sequence[Stage]) -> Iterator[Stage]:
    """The stages after a number of rounds was changed: who is called by rounds has other ones."""
    before = 0
    for stage in stages:
        named = (before + 1, before + stage.rounds)
        before += stage.rounds
        other = rounds_in(stage.title) not in (None, named)
        yield replace(stage, title=_called(*named)) if other else stage


def _called(first: int, last: int) -> str:
    if first == last:
        return f"Runda {roman(first)}"
    if first + 1 == last:
        return f"Runda {roman(first)} i {roman(last)}"
    return f"Rundy {roman(first)}–{roman(last)}"
