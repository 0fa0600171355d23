"""What a browser takes along to play alone: files built beforehand, packed as they are sent."""

import gzip
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from mimetypes import guess_type
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath

from stolik.adapters.web.edge.codes import Refusal
from stolik.adapters.web.edge.language import header
from stolik.adapters.web.routes.pages import FOREVER, sent
from stolik.app.access.roles import Rule
from stolik.refusal import Violation, refuse

PARTS = "parts.json"
_FILES: dict[str, Any] = {
    "opt": {"rule": Rule.ANYONE},
    "include_in_schema": False,
    "sync_to_thread": False,
}
_KINDS = {".mjs": "text/javascript", ".wasm": "application/wasm"}


@get("/sw.js", **_FILES)
def service_worker(request: Request[Any, Any, Any]) -> Response[bytes]:
    """What answers for us where the server cannot be reached; asked for at each visit."""
    return sent(request, "sw.js", "no-cache")


@get("/shell.json", **_FILES)
def shell(request: Request[Any, Any, Any]) -> Response[bytes]:
    """All parts of the web app by name."""
    return sent(request, "shell.json", "no-cache")


@get("/device/parts.json", **_FILES)
def parts() -> Response[bytes]:
    """What the files below are called; refused where they were not built."""
    found = _folder() / PARTS
    if not found.is_file():
        refuse(Violation(Refusal.NOT_FOUND))
    headers = {"cache-control": "no-cache"}
    return Response(found.read_bytes(), media_type="application/json", headers=headers)


@get(["/device/{name:str}", "/device/{folder:str}/{name:str}"], **_FILES)
def device_file(
    request: Request[Any, Any, Any], name: FromPath[str], folder: FromPath[str] = ""
) -> Response[bytes]:
    """One of them; its name never stands for anything else."""
    packed = _packed().get(f"{folder}/{name}" if folder else name)
    if packed is None:
        refuse(Violation(Refusal.NOT_FOUND))
    headers, kind = {"cache-control": FOREVER, "vary": "accept-encoding"}, _kind(name)
    if "gzip" not in header(request.scope, b"accept-encoding"):
        return Response(gzip.decompress(packed), media_type=kind, headers=headers)
    return Response(packed, media_type=kind, headers={**headers, "content-encoding": "gzip"})


@cache
def _packed() -> dict[str, bytes]:
    """Seven megabytes by name; read once, so no request can ask for other files."""
    return dict(_found(_folder(), ""))


def _found(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    for one in folder.iterdir() if folder.is_dir() else ():
        if one.is_dir():
            yield from _found(one, f"{prefix}{one.name}/")
        elif one.name.endswith(".gz"):
            yield prefix + one.name.removesuffix(".gz"), one.read_bytes()


def _folder() -> Traversable:
    return files("stolik.adapters.web.device") / "files"


def _kind(name: str) -> str:
    ending = "." + name.rpartition(".")[2]
    return _KINDS.get(ending) or guess_type(name)[0] or "application/octet-stream"


HANDLERS = (service_worker, shell, parts, device_file)
