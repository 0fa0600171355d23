"""The end of time that was called at a live table by mistake, taken back by a rewind."""

from collections.abc import Sequence
from typing import Any

Line = Sequence[tuple[int, Any]]


def time_back(
    line: Line, called: type[Any], quiet: tuple[type[Any], ...], commands: Any, *, stands: bool
) -> Sequence[Any]:
    """The commands that undo the call; none once somebody has played on after it.

    `line`: the numbered events that count; `quiet`: those by which nobody plays on.
    """
    number = max((n for n, event in line if isinstance(event, called)), default=0)
    if not number or any(n > number and not isinstance(event, quiet) for n, event in line):
        return ()
    reason = "hall"  # told by the screens in words of their own
    undone = (commands.Rewind(number - 1, reason, anywhere=True),)
    return undone if stands else (commands.Pause(reason), *undone, commands.Resume())
