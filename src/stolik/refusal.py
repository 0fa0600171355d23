"""How a core says no: the one module every core shares."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

Fact = str | int | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Violation:
    """One coded reason a command is not accepted; its sentence lives in the text catalogues."""

    code: str
    article: str = ""
    facts: Mapping[str, Fact] = field(default_factory=dict)
    tiles: tuple[str, ...] = ()
    melds: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Range:
    """The values a field of a profile may take: of a number, or how many of a list."""

    low: int
    high: int


class Refused(Exception):  # noqa: N818 - an answer, not an error
    """A command breaks the rules; carries every violation found, never just the first."""

    def __init__(self, violations: Iterable[Violation]) -> None:
        self.violations = tuple(violations)
        super().__init__(", ".join(violation.code for violation in self.violations))

    def __reduce__(self) -> tuple[type["Refused"], tuple[tuple[Violation, ...]]]:
        """What was refused in another process says the same here."""
        return Refused, (self.violations,)


def refuse(violation: Violation, *others: Violation) -> NoReturn:
    """Say no, and nothing after it is done."""
    raise Refused((violation, *others))


def refuse_any(*violations: Violation) -> None:
    """Say no if anything was found."""
    if violations:
        raise Refused(violations)
