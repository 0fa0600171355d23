"""How a golden case says what it wanted and what it found instead."""

from collections.abc import Iterator
from contextlib import contextmanager
from difflib import unified_diff

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


def must_read(found: str, wanted: str, name: str) -> None:
    """The same of whole pages: the lines that differ."""
    if found != wanted:
        lines = unified_diff(
            wanted.splitlines(), found.splitlines(), "wanted", "found", lineterm=""
        )
        raise AssertionError("\n".join((f"{name} reads otherwise", *lines)))
