"""Who asks, and under which id, so that a request sent twice is done once."""

from typing import Annotated, Any

import msgspec
from litestar import Request

from stolik.adapters.web.language import header
from stolik.app.access.roles import Login
from stolik.app.office.codes import Refusal
from stolik.app.ports import CommandId
from stolik.refusal import Violation, refuse

_Id = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]


def command_of(request: Request[Any, Any, Any]) -> CommandId | None:
    """The id in the header `Stolik-Command`, if there is one."""
    given = header(request.scope, b"stolik-command")
    if not given:
        return None
    try:
        return CommandId(msgspec.convert(given, _Id))
    except msgspec.ValidationError:
        refuse(Violation(Refusal.COMMAND_ID))
        raise


def signature(login: Login) -> str:
    """Who did something, for a stream: by role and id of the login, never by name."""
    return f"{login.role} {login.id}"
