"""The clock of a table in the hall over a WebSocket: as many phones as like, all in sync."""

from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.params import FromPath

from stolik.adapters.web import clock_messages as t
from stolik.adapters.web.guard import login_of
from stolik.adapters.web.live import live_of
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

    @property
    def may_touch(self) -> bool:
        """Whether this is a phone of the table, or who looks after it."""
        return self._may(Rule.TABLE_HERE)

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
    "/api/tournaments/{tournament:str}/tables/{table:int}/clock/socket",
    opt={"rule": Rule.WATCHER_HERE},
)
async def clock_socket(socket: Socket, tournament: FromPath[str], table: FromPath[int]) -> None:
    """The clock of a table in the round being played; `lang` in the query is its language.

    With `watch` it is a screen that everybody sees, whoever opened it: it may only look.
    """
    live, login = live_of(socket), await login_of(socket)
    await socket.accept()
    encode = live.rooms.house.encode
    outbox = socket_outbox(
        socket, encode, "en" if socket.query_params.get("lang") == "en" else "pl"
    )
    try:
        hall = await live.halls.hall(tournament)
        last = hall.published()
        if last is None:
            raise Refused([Violation(Hall_.NO_TABLE)])
        room = await hall.clock(int(last.number), table)
    except Refused as refused:
        await socket.send_bytes(encode(refusal(refused, id=None, seq=0, lang=outbox.lang)))
        await socket.close(CLOSED)
        return
    session = ClockSession(room, outbox, login, encode, public=hall.office.card.public)
    live.lines.opened(session)
    if "watch" in socket.query_params or not session.may_touch:
        session.only_looks = True
        room.watch(outbox)
    else:
        room.join(outbox)
    try:
        await listen(socket, session.receive)
    finally:
        room.leave(outbox)
        live.lines.closed(session)
        outbox.drop()


HANDLERS = (clock_socket,)
