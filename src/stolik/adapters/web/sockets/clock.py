"""The clock of a table in the hall over a WebSocket: as many phones as like, all in sync."""

import asyncio
from typing import Any

from litestar import WebSocket, post, websocket
from litestar.params import FromPath

from stolik.adapters.web.edge.asking import HttpRequest, signature
from stolik.adapters.web.edge.codes import Refusal as Http
from stolik.adapters.web.edge.faults import FAULTS, refused_by
from stolik.adapters.web.edge.guard import standing_of
from stolik.adapters.web.sockets import clock_messages as t
from stolik.adapters.web.sockets.lines import LineOpened
from stolik.adapters.web.sockets.live import Live, live_of
from stolik.adapters.web.sockets.outbox import Outbox
from stolik.adapters.web.sockets.table import listen, login_at, opener_of, turned_away
from stolik.adapters.web.sockets.ways import socket_outbox
from stolik.app.access.roles import Rule, may
from stolik.app.access.standing import LoginNow
from stolik.app.hall.clock_room import ClockRoom
from stolik.app.hall.codes import Refusal as Hall_
from stolik.app.hall.hall import Hall
from stolik.app.streams.chain import Rot
from stolik.app.streams.command_ids import outside
from stolik.app.tables import messages as m
from stolik.app.tables.codes import NoticeCode, Refusal
from stolik.app.tables.recorded import Encode
from stolik.app.tables.speaking import refusal
from stolik.app.tournaments.rights import place_of
from stolik.refusal import Refused, Violation, refuse

Socket = WebSocket[Any, Any, Any]

_HERE = "/api/tournaments/{tournament:str}/tables/{table:int}/clock"


class ClockSession:
    """One phone at a clock."""

    def __init__(
        self, hall: Hall, room: ClockRoom, outbox: Outbox, standing: LoginNow, encode: Encode
    ) -> None:
        self.standing = standing
        self._hall = hall
        self._room = room
        self._outbox = outbox
        self._encode = encode
        self.only_looks = False

    def why_over(self) -> str:
        """Its login has ended, or it is not for it any more: the next round has other tables."""
        if self.standing.is_over:
            return NoticeCode.LOGGED_OUT
        is_here = self._hall.shows(self._room) and self._may(Rule.WATCHER_HERE)
        return "" if is_here else NoticeCode.WATCHING

    def close(self, code: str) -> None:
        """End the connection with a last word; from now on nobody is there."""
        self._outbox.cut(code)
        self.leave()

    def sit(self, watches: bool) -> None:
        """Come to the clock: as a phone of the table, or to look on."""
        self.only_looks = watches or not self._may(Rule.TABLE_HERE)
        if self.only_looks:
            self._room.watch(self._outbox)
        else:
            self._room.join(self._outbox, self.standing.id)

    def leave(self) -> None:
        """The phone is gone."""
        self._room.leave(self._outbox)

    async def receive(self, raw: str | bytes) -> None:
        """One message of the phone; every refusal is an answer. Who was sent away is not heard."""
        if self._outbox.closed:
            return
        self._room.heard(self._outbox)
        asked: str | None = None
        try:
            message = t.read_message(raw)
            asked = message.id if isinstance(message, t.Ask) else None
            await self._handle(message)
        except FAULTS as fault:
            self._refuse(refused_by(fault), asked)
        except Rot:
            self._outbox.close(NoticeCode.TABLE_DAMAGED)
        except Exception:
            # A bug ends the line, but whoever asked is answered: he would ask again for ever.
            self._refuse(Refused([Violation(Http.FAILED)]), asked)
            await asyncio.sleep(0)  # it is on its way before the line ends
            raise

    async def _handle(self, message: t.ClientMessage) -> None:
        await self.standing.now()
        self._check(message)
        if isinstance(message, t.Status):
            ids = [outside(id_) for id_ in message.pending]
            self._say(m.Status(await self._room.status(ids, signature(self.standing.login))))
            return
        ask, login = message, self.standing.login

        async def allowed() -> None:
            """Asked when it is this tap's turn: meanwhile the right may have been lost."""
            await self.standing.surely()
            self._check(ask)

        done = await self._room.do(
            lambda at: t.command_for(ask, at, referee=self._may(Rule.REFEREE_HERE)),
            by=signature(login),
            command=outside(ask.id),
            ago_ms=ask.ago_ms,
            phone=self._outbox,
            allowed=allowed,
        )
        self._say(m.Ack(ask.id, done.last))

    def _check(self, message: t.ClientMessage) -> None:
        """Refuse what the login may not do now; who may not even be here is sent away."""
        if why := self.why_over():
            self.close(why)
        looks = self.only_looks and isinstance(message, t.Ask)
        if self._outbox.closed or looks or not self._may(message.rule):
            refuse(Violation(Refusal.NOT_YOURS))

    def _may(self, rule: Rule) -> bool:
        here, office = self._room.place, self._hall.office
        place = place_of(office, str(here.table), here.seats)
        return may(self.standing.login, rule, place)

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
    live, standing = live_of(socket), await standing_of(socket)
    await socket.accept()
    encode = live.rooms.house.encode
    outbox = socket_outbox(socket, encode, _lang(socket))
    try:
        session = await _seated(live, standing, tournament, table, outbox)
    except FAULTS as fault:
        await turned_away(socket, fault, encode, outbox.lang)
        return
    with live.lines.socket(session, login_at(socket)):
        session.sit("watch" in socket.query_params)
        try:
            await listen(socket, session.receive)
        finally:
            session.leave()
            outbox.drop()


@post(_HERE + "/lines", opt={"rule": Rule.WATCHER_HERE}, tags=["tournaments"])
async def clock_line(
    request: HttpRequest, tournament: FromPath[str], table: FromPath[int]
) -> LineOpened:
    """The same where no socket gets through: messages by `/api/lines/…`."""
    live, standing = live_of(request), await standing_of(request)
    mail, outbox = live.lines.mail(_lang(request))
    session = await _seated(live, standing, tournament, table, outbox)
    line = live.lines.keep(session, mail, opener_of(request))
    session.sit("watch" in request.query_params)
    return LineOpened(line.id)


async def _seated(
    live: Live, standing: LoginNow, tournament: str, table: int, outbox: Outbox
) -> ClockSession:
    hall = await live.halls.hall(tournament)
    last = hall.published()
    if last is None:
        raise Refused([Violation(Hall_.NO_TABLE)])
    room = await hall.clock(int(last.number), table)
    return ClockSession(hall, room, outbox, standing, live.rooms.house.encode)


def _lang(asking: Socket | HttpRequest) -> str:
    return "en" if asking.query_params.get("lang") == "en" else "pl"


HANDLERS = (clock_socket, clock_line)
