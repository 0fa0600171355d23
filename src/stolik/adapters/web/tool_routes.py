"""Questions that belong to no tournament: a referee's pocket tools. Nothing is kept."""

from typing import Annotated, Any

import msgspec
from litestar import Request, post
from litestar.params import JSONBody

from stolik.adapters.web.language import language_of
from stolik.adapters.web.live import live_of
from stolik.adapters.web.reading import Body, Strict
from stolik.adapters.web.thinking import thought
from stolik.app import bounds
from stolik.app.access.roles import Rule
from stolik.app.library import RULES
from stolik.app.office.codes import Refusal
from stolik.app.texts import text
from stolik.refusal import Violation, refuse

Asking = Request[Any, Any, Any]
TileText = Annotated[str, msgspec.Meta(max_length=4)]


class VerdictWanted(Body, frozen=True):
    """The rack of a player who had not opened, as `stolik verdict` reads it."""

    rack: Annotated[list[TileText], msgspec.Meta(max_length=106)]
    last_drawn: Annotated[str, msgspec.Meta(max_length=8)] | None
    profile: bounds.Word = RULES[0]
    announced: bool = False
    had_turn: bool = True
    announced_before_game: bool = False


@post(
    "/api/tools/verdict",
    dto=Strict[VerdictWanted],
    status_code=200,
    opt={"rule": Rule.ANYONE},
    tags=["tools"],
)
async def verdict(request: Asking, data: JSONBody[VerdictWanted]) -> dict[str, Any]:
    """−100 or −200, with the melds that prove it and the rule in words."""
    # A name of ours or nothing: a path would read files of this machine.
    if data.profile not in RULES:
        refuse(Violation(Refusal.FORMAT_OR_PROFILE, facts={"known": RULES}))
    judge, asked = live_of(request).judge, msgspec.to_builtins(data)
    found = await thought(request, lambda: judge(asked), "")
    return {**found, "text": text(f"verdict.rule.{found['rule']}", language_of(request.scope))}


HANDLERS = (verdict,)
