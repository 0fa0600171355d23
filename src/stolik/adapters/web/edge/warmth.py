"""Who comes in the first second waits for what is still being made; everybody else does not."""

import asyncio
from typing import Any

from litestar import Litestar, Request


def is_warming(app: Litestar, warming: "asyncio.Future[None]") -> None:
    """What takes long is being made, and is there when this is done."""
    app.state.warming = warming


async def when_warm(request: Request[Any, Any, Any]) -> None:
    """Come back when it is made; nobody makes it a second time, on the loop."""
    warming: asyncio.Future[None] | None = request.app.state.get("warming")
    if warming is not None and not warming.done():
        await asyncio.wait([warming])
