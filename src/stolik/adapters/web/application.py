"""The application: routes behind the guard, everything behind the gate."""

from collections.abc import Sequence

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.types import ControllerRouterHandler

from stolik import __version__
from stolik.adapters.web.edge.gate import gate
from stolik.adapters.web.edge.guard import declared_rules, guard
from stolik.adapters.web.edge.refusals import exception_handlers, note_bug
from stolik.adapters.web.edge.warmth import when_warm
from stolik.adapters.web.routes import access as access_routes
from stolik.adapters.web.routes import demo as demo_routes
from stolik.adapters.web.routes import device_files, health, manual, pages
from stolik.adapters.web.routes import login as login_routes
from stolik.adapters.web.routes.docs import DocsJson, DocsPage, docs_style, openapi_json
from stolik.adapters.web.services import Services
from stolik.app.access.roles import Rule

OWN_HANDLERS: tuple[ControllerRouterHandler, ...] = (
    *health.HANDLERS,
    *login_routes.HANDLERS,
    *access_routes.HANDLERS,
    *demo_routes.HANDLERS,
    *pages.HANDLERS,
    *device_files.HANDLERS,
    *manual.HANDLERS,
    openapi_json,
    docs_style,
)


def make_app(services: Services, handlers: Sequence[ControllerRouterHandler] = ()) -> Litestar:
    """The application with these handlers beside our own; raises `Undeclared` for one sans rule."""
    app = Litestar(
        [*OWN_HANDLERS, *handlers],
        guards=[guard],
        exception_handlers=exception_handlers(services.settings.largest_body),
        after_exception=[note_bug],
        openapi_config=_openapi(),
        request_max_body_size=services.settings.largest_body,
        state=State({"services": services}),
        logging_config=None,
        debug=False,
        pdb_on_exception=False,
    )
    declared_rules(app)
    app.asgi_handler = gate(app.asgi_handler, services)
    return app


def _operation_id(handler: HTTPRouteHandler, *_: object) -> str:
    """File and function: `tournaments_create`. A name once given stays (test_described.py)."""
    file = handler.fn.__module__.rpartition(".")[2]
    return f"{file}_{handler.handler_name}"


def _openapi() -> OpenAPIConfig:
    """Our own page and no other: those that come along load scripts from another host."""
    router = Router(
        "/docs",
        route_handlers=[],
        include_in_schema=False,
        opt={"rule": Rule.ANYONE},
        before_request=when_warm,
    )
    return OpenAPIConfig(
        title="Stolik",
        version=__version__,
        use_handler_docstrings=True,
        render_plugins=[DocsPage(), DocsJson()],
        operation_id_creator=_operation_id,
        openapi_router=router,
    )
