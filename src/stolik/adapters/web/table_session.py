"""One connection at a live table, whatever carries it: socket, event stream or polling."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import msgspec

from stolik.adapters.web import table_messages as t
from stolik.adapters.web.faults import FAULTS, refused_by
from stolik.adapters.web.outbox import Outbox
from stolik.adapters.web.table_commands import command_of, draft_in, felt_in
from stolik.app.access.roles import Login, Place, Role, Rule, may
from stolik.app.access.standing import Standing
from stolik.app.chain import Rot
from stolik.app.command_ids import outside
from stolik.app.live import messages as m
from stolik.app.live.codes import Notice, Refusal
from stolik.app.live.eyes import mark_of, take_eyes
from stolik.app.live.felt import write_places
from stolik.app.live.host import Host
from stolik.app.live.play import Note
from stolik.app.live.rooms import Rooms
from stolik.app.live.setup import TableSetup, Watching
from stolik.app.live.speaking import refusal
from stolik.refusal import Refused, Violation, refuse
from stolik.rummikub import events as e
from stolik.rummikub.state import Seat
from stolik.rummikub.view import Role as Eyes
from stolik.rummikub.view import Viewer

# The standing of a token; of the browser's cookie without one, of a stranger for None.
WhoIs = Callable[[str | None], Awaitable[Standing]]
_HELLO_MS = 15_000  # until then it has to be said


@dataclass
class Looking:
    """Somebody's eyes on a table and the way to him."""

    viewer: Viewer
    outbox: Outbox
    device: str  # a seat's eyes are known by it

    @property
    def lang(self) -> str:
        return self.outbox.lang

    def send(self, message: bytes) -> None:
        self.outbox.send(message)

    def close(self, code: str) -> None:
        self.outbox.close(code)


