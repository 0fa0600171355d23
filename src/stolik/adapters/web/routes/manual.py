"""The documentation as pages, built beforehand (`tools/build_docs.py`)."""

import gzip
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from mimetypes import guess_type
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from stolik.adapters.web.edge.codes import Refusal
from stolik.adapters.web.edge.language import header, language_of
from stolik.app.access.roles import Rule
from stolik.refusal import Violation, refuse

AT = "/docs/manual"
_PACKED = ".gz"
_CACHING = "public, max-age=3600"
_FILES: dict[str, Any] = {
    "opt": {"rule": Rule.ANYONE},
    "include_in_schema": False,
    "sync_to_thread": False,
}


@get(AT, **_FILES)
def manual(request: Request[Any, Any, Any]) -> Redirect:
    """The first page, in the reader's language."""
    folder = "pl/" if language_of(request.scope) == "pl" else ""
    return Redirect(f"{AT}/{folder}index.html", status_code=302)


@get(f"{AT}/{{name:path}}", **_FILES)
def manual_page(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes] | Redirect:
    """A page, or what it shows; a folder is its first page."""
    known, asked = _known(), name.strip("/")
    if f"{asked}/index.html{_PACKED}" in known:
        return Redirect(f"{AT}/{asked}/index.html", status_code=302)
    headers = {"cache-control": _CACHING, "vary": "accept-encoding"}
    kind = guess_type(asked)[0] or "application/octet-stream"
    if found := known.get(asked):
        return Response(found.read_bytes(), media_type=kind, headers=headers)
    packed = known.get(asked + _PACKED)
    if packed is None:
        refuse(Violation(Refusal.NOT_FOUND))
    if "gzip" not in header(request.scope, b"accept-encoding"):
        return Response(gzip.decompress(packed.read_bytes()), media_type=kind, headers=headers)
    headers["content-encoding"] = "gzip"
    return Response(packed.read_bytes(), media_type=kind, headers=headers)


@cache
def _known() -> dict[str, Traversable]:
    """All there are, by name: no request can ask for other files."""
    return dict(_found(files("stolik.adapters.web") / "site", ""))


def _found(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    for one in folder.iterdir() if folder.is_dir() else ():
        if one.is_dir():
            yield from _found(one, f"{prefix}{one.name}/")
        else:
            yield prefix + one.name, one


HANDLERS = (manual, manual_page)
