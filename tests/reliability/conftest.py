"""A place for thousands of small databases."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

_MEMORY = Path("/dev/shm")


@pytest.fixture
def ram_path() -> Iterator[Path]:
    """A directory in memory where there is one: the cuts are simulated, the disk need not wait."""
    with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as name:
        yield Path(name)
