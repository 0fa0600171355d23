"""Limits a process sets itself before it looks at what strangers brought, and cannot lift again."""

import sys
from contextlib import suppress


def take_little(memory: int, cpu_s: int, *, writes: bool = True) -> None:
    """At most so much memory and so much computing from now on; `writes=False`: and no file.

    Where the system knows no such limits the clock of whoever waits is left.
    """
    if sys.platform == "win32":
        from stolik.adapters.sheets.windows_job import bound_to_a_job

        bound_to_a_job(memory, cpu_s)
        return
    try:
        import resource
    except ImportError:  # a browser
        return
    used = int(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))  # to get here
    wanted = [(resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, used + cpu_s)]
    if not writes:
        wanted += [(resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_NOFILE, 16)]
        wanted += [(resource.RLIMIT_CORE, 0)]
    for kind, most in wanted:
        with suppress(ValueError, OSError):  # some systems know a limit and do not set it
            resource.setrlimit(kind, (most, most))
