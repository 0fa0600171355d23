"""The parts of the server, picked and put together; imported only when they are needed."""

import asyncio
import gc
import os
import signal
import socket
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import uvicorn

from stolik.adapters.bus.local import LocalBus
from stolik.adapters.cli.server.codes import Refusal
from stolik.adapters.cli.server.parts import ServePlan, Smtp, Started, Storage
from stolik.adapters.web.edge.arrival import network
from stolik.adapters.web.edge.logs import json_log, log_sink
from stolik.adapters.web.edge.running import listening, most_files, uvicorn_config
from stolik.adapters.web.edge.strain.tidying import ready_for_many, tidy_when_quiet
from stolik.adapters.web.edge.strain.warmth import is_warming
from stolik.adapters.web.routes.site.warming import warm_up
from stolik.adapters.web.services import Settings
from stolik.app.access.records import Account, every
from stolik.app.access.ways_in.invitations import reset_link, set_up_link
from stolik.app.people.letters import Mailbox
from stolik.app.people.retention import forget_each_hour
from stolik.app.streams.copying import no_copies
from stolik.refusal import Fact, Violation, refuse
from stolik.wiring.couriers import postman_of, push_keys_of, push_to_phones, tell_programs
from stolik.wiring.disks import (
    copies_of,
    demand_place,
    keep_copying,
    on_one_disk,
    open_to_others,
    wanted_of,
)
from stolik.wiring.serving import Node, make_access, make_node, mirror_of
from stolik.wiring.stores import mirrored_store, opened_bus, opened_store

if TYPE_CHECKING:
    from stolik.wiring.https import Door

_SOON_S = 0.01
# Windows has a third: Ctrl+Break.
_STOPPING = ("SIGINT", "SIGTERM", "SIGBREAK")

T = TypeVar("T")


def serve(plan: ServePlan, on_started: Callable[[Started], None]) -> None:
    """Run the server until a signal stops it; what was begun is finished and kept."""
    os.umask(0o077)  # whatever it writes is its owner's alone
    _run(_serve(plan, on_started))


def reset_organiser(storage: Storage, name: str | None) -> tuple[str, str]:
    """The token of a link to a new password, and whose it is."""
    return _run(_reset(storage, name))


def check_data(storage: Storage) -> tuple[str, ...]:
    """What is not as it was written, by stream."""
    return _run(_check(storage))


async def _serve(plan: ServePlan, on_started: Callable[[Started], None]) -> None:
    demand_place(plan)
    listeners = _listeners(plan, plan.port, "--port")
    port = listeners[0].getsockname()[1]
    secure = _listeners(plan, plan.https.port, "--https-port") if plan.https else []
    log = json_log(log_sink(plan.log))
    async with mirrored_store(plan, log) as store, opened_bus(plan.storage) as bus:
        door = _door(plan, port, secure)
        keys = await push_keys_of(plan, store)
        settings = Settings(
            hosts=Settings().hosts | plan.names | (set(door.hosts) if door else set()),
            any_address=plan.lan,
            secure=plan.secure,
            addresses=partial(_addresses, plan, port, door),
            authority=door.authority.handed_out if door and door.authority else b"",
            fingerprint=door.authority.fingerprint if door and door.authority else "",
            lan_command=plan.lan_command,
            most_connections=plan.connections,
            proxies=tuple(network(one) for one in plan.proxies),
            may_be_local=not plan.is_proxied,
            metrics_token=plan.metrics_token,
            push_key=keys.public if keys else "",
        )
        copies = copies_of(plan, store, log)
        if copies:
            copies.look()
        mailbox = Mailbox((await postman_of(plan.smtp)).send, log) if plan.smtp else None
        node = await make_node(
            store,
            bus,
            settings,
            log,
            alone=not plan.storage.database,
            copies=(lambda: copies.health) if copies else no_copies,
            mailbox=mailbox,
        )
        server = _server(node, secure, door)
        showing = await _show(node) if plan.demo else None
        token = await set_up_link(node.access)
        ready_for_many()
        warming = asyncio.ensure_future(_warming(node, server))
        is_warming(node.app, warming)
        copying = asyncio.ensure_future(keep_copying(copies, node)) if copies else None
        keeping = asyncio.ensure_future(door.keep(partial(plan.links, port))) if door else None
        telling = (
            asyncio.ensure_future(tell_programs(plan, port, node, log)) if plan.webhooks else None
        )
        tidying = asyncio.ensure_future(tidy_when_quiet(lambda: node.live.pools.busy))
        pushing = (
            asyncio.ensure_future(push_to_phones(plan, port, node, log, keys)) if keys else None
        )
        forgetting = asyncio.ensure_future(
            forget_each_hour(node.live.offices, node.access, node.live.practice, log)
        )
        try:
            with _stopped_by_signals(server):
                mirrored = mirror_of(store)()
                on_started(
                    Started(
                        port,
                        token,
                        mirrored,
                        wanted_of(copies, plan),
                        on_one_disk(plan),
                        open_to_others(plan),
                        _few_files(plan),
                        door.opened(plan.links(port)) if door else None,
                    )
                )
                await server.serve(listeners)
        finally:
            if copying:
                copying.cancel()
            if keeping:
                keeping.cancel()
            if telling:
                telling.cancel()
            if pushing:
                pushing.cancel()
            if mailbox:
                mailbox.stop()
            forgetting.cancel()
            tidying.cancel()
            warming.cancel()
            if showing:
                showing.cancel()
            await node.stop()


