"""How busy the machine is with other work: a time that is promised is promised on a free one."""

import os
from contextlib import suppress
from pathlib import Path


def slack() -> float:
    """1 on a free machine; what times may be stretched by where others compute as well."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def ran_and_waited(process: int) -> tuple[float, float]:
    """Seconds the first thread of a process has run, and those it was ready and got no processor.

    Nothing where the system does not tell.
    """
    with suppress(OSError):
        told = Path(f"/proc/{process}/task/{process}/schedstat").read_text().split()
        return int(told[0]) / 1e9, int(told[1]) / 1e9
    return 0.0, 0.0
