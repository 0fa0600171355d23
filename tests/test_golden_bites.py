"""A case with a wrong expectation fails: every expectation is turned wrong once."""

import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest

from tests.golden.comparing import must_read
from tests.golden.reader import Case, all_cases
from tests.golden.runner import run

_OPPOSITES = {
    "accepted": "refused move.no_rack_tile (decision 1)",
    "they draw again": "they sit in the order 1 2",
    ": yes": ": no",
    ": no": ": yes",
    ": nothing": ": k1",
    "as hidden": "as k1",
    "as nothing": "as k1",
    "is nothing": "is k1",
    "are none": "are k1",
    "is empty": "is k1",
    "is redealing": "is readying",
    "is readying": "is redealing",
    "by went_out": "by time_over",
    "by pool_empty": "by went_out",
    "by time_over": "by went_out",
    "by last_seat": "by went_out",
    "nobody is to move": "1 is to move",
    ": open": ": ruled",
    ": ruled": ": open",
}


def wrong(fact: str) -> str:
    """The same sentence with its last number raised, or turned into its opposite."""
    for ending, opposite in _OPPOSITES.items():
        if fact.endswith(ending):
            return fact.removesuffix(ending) + opposite
    if fact.startswith(("refused", "it is no meld", "they are loose for")) and "(" not in fact:
        return f"{fact}_or_not"
    if match := re.fullmatch(r"(.*?)(\d+)(\D*)", fact):
        return f"{match[1]}{int(match[2]) + 1}{match[3]}"
    return f"{fact} k1"


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
    return True


def test_what_fails_says_what_was_wanted_and_what_was_found():
    fact, copy = next(spoilt(all_cases()[0]))
    with pytest.raises(AssertionError) as failed:
        run(copy)
    assert all(word in str(failed.value) for word in (fact, "wanted:", "found:"))
    assert any(copy.title in note for note in failed.value.__notes__)


def test_pages_that_differ_show_the_lines_and_how_they_are_written(tmp_path: Path):
    page = tmp_path / "page.txt"
    page.write_text("same\none", "utf-8")
    with pytest.raises(AssertionError, match=r"`make it so`[\s\S]*-one\n\+two"):
        must_read("same\ntwo", page, "make it so")
    with pytest.raises(AssertionError, match=r"`make it so`[\s\S]*\+two"):
        must_read("two", tmp_path / "new.txt", "make it so")


def test_each_case_has_a_name_of_its_own_that_can_be_typed():
    names = [case.name for case in all_cases()]
    assert len(set(names)) == len(names)
    assert not any(" " in name for name in names)


def test_a_sentence_nobody_understands_is_an_error():
    case = deepcopy(all_cases()[0])
    case.steps[-1].expected = ["the moon is full"]
    with pytest.raises(LookupError):
        run(case)
