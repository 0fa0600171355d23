"""A player's phone asks to be told its table by web push, or not any more."""

from typing import Annotated

import msgspec
from litestar import delete, get, put
from litestar.params import FromPath, JSONBody

from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.guard import login_of, services_of
from stolik.adapters.web.edge.language import language_of
from stolik.adapters.web.edge.reading import Body, Strict
from stolik.app.access.codes import Refusal
from stolik.app.access.phones import (
    LONGEST_ENDPOINT,
    ToldPhone,
    is_wanted,
    player_of,
    want,
    want_no_more,
)
from stolik.app.access.roles import Rule
from stolik.refusal import Violation, refuse

_HERE = "/api/tournaments/{tournament:str}/me/push"
_TAGS = ["people"]


class PushWanted(Body, frozen=True):
    """Where to write to this browser, as it says itself (`PushSubscription`)."""

    endpoint: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_ENDPOINT)]
    p256dh: Annotated[str, msgspec.Meta(max_length=100)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]


class PushTold(msgspec.Struct):
    """With which key a browser lets this server write; none: it writes to nobody."""

    key: str
    on: bool  # whether this phone is told


@get(_HERE, opt={"rule": Rule.PLAYER_HERE}, tags=_TAGS)
async def told(request: HttpRequest, tournament: FromPath[str]) -> PushTold:
    """Whether this phone can be told its table by web push, and whether it is."""
    del tournament
    login, services = await login_of(request), services_of(request)
    return PushTold(services.settings.push_key, await is_wanted(services.store, login.id))


@put(_HERE, dto=Strict[PushWanted], status_code=204, opt={"rule": Rule.PLAYER_HERE}, tags=_TAGS)
async def tell_me(
    request: HttpRequest, tournament: FromPath[str], data: JSONBody[PushWanted]
) -> None:
    """Tell this phone its table as soon as a draw is published and when a round begins."""
    login, services = await login_of(request), services_of(request)
    if not services.settings.push_key:
        refuse(Violation(Refusal.PUSH_OFF))
    entrant = player_of(login)
    lang = language_of(request.scope)
    phone = ToldPhone(login.id, tournament, entrant, data.endpoint, data.p256dh, data.auth, lang)
    await want(services.access, phone, services.settings.push_services)


@delete(_HERE, opt={"rule": Rule.PLAYER_HERE}, tags=_TAGS)
async def tell_me_nothing(request: HttpRequest, tournament: FromPath[str]) -> None:
    """Tell this phone nothing any more."""
    del tournament
    await want_no_more(services_of(request).store, (await login_of(request)).id)


HANDLERS = (told, tell_me, tell_me_nothing)
