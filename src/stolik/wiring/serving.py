"""The server put together: the second half of `wiring`, loaded only when somebody serves."""

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from time import monotonic, time
from typing import Any

import structlog
from litestar import Litestar

from stolik.adapters.chance import chance_by_the_page
from stolik.adapters.passwords import Argon2Passwords
from stolik.adapters.processes import Processes
from stolik.adapters.sheets.reader import few_at_once, read_file
from stolik.adapters.web.application import make_app
from stolik.adapters.web.edge.crowd import Crowd
from stolik.adapters.web.edge.encoding import encode
from stolik.adapters.web.edge.places import Places
from stolik.adapters.web.routes import boards as board_routes
from stolik.adapters.web.routes import formats as format_routes
from stolik.adapters.web.routes import friends as friend_routes
from stolik.adapters.web.routes import hall as hall_routes
from stolik.adapters.web.routes import heats as heat_routes
from stolik.adapters.web.routes import https as https_routes
from stolik.adapters.web.routes import journal as journal_routes
from stolik.adapters.web.routes import logo as logo_routes
from stolik.adapters.web.routes import mail as mail_routes
from stolik.adapters.web.routes import online as online_routes
from stolik.adapters.web.routes import open_data as open_routes
from stolik.adapters.web.routes import own as own_routes
from stolik.adapters.web.routes import papers as print_routes
from stolik.adapters.web.routes import people as people_routes
from stolik.adapters.web.routes import postcards as postcard_routes
from stolik.adapters.web.routes import public as public_routes
from stolik.adapters.web.routes import push as push_routes
from stolik.adapters.web.routes import reach as reach_routes
from stolik.adapters.web.routes import registrations as registration_routes
from stolik.adapters.web.routes import reports as report_routes
from stolik.adapters.web.routes import rescue as rescue_routes
from stolik.adapters.web.routes import sheets as sheet_routes
from stolik.adapters.web.routes import tables as table_routes
from stolik.adapters.web.routes import tools as tool_routes
from stolik.adapters.web.routes import tournaments as tournament_routes
from stolik.adapters.web.routes.public_pages import Pages
from stolik.adapters.web.services import Services, Settings
from stolik.adapters.web.sockets import clock as clock_socket
from stolik.adapters.web.sockets.lines import Lines
from stolik.adapters.web.sockets.live import Live, RefereeTools
from stolik.app.access.access import Access
from stolik.app.access.guessing import Guessing
from stolik.app.access.in_turn import in_turn
from stolik.app.fairness.drawing import Drawn, NextDraw, next_draw
from stolik.app.games.registry import GAMES
from stolik.app.games.rummikub.verdict import judged
from stolik.app.hall.caretaker import Caretaker
from stolik.app.hall.elsewhere import Elsewhere
from stolik.app.hall.halls import Halls
from stolik.app.people.letters import Mailbox
from stolik.app.ports import Bus, EventStore, NotRead, Stream
from stolik.app.sheets.files import SheetFiles
from stolik.app.streams.copying import AskCopies, no_copies
from stolik.app.streams.mirroring import AskMirror, MirrorHealth, MirrorState, no_mirror
from stolik.app.streams.service_clock import ServiceClock
from stolik.app.tables.friends import Friends
from stolik.app.tables.house import House
from stolik.app.tables.live_game import LiveGame
from stolik.app.tables.practice import PracticeLimit
from stolik.app.tables.practice_keeper import PracticeKeeper
from stolik.app.tables.rooms import Rooms
from stolik.app.tables.setup import stream_of
from stolik.app.thinking.pools import give_way
from stolik.app.tournaments.offices import Offices
from stolik.tournament.state import TournamentState
from stolik.wiring.papers import Papers
from stolik.wiring.parts import AskedOnce, asked_most, asked_opening, write_workbook
from stolik.wiring.readings import Readings
from stolik.wiring.tools import TOOLS

Log = structlog.typing.FilteringBoundLogger

_BETWEEN_BEATS_S = 0.5
_AGAIN_S = 0.5
_IDS_AT_ONCE = 100
_PROCESSES = 1  # that thinks: draws
_SMALL = 60  # entrants; what they need is thought out before a process has started
_READERS = 2  # files read at the same time; each may take half a gigabyte

REVOKED = Stream("access")  # whispers about logins that ended on another node
GUESSES = Stream("guesses")  # whispers about guesses that failed on another node


