"""The API to read: `/openapi.json` and a plain page made from it, without any script."""

from contextlib import suppress
from html import escape
from importlib import import_module
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin

from stolik.adapters.web.edge.warmth import when_warm
from stolik.app.access.roles import Rule

_STYLE = """
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 0; } code, pre { font-family: ui-monospace, monospace; }
.method { display: inline-block; min-width: 4.5rem; font-weight: bold; }
pre { background: #f3f1ea; color: #222; overflow: auto; padding: .75rem; }
"""


@get(
    "/openapi.json",
    opt={"rule": Rule.ANYONE},
    include_in_schema=False,
    sync_to_thread=False,
    before_request=when_warm,
)
def openapi_json(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The description of the API for programs."""
    return Response(msgspec.json.encode(description(request.app)), media_type="application/json")


def description(app: Litestar) -> dict[str, Any]:
    """The API as it is described; put together once, which takes longer than a request may."""
    if "described" not in app.state:
        from stolik.adapters.web.routes.described import described

        app.state["described"] = described(app, made_by_litestar(app))
    told: dict[str, Any] = app.state["described"]
    return told


def made_by_litestar(app: Litestar) -> dict[str, Any]:
    """Litestar makes its own for its page and keeps it: that one, where it is still to be had."""
    with suppress(ImportError, AttributeError):
        plugin = import_module("litestar._openapi.plugin").OpenAPIPlugin
        kept: dict[str, Any] = app.plugins.get(plugin).provide_openapi_schema()
        return kept
    return app.openapi_schema.to_schema()


@get("/docs/style.css", opt={"rule": Rule.ANYONE}, include_in_schema=False, sync_to_thread=False)
def docs_style() -> Response[str]:
    """How the page looks."""
    return Response(_STYLE, media_type="text/css")


class DocsJson(JsonRenderPlugin):
    """The same for programs, beside the page."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The description."""
        del openapi_schema
        return msgspec.json.encode(description(request.app))


class DocsPage(OpenAPIRenderPlugin):
    """The description of the API for people."""

    def __init__(self) -> None:
        super().__init__(path="/")

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The page."""
        openapi_schema = description(request.app)
        title = escape(f"{openapi_schema['info']['title']} {openapi_schema['info']['version']}")
        parts = [
            _operation(path, method, operation)
            for path, item in sorted(openapi_schema.get("paths", {}).items())
            for method, operation in item.items()
            if isinstance(operation, dict)
        ]
        schemas = openapi_schema.get("components", {}).get("schemas", {})
        shapes = [_shape(name, schema) for name, schema in sorted(schemas.items())]
        return (
            '<!doctype html><html lang="en"><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<title>{title}</title><link rel="stylesheet" href="/docs/style.css">'
            f'<h1>{title}</h1><p><a href="/openapi.json">openapi.json</a> · '
            '<a href="/docs/manual">Podręcznik, documentation</a></p>'
            f"{''.join(parts)}<h1>Shapes</h1>{''.join(shapes)}</html>"
        ).encode()


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    words = escape(operation.get("description") or operation.get("summary") or "")
    body = operation.get("requestBody", {}).get("content", {})
    asked = "".join(f"<p>{_named(content['schema'])}</p>" for content in body.values())
    return (
        f'<h2><span class="method">{escape(method.upper())}</span> <code>{escape(path)}</code></h2>'
        f"<p>{words}</p>{asked}"
    )


def _named(schema: dict[str, Any]) -> str:
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    return f'<a href="#{escape(name)}">{escape(name)}</a>' if name else _json(schema)


def _shape(name: str, schema: dict[str, Any]) -> str:
    return f'<h2 id="{escape(name)}">{escape(name)}</h2>{_json(schema)}'


def _json(value: Any) -> str:
    return f"<pre>{escape(msgspec.json.format(msgspec.json.encode(value)).decode())}</pre>"
