"""What a test needs of the machine: where it is missing the test is skipped, in CI it fails."""

import os
from typing import NoReturn

import pytest


def missing(what: str) -> NoReturn:
    """Skip with one line, or fail where everything has to be there."""
    if os.environ.get("STOLIK_REQUIRE_ALL") == "1":
        pytest.fail(f"missing: {what}")
    pytest.skip(f"missing: {what}")
