"""Who asks, and under which id, so that a request sent twice is done once."""

from typing import Any

from litestar import Request

from stolik.adapters.web.edge.language import header
from stolik.app.access.roles import Login
from stolik.app.ports import CommandId
from stolik.app.streams.command_ids import NoId, outside
from stolik.app.tournaments.codes import Refusal
from stolik.refusal import Violation, refuse

HttpRequest = Request[Any, Any, Any]  # a request as every route takes it


def command_of(request: HttpRequest) -> CommandId | None:
    """The id in the header `Stolik-Command`, if there is one."""
    given = header(request.scope, b"stolik-command")
    if not given:
        return None
    try:
        return outside(given)
    except NoId:
        refuse(Violation(Refusal.COMMAND_ID))


def signature(login: Login) -> str:
    """Who did something, for a stream: by role and number, never by name.

    The same on each of his devices: what one has sent, the next may ask about.
    """
    return f"{login.role} {login.author}"
