"""Who looks at a table, and what each of them is told; bytes are made once per pair of eyes."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

from stolik.app.tables import messages as m
from stolik.app.tables.codes import NoticeCode
from stolik.app.tables.house import Connection, House
from stolik.app.tables.move_clock import clock_shown
from stolik.app.tables.play import Play, Presence
from stolik.app.tables.recorded import Recorded
from stolik.app.tables.speaking import seats_shown
from stolik.app.texts import text
from stolik.seats import Role, Viewer

_WATCHERS = (Role.SPECTATOR, Role.PUBLIC)
_RESUME_AT_MOST = 200  # events; who has missed more gets a snapshot


class Audience:
    """The connections of one table on this node."""

    def __init__(self, play: Play, house: House) -> None:
        self.connections: list[Connection] = []
        self.elsewhere: dict[str, frozenset[int]] = {}  # seats connected to other nodes
        self._play = play
        self._table = play.table
        self._house = house
        self.on_presence: Callable[[], None] = lambda: None
        # A seat's eyes that are in no log yet: they are written down, then they may look.
        self.on_strange: Callable[[Connection], None] = lambda _: None
        self._strange: list[Connection] = []
        self._presence = Presence(self.present(), (self._now(),) * len(self._table.setup.seats))

    def tell(self, told: Sequence[Recorded]) -> None:
        """What has just happened, to everybody."""
        first = self._table.seq - len(told) + 1
        anew, concerned = self._play.shows_anew(told), self._play.concerned(told)
        events: dict[Hashable, bytes] = {}
        for viewer, group in self._by_viewer().items():
            eyes = self._play.eyes(viewer, concerned)
            if eyes not in events:
                events[eyes] = self._events(first, told, viewer)
            made = [events[eyes], self._snapshot(viewer)] if anew else [events[eyes]]
            for connection in group:
                for message in made:
                    connection.send(message)

    def join(
        self, connection: Connection, last_seq: int, status: Mapping[str, Mapping[str, Any]]
    ) -> None:
        """Somebody looks in, or comes back; the newer connection of a seat wins."""
        viewer, before = connection.viewer, self.present()
        if viewer.role is Role.SEAT and viewer.seat is not None:
            self._table.eyes.opened(viewer.seat, connection.device, self._now())
            for older in [c for c in self.connections if c.viewer == viewer]:
                self.connections.remove(older)
                older.close(NoticeCode.NEWER_CONNECTION)
        self.connections.append(connection)
        self._look_round()
        self.announce(sat=viewer.seat)
        self.say(self._welcome(viewer), [connection])
        self.resend(connection, last_seq)
        if status:
            self.say(m.Status(status), [connection])
        self._say_who_is_here(before, [connection])

    def _welcome(self, viewer: Viewer) -> m.Welcome:
        setup = self._table.setup
        return m.Welcome(
            table=setup.id,
            role=viewer.role.value,
            seat=viewer.seat,
            seq=self._table.seq,
            server_time=self._now(),
            rules=self._play.rules_told(),
            seats=seats_shown(setup, viewer),
            game=setup.game,
            games=setup.games,
        )

    def resend(self, connection: Connection, last_seq: int) -> None:
        """Everything after an event the connection has seen; a snapshot if that is too much."""
        viewer, table = connection.viewer, self._table
        if not self._may_look_now(connection):
            return
        if last_seq and 0 <= table.seq - last_seq <= _RESUME_AT_MOST:
            missed = table.told[last_seq:]
            connection.send(self._events(last_seq + 1, missed, viewer))
            if self._play.shows_anew(missed):
                connection.send(self._snapshot(viewer))
            else:
                self.show_draft([connection])
        else:
            connection.send(self._snapshot(viewer))

    def leave(self, connection: Connection) -> None:
        """Somebody has gone; the game goes on."""
        if connection in self.connections:
            before = self.present()
            self.connections.remove(connection)
            self._strange = [c for c in self._strange if c is not connection]
            self._look_round()
            self.announce()
            self._say_who_is_here(before, ())

    def announce(self, *, sat: int | None = None, asks: bool = False) -> None:
        """Tell the other nodes who is here, who has just come, and ask who is there."""
        house = self._house
        if not house.is_alone:
            here = {"node": house.node, "here": sorted(self.seats_here()), "sat": sat, "asks": asks}
            house.bus.whisper(self._table.setup.stream, house.encode(here))

    def heard(self, node: str, here: Iterable[int], sat: int | None) -> None:
        """Who is at another node; whoever sat down there is here no more."""
        self.elsewhere[node] = frozenset(here)
        for older in [c for c in self.connections if sat is not None and c.viewer.seat == sat]:
            self.connections.remove(older)
            older.close(NoticeCode.NEWER_CONNECTION)
        self._look_round()
        self.say(m.Present(self.present()))

    def lost(self, node: str) -> None:
        """Another node is gone, and whoever was connected to it."""
        if self.elsewhere.pop(node, None):
            self._look_round()
            self.say(m.Present(self.present()))

    def seats_here(self) -> frozenset[int]:
        """The seats connected to this very node."""
        viewers = [c.viewer for c in self.connections]
        return frozenset([int(v.seat) for v in viewers if v.seat is not None])

    def seated_devices(self) -> frozenset[int]:
        """The seats somebody is connected to, on whatever node."""
        return self.seats_here().union(*self.elsewhere.values())

    def seated(self) -> None:
        """Who plays a seat has changed."""
        self._look_round()
        self.say(m.Present(self.present()))

    def judge_watchers_again(self) -> None:
        """Another policy: those who only look are sent to the door, where it is decided anew."""
        for watcher in [c for c in self.connections if c.viewer.role in _WATCHERS]:
            self.connections.remove(watcher)
            watcher.close(NoticeCode.WATCHING)

    def _say_who_is_here(self, before: Sequence[bool], to: Iterable[Connection]) -> None:
        """To everybody if it has changed: those who only look need not hear of each other."""
        now = self.present()
        self.say(m.Present(now), to if now == before else None)

    def present(self) -> tuple[bool, ...]:
        """Which seats are there: somebody connected, or a bot."""
        here = self.seated_devices()
        seats = self._table.setup.seats
        return tuple([bool(seat.bot) or i in here for i, seat in enumerate(seats)])

    def presence(self) -> Presence:
        """Which seats are there, and since when."""
        return self._presence

    def _look_round(self) -> None:
        """Remember when a seat came or went, and let the house see what is due now."""
        was, now, here = self._presence, self._now(), self.present()
        if here != was.here:
            pairs = zip(was.here, here, was.since, strict=True)
            since = tuple([at if before == after else now for before, after, at in pairs])
            self._presence = Presence(here, since)
            self.on_presence()

    def say(self, message: Any, to: Iterable[Connection] | None = None) -> None:
        """The same message for everybody here, or for some."""
        encoded = self._house.encode(message)
        for connection in self.connections if to is None else to:
            connection.send(encoded)

    def notice(self, code: str) -> None:
        """Something to be read on every screen of the table, each in its language."""
        for connection in self.connections:
            self.say(m.Notice(code, text(code, connection.lang)), [connection])

    def show_draft(self, to: Iterable[Connection] | None = None) -> None:
        """How things lie now; what is held face down is shown to its owner only."""
        made: dict[bool, bytes | None] = {}
        for connection in self.connections if to is None else to:
            if not self.may_look(connection) or any(c is connection for c in self._strange):
                continue
            viewer = connection.viewer
            mine = viewer.role is Role.SEAT and viewer.seat == self._table.state.turn
            if mine not in made:
                shown = self._play.draft_shown(viewer)
                made[mine] = None if shown is None else self._house.encode(shown)
            if message := made[mine]:
                connection.send(message)

    def _by_viewer(self) -> Mapping[Viewer, list[Connection]]:
        groups: dict[Viewer, list[Connection]] = {}
        for connection in self.connections:
            if self._may_look_now(connection):
                groups.setdefault(connection.viewer, []).append(connection)
        return groups

    def _may_look_now(self, connection: Connection) -> bool:
        """Whether to tell it something; a stranger waits until it has been shown the table."""
        if not self._strange or all(each is not connection for each in self._strange):
            if self.may_look(connection):
                return True
            self._strange.append(connection)
        self.on_strange(connection)
        return False

    def met(self, seat: int, device: str) -> None:
        """A device stands in the log now: what it was not told so far it is shown at once."""
        waiting = [c for c in self._strange if (c.viewer.seat, c.device) == (seat, device)]
        self._strange = [c for c in self._strange if all(c is not each for each in waiting)]
        for connection in waiting:
            if any(each is connection for each in self.connections):
                self.resend(connection, 0)

    def may_look(self, connection: Connection) -> bool:
        """In a running game a seat's eyes see nothing before they stand in the log."""
        seat = connection.viewer.seat
        if seat is None or not self._play.hides_racks:
            return True
        return self._table.eyes.knows(seat, connection.device)

    def _events(self, first: int, told: Sequence[Recorded], viewer: Viewer) -> bytes:
        items = [self._play.item(n, each, viewer) for n, each in enumerate(told, start=first)]
        clock = clock_shown(self._table.clock, self._now())
        return self._house.encode(m.Events(items, clock, self._play.own_rack(told, viewer)))

    def _snapshot(self, viewer: Viewer) -> bytes:
        shown = self._play.snapshot(viewer, now=self._now(), present=self.present())
        return self._house.encode(shown)

    def _now(self) -> int:
        return self._house.clock.now()
