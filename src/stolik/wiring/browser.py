"""The device as the web app's worker talks to it: values of JavaScript in, values of it out."""

from collections.abc import Sequence
from typing import Any

from stolik.adapters.web.device.device_store import Change
from stolik.wiring.device import Device, start


class _Drawer:
    """Passes changes on to the page's own storage."""

    def __init__(self, keep: Any) -> None:
        self._keep = keep

    async def keep(self, changes: Sequence[Change]) -> None:
        from pyodide.ffi import to_js  # type: ignore[import-not-found]

        await self._keep(to_js(changes))


async def begin(keep: Any, kept: Any) -> Device:
    """A device that goes on from pairs of key and value; `keep` takes the changes."""
    return await start(_Drawer(keep), {key: bytes(value) for key, value in kept.to_py()})
