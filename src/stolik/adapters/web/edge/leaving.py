"""Work that ends with whoever asked for it: a closed tab must not keep others waiting."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from litestar import Request

from stolik.app.thinking.codes import Refusal
from stolik.refusal import Refused, Violation

T = TypeVar("T")


async def while_there(request: Request[Any, Any, Any], doing: Coroutine[Any, Any, T]) -> T:
    """The answer; refused, and the work called off, when whoever asked has gone."""
    work = asyncio.ensure_future(doing)
    leaving = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((work, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise Refused([Violation(Refusal.NOBODY_WAITS)])
        return work.result()
    finally:
        work.cancel()
        leaving.cancel()


async def _gone(request: Request[Any, Any, Any]) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