async def _warming(node: Node, server: uvicorn.Server) -> None:
    """As soon as the server answers, make what nobody needs for that."""
    while not server.started:
        await asyncio.sleep(_SOON_S)
    await asyncio.to_thread(warm_up, node.app)
    gc.freeze()  # it stays, too


async def _show(node: Node) -> "asyncio.Task[None]":
    """An event to look around in, going on by itself."""
    from random import SystemRandom

    from stolik.wiring.demo import set_up

    node.app.state.demo, show = await set_up(node, SystemRandom())
    return asyncio.ensure_future(show.go_on())


def stopping_signals() -> list[int]:
    """Those of them that this system has."""
    return [getattr(signal, name) for name in _STOPPING if hasattr(signal, name)]


@contextmanager
def _stopped_by_signals(server: uvicorn.Server) -> Iterator[None]:
    """A signal stops the server in good order, from the first word it has said to the last.

    uvicorn listens for signals only while it runs and raises them again afterwards, when there is
    still a store to close.
    """

    def stop(*_: object) -> None:
        server.should_exit = True

    before = {number: signal.signal(number, stop) for number in stopping_signals()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def check_smtp(smtp: Smtp) -> str:
    """Why no letter could be sent by this server; empty: it could."""

    async def looked() -> str:
        return await (await postman_of(smtp)).look()

    return _run(looked())


def _server(node: Node, secure: list[socket.socket], door: "Door | None") -> uvicorn.Server:
    config = uvicorn_config(node.app)
    if door is None:
        return uvicorn.Server(config)
    from stolik.wiring.https import TwoDoors

    return TwoDoors(config, secure, door)


def _door(plan: ServePlan, port: int, secure: list[socket.socket]) -> "Door | None":
    if plan.https is None:
        return None
    from stolik.wiring.https import opened_door  # who does without needs no time for it

    return opened_door(plan, plan.https, secure[0].getsockname()[1], plan.links(port))


def _addresses(plan: ServePlan, port: int, door: "Door | None") -> tuple[str, ...]:
    plain = plan.links(port)
    return door.addresses(plain) if door else plain


def _listeners(plan: ServePlan, wanted: int, option: str) -> list[socket.socket]:
    """Sockets on every address of the plan; a machine without IPv6 goes without."""
    listeners: list[socket.socket] = []
    for address in plan.listen:
        # With port 0 the system picks one, and all addresses must get the same.
        port = listeners[0].getsockname()[1] if listeners else wanted
        try:
            listeners.append(listening(address, port))
        except OSError:
            if ":" not in address:
                for listener in listeners:
                    listener.close()
                facts: dict[str, Fact] = {"port": wanted, "address": address, "option": option}
                refuse(Violation(Refusal.PORT, facts=facts))
    return listeners


def _few_files(plan: ServePlan) -> int:
    """How many files we may open, if that is less than a full hall needs."""
    files = most_files()
    return files if files < plan.connections * 2 else 0


async def _reset(storage: Storage, name: str | None) -> tuple[str, str]:
    async with opened_store(storage) as store:
        accounts = await every(store, Account)
        if not accounts:
            refuse(Violation(Refusal.NO_ORGANISER))
        if name is None and len(accounts) == 1:
            name = accounts[0].name
        token = await reset_link(make_access(store, LocalBus()), name or "")
        if token is None or name is None:
            names = tuple(account.name for account in accounts)
            refuse(Violation(Refusal.WHICH_ORGANISER, facts={"names": names}))
        return token, name


async def _check(storage: Storage) -> tuple[str, ...]:
    async with opened_store(storage) as store:
        return tuple(f"{fault.stream} #{fault.seq}: {fault.what}" for fault in await store.check())


def _run(doing: Coroutine[Any, Any, T]) -> T:
    """In uvloop where there is one; Windows has none."""
    with asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as runner:
        return runner.run(doing)
