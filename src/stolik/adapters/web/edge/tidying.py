"""When the collector of circles looks at everything that is kept.

A full look walks over every table and every tournament, a tenth of a second for a thousand
entrants, and whoever asks in the meantime waits for it, in whichever thread it happens. So it never
comes by itself: it waits until hardly anything is asked. Young circles, the fruit of requests, are
found as they grow old, a few milliseconds at a time.
"""

import asyncio
import gc
from collections.abc import Callable
from time import thread_time

# After so many new things the young are looked at; after so many times those that were left too.
# The last number is when Python would look at everything: never.
_YOUNG, _OLDER, _NEVER = 10_000, 5, 1_000_000_000
_QUIET_S = 5.0
_HARDLY = 0.02  # of the loop's time
# Looks at what is older since the last full one: then it is worth one, and then it must not wait.
WORTH_IT, OVERDUE = 100, 20_000


def ready_for_many() -> None:
    """Let the process answer many without long pauses.

    What is loaded by now stays; of what comes the old is left to `tidy_when_quiet`.
    """
    gc.freeze()
    gc.enable()
    gc.set_threshold(_YOUNG, _OLDER, _NEVER)


async def tidy_when_quiet(thinks: Callable[[], bool], quiet_s: float = _QUIET_S) -> None:
    """Look at everything once the loop has rested and nothing thinks beside it; for ever."""
    while True:
        before = thread_time()
        await asyncio.sleep(quiet_s)
        rested = thread_time() - before < quiet_s * _HARDLY
        if is_due(gc.get_count()[2], quiet=rested and not thinks()):
            gc.collect()


def is_due(looks: int, *, quiet: bool) -> bool:
    """Whether to look at everything now; a night without a quiet moment is no leak."""
    return looks >= (WORTH_IT if quiet else OVERDUE)