class TableSession:
    """Translates messages to what the table's room and host can do."""

    def __init__(self, rooms: Rooms, outbox: Outbox, who: WhoIs, standing: Standing) -> None:
        self.looking: Looking | None = None
        self.standing = standing  # a stranger's until the hello
        self._rooms = rooms
        self._outbox = outbox
        self._who = who
        self._host: Host | None = None
        self._greeted = False
        self._came = rooms.house.clock.now()
        self._only_watches = False  # whoever he is: for a screen that everybody sees
        # The rights of this login at a table set like this, and whether the eyes are still his.
        self._judged: tuple[Login, TableSetup, bool] | None = None
        self._rights: dict[Rule, bool] = {}

    async def receive(self, raw: str | bytes) -> None:
        """One message of the client; every refusal is an answer. Who was sent away is not heard."""
        if self._outbox.closed:
            return
        asked: str | None = None
        try:
            message = t.read_message(raw)
            asked = message.id if isinstance(message, t.Ask) else None
            await self._handle(message)
        except msgspec.MsgspecError as fault:
            self._refuse(
                Refused([Violation(Refusal.MESSAGE_UNREADABLE, facts={"why": str(fault)})])
            )
        except FAULTS as fault:
            self._refuse(refused_by(fault), asked)
        except Rot:
            self._outbox.close(Notice.TABLE_DAMAGED)  # this table only; all others play

    def why_over(self) -> str:
        """Its login has ended, it has not said hello, or what it sees is not for it any more."""
        if self.standing.is_over:
            return Notice.LOGGED_OUT
        if self._host is None or self.looking is None:
            late = self._rooms.house.clock.now() - self._came > _HELLO_MS
            return Notice.NO_HELLO if late else ""
        login, setup = self.standing.login, self._host.room.table.setup
        if self._judge(login, setup):
            self._rights = {}
            if not self._may(Rule.WATCHER_HERE, setup):
                return Notice.WATCHING
            if viewer_of(self._seen_as(setup), setup) != self.looking.viewer:
                return Notice.WATCHING
        return ""

    def close(self, code: str) -> None:
        """End the connection with a last word; from now on nobody is there."""
        self._outbox.cut(code)
        self._depart()

    def leave(self) -> None:
        """The connection is gone."""
        self._outbox.drop()
        self._depart()

    def _depart(self) -> None:
        if self._host and self.looking:
            self._host.room.audience.leave(self.looking)
            self._rooms.let_go(self._host.room.table.setup.id)

    def _refuse(self, refused: Refused, asked: str | None = None) -> None:
        seq = self._host.room.table.seq if self._host else 0
        no = refusal(refused, id=asked, seq=seq, lang=self._outbox.lang)
        self._outbox.send(self._rooms.house.encode(no))

    async def _handle(self, message: t.ClientMessage) -> None:
        if isinstance(message, t.Hello):
            await self._hello(message)
            return
        host, looking = self._host, self.looking
        if host is None or looking is None:
            raise Refused([Violation(Refusal.HELLO_FIRST)])
        await (self.standing.surely() if isinstance(message, t.Begin) else self.standing.now())
        self._check(message.rule)
        await self._be_seen(host, looking)
        match message:
            case t.Resume(last_seq=last_seq):
                host.room.audience.resend(looking, last_seq)
            case t.Pong(n=n):
                host.pong(self._seat(), n)
            case t.Draft():
                await host.on_time()
                host.room.hold(self._seat(), draft_in(message))
            case t.Order(rack=rack):
                host.room.put_in_order(self._seat(), rack)
            case t.NonceHash(hash=hash_):
                host.dealing.takes_part(self._seat(), hash_)
            case t.Nonce(nonce=nonce):
                host.dealing.reveals(self._seat(), nonce)
            case t.Begin(id=id_):
                host.dealing.begin()  # what is dealt already stays as it is: it may be asked twice
                self._outbox.send(self._rooms.house.encode(m.Ack(id_, host.room.table.seq)))
            case _:
                await self._carry_out(message, host, looking)

    async def _hello(self, hello: t.Hello) -> None:
        self._outbox.lang = hello.lang if hello.lang in ("pl", "en") else "pl"
        if self._host is not None or self._greeted:
            refuse(Violation(Refusal.HELLO_TWICE))
        self._greeted = True  # of two at once on one line only the first is heard
        try:
            await self._greet(hello)
        finally:
            self._greeted = False

    async def _greet(self, hello: t.Hello) -> None:
        if hello.proto != m.PROTOCOL:
            refuse(Violation(Refusal.PROTOCOL, facts={"known": m.PROTOCOL}))
        self.standing = await self._who(hello.token)
        host = await self._rooms.freshened(hello.table, hello.last_seq)
        setup = host.room.table.setup
        followed = await self._rooms.is_followed(setup.tournament)
        if hello.watch and followed:
            self.standing = await self._who(None)  # a stranger may: no log-out ends it
        self._only_watches = hello.watch
        viewer = await self._eyes(hello, host)
        pending = [outside(id_) for id_ in hello.pending]
        status = await host.room.status(pending, self._author(viewer))
        looking = Looking(viewer, self._outbox, mark_of(self.standing.id, setup.id))
        await self._be_seen(host, looking)
        if self._outbox.closed or viewer != await self._eyes(hello, host):
            return  # the login has ended meanwhile
        self._host, self.looking = host, looking
        if viewer.seat is not None:
            host.dealing.takes_part(viewer.seat, hello.nonce_hash)
        host.room.audience.join(self.looking, hello.last_seq, status)
        if viewer.seat is not None:
            host.dealing.ask_again()
        host.dealing.look()

    async def _eyes(self, hello: t.Hello, host: Host) -> Viewer:
        """Which eyes he has here now; refused if none."""
        await self.standing.now()
        setup = host.room.table.setup
        if not self._may(hello.rule, setup):
            refuse(Violation(Refusal.NOT_YOURS))
        return viewer_of(self._seen_as(setup), setup)

    async def _carry_out(self, ask: t.Ask, host: Host, looking: Looking) -> None:
        seat = looking.viewer.seat
        by = self._author(looking.viewer)
        await host.on_time()
        command = command_of(ask, Seat(seat or 0), host.room.table)

        async def allowed() -> None:
            """Asked when it is this command's turn: meanwhile the right may have been lost."""
            await self.standing.surely()
            self._check(ask.rule)

        done = await host.room.do(
            command,
            by=by,
            command_id=outside(ask.id),
            after=ask.after,
            note=_note(ask),
            allowed=allowed,
        )
        self._outbox.send(self._rooms.house.encode(m.Ack(ask.id, done.last)))

    async def _be_seen(self, host: Host, looking: Looking) -> None:
        """Who looks or acts through a seat is written down before the seat shows him anything."""
        if looking.viewer.seat is not None:
            await take_eyes(host.room, looking.viewer.seat, looking.device)

    def _check(self, rule: Rule) -> None:
        """Refuse what the login may not do now; who may not even be here is sent away."""
        assert self._host
        if why := self.why_over():
            self.close(why)
            refuse(Violation(Refusal.NOT_YOURS))
        if self._outbox.closed:
            refuse(Violation(Refusal.NOT_YOURS))
        if rule not in self._rights:
            self._rights[rule] = self._may(rule, self._host.room.table.setup)
        if not self._rights[rule]:
            refuse(Violation(Refusal.NOT_YOURS))

    def _judge(self, login: Login, setup: TableSetup) -> bool:
        """Whether login, table or tournament are other ones than when it was judged last."""
        followed, last = self._rooms.follows(setup.tournament), self._judged
        if last and last[0] is login and last[1] is setup and last[2] is followed:
            return False
        self._judged = (login, setup, followed)
        return True

    def _may(self, rule: Rule, setup: TableSetup) -> bool:
        followed, login = self._rooms.follows(setup.tournament), self.standing.login
        allowed = _may(login, rule, setup, followed=followed)
        return allowed and _may(self._seen_as(setup), rule, setup, followed=followed)

    def _seen_as(self, setup: TableSetup) -> Login:
        """Who he is here; one who only watches is a spectator, whoever he is elsewhere."""
        login = self.standing.login
        if not self._only_watches or login.role is Role.ANONYMOUS:
            return login
        return Login(id=login.id, role=Role.SPECTATOR, tournament=setup.tournament)

    def _author(self, viewer: Viewer) -> str:
        """Who asks, for the log: an organiser with a referee's powers is told as an organiser."""
        if viewer.seat is not None:
            return f"seat {viewer.seat}"
        organises = self.standing.login.role is Role.ORGANISER
        return Role.ORGANISER.value if organises else viewer.role.value

    def _seat(self) -> Seat:
        assert self.looking
        if self.looking.viewer.seat is None:
            refuse(Violation(Refusal.NOT_YOURS))
        return Seat(self.looking.viewer.seat or 0)


