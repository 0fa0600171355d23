"""What a file may cost is counted in computing: who shares a busy machine is not refused for it."""

import asyncio
from collections.abc import Callable
from time import sleep
from typing import Any

from stolik.app.sheets.files import FEW_ROWS
from stolik.app.thinking.pools import Pools
from stolik.refusal import Refused
from stolik.wiring import readings
from stolik.wiring.readings import Readings

_WAITS_S = 4.0


def waiting(_: object) -> dict[str, Any]:
    """What reading is like where others have the processor."""
    sleep(_WAITS_S)
    return {"read": True}


def spinning(_: object) -> dict[str, Any]:
    """What a hostile file does: computing without end."""
    while True:
        pass


def nothing() -> Any:
    return None


def tried(work: Callable[[Any], dict[str, Any]], *, longest_s: float, cpu_s: int) -> Any:
    pools = Pools()
    try:
        asked = Readings(pools, longest_s, cpu_s).trial(work, nothing, FEW_ROWS + 1, "who", "where")
        return asyncio.run(asked)
    except Refused as refused:
        return str(refused.violations[0].code)
    finally:
        pools.close()


def test_waiting_for_the_processor_is_no_fault_of_the_file():
    assert tried(waiting, longest_s=120, cpu_s=2) == {"read": True}


def test_computing_without_end_is_refused():
    assert tried(spinning, longest_s=120, cpu_s=1) == "sheet.too_slow"


def test_the_mutant_that_counts_by_the_clock_on_the_wall_is_caught():
    assert tried(waiting, longest_s=_WAITS_S / 2, cpu_s=2) == "sheet.too_slow"


def test_whole_minutes_are_there_for_a_list_that_computes_for_seconds():
    assert readings.LONGEST_S >= 4 * readings.CPU_S
