"""What a server of a test need not do anew each time: hundreds of them start in one process.

A real start, with a real password, is what every test of `stolik serve` as a process sees.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from typing import Any
from unittest.mock import patch

from litestar import Litestar
from litestar.events import SimpleEventEmitter

from stolik.adapters import passwords
from stolik.adapters.web import application

COSTLY_KIB = passwords._MEMORY_KIB
_CHEAP_KIB = 64


class Routed:
    """Applications with their routes in place; reading the signatures of all takes 0.3 s."""

    def __init__(self) -> None:
        self._made: dict[Any, tuple[Litestar, Sequence[Any]]] = {}

    def __call__(self, handlers: Sequence[Any], *, state: Any, **more: Any) -> Litestar:
        """An application like any other, but for what belongs to all of those handlers."""
        rules = tuple((id(one), getattr(one, "opt", {}).get("rule")) for one in handlers)
        key = rules, more["request_max_body_size"], tuple(map(id, more["guards"]))
        if key not in self._made:
            self._made[key] = Litestar(handlers, state=state, **more), handlers
        app = copy(self._made[key][0])
        app.state, app.event_emitter = state, SimpleEventEmitter([])
        app.asgi_router = copy(app.asgi_router)
        app.asgi_router.app = app  # it is this one's beginning and end that are waited for
        return app


@contextmanager
def cheap_servers() -> Iterator[None]:
    """Servers start in a tenth of the time, and passwords cost next to nothing."""
    with patch.object(application, "Litestar", Routed()), cost(_CHEAP_KIB):
        yield


def cost(kib: int) -> Any:
    """Passwords hashed with so much memory."""
    return patch.object(passwords, "_MEMORY_KIB", kib)
