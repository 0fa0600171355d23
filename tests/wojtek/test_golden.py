"""Every golden case of Miś Wojtek holds, and every expectation turned wrong fails."""

import re
from collections.abc import Iterator
from copy import deepcopy

import pytest

from tests.golden.reader import Case
from tests.wojtek.golden.facts import is_understood
from tests.wojtek.golden.reader import all_cases
from tests.wojtek.golden.runner import run

_OPPOSITES = {
    "accepted": "refused wojtek.paused",
    ": yes": ": no",
    ": no": ": yes",
    "is first": "is level",
}


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.name)
def test_golden_case(case: Case):
    run(case)


def wrong(fact: str) -> str:
    """The same sentence with its last number raised, or its last word changed."""
    for ending, opposite in _OPPOSITES.items():
        if fact.endswith(ending):
            return fact.removesuffix(ending) + opposite
    if fact.startswith("refused"):
        return f"{fact}, wojtek.paused"
    if not fact[-1].isdigit() and is_understood(f"{fact}x"):
        return f"{fact}x"
    match = re.fullmatch(r"(.*?)(\d+)(\D*)", fact)
    assert match, f"nobody knows the opposite of: {fact}"
    return f"{match[1]}{int(match[2]) + 1}{match[3]}"


def spoilt(case: Case) -> Iterator[tuple[str, Case]]:
    """The case once for each of its expectations, that one made wrong."""
    for s, step in enumerate(case.steps):
        for f, fact in enumerate(step.expected):
            copy = deepcopy(case)
            copy.steps[s].expected[f] = wrong(fact)
            yield wrong(fact), copy


@pytest.mark.parametrize("file", sorted({case.file for case in all_cases()}))
def test_a_wrong_expectation_fails(file: str):
    for case in all_cases():
        if case.file == file:
            for fact, copy in spoilt(case):
                assert not _passes(copy), f"{case.id} still passes with: {fact}"


def _passes(case: Case) -> bool:
    try:
        run(case)
    except AssertionError:
        return False
    except (IndexError, KeyError, StopIteration):
        return False  # the sentence names a seat that is not there
    return True


def test_a_sentence_nobody_understands_is_an_error():
    case = deepcopy(all_cases()[0])
    case.steps[-1].expected = ["the moon is full"]
    with pytest.raises(LookupError):
        run(case)
