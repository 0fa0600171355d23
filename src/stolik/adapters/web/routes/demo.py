"""The ways into a demo; on any other server there are none."""

from dataclasses import dataclass

import msgspec
from litestar import Response, get, post

from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.codes import Refusal
from stolik.adapters.web.edge.guard import services_of
from stolik.adapters.web.routes.login import Who, let_in
from stolik.app.access.logins import login_of_account
from stolik.app.access.records import Account, find
from stolik.app.access.roles import Rule
from stolik.refusal import Refused, Violation


@dataclass(frozen=True, slots=True)
class WayIn:
    """A role to try, and where its link leads; the organiser's is a request of its own."""

    role: str
    link: str


@dataclass(frozen=True, slots=True)
class Demo:
    """What a demo server knows beside its event."""

    ways: tuple[WayIn, ...]
    account: str
    desk: str  # the organiser's first screen


class DemoTold(msgspec.Struct):
    """The roles of a demo; none where there is no demo."""

    ways: list[dict[str, str]]
    desk: str


@get("/api/demo", opt={"rule": Rule.ANYONE}, include_in_schema=False, sync_to_thread=False)
def ways_in(request: HttpRequest) -> DemoTold:
    """Whom a visitor can try to be."""
    demo: Demo | None = request.app.state.get("demo")
    if demo is None:
        return DemoTold([], "")
    return DemoTold([{"role": way.role, "link": way.link} for way in demo.ways], demo.desk)


@post("/api/demo/organiser", opt={"rule": Rule.ANYONE}, include_in_schema=False)
async def as_organiser(request: HttpRequest) -> Response[Who]:
    """Be the organiser of the demo; refused everywhere else."""
    demo: Demo | None = request.app.state.get("demo")
    access = services_of(request).access
    account = await find(access.store, Account, demo.account) if demo else None
    if account is None:
        raise Refused([Violation(Refusal.NOT_FOUND)])
    secret, put = login_of_account(access, account)
    await access.store.put([put])
    return await let_in(request, secret)


HANDLERS = (ways_in, as_organiser)
