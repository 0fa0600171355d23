"""Refusals and failures as answers: a code, a sentence, never a traceback."""

from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, WebSocketException
from litestar.types import ExceptionHandlersMap, Scope
from msgspec.inspect import type_info

from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.codes import Refusal as Http
from stolik.adapters.web.edge.language import language_of
from stolik.adapters.web.edge.logs import tell_bug
from stolik.adapters.web.edge.refused_page import refused_page
from stolik.adapters.web.edge.statuses import refusal_body, status_of
from stolik.adapters.web.routes.pages import missing_page
from stolik.app.ports import NotRead, NotSaved, Stale
from stolik.app.reading.codes import Refusal as Asked
from stolik.app.reading.faults import fault_in_address
from stolik.app.streams.codes import overtaken
from stolik.refusal import Refused, Violation

_EXPECTED = (Refused, NotSaved, NotRead, Stale, HTTPException, WebSocketException)


def refusal_headers(refused: Refused) -> dict[str, str]:
    """When to come back, where that is known."""
    waits = [violation.facts.get("seconds") for violation in refused.violations]
    return {"retry-after": str(waits[0])} if isinstance(waits[0], int) else {}


def exception_handlers(largest_body: int) -> ExceptionHandlersMap:
    """What becomes of every exception that reaches the edge."""

    def refused_by_litestar(
        request: Request[Any, Any, Any], raised: HTTPException
    ) -> Response[Any]:
        codes = {404: Http.NOT_FOUND, 405: Http.METHOD}
        if raised.status_code == 404 and (page := missing_page(request)):
            return page
        if raised.status_code == 413:
            violation = Violation(Asked.TOO_LONG, facts={"most": _most(request, largest_body)})
        elif raised.status_code >= 500:
            violation = Violation(Http.FAILED)
        elif fault := _fault_in_address(request, raised):
            violation = fault
        else:
            violation = Violation(codes.get(raised.status_code, Http.BAD_REQUEST))
        return _answer(request, Refused([violation]))

    return {
        Refused: _answer,
        NotSaved: lambda request, _: _answer(request, Refused([Violation(Http.NOT_SAVED)])),
        NotRead: lambda request, _: _answer(request, Refused([Violation(Http.NOT_READ)])),
        Stale: lambda request, _: _answer(request, overtaken()),
        HTTPException: refused_by_litestar,
        Exception: lambda request, _: _answer(request, Refused([Violation(Http.FAILED)])),
    }


async def note_bug(raised: Exception, scope: Scope) -> None:
    """Put into the log what no handler above expects."""
    if not isinstance(raised, _EXPECTED):
        tell_bug(scope["litestar_app"].state.services, scope, raised)


def _fault_in_address(request: HttpRequest, raised: HTTPException) -> Violation | None:
    """Which field of an address does not fit, in the words for fields of a body."""
    for found in raised.extra if isinstance(raised.extra, list) else ():
        key = str(found.get("key")) if isinstance(found, dict) else ""
        types = getattr(request.route_handler.signature_model, "__annotations__", {})
        if key in types and key in request.query_params:
            return fault_in_address(request.query_params[key], type_info(types[key]), key)
    return None


def _most(request: HttpRequest, usual: int) -> int:
    """How long the body of this route may be."""
    own = getattr(request.route_handler, "request_max_body_size", None)
    return own if isinstance(own, int) else usual


def _answer(request: HttpRequest, refused: Refused) -> Response[Any]:
    if page := refused_page(request, refused):
        page.headers.update(refusal_headers(refused))
        return page
    return Response(
        refusal_body(refused, language_of(request.scope)),
        status_code=status_of(refused),
        media_type="application/json",
        headers=refusal_headers(refused),
    )
