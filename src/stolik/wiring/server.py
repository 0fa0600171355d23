"""The parts of the server, picked and put together; imported only when they are needed."""

import asyncio
import gc
import os
import signal
import socket
import ssl
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from time import time
from typing import TYPE_CHECKING, Any, TypeVar

import uvicorn

from stolik.adapters.bus.local import LocalBus
from stolik.adapters.cli.server.codes import Refusal
from stolik.adapters.cli.server.parts import ServePlan, Smtp, Started, Storage
from stolik.adapters.store_sqlite.codes import Refusal as DataRefusal
from stolik.adapters.store_sqlite.private_files import left_open
from stolik.adapters.web.edge.arrival import network
from stolik.adapters.web.edge.logs import json_log, log_sink
from stolik.adapters.web.edge.running import listening, most_files, uvicorn_config
from stolik.adapters.web.edge.tidying import ready_for_many, tidy_when_quiet
from stolik.adapters.web.edge.warmth import is_warming
from stolik.adapters.web.routes.warming import warm_up
from stolik.adapters.web.services import Settings
from stolik.app.access.invitations import reset_link, set_up_link
from stolik.app.access.records import Account, every
from stolik.app.people.letters import Mailbox
from stolik.app.people.retention import forget_each_hour
from stolik.app.ports import Bus, EventStore
from stolik.app.streams.copy_keeper import CopyKeeper, CopyReasons
from stolik.app.streams.copying import CopiesHealth, no_copies
from stolik.app.streams.copying import Refusal as CopiesRefusal
from stolik.app.streams.mirroring import MirrorHealth
from stolik.refusal import Fact, Violation, refuse
from stolik.wiring.serving import Log, Node, make_access, make_node, mirror_of

if TYPE_CHECKING:
    from stolik.adapters.outgoing.postman import Postman
    from stolik.adapters.outgoing.push_keys import PushKeys
    from stolik.adapters.store_sqlite.copies import Copies
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
    _demand_place(plan)
    listeners = _listeners(plan, plan.port, "--port")
    port = listeners[0].getsockname()[1]
    secure = _listeners(plan, plan.https.port, "--https-port") if plan.https else []
    log = json_log(log_sink(plan.log))
    async with _mirrored_store(plan, log) as store, _bus(plan.storage) as bus:
        door = _door(plan, port, secure)
        keys = await _push_keys(plan, store)
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
        copies = _copies(plan, store, log)
        if copies:
            copies.look()
        mailbox = Mailbox((await _postman(plan.smtp)).send, log) if plan.smtp else None
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
        copying = asyncio.ensure_future(_copying(copies, node)) if copies else None
        keeping = asyncio.ensure_future(door.keep(partial(plan.links, port))) if door else None
        telling = asyncio.ensure_future(_telling(plan, port, node, log)) if plan.webhooks else None
        tidying = asyncio.ensure_future(tidy_when_quiet(lambda: node.live.pools.busy))
        pushing = asyncio.ensure_future(_pushing(plan, port, node, log, keys)) if keys else None
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
                        _wanted(copies, plan),
                        _on_one_disk(plan),
                        _open_to_others(plan),
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


def _copies(plan: ServePlan, store: EventStore, log: Log) -> "Copies | None":
    """The copies of a store in a directory; a PostgreSQL is backed up by who runs it."""
    from stolik.adapters.store_sqlite.copies import Copies
    from stolik.adapters.store_sqlite.store import SqliteStore

    if not isinstance(store, SqliteStore):
        return None
    return Copies(
        store,
        (plan.storage.copies, *plan.copies),
        wall_clock=time,
        on_fault=lambda place, fault: log.error("no copy", place=place.name, fault=str(fault)),
    )


def _wanted(copies: "Copies | None", plan: ServePlan) -> tuple[CopiesHealth, ...]:
    wanted = {str(place) for place in plan.copies}
    return tuple(one for one in copies.health if one.place in wanted) if copies else ()


async def _telling(plan: ServePlan, port: int, node: Node, log: Log) -> None:
    """Programs elsewhere hear what happens in public tournaments."""
    from stolik.adapters.outgoing.guarded_post import Outward
    from stolik.adapters.outgoing.webhook_courier import Courier
    from stolik.app.tournaments.notices import Notices

    assert plan.webhooks
    courier = Courier(plan.webhooks.secret, time, Outward(await _trusting(), plan.webhooks.private))
    notices = Notices(
        node.access.store,
        node.live.offices,
        courier.send,
        log,
        address=lambda: next(iter(plan.links(port)), ""),
    )
    await notices.keep_on(plan.webhooks.urls)


async def _push_keys(plan: ServePlan, store: EventStore) -> "PushKeys | None":
    if plan.push is None:
        return None
    from stolik.adapters.outgoing.push_keys import keys_of

    return await keys_of(store)


async def _pushing(plan: ServePlan, port: int, node: Node, log: Log, keys: "PushKeys") -> None:
    """Phones that asked for it hear their table."""
    from stolik.adapters.outgoing.guarded_post import Outward
    from stolik.adapters.outgoing.push_courier import PushCourier
    from stolik.app.hall.pushing import Pushing

    assert plan.push
    said = plan.push.contact

    def contact() -> str:
        here = plan.public_url or next(iter(plan.links(port)), "")
        return said or here.replace("http://", "https://", 1)

    courier = PushCourier(keys, contact, time, Outward(await _trusting()))
    live = node.live
    await Pushing(node.access, live.offices, live.halls, courier.send, log).keep_on()


