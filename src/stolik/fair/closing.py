"""A log closed by its length and its head: an entry dropped anywhere, the last included, shows.

The head hangs on the commitment and on every entry in order. It is told with the end of the game,
so whoever sat there can hold it against the transcript later.
"""

import json
from collections.abc import Sequence
from typing import Any

from stolik.fair.commit import VERSION
from stolik.fair.shuffle import digest


def closing(commit: str, log: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """What a finished transcript carries as `closed`."""
    return {"entries": len(log), "head": head(commit, log)}


def head(commit: str, log: Sequence[Sequence[Any]]) -> str:
    """The end of the chain over all entries, in hex."""
    link = digest(f"{VERSION} log", commit)
    for entry in log:
        link = digest(f"{VERSION} entry", link, written(entry))
    return link.hex()


def seal(closed: dict[str, Any]) -> str:
    """Length and head on one line, as people compare them: `57:3f9c…`."""
    return f"{closed['entries']}:{closed['head']}"


def written(value: Any) -> str:
    """JSON in one way only: keys in order, no spaces, letters as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
