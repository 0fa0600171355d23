"""Refusals and failures as answers: a code, a sentence, never a traceback."""

from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, WebSocketException
from litestar.types import ExceptionHandlersMap, Scope
from msgspec.inspect import type_info

from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.codes import Refusal as Http
from stolik.adapters.web.edge.language import language_of
from stolik.adapters.web.edge.logs import tell_bug
from stolik.adapters.web.routes.pages import missing_page
from stolik.app.access.codes import Refusal as Access
from stolik.app.hall.codes import Refusal as Hall
from stolik.app.ports import NotRead, NotSaved, Stale
from stolik.app.reading.codes import Refusal as Asked
from stolik.app.reading.faults import fault_in_address
from stolik.app.sheets.codes import Refusal as Sheets
from stolik.app.streams.codes import Refusal as Streams
from stolik.app.streams.codes import overtaken
from stolik.app.tables.codes import Refusal as Live
from stolik.app.telling import refusal_told
from stolik.app.thinking.codes import Refusal as Busy
from stolik.refusal import Refused, Violation

_STATUS: Mapping[str, int] = {
    Access.LOGIN_NEEDED: 401,
    Access.NOT_ALLOWED: 403,
    Access.HEAD_JUDGE_ONLY: 403,
    Access.HEAD_JUDGE_UNKNOWN: 404,
    Access.LINK_UNKNOWN: 403,
    Access.CODE_UNKNOWN: 403,
    Access.PASSWORD_WRONG: 403,
    Access.TOO_MANY_GUESSES: 429,
    Access.BUSY: 503,
    Access.PASS_UNKNOWN: 404,
    Access.ORGANISER_UNKNOWN: 404,
    Access.INVITATION_UNKNOWN: 404,
    Asked.TOO_LONG: 413,
    Sheets.TOO_LARGE: 413,
    Sheets.UNKNOWN_EXPORT: 404,
    Http.NOT_FOUND: 404,
    Http.METHOD: 405,
    Http.HOST: 421,
    Http.ORIGIN: 403,
    Http.BAD_REQUEST: 400,
    Http.NOT_SAVED: 503,
    Http.NOT_READ: 503,
    Streams.OVERTAKEN: 503,
    Http.TOO_MANY_CONNECTIONS: 429,
    Live.TOO_FAST: 429,
    Hall.TOO_OFTEN: 429,
    Live.NO_SUCH_LINE: 404,
    Live.FRIENDS_GONE: 404,
    Http.FAILED: 500,
    Http.TARGET_TOO_LONG: 414,
    Http.TOO_MANY_HEADERS: 431,
    Http.HEADERS_TOO_LONG: 431,
    Busy.HERE: 429,
    Busy.EVERYWHERE: 503,
    Busy.TOO_LONG: 422,
    Busy.NOBODY_WAITS: 503,
}
_EXPECTED = (Refused, NotSaved, NotRead, Stale, HTTPException, WebSocketException)
_BY_FAMILY = {"request": 400, "access": 422, "field": 422, "sheet": 422}


def status_of(refused: Refused) -> int:
    """The status of an answer that refuses; the rules of a game are a conflict."""
    code = refused.violations[0].code
    return _STATUS.get(code, _BY_FAMILY.get(code.partition(".")[0], 409))


def refusal_body(refused: Refused, lang: str) -> bytes:
    """The same shape as the command line's errors."""
    return msgspec.json.encode({"error": refusal_told(refused, lang)})


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
    return Response(
        refusal_body(refused, language_of(request.scope)),
        status_code=status_of(refused),
        media_type="application/json",
        headers=refusal_headers(refused),
    )
