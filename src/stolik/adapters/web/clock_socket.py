"""The clock of a table in the hall over a WebSocket: as many phones as like, all in sync."""

from typing import Any

import msgspec
from litestar import Request, WebSocket, post, websocket
from litestar.params import FromPath

from stolik.adapters.web import clock_messages as t
from stolik.adapters.web.guard import login_of
from stolik.adapters.web.lines import LineOpened
from stolik.adapters.web.live import Live, live_of
from stolik.adapters.web.outbox import CLOSED, Outbox, socket_outbox
from stolik.adapters.web.socket import listen
from stolik.app.access.roles import Login, Place, Rule, may
from stolik.app.hall.clock_room import ClockRoom
from stolik.app.hall.codes import Refusal as Hall_
from stolik.app.live import messages as m
from stolik.app.live.codes import Refusal
from stolik.app.live.speaking import refusal
from stolik.app.live.told import Encode
from stolik.app.ports import CommandId, NotSaved
from stolik.refusal import Refused, Violation, refuse

Socket = WebSocket[Any, Any, Any]
Asking = Request[Any, Any, Any]

_HERE = "/api/tournaments/{tournament:str}/tables/{table:int}/clock"


class ClockSession:
    """One phone at a clock."""

    def __init__(
        self, room: ClockRoom, outbox: Outbox, login: Login, encode: Encode, *, public: bool
    ) -> None:
        self._room = room
        self._outbox = outbox
        self._login = login
        self._encode = encode
        place = room.place
        self._place = Place(place.tournament, str(place.table), seated=place.seats, public=public)
        self.only_looks = False

    @property
    def login_id(self) -> str:
        """The login this connection came with."""
        return self._login.id

    def close(self, code: str) -> None:
        """End the connection with a last word."""
        self._outbox.close(code)

    def sit(self, watches: bool) -> None:
        """Come to the clock: as a phone of the table, or to look on."""
        self.only_looks = watches or not self._may(Rule.TABLE_HERE)
        (self._room.watch if self.only_looks else self._room.join)(self._outbox)

    def leave(self) -> None:
        """The phone is gone."""
        self._room.leave(self._outbox)

    async def receive(self, raw: str | bytes) -> None:
        """One message of the phone; every refusal is an answer."""
        asked: str | None = None
        try:
            message = t.read_message(raw)
            asked = message.id if isinstance(message, t.Ask) else None
            await self._handle(message)
        except msgspec.MsgspecError as fault:
            why = Violation(Refusal.MESSAGE_UNREADABLE, facts={"why": str(fault)})
            self._refuse(Refused([why]))
        except Refused as refused:
            self._refuse(refused, asked)
        except NotSaved:
            self._refuse(Refused([Violation(Refusal.NOT_SAVED)]), asked)

    async def _handle(self, message: t.ClientMessage) -> None:
        if not self._may(message.rule) or (self.only_looks and isinstance(message, t.Ask)):
            refuse(Violation(Refusal.NOT_YOURS))
        if isinstance(message, t.Status):
            ids = [CommandId(id_) for id_ in message.pending]
            self._say(m.Status(await self._room.status(ids)))
            return
        ask, referee = message, self._may(Rule.REFEREE_HERE)
        done = await self._room.do(
            lambda at: t.command_for(ask, at, referee=referee),
            by=f"{self._login.role} {self._login.id}",
            command=CommandId(ask.id),
            ago_ms=ask.ago_ms,
        )
        self._say(m.Ack(ask.id, done.last if done else self._room.seq))

    def _may(self, rule: Rule) -> bool:
        return may(self._login, rule, self._place)

    def _refuse(self, refused: Refused, asked: str | None = None) -> None:
        self._say(refusal(refused, id=asked, seq=self._room.seq, lang=self._outbox.lang))

    def _say(self, message: Any) -> None:
        self._outbox.send(self._encode(message))


@websocket(
    _HERE + "/socket",
    opt={"rule": Rule.WATCHER_HERE},
)
async def clock_socket(socket: Socket, tournament: FromPath[str], table: FromPath[int]) -> None:
    """The clock of a table in the round being played; `lang` in the query is its language.

    With `watch` it is a screen that everybody sees, whoever opened it: it may only look.
    """
    live, login = live_of(socket), await login_of(socket)
    await socket.accept()
    encode = live.rooms.house.encode
    outbox = socket_outbox(socket, encode, _lang(socket))
    try:
        session = await _seated(live, login, tournament, table, outbox)
    except Refused as refused:
        await socket.send_bytes(encode(refusal(refused, id=None, seq=0, lang=outbox.lang)))
        await socket.close(CLOSED)
        return
    live.lines.opened(session)
    session.sit("watch" in socket.query_params)
    try:
        await listen(socket, session.receive)
    finally:
        session.leave()
        live.lines.closed(session)
        outbox.drop()


@post(_HERE + "/lines", opt={"rule": Rule.WATCHER_HERE}, tags=["tournaments"])
async def clock_line(
    request: Asking, tournament: FromPath[str], table: FromPath[int]
) -> LineOpened:
    """The same where no socket gets through: messages by `/api/lines/…`."""
    live, login = live_of(request), await login_of(request)
    mail, outbox = live.lines.mail(_lang(request))
    session = await _seated(live, login, tournament, table, outbox)
    line = live.lines.keep(session, mail)
    session.sit("watch" in request.query_params)
    return LineOpened(line.id)


async def _seated(
    live: Live, login: Login, tournament: str, table: int, outbox: Outbox
) -> ClockSession:
    hall = await live.halls.hall(tournament)
    last = hall.published()
    if last is None:
        raise Refused([Violation(Hall_.NO_TABLE)])
    room = await hall.clock(int(last.number), table)
    public = hall.office.card.public
    return ClockSession(room, outbox, login, live.rooms.house.encode, public=public)


def _lang(asking: Socket | Asking) -> str:
    return "en" if asking.query_params.get("lang") == "en" else "pl"


HANDLERS = (clock_socket, clock_line)
