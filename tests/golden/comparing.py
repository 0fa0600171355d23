"""How a golden case says what it wanted and what it found instead."""

from collections.abc import Iterator
from contextlib import contextmanager
from difflib import unified_diff
from pathlib import Path

from tests.golden.reader import Case, Step


@contextmanager
def told_of(case: Case, step: Step) -> Iterator[None]:
    """What fails inside says which case it was, and after which of its steps."""
    try:
        yield
    except AssertionError as failed:
        failed.add_note(f"in {case.id}\nafter: {step.action}")
        raise


def must_be(found: object, wanted: object, fact: str) -> None:
    """Fail with both, under the sentence that does not hold."""
    if found != wanted:
        raise AssertionError(f"{fact}\n  wanted: {wanted}\n  found:  {found}")


def must_read(found: str, file: Path, writes: str) -> None:
    """The same of whole pages: the lines that differ, and the command that writes them anew."""
    wanted = file.read_text("utf-8") if file.exists() else ""
    if found != wanted:
        lines = unified_diff(
            wanted.splitlines(), found.splitlines(), "wanted", "found", lineterm=""
        )
        said = f"{file.name} reads otherwise; meant so? `{writes}`, then read the difference"
        raise AssertionError("\n".join((said, *lines)))
