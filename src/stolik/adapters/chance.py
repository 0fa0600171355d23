"""Chance of the operating system, fetched by the page: a call of its own for 16 bytes is dear."""

import secrets
from collections.abc import Callable

_PAGE = 4096


def chance_by_the_page() -> Callable[[int], bytes]:
    """Bytes nobody can guess, each handed out once; for one thread."""
    page = b""

    def chance(count: int) -> bytes:
        nonlocal page
        if count > len(page):
            page = secrets.token_bytes(max(_PAGE, count))
        taken, page = page[:count], page[count:]
        return taken

    return chance
