"""Reads the case files: `case:` begins a case, then its circumstances, then steps and answers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
ALWAYS = ("rule", "line", "profile")
CIRCUMSTANCES = (
    *ALWAYS,
    "with",
    "seats",
    "table",
    "pool",
    "middle",
    "next",
    "to move",
    "starter",
    "unopened",
    "no turn yet",
    "announced",
    "announced before the game",
    "warnings",
)
_NUMBERED = re.compile(r"(rack|dealt|stack|last drawn by) \d+")


@dataclass
class Step:
    """One thing done or asked, and what must come of it."""

    action: str
    expected: list[str] = field(default_factory=list)


@dataclass
class Case:
    """One ruling: where it is written, how things stand, what happens."""

    file: str
    title: str
    circumstances: dict[str, list[str]] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    @property
    def id(self) -> str:
        return f"{self.file}: {self.title}"

    @property
    def name(self) -> str:
        """What `pytest -k` takes: the file and the title, joined by dashes."""
        return re.sub(r"[^\w.]+", "-", self.id).strip("-")

    @property
    def rules(self) -> tuple[str, ...]:
        """The rows of the rules and the decisions this case is about."""
        return tuple(part.strip() for part in self.one("rule").split(","))

    @property
    def lines(self) -> tuple[str, ...]:
        """Where the ruling is written: `mp2023 L54`, `decision 3`."""
        return tuple(part.strip() for part in self.one("line").split(","))

    @property
    def is_refused(self) -> bool:
        """Whether anything in it is refused."""
        return any(fact.startswith("refused") for step in self.steps for fact in step.expected)

    def one(self, name: str, default: str = "") -> str:
        """A circumstance that is written at most once."""
        return self.circumstances.get(name, [default])[0]

    def numbered(self, name: str) -> dict[int, str]:
        """`rack 1`, `rack 2` … by their number."""
        found = {}
        for key in self.circumstances:
            words = key.rsplit(" ", 1)
            if words[0] == name and words[-1].isdigit():
                found[int(words[1])] = self.one(key)
        return found


@cache
def all_cases() -> tuple[Case, ...]:
    """Every case of every file."""
    return tuple(case for path in sorted(FOLDER.glob("*.txt")) for case in _read(path))


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
