"""The web app's own files: one page for every screen, and its parts by name."""

import gzip
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from mimetypes import guess_type
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath

from stolik.adapters.web.edge.codes import Refusal
from stolik.adapters.web.edge.language import header
from stolik.adapters.web.edge.policy import POLICY_WITH_WASM
from stolik.adapters.web.edge.warmth import when_warm
from stolik.app.access.roles import Rule
from stolik.app.texts import LANGUAGES, catalogue
from stolik.refusal import Refused, Violation

TOURNAMENT = "/tournament/{tournament:str}"
# Addresses of screens; the page itself finds out which one it is.
SCREENS = (
    "/",
    "/boards",
    "/enter",
    "/friends",
    "/https",
    "/judge",
    "/judge/{tool:str}",
    "/organise",
    "/phone-test",
    "/rules/{game:str}",
    "/table/{table:str}",
    "/table/{table:str}/replay",
    TOURNAMENT,  # its link may be shared: routes/postcards.py
    "/tournament/{tournament:str}/hall",
    "/tournament/{tournament:str}/register",
    "/tournament/{tournament:str}/organise",
    "/tournament/{tournament:str}/organise/{section:str}",
    "/tournament/{tournament:str}/referee",
    "/tournament/{tournament:str}/tables/{number:int}/clock",
)
# A part's name holds the hash of its contents: it never changes.
FOREVER = "public, max-age=31536000, immutable"
_LEAST_TO_PACK = 1000
_KINDS = {"manifest.webmanifest": "application/manifest+json"}  # not every system knows it
_WORKER = "device_worker-"  # Python runs in it, which is WebAssembly; on no page does
_FILES: dict[str, Any] = {
    "opt": {"rule": Rule.ANYONE},
    "include_in_schema": False,
    "sync_to_thread": False,
    "before_request": when_warm,
}


@dataclass(frozen=True, slots=True)
class Part:
    """A file of the web app, as it is and packed."""

    kind: str
    plain: bytes
    packed: bytes | None


@get([path for path in SCREENS if path != TOURNAMENT], **_FILES)
def screen(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page of the web app."""
    return sent(request, "index.html", "no-cache")


def page_with(request: Request[Any, Any, Any], tags: str) -> Response[bytes]:
    """The page of the web app with a few more words in its head."""
    answer = sent(request, "index.html", "no-cache")
    if not tags:
        return answer
    whole = parts()["index.html"].plain.replace(b"</head>", tags.encode() + b"</head>", 1)
    answer.headers.pop("content-encoding", None)
    answer.headers["vary"] = "accept-encoding, accept-language"
    answer.content = whole
    return answer


def is_person(request: Request[Any, Any, Any]) -> bool:
    """Whether a browser was sent there to show what it finds."""
    return request.method == "GET" and "text/html" in header(request.scope, b"accept")


def missing_page(request: Request[Any, Any, Any]) -> Response[bytes] | None:
    """The page that says so in words, for a person at a wrong address; None for a program."""
    if (
        not is_person(request)
        or request.url.path.startswith("/api/")
        or "index.html" not in parts()
    ):
        return None
    answer = sent(request, "index.html", "no-cache")
    answer.status_code = 404
    return answer


@get("/icon.svg", **_FILES)
def icon(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The sign in the browser's tab."""
    return sent(request, "icon.svg", "public, max-age=86400")


@get(["/icon-192.png", "/icon-512.png", "/icon-maskable.png"], **_FILES)
def picture(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The sign of the app on a phone's home screen."""
    return sent(request, request.url.path.removeprefix("/"), "public, max-age=86400")


@get("/manifest.webmanifest", **_FILES)
def manifest(request: Request[Any, Any, Any]) -> Response[bytes]:
    """What a browser needs to put us on a home screen; only by https it offers to."""
    return sent(request, "manifest.webmanifest", "no-cache")


@get("/assets/{name:str}", **_FILES)
def asset(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """A part of the web app."""
    answer = sent(request, f"assets/{name}", FOREVER)
    if name.startswith(_WORKER):
        answer.headers["content-security-policy"] = POLICY_WITH_WASM
    return answer


@get(
    "/api/texts/{lang:str}/{part:str}",
    opt={"rule": Rule.ANYONE},
    tags=["server"],
    sync_to_thread=False,
)
def texts(lang: FromPath[str], part: FromPath[str]) -> dict[str, str]:
    """What the server says about something, such as why tiles are no `meld`, in one language."""
    known = catalogue(lang if lang in LANGUAGES else LANGUAGES[0])
    return {key: text for key, text in known.items() if key.startswith(f"{part}.")}


def sent(request: Request[Any, Any, Any], name: str, caching: str) -> Response[bytes]:
    """A file of the built web app."""
    part = parts().get(name)
    if part is None:
        code = Refusal.NOT_BUILT if name == "index.html" else Refusal.NOT_FOUND
        raise Refused([Violation(code)])
    headers = {"cache-control": caching, "vary": "accept-encoding"}
    packs = "gzip" in header(request.scope, b"accept-encoding")
    if packs and part.packed is not None:
        headers["content-encoding"] = "gzip"
        return Response(part.packed, media_type=part.kind, headers=headers)
    return Response(part.plain, media_type=part.kind, headers=headers)


@cache
def parts() -> dict[str, Part]:
    """Every file of the built web app by its name; read once, so no request can ask for others."""
    root = files("stolik.adapters.web") / "static"
    found = {}
    for folder, prefix in ((root, ""), (root / "assets", "assets/")):
        if folder.is_dir():
            for file in folder.iterdir():
                if file.is_file():
                    found[prefix + file.name] = _part(file.name, file.read_bytes())
    return found


def _part(name: str, plain: bytes) -> Part:
    kind = guess_type(name)[0] or _KINDS.get(name, "application/octet-stream")
    if kind == "application/javascript":  # to every kind of text Litestar adds it by itself
        kind += "; charset=utf-8"
    packed = gzip.compress(plain, 9, mtime=0) if len(plain) >= _LEAST_TO_PACK else None
    return Part(kind, plain, packed if packed and len(packed) < len(plain) else None)


HANDLERS = (screen, icon, picture, manifest, asset, texts)
