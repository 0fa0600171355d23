"""Which cases of a test are quick: the rest belong to the long tier."""

from collections.abc import Sequence
from typing import Any

import pytest

LONG = pytest.mark.full


def first(*values: Any, quick: int = 1, ids: Sequence[str] = ()) -> list[Any]:
    """The first in every run, the others in the long tier."""
    names = ids or (None,) * len(values)
    return [
        pytest.param(value, id=name, marks=LONG if i >= quick else ())
        for i, (value, name) in enumerate(zip(values, names, strict=True))
    ]
