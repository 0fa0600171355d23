"""Every golden case holds; each is one ruling, named as in its file."""

import pytest

from tests.golden.reader import Case, all_cases
from tests.golden.runner import run


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.name)
def test_golden_case(case: Case):
    run(case)