HANDLERS = (
    *table_routes.HANDLERS,
    *friend_routes.HANDLERS,
    *format_routes.HANDLERS,
    *board_routes.HANDLERS,
    *own_routes.HANDLERS,
    *tournament_routes.HANDLERS,
    *people_routes.HANDLERS,
    *push_routes.HANDLERS,
    *journal_routes.HANDLERS,
    *registration_routes.HANDLERS,
    *mail_routes.HANDLERS,
    *heat_routes.HANDLERS,
    *report_routes.HANDLERS,
    *print_routes.HANDLERS,
    *logo_routes.HANDLERS,
    *public_routes.HANDLERS,
    *postcard_routes.HANDLERS,
    *open_routes.HANDLERS,
    *reach_routes.HANDLERS,
    *https_routes.HANDLERS,
    *sheet_routes.HANDLERS,
    *rescue_routes.HANDLERS,
    *online_routes.HANDLERS,
    *hall_routes.HANDLERS,
    *clock_socket.HANDLERS,
    *tool_routes.HANDLERS,
)


@dataclass(frozen=True, slots=True)
class Node:
    """One server process on one store."""

    app: Litestar
    access: Access
    live: Live
    caretaker: Caretaker
    processes: Processes
    opening: "list[asyncio.Task[None]]" = field(default_factory=list)

    def go_on(self, log: Log) -> None:
        """Go on with every table and hall that was in play, while people already come in."""

        async def work() -> None:
            for each in (self.live.rooms.open_running, self.live.halls.start):
                try:
                    await _until_read(each)
                except Exception as fault:  # nobody waits for this task: it has to say so itself
                    log.error("not all go on", fault=type(fault).__name__)

        self.live.rooms.begin()
        self.live.lines.begin()
        self.opening.append(asyncio.ensure_future(work()))

    async def went_on(self) -> None:
        """Come back when all of them are open."""
        await asyncio.gather(*self.opening)

    async def stop(self) -> None:
        """Leave every table and every hall as it is."""
        for task in self.opening:
            task.cancel()
        await asyncio.gather(*self.opening, return_exceptions=True)
        self.caretaker.stop()
        await self.live.lines.end()
        await self.live.halls.stop()
        await self.live.rooms.stop()
        self.live.pools.close()
        self.processes.close()


async def make_node(
    store: EventStore,
    bus: Bus,
    settings: Settings,
    log: Log,
    *,
    alone: bool,
    bot_delay_s: float = House.bot_delay_s,
    copies: AskCopies = no_copies,
    games: Mapping[str, LiveGame] = GAMES,
    mailbox: Mailbox | None = None,
) -> Node:
    """Everything but the port: the application and the tables behind it, going on by themselves."""
    give_way()
    mirror, store = mirror_of(store), in_turn(store)
    clock = ServiceClock(monotonic, await store.beat(0))
    house = replace(_house(store, bus, clock, log, alone=alone), bot_delay_s=bot_delay_s)
    access = make_access(store, bus, clock.now, alone=alone)
    node = assembled(
        house, access, settings, log, mirror, copies=copies, games=games, mailbox=mailbox
    )
    await _listen(bus, node.access, node.live)
    node.go_on(log)
    return node


def assembled(
    house: House,
    access: Access,
    settings: Settings,
    log: Log,
    mirror: AskMirror = no_mirror,
    *,
    copies: AskCopies = no_copies,
    games: Mapping[str, LiveGame] = GAMES,
    mailbox: Mailbox | None = None,
) -> Node:
    """The parts of a node put together; nothing goes on by itself yet."""
    processes = Processes(_PROCESSES)
    store, rooms = house.store, Rooms(house, games)
    offices = Offices(house, _draws_elsewhere(processes))
    crowd = Crowd(settings.most_connections)
    lines = Lines(rooms, access, monotonic, chance=house.chance, crowd=crowd)
    access.on_revoked(lines.revoked)
    access.on_changed(lines.look_soon)
    rooms.on_set = offices.on_card = lines.look_soon

    beaten_at = float("-inf")

    async def beat() -> None:
        nonlocal beaten_at
        # Anybody may ask whether we are ready; that must not become a way to wear out a disk.
        if not store.writable or monotonic() - beaten_at > _BETWEEN_BEATS_S:
            house.clock.beaten(await store.beat(house.clock.now()))
            beaten_at = monotonic()

    lines.look_elsewhere = Elsewhere(store, rooms, offices, monotonic).look
    halls = Halls(offices, rooms, house)
    offices.on_deleted = halls.leave
    places = Places(store, offices, rooms, halls)
    services = Services(
        store,
        access,
        house.chance,
        beat,
        monotonic,
        settings,
        place_of=places.place_of,
        tell_way_in=places.tell_way_in,
        check_holders=places.check_holders,
        crowd=crowd,
        mirror=mirror,
        copies=copies,
        log=log,
        mailbox=mailbox,
    )
    if mirror():
        services.metrics.watch_mirror(lambda: mirror() == MirrorHealth(MirrorState.IN_STEP))
    app = make_app(services, HANDLERS)
    caretaker = Caretaker(rooms, halls)
    offices.on_erased = lambda streams: _forget_words(streams, rooms, halls)
    rooms.on_open, rooms.judging = caretaker.look_after, caretaker.judging
    rooms.demand_seen = caretaker.demand_seen
    practice = PracticeKeeper(rooms, access, PracticeLimit(monotonic))
    rooms.budget_of = practice.budget_of
    live = Live(
        rooms=rooms,
        offices=offices,
        halls=halls,
        lines=lines,
        practice=practice,
        friends=Friends(rooms, access, practice),
        judge=judge,
        tools=RefereeTools(asked_opening, asked_most),
        papers=Papers(house.pools),
        readings=Readings(house.pools),
        pages=Pages(monotonic, house.pools.pages),
        sheets=SheetFiles(write_workbook, few_at_once(read_file, _READERS)),
        pools=house.pools,
    )
    app.state.live = live
    return Node(app, access, live, caretaker, processes)


