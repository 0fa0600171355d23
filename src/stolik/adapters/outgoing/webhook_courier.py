"""One notice handed over by HTTP, signed (`guarded_post.py` says how it is connected)."""

import hmac
from collections.abc import Callable

from stolik.adapters.outgoing.guarded_post import NotTaken, Outward, post


def signature(secret: str, at: int, body: bytes) -> str:
    """`t=…,v1=…`: HMAC-SHA256 over the time, a dot and the bytes sent."""
    made = hmac.digest(secret.encode(), f"{at}.".encode() + body, "sha256").hex()
    return f"t={at},v1={made}"


class Courier:
    """Hands notices over with one secret; to addresses of a local network only where allowed."""

    def __init__(self, secret: str, now: Callable[[], float], wire: Outward) -> None:
        self._secret, self._now, self._wire = secret, now, wire

    async def send(self, url: str, notice: str, body: bytes) -> str:
        """Why it was not taken; empty if it was."""
        headers = (
            ("Content-Type", "application/json"),
            ("Stolik-Notice", notice),
            ("Stolik-Signature", signature(self._secret, int(self._now()), body)),
        )
        try:
            status = await post(self._wire, url, headers, body)
        except NotTaken as why:
            return str(why)
        return "" if 200 <= status < 300 else f"status {status}"
