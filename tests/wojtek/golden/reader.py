"""Reads the case files of Miś Wojtek: `case:` begins a case, then circumstances, then steps."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.golden.reader import Case, Step

FOLDER = Path(__file__).parent
ALWAYS = ("line",)
CIRCUMSTANCES = (
    *ALWAYS,
    "with",
    "bears",
    "arrived",
    "order",
    "to move",
    "display",
    "travel next",
    "travel deck",
    "travel discards",
    "bear next",
    "bear deck",
    "bear discards",
    "offences",
    "finished",
    "last turns",
)
_NUMBERED = re.compile(r"(hand|cards|cities) \d")


@cache
def all_cases() -> tuple[Case, ...]:
    """Every case of every file."""
    return tuple(case for path in sorted(FOLDER.glob("*.txt")) for case in _read(path))


def setting(case: Case) -> tuple[str, ...]:
    """The switches turned in a case."""
    return tuple(case.circumstances.get("with", []))


def _read(path: Path) -> Iterator[Case]:
    case: Case | None = None
    for number, raw in enumerate(path.read_text("utf-8").splitlines(), start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("case:"):
            if case:
                yield _complete(case)
            case = Case(path.stem, line.removeprefix("case:").strip())
            continue
        assert case, f"{path.name}:{number}: a case begins with `case:`"
        _add(case, line, f"{path.name}:{number}")
    if case:
        yield _complete(case)


def _add(case: Case, line: str, where: str) -> None:
    name, _, value = (part.strip() for part in line.partition(":"))
    if name == "expect":
        assert case.steps, f"{where}: nothing has happened yet"
        case.steps[-1].expected += [fact.strip() for fact in value.split(";")]
    elif name in CIRCUMSTANCES or _NUMBERED.fullmatch(name):
        assert not case.steps, f"{where}: circumstances come before the first step"
        case.circumstances.setdefault(name, []).append(value)
    else:
        case.steps.append(Step(line))


def _complete(case: Case) -> Case:
    missing = [name for name in ALWAYS if name not in case.circumstances]
    assert not missing, f"{case.id}: {missing} missing"
    assert any(step.expected for step in case.steps), f"{case.id}: expects nothing"
    return case