def _draws_elsewhere(processes: Processes) -> NextDraw:
    """The draw of a large field is thought out in a process of its own."""

    def draw(state: TournamentState, **more: Any) -> Drawn:
        if len(state.entrants) <= _SMALL:
            return next_draw(state, **more)
        return processes.run(next_draw, state, **more)

    return draw


def mirror_of(store: EventStore) -> AskMirror:
    """How the mirror of a store is doing; only a store in a directory can have one."""
    from stolik.adapters.store_sqlite import SqliteStore

    return (lambda: store.mirror) if isinstance(store, SqliteStore) else no_mirror


def make_access(
    store: EventStore, bus: Bus, service_ms: Callable[[], int] = lambda: 0, *, alone: bool = True
) -> Access:
    """People and their ways in."""

    def tell_others(ids: frozenset[str]) -> None:
        # A whisper that does not fit is lost; one about nobody says that everybody is looked at.
        for some in batched_ids(sorted(ids)) or [[]]:
            bus.whisper(REVOKED, json.dumps(some).encode())

    return Access(
        store=store,
        chance=secrets.token_bytes,
        now=lambda: int(time()),
        passwords=Argon2Passwords(),
        tell_others=tell_others,
        service_ms=service_ms,
        alone=alone,
        guessing=Guessing(monotonic, lambda *what: bus.whisper(GUESSES, json.dumps(what).encode())),
    )


def batched_ids(ids: list[str]) -> list[list[str]]:
    """As many at a time as fit into one whisper."""
    return [ids[i : i + _IDS_AT_ONCE] for i in range(0, len(ids), _IDS_AT_ONCE)]


def judge(request: object) -> dict[str, Any]:
    """The verdict on a rack, counted by the kernel."""
    return judged(request, AskedOnce().best_opening)


def _house(store: EventStore, bus: Bus, clock: ServiceClock, log: Log, *, alone: bool) -> House:
    return House(
        store=store,
        bus=bus,
        clock=clock,
        chance=chance_by_the_page(),
        encode=encode,
        later=asyncio.get_running_loop().call_later,
        tools=TOOLS,
        on_fault=lambda stream, fault: log.error(
            "table stopped", stream=stream, fault=type(fault).__name__
        ),
        is_alone=alone,
        node=secrets.token_hex(8),
        wall=lambda: int(time()),
    )


async def _forget_words(streams: AbstractSet[Stream], rooms: Rooms, halls: Halls) -> None:
    """Words beside these streams were erased: whoever knows them learns the streams again."""
    for stream in streams:
        if stream.startswith(stream_of("")):
            await rooms.forget_words(stream)
        else:
            await halls.forget(stream)


async def _listen(bus: Bus, access: Access, live: Live) -> None:
    """Hear the other nodes of the same database."""

    async def woken(stream: Stream, seq: int) -> None:
        if not stream:
            access.changed()  # a whisper may have been lost

        async def work() -> None:
            await live.rooms.woken(stream, seq)
            await live.offices.woken(stream, seq)
            await live.halls.woken(stream, seq)

        await _until_read(work)

    async def heard(stream: Stream, message: bytes) -> None:
        async def work() -> None:
            await live.offices.heard(stream)
            await live.halls.heard(stream)
            await live.rooms.heard(stream, message)

        if stream == REVOKED:
            access.heard(json.loads(message))
        elif stream == GUESSES:
            access.guessing.failed(*json.loads(message))
        else:
            await _until_read(work)

    await bus.listen(woken, heard)


async def _until_read(work: Callable[[], Awaitable[None]]) -> None:
    """What was heard must not be lost because the database cannot be asked just now."""
    while True:
        try:
            await work()
        except NotRead:
            await asyncio.sleep(_AGAIN_S)
        else:
            return