async def _trusting() -> ssl.SSLContext:
    """Whom the system believes: read beside the loop, and not for each message anew."""
    return await asyncio.to_thread(ssl.create_default_context)


async def _postman(smtp: Smtp) -> "Postman":
    from stolik.adapters.outgoing.postman import Postman, SmtpServer

    return Postman(SmtpServer(**asdict(smtp)), await _trusting())


def check_smtp(smtp: Smtp) -> str:
    """Why no letter could be sent by this server; empty: it could."""

    async def looked() -> str:
        return await (await _postman(smtp)).look()

    return _run(looked())


async def _copying(copies: "Copies", node: Node) -> None:
    await node.went_on()
    offices, rooms, halls = node.live.offices, node.live.rooms, node.live.halls
    reasons = CopyReasons(
        published=offices.published,
        erasures=lambda: offices.erasures,
        results=offices.happened,
        everything=lambda: offices.happened() + rooms.happened + halls.happened(),
    )
    await CopyKeeper(copies, reasons).keep_on()


def _demand_place(plan: ServePlan) -> None:
    """The data, the log and the authority lie there; whoever has another database may need it."""
    if plan.storage.database and plan.copies:
        refuse(Violation(CopiesRefusal.NO_DIRECTORY))
    if plan.storage.database and not plan.log and not plan.https:
        return
    place = plan.storage.data
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)  # names of people lie there
        with TemporaryFile(dir=place):
            pass
    except OSError as error:
        facts = {"path": str(place), "reason": error.strerror or type(error).__name__}
        refuse(Violation(DataRefusal.NOT_WRITABLE, facts=facts))


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


@asynccontextmanager
async def _store(storage: Storage) -> AsyncIterator[EventStore]:
    store: EventStore
    if storage.database:
        from stolik.adapters.store_postgres import open_store as open_postgres

        store = await open_postgres(storage.database)
    else:
        from stolik.adapters.store_sqlite import open_store as open_sqlite

        store = await open_sqlite(storage.data)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def _mirrored_store(plan: ServePlan, log: Log) -> AsyncIterator[EventStore]:
    """The store with its mirror, if one is wanted."""
    if plan.mirror is None:
        async with _store(plan.storage) as store:
            yield store
        return
    from stolik.adapters.store_sqlite import open_store
    from stolik.adapters.store_sqlite.mirror import MirrorPlan
    from stolik.adapters.store_sqlite.mirror_codes import Refusal as MirrorRefusal

    def told(health: MirrorHealth) -> None:
        if health.why:
            log.error("mirror failed", why=health.why.code, **health.why.facts)
        else:
            log.warning("mirror", state=health.state)

    if plan.storage.database:
        refuse(Violation(MirrorRefusal.NO_DIRECTORY))
    mirrored = await open_store(plan.storage.data, mirror=MirrorPlan(plan.mirror), on_mirror=told)
    try:
        yield mirrored
    finally:
        await mirrored.close()


def _on_one_disk(plan: ServePlan) -> frozenset[str]:
    """The mirror and the places for copies that die with the data."""
    from stolik.adapters.store_sqlite.directory import same_disk

    places = [place for place in (plan.mirror, *plan.copies) if place and place.is_dir()]
    return frozenset(str(one) for one in places if same_disk(one, plan.storage.data))


def _open_to_others(plan: ServePlan) -> tuple[str, ...]:
    if plan.storage.database:
        return ()
    mirror = (plan.mirror,) if plan.mirror else ()
    data = plan.storage.data
    ours = [data, plan.storage.copies, data / "https", *plan.copies, *mirror]
    return tuple(str(path) for path in left_open(ours))


def _few_files(plan: ServePlan) -> int:
    """How many files we may open, if that is less than a full hall needs."""
    files = most_files()
    return files if files < plan.connections * 2 else 0


def check_mirror(storage: Storage, place: Path) -> None:
    """Refused if a directory cannot be the mirror of these data; nothing is changed there."""
    from stolik.adapters.store_sqlite.comparing import demand_mirror
    from stolik.adapters.store_sqlite.mirror_codes import Refusal as MirrorRefusal

    if storage.database:
        refuse(Violation(MirrorRefusal.NO_DIRECTORY))
    demand_mirror(storage.data, place)


@asynccontextmanager
async def _bus(storage: Storage) -> AsyncIterator[Bus]:
    bus: Bus
    if storage.database:
        from stolik.adapters.bus.postgres import PostgresBus

        bus = PostgresBus(storage.database)
    else:
        bus = LocalBus()
    try:
        yield bus
    finally:
        await bus.close()


def restore_data(backup: Path, directory: Path) -> Path | None:
    """Put a copy of the database in place; what was there is set aside and returned."""
    from stolik.adapters.store_sqlite.copying import restore

    return restore(backup, directory)


async def _reset(storage: Storage, name: str | None) -> tuple[str, str]:
    async with _store(storage) as store:
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
    async with _store(storage) as store:
        return tuple(f"{fault.stream} #{fault.seq}: {fault.what}" for fault in await store.check())


def _run(doing: Coroutine[Any, Any, T]) -> T:
    """In uvloop where there is one; Windows has none."""
    with asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as runner:
        return runner.run(doing)
