"""What a browser asks before a page elsewhere reads open data with `If-None-Match`.

The same for every tournament, public or not: whether it may be read is told by the answer itself.
"""

import re

from litestar.types import Scope, Send

_OPEN = re.compile(r"/api/tournaments/[^/]+/open/[^/]+")
_HEADERS = (
    (b"access-control-allow-origin", b"*"),
    (b"access-control-allow-methods", b"GET"),
    (b"access-control-allow-headers", b"if-none-match"),
    (b"access-control-max-age", b"86400"),
    (b"content-length", b"0"),
)


def is_preflight(scope: Scope) -> bool:
    """Whether it asks for open data, which is all that pages elsewhere may read."""
    return scope.get("method") == "OPTIONS" and _OPEN.fullmatch(scope["path"]) is not None


async def allow(send: Send) -> None:
    """Reading, and nothing that would tell who reads."""
    await send({"type": "http.response.start", "status": 204, "headers": list(_HEADERS)})
    await send({"type": "http.response.body", "body": b"", "more_body": False})
