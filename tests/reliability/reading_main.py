"""A small process that reads the files of a directory, and what it and its readers took.

python -m tests.reliability.reading_main DIRECTORY
"""

import json
import resource
import sys
from pathlib import Path
from time import monotonic

from stolik.adapters.sheets.reader import read_file
from stolik.refusal import Refused


def main() -> None:
    for path in sorted(Path(sys.argv[1]).iterdir()):
        began, code = monotonic(), ""
        try:
            read_file(path.read_bytes())
        except Refused as refused:
            code = str(refused.violations[0].code)
        told = {"file": path.name, "code": code, "seconds": monotonic() - began}
        print(json.dumps({**told, "mb": peak(resource.RUSAGE_CHILDREN)}))
    print(json.dumps({"own_mb": own_peak()}))


def peak(whose: int) -> int:
    return resource.getrusage(whose).ru_maxrss // 1024


def own_peak() -> int:
    """Of this program alone: the system's figure begins with that of whoever started it."""
    status = Path("/proc/self/status")
    if not status.exists():
        return peak(resource.RUSAGE_SELF)
    line = next(li for li in status.read_text().splitlines() if li.startswith("VmHWM"))
    return int(line.split()[1]) // 1024


if __name__ == "__main__":
    main()
