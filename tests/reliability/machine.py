"""How busy the machine is with other work: a time that is promised is promised on a free one."""

import os


def slack() -> float:
    """1 on a free machine; what times may be stretched by where others compute as well."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
