"""One connection at a live table, whatever carries it: socket, event stream or polling."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from stolik.adapters.web.edge.budget import Budget
from stolik.adapters.web.edge.codes import Refusal as Http
from stolik.adapters.web.edge.faults import FAULTS, refused_by
from stolik.adapters.web.sockets.outbox import Outbox
from stolik.adapters.web.sockets.table_messages import is_hello, reader_of
from stolik.app.access.codes import Refusal as Turned
from stolik.app.access.roles import Login, PersonRole, Rule
from stolik.app.access.standing import LoginNow
from stolik.app.streams.chain import Rot
from stolik.app.streams.command_ids import outside
from stolik.app.tables import asks as t
from stolik.app.tables import messages as m
from stolik.app.tables.codes import NoticeCode, Refusal
from stolik.app.tables.eyes import mark_of, take_eyes
from stolik.app.tables.host import Host
from stolik.app.tables.rooms import Rooms
from stolik.app.tables.setup import TableSetup
from stolik.app.tables.speaking import refusal
from stolik.app.tables.table_rights import may_at, rule_of, viewer_of
from stolik.refusal import Refused, Violation, refuse
from stolik.seats import Seat, Viewer

# The standing of a token; of the browser's cookie at the table without one, of a stranger for None.
WhoIs = Callable[[str | None, str], Awaitable[LoginNow]]
_HELLO_MS = 15_000  # until then it has to be said
_RESUME_COST = 20  # a table told anew is the dearest thing to ask for: ten at once, two a second


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

    def __init__(self, rooms: Rooms, outbox: Outbox, who: WhoIs, standing: LoginNow) -> None:
        self.looking: Looking | None = None
        self.standing = standing  # a stranger's until the hello
        self._rooms = rooms
        self._reader = reader_of(rooms.asks)
        self._outbox = outbox
        self._who = who
        self._host: Host | None = None
        self._greeted = False
        self._came = rooms.house.clock.now()
        self._resumes = Budget(self._now_s())
        self._only_watches = False  # whoever he is: for a screen that everybody sees
        # The rights of this login at a table set like this, and whether the eyes are still his.
        self._judged: tuple[Login, TableSetup, dict[str, Any]] | None = None
        self._rights: dict[Rule, bool] = {}

    def _now_s(self) -> float:
        return self._rooms.house.clock.now() / 1000

    async def receive(self, raw: str | bytes) -> None:
        """One message of the client; every refusal is an answer. Who was sent away is not heard."""
        if self._outbox.closed:
            return
        asked: str | None = None
        try:
            if self._host is None and not is_hello(raw):
                refuse(Violation(Refusal.HELLO_FIRST))
            message = self._reader.read(raw)
            asked = message.id if isinstance(message, t.Ask) else None
            await self._handle(message)
        except FAULTS as fault:
            self._refuse(refused_by(fault), asked)
        except Rot:
            self._outbox.close(NoticeCode.TABLE_DAMAGED)  # this table only; all others play
        except Exception:
            # A bug ends the line, but whoever asked is answered: he would ask again for ever.
            self._refuse(Refused([Violation(Http.FAILED)]), asked)
            await asyncio.sleep(0)  # it is on its way before the line ends
            raise

    def why_over(self) -> str:
        """Its login has ended, it has not said hello, or what it sees is not for it any more."""
        if self.standing.is_over:
            return NoticeCode.LOGGED_OUT
        if self._host is None or self.looking is None:
            late = self._rooms.house.clock.now() - self._came > _HELLO_MS
            return NoticeCode.NO_HELLO if late else ""
        login, setup = self.standing.login, self._host.room.table.setup
        if self._judge(login, setup):
            self._rights = {}
            if not self._may(Rule.WATCHER_HERE, setup):
                return NoticeCode.WATCHING
            if viewer_of(self._seen_as(setup), setup) != self.looking.viewer:
                return NoticeCode.WATCHING
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

    async def _handle(self, message: t.Message) -> None:  # noqa: C901 - one arm a message
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
                # A seat's own program may look as often as it likes; seats are few.
                spent = _RESUME_COST if looking.viewer.seat is None else 0
                if not self._resumes.allows(self._now_s(), messages=spent):
                    self._outbox.close(NoticeCode.TOO_FAST)
                    return
                host.room.audience.resend(looking, last_seq)
            case t.Pong(n=n):
                host.pong(self._seat(), n)
            case t.React(what=what):
                host.room.react(self._seat(), what)
            case t.Gesture():
                await host.on_time()
                host.room.move(self._seat(), message)
            case t.NonceHash(hash=hash_):
                host.dealing.takes_part(self._seat(), hash_)
            case t.Nonce(nonce=nonce):
                host.dealing.reveals(self._seat(), nonce)
            case t.Begin(id=id_):
                host.dealing.begin()  # what is dealt already stays as it is: it may be asked twice
                self._outbox.send(self._rooms.house.encode(m.Ack(id_, host.room.table.seq)))
            case t.Ask():
                await self._carry_out(message, host, looking)

    async def _hello(self, hello: t.Hello) -> None:
        if self._host is not None or self._greeted:
            refuse(Violation(Refusal.HELLO_TWICE))
        self._outbox.lang = hello.lang if hello.lang in ("pl", "en") else "pl"
        self._greeted = True  # of two at once on one line only the first is heard
        try:
            await self._greet(hello)
        finally:
            self._greeted = False

    async def _greet(self, hello: t.Hello) -> None:
        if hello.proto != m.PROTOCOL:
            refuse(Violation(Refusal.PROTOCOL, facts={"known": m.PROTOCOL}))
        self.standing = await self._who(hello.token, hello.table)
        host = await self._rooms.freshened(hello.table, hello.last_seq)
        setup = host.room.table.setup
        followed = await self._rooms.is_followed(setup.tournament)
        if hello.watch and followed:
            self.standing = await self._who(None, hello.table)  # a stranger may: no log-out ends it
        self._only_watches = hello.watch
        viewer = await self._eyes(hello, host)
        pending = [outside(id_) for id_ in hello.pending]
        status = await host.room.status(pending, self._author(viewer))
        looking = Looking(viewer, self._outbox, mark_of(self.standing.id, setup.id))
        await self._be_seen(host, looking)
        if viewer.seat is not None:
            await self._rooms.on_seated(host, viewer.seat)
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
        by, rule = self._author(looking.viewer), rule_of(ask, host.room.table.setup)
        if rule is not ask.rule:
            self._check(rule)
        await host.on_time()
        asked = host.play.asked(ask, Seat(seat or 0))
        if asked is None:
            raise Refused([Violation(Refusal.OTHER_GAME)])

        async def allowed() -> None:
            """Asked when it is this command's turn: meanwhile the right may have been lost."""
            await self.standing.surely()
            self._check(rule)

        async def as_seen() -> None:
            """The ledger of the tournament as the referee was shown it."""
            if asked.seen is not None:
                await self._rooms.demand_seen(host, asked.seen)

        async with self._rooms.judging(host, asked.seen):
            done = await host.room.do(
                asked.command,
                by=by,
                command_id=outside(ask.id),
                after=ask.after,
                note=asked.note,
                as_seen=as_seen,
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
            head = rule is Rule.HEAD_JUDGE_HERE
            refuse(Violation(Turned.HEAD_JUDGE_ONLY if head else Refusal.NOT_YOURS))

    def _judge(self, login: Login, setup: TableSetup) -> bool:
        """Whether login, table or tournament are other ones than when it was judged last."""
        last, self._judged = self._judged, (login, setup, self._known(setup))
        return last != self._judged

    def _may(self, rule: Rule, setup: TableSetup) -> bool:
        known = self._known(setup)
        allowed = may_at(self.standing.login, rule, setup, **known)
        return allowed and may_at(self._seen_as(setup), rule, setup, **known)

    def _known(self, setup: TableSetup) -> dict[str, Any]:
        """What of the tournament decides who may do what at its tables."""
        rooms, here = self._rooms, setup.tournament
        heads = {"head_judge": rooms.head_judge_of(here), "deleted": rooms.is_deleted(here)}
        return {"followed": rooms.follows(here), "out": rooms.out_of(here), **heads}

    def _seen_as(self, setup: TableSetup) -> Login:
        """Who he is here; one who only watches is a spectator, whoever he is elsewhere."""
        login = self.standing.login
        if not self._only_watches or login.role is PersonRole.ANONYMOUS:
            return login
        return Login(id=login.id, role=PersonRole.SPECTATOR, tournament=setup.tournament)

    def _author(self, viewer: Viewer) -> str:
        """Who asks, for the log: an organiser with a referee's powers is told as an organiser."""
        if viewer.seat is not None:
            return f"seat {viewer.seat}"
        organises = self.standing.login.role is PersonRole.ORGANISER
        return PersonRole.ORGANISER.value if organises else viewer.role.value

    def _seat(self) -> Seat:
        assert self.looking
        if self.looking.viewer.seat is None:
            refuse(Violation(Refusal.NOT_YOURS))
        return Seat(self.looking.viewer.seat or 0)
