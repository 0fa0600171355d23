"""In which pool a request thinks: who belongs to a place never waits for strangers."""

from collections.abc import Callable
from typing import Any, TypeVar

from litestar import Request

from stolik.adapters.web.edge.guard import address_of, login_of
from stolik.adapters.web.sockets.live import live_of
from stolik.app.access.roles import Login, Place, Rule, may
from stolik.app.tables.setup import is_let_in
from stolik.app.thinking.pools import Pool

T = TypeVar("T")


async def pool_of(request: Request[Any, Any, Any], tournament: str = "") -> tuple[Pool, str]:
    """The pool for a question, and the key under which it waits there."""
    login, pools = await login_of(request), live_of(request).pools
    if belongs(login, tournament):
        return pools.questions, asker(login)
    return pools.strangers, f"address {address_of(request).host}"


def asker(login: Login) -> str:
    """Who waits: an account is one asker, however many logins and tournaments it has."""
    return f"account {login.account}" if login.account else f"login {login.id}"


async def keys_of(request: Request[Any, Any, Any], tournament: str) -> tuple[str, str]:
    """For papers and files: who asks takes turns with others, and each event has so much room."""
    return asker(await login_of(request)), tournament


async def thought(request: Request[Any, Any, Any], work: Callable[[], T], tournament: str) -> T:
    """The answer to a question that takes thinking."""
    pool, key = await pool_of(request, tournament)
    return await pool.think(work, key)


def belongs(login: Login, tournament: str) -> bool:
    """Whether somebody let this login in; anybody can have one for practice."""
    if not is_let_in(login):
        return False
    return not tournament or may(login, Rule.WATCHER_HERE, Place(tournament))
