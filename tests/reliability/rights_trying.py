"""What people try in a random sequence: requests, and messages by whatever connection."""

import asyncio
from typing import Any

from tests.reliability.machine import slack
from tests.reliability.rights_company import ENTRANTS, Company, Open
from tests.reliability.rights_model import Login, Spot
from tests.reliability.rights_world import Answer, LineTalk, SocketTalk, new_id

_HEARD_S = 0.5
_LOOKS = 2  # a node hears of it at once, or sees it in the record within a second


class Trying(Company):
    """Requests and connections of anybody, each held against the model."""

    # --- requests ----------------------------------------------------------------------------

    async def _some_request(self) -> None:
        name, rule, spot, method, path, body = self.chance.choice(self._requests())
        who, n = self._somebody(), self._node()
        allowed = self.model.allows(who, rule, spot)
        before = 0 if allowed else await self._written(n)
        answer = await self._ask(who, n, method, path, body)
        self._judge(f"{name} by {who} at node {n}", answer, allowed)
        if not allowed and await self._written(n) != before:
            self.faults.append(f"{self.steps[-1]}, and it changed something")

    async def _written(self, n: int) -> int:
        """How many events the tournament and its hall have."""
        store = self.world.nodes[n].node.access.store
        heads = [len(await store.read(f"{kind}/{self.id}")) for kind in ("tournament", "hall")]
        return sum(heads)

    def _requests(self) -> list[tuple[str, str, Spot, str, str, Any]]:
        """What can be asked, whom it is for, and what it is about."""
        m, here, whole = self.model, self.here, self.model.whole()
        table, entrant = self.chance.choice((1, 2)), self.chance.randint(1, ENTRANTS)
        at = m.at(table)
        sheet = {"do": "result", "round": 1, "table": table, "game": 1}
        entry = self.chance.choice(m.entries)
        found = [
            ("whoami", "anyone", whole, "GET", "/api/whoami", None),
            ("overview", "watcher_here", whole, "GET", here, None),
            ("hall", "watcher_here", whole, "GET", here + "/hall", None),
            ("public page", "watcher_here", whole, "GET", here + "/public", None),
            ("standings", "watcher_here", whole, "POST", here, {"do": "standings"}),
            ("enter nobody", "organiser_here", whole, "POST", here, {"do": "enter"}),
            ("draft", "organiser_here", whole, "POST", here, {"do": "draft"}),
            ("empty sheet", "writer_here", at, "POST", here, sheet),
            ("sheet page", "referee_here", at, "GET", f"{here}/tables/{table}/sheet", None),
            ("call", "table_here", at, "POST", f"{here}/tables/{table}/referee", None),
            ("came", "table_here", at, "DELETE", f"{here}/tables/{table}/referee", None),
            ("my data", "player_here", whole, "GET", here + "/me/data", None),
            ("passes", "organiser_here", whole, "GET", here + "/passes", None),
            ("history", "organiser_here", whole, "GET", here + "/history", None),
            ("people", "organiser_here", whole, "GET", f"{here}/people/{entrant}", None),
            ("mirror", "organiser", whole, "GET", "/api/mirror", None),
            ("hold", "organiser_here", whole, "POST", here + "/rounds/1/resume", None),
            (
                *("empty penalty", "referee_here", m.of_entrant(entrant)),
                *("POST", here, {"do": "penalty", "entrant": entrant}),
            ),
        ]
        if entry.over:  # of a pass that is good this would be a loss, see below
            way = f"{here}/passes/{entry.id}"
            found.append(("revoke again", "organiser_here", whole, "DELETE", way, None))
        for number, (id_, _) in m.online.items():
            way, spot = f"/api/tables/{id_}/people", m.at_online(number)
            found.append(("table's people", "watcher_here", spot, "GET", way, None))
        return found

    # --- connections -------------------------------------------------------------------------

    async def _some_message(self) -> None:
        """By a connection that is open, or by a new one."""
        opened = [o for o in self.open if not o.channel.startswith("hall")]
        if opened and self.chance.random() < 0.65:
            await self._say(self.chance.choice(opened))
        else:
            channels = ["table socket", "table line"] if self.model.online else []
            channels += ["clock socket", "clock line"] if self._clocks() else []
            if channels:
                await self._connect(self.chance.choice(channels), self._somebody(), self._node())

    async def _connect(self, channel: str, who: Login | None, n: int) -> Open | None:
        """Open a connection; judged like any other request."""
        of_table = channel.startswith("table")
        tables = sorted(self.model.online) if of_table else self._clocks()
        table = 0 if channel.startswith("hall") else self.chance.choice(tables)
        talk = await self._talk(channel, table, who, n)
        spot = self._spot(channel, table)
        allowed = self.model.allows(who, "watcher_here", spot)
        what = f"{channel} {table or ''} opened by {who} at node {n}"
        self._judge(what, Answer(talk is not None, gone=talk is None), allowed)
        if talk is None:
            return None
        self.open.append(Open(channel, table, n, who, talk))
        return self.open[-1]

    async def _talk(
        self, channel: str, table: int, who: Login | None, n: int
    ) -> SocketTalk | LineTalk | None:
        node, token = self.world.nodes[n], who.token if who else ""
        paths = {"hall": self.here, "clock": f"{self.here}/tables/{table}/clock", "table": "/api"}
        kind, _, way = channel.partition(" ")
        hello = {"t": "hello", "table": self.model.online[table][0]} if kind == "table" else None
        if way == "socket":
            socket = await node.socket(paths[kind] + "/socket", token)
            if socket is None:
                return None
            talk: SocketTalk | LineTalk = SocketTalk(socket)
            if hello is None:
                return talk
            greeted = await talk.say(hello)
            return talk if greeted.done else None
        opened = await node.ask("POST", paths[kind] + "/lines", hello, token)
        if not opened.done:
            return None
        talk = LineTalk(node, opened.value["line"], token)
        if hello:
            told = await node.ask("GET", f"/api/lines/{opened.value['line']}", token=token)
            if not told.done or not any(each["t"] == "welcome" for each in told.value):
                return None
        return talk

    def _spot(self, channel: str, table: int) -> Spot:
        if channel.startswith("hall"):
            return self.model.whole()
        of_table = channel.startswith("table")
        return self.model.at_online(table) if of_table else self.model.at(table)

    def _clocks(self) -> list[int]:
        return [t for t in self.model.seats if t not in self.model.online]

    async def _say(self, opened: Open) -> None:
        """A message on an open connection; if that has ended, on a new one if there may be one."""
        of_table = opened.channel.startswith("table")
        if of_table:
            said: list[tuple[str, dict[str, Any]]] = [
                ("seat_here", {"t": "ready", "id": new_id(), "after": 0}),
                ("referee_here", {"t": "pause", "id": new_id(), "after": 0, "reason": "spór"}),
                ("watcher_here", {"t": "resume", "last_seq": 0}),
            ]
        else:
            said = [
                ("table_here", {"t": "tap", "id": new_id(), "seat": 0, "move": 999}),
                ("referee_here", {"t": "add_time", "id": new_id(), "seconds": 1, "reason": "spór"}),
                ("watcher_here", {"t": "status", "pending": []}),
            ]
        rule, message = self.chance.choice(said)
        exists = of_table or opened.table in self._clocks()
        answer = await opened.talk.say(message)
        if answer.gone or answer.code == "live.line_unknown":
            self.open.remove(opened)
        allowed = exists and self.model.allows(
            opened.login, rule, self._spot(opened.channel, opened.table)
        )
        where = f"{opened.channel} {opened.table} at node {opened.node}"
        what = f"{message['t']} by {opened.login} on {where}"
        if allowed and opened not in self.open:
            # Somebody's newer device has the seat, or the round was drawn anew: come again.
            self.steps.append(f"{what}: gone, once more")
            talk = await self._talk(opened.channel, opened.table, opened.login, opened.node)
            answer = await talk.say(message) if talk else Answer(done=False, gone=True)
            if talk:
                self.open.append(
                    Open(opened.channel, opened.table, opened.node, opened.login, talk)
                )
        if answer.done and not allowed and rule == "watcher_here":
            answer = await self._once_more(opened, message)
        if not exists and not answer.done and not answer.lacks_right:
            answer = Answer(done=False, gone=True)  # there is no such clock for anybody
        self._judge(what, answer, allowed)

    async def _once_more(self, opened: Open, message: dict[str, Any]) -> Answer:
        """Who only looks is sent away as soon as a node has heard of it; who acts, before that."""
        answer = Answer(done=True)
        for _ in range(round(_LOOKS * slack())):
            await asyncio.sleep(_HEARD_S)
            if not (answer := await opened.talk.say(message)).done:
                break
        if answer.gone and opened in self.open:
            self.open.remove(opened)
        return answer

    async def _look_at_a_screen(self) -> None:
        """The hall's stream: it only tells, and it ends with the right to be told."""
        screens = [o for o in self.open if o.channel.startswith("hall")]
        if not screens or self.chance.random() < 0.5:
            channel = self.chance.choice(("hall socket", "hall line"))
            await self._connect(channel, self._somebody(), self._node())
            return
        screen = self.chance.choice(screens)
        allowed = self.model.allows(screen.login, "watcher_here", self.model.whole())
        is_open = await screen.talk.is_open(allowed)
        if not is_open:
            self.open.remove(screen)
        what = f"{screen.channel} of {screen.login} at node {screen.node}"
        if allowed and not is_open:
            again = await self._talk(screen.channel, 0, screen.login, screen.node)
            is_open = again is not None
        self._judge(what, Answer(is_open, gone=not is_open), allowed)
