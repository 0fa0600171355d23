"""A full look of the collector waits for a quiet moment: it would hold up everybody."""

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from stolik.adapters.web.edge.tidying import (
    OVERDUE,
    WORTH_IT,
    is_due,
    ready_for_many,
    tidy_when_quiet,
)


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


class Knot:
    """Kept alive by itself alone."""

    def __init__(self) -> None:
        self.me = self


def an_old_knot() -> "weakref.ref[Knot]":
    knot = Knot()
    gc.collect(0)
    gc.collect(1)
    return weakref.ref(knot)


def test_much_work_does_not_look_at_everything():
    ready_for_many()
    gc.collect()
    full = gc.get_stats()[2]["collections"]
    kept = [[n] for n in range(500_000)]
    for _ in range(WORTH_IT + 1):
        gc.collect(1)
    kept += [[n] for n in range(200_000)]
    assert gc.get_stats()[2]["collections"] == full


def test_old_circles_go_in_a_quiet_moment():
    ready_for_many()
    known = an_old_knot()
    for _ in range(WORTH_IT):
        gc.collect(1)
    assert known() is not None

    async def rest() -> None:
        tidying = asyncio.ensure_future(tidy_when_quiet(lambda: False, 0.05))
        while known() is not None:
            await asyncio.sleep(0.01)
        tidying.cancel()

    asyncio.run(rest())


@pytest.mark.parametrize(
    ("looks", "quiet", "due"),
    [
        (WORTH_IT - 1, True, False),
        (WORTH_IT, True, True),
        (WORTH_IT, False, False),
        (OVERDUE, False, True),
    ],
)
def test_a_full_look_waits_for_quiet_but_not_for_ever(looks: int, quiet: bool, due: bool):
    assert is_due(looks, quiet=quiet) is due