def viewer_of(login: Login, setup: TableSetup) -> Viewer:
    """Which eyes a login has at this table."""
    seat = seat_at(login, setup)
    if seat is not None:
        return Viewer(Eyes.SEAT, seat)
    if _may(login, Rule.REFEREE_HERE, setup):
        return Viewer(Eyes.REFEREE)
    racks_after = setup.watching is Watching.RACKS_AFTER
    return Viewer(Eyes.SPECTATOR if racks_after else Eyes.PUBLIC)


def place_of(setup: TableSetup, seat: int | None = None, *, followed: bool = False) -> Place:
    """A table as the rules of access know it: in a tournament by its number.

    To know a table's id is no right: strangers watch where the tournament is `followed` by anybody
    and the table is not closed, and at a closed table nobody does who has no business there.
    """
    return Place(
        tournament=setup.tournament,
        table=str(setup.table or setup.id),
        seat=seat,
        seated=tuple(each.entrant for each in setup.seats),
        public=followed and setup.watching is not Watching.NOBODY,
        closed=setup.watching is Watching.NOBODY,
    )


def seat_at(login: Login, setup: TableSetup) -> Seat | None:
    """The seat that is the login's own."""
    seats = (Seat(i) for i in range(len(setup.seats)))
    return next((s for s in seats if may(login, Rule.SEAT_HERE, place_of(setup, s))), None)


def _may(login: Login, rule: Rule, setup: TableSetup, *, followed: bool = False) -> bool:
    return may(login, rule, place_of(setup, seat_at(login, setup), followed=followed))


def _note(ask: t.Ask) -> Note:
    """Where the laid tiles lie, kept beside the event."""
    if isinstance(ask, t.Lay) and (felt := felt_in(ask)) is not None:
        return {e.TilesLaid: {"felt": write_places(felt)}}
    return {}
