"""The version of the API in its addresses: `/api/v1/…` is what stands at `/api/…`.

Programs are told the addresses with a version; our own pages come with the server and need none.
"""

from litestar.types import Scope

_PLAIN = "/api/"
VERSIONED = "/api/v1/"


def as_versioned(path: str) -> str:
    """How programs call an address."""
    return VERSIONED + path.removeprefix(_PLAIN) if path.startswith(_PLAIN) else path


def as_routed(scope: Scope) -> None:
    """Let an address with a version mean the route without one."""
    if scope["path"].startswith(VERSIONED):
        scope["path"] = _PLAIN + scope["path"].removeprefix(VERSIONED)
        scope["raw_path"] = scope["raw_path"].replace(VERSIONED.encode(), _PLAIN.encode(), 1)
