"""Random sequences: rights gained and lost, commands through every channel, nodes that restart.

Everything is drawn from one seed; what was done is written down, so that it can be done again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from stolik.app.access import logins, passes
from stolik.app.access.invitations import set_up_link
from stolik.app.office.office import Asking
from stolik.serving import tournament_answer
from tests.postgres import Postgres
from tests.reliability.rights_model import Account, Entry, Login, Model, Spot
from tests.reliability.rights_world import Answer, LineTalk, RunningNode, SocketTalk, new_id

PASSWORD = "a password of the hall"
ENTRANTS = 8
RESTART_EACH = 10  # sequences
_HEARD_S = 0.5
_OF_ONE_WORLD = 50  # sequences: a node that starts opens all that was left in play
_OTHER_PASSWORD = "another password of the hall"


@dataclass(eq=False)
class Open:
    """A connection somebody holds: kind of channel, table, node, and whose it is."""

    channel: str
    table: int
    node: int
    login: Login | None
    talk: SocketTalk | LineTalk


@dataclass
class World:
    """Two nodes and the organiser who was here first."""

    nodes: list[RunningNode]
    chief: Account

    @classmethod
    async def begin(cls, database: str) -> "World":
        nodes = [RunningNode(database) for _ in range(2)]
        for node in nodes:
            await node.start()
        token = await set_up_link(nodes[0].node.access)
        chief = Account("Organizator", PASSWORD, organises=True)
        filled = {"token": token, "name": chief.name, "password": PASSWORD}
        await nodes[0].ask("POST", "/api/login/link", filled)
        return cls(nodes, chief)

    async def end(self) -> None:
        for node in self.nodes:
            await node.stop()


class Sequence:
    """One tournament, its people, and what they try."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.seed, self.chance = world, seed, Random(seed)
        self.model = Model()
        self.chief = Account(world.chief.name, world.chief.password, organises=True)
        self.model.accounts.append(self.chief)
        self.open: list[Open] = []
        self.steps: list[str] = []
        self.faults: list[str] = []
        self.asked = self.forbidden = 0

    # --- the stage ---------------------------------------------------------------------------

    async def set_up(self) -> None:
        """A tournament with a round of two tables, one of them online, and a pass of each kind."""
        node, chance = self.world.nodes[0], self.chance
        await self._log_in(self.chief, 0)
        wanted = {"name": f"T{self.seed}", "format": "zimowy", "public": False, "seed": "17"}
        made = await node.ask("POST", "/api/tournaments", wanted, self._token(self.chief))
        self.id: str = made.value["id"]
        self.here = f"/api/tournaments/{self.id}"
        office = await node.node.live.offices.office(self.id)

        def enter(book: Any) -> dict[str, Any]:
            for n in range(1, ENTRANTS + 1):
                tournament_answer(book, {"do": "enter", "name": f"Zawodnik {n}"}, "pl")
            tournament_answer(book, {"do": "draw"}, "pl")
            return tournament_answer(book, {"do": "publish"}, "pl")

        self._published(await office.do(enter, Asking("organiser")))
        await self._settle()
        await self.set_online()
        for role in chance.sample(("player", "player", "referee", "spectator", "bot"), 4):
            await self.issue(role, self._login_of(self.chief), 0)
            await self.enter(self.model.entries[-1], chance.randrange(2))

    def _published(self, told: dict[str, Any]) -> None:
        self.model.seats = {t["table"]: tuple(t["seats"]) for t in told["tables"]}

    async def _settle(self) -> None:
        """What the tournament is like is known to both nodes; who may what needs no waiting."""
        for _ in range(400):
            if len({await self._known(node) for node in self.world.nodes}) == 1:
                return
            await asyncio.sleep(0.005)
        self.faults.append("the nodes do not agree")

    async def _known(self, running: RunningNode) -> tuple[Any, ...]:
        live = running.node.live
        office, hall = await live.offices.office(self.id), await live.halls.hall(self.id)
        hosts = [await live.rooms.host(id_) for id_, _ in self.model.online.values()]
        watching = tuple(host.room.table.setup.watching for host in hosts)
        return office.seq, office.card.public, hall.seq, watching

    # --- the play ----------------------------------------------------------------------------

    async def play(self, steps: int) -> list[str]:
        """So many steps; what differs from the model."""
        await self.set_up()
        for number in range(steps):
            if self.faults:
                break
            if number == steps // 2 and self.seed % RESTART_EACH == 1:
                await self._restart()
            step = self.chance.choices(*zip(*self._choices(), strict=True))[0]
            await step()
        for opened in self.open:
            await opened.talk.close()
        await self._forget()
        return self.faults

    async def _forget(self) -> None:
        """Whoever was here has gone: the next sequence shall not wait for their records."""
        access = self.world.nodes[0].node.access
        await passes.revoke_all(access, self.id)
        await logins.end_logins(access, lambda _: True)

    def _choices(self) -> list[tuple[Callable[[], Awaitable[None]], int]]:
        return [
            (self._some_request, 30),
            (self._some_message, 40),
            (self._look_at_a_screen, 8),
            (self._gain, 14),
            (self._lose, 14),
            (self._change_the_tournament, 8),
        ]

    def _judge(self, what: str, answer: Answer, allowed: bool) -> bool:
        """Compare an answer with the model; whether it was done."""
        self.asked += 1
        self.forbidden += not allowed
        verdict = "done" if answer.done else answer.code or "gone"
        self.steps.append(f"{what}: {'may' if allowed else 'may not'}: {verdict}")
        if allowed == answer.lacks_right:
            self.faults.append(self.steps[-1])
        return answer.done

    # --- people ------------------------------------------------------------------------------

    def _somebody(self) -> Login | None:
        """Anybody, those whose login is over among them; now and then nobody."""
        return self.chance.choice([None, *self.model.logins, *self.model.logins])

    def _an_organiser(self) -> Login | None:
        """Mostly somebody who may; sometimes anybody."""
        good = [x for x in self.model.logins if x.account and not x.is_over]
        return self.chance.choice(good) if good and self.chance.random() < 0.8 else self._somebody()

    def _token(self, account: Account) -> str:
        return self._login_of(account).token

    def _login_of(self, account: Account) -> Login:
        return next(x for x in self.model.logins if x.account is account and not x.is_over)

    async def _chiefs(self) -> Login:
        """The first organiser can always come in again."""
        good = [x for x in self.model.logins if x.account is self.chief and not x.is_over]
        return good[0] if good else await self._log_in(self.chief, 0)

    async def _log_in(self, account: Account, node: int) -> Login:
        filled = {"name": account.name, "password": account.password}
        told = await self.world.nodes[node].ask("POST", "/api/login", filled)
        assert told.done, told
        self.model.logins.append(Login(told.token, account=account))
        return self.model.logins[-1]

    def _node(self) -> int:
        return self.chance.randrange(2)

    async def _ask(
        self, login: Login | None, n: int, method: str, path: str, body: Any = None
    ) -> Answer:
        return await self.world.nodes[n].ask(method, path, body, login.token if login else "")

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
            ("empty sheet", "table_here", at, "POST", here, sheet),
            ("sheet page", "referee_here", at, "GET", f"{here}/tables/{table}/sheet", None),
            ("call", "table_here", at, "POST", f"{here}/tables/{table}/referee", None),
            ("came", "referee_here", at, "DELETE", f"{here}/tables/{table}/referee", None),
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
                ("referee_here", {"t": "pause", "id": new_id(), "after": 0, "reason": "?"}),
                ("watcher_here", {"t": "resume", "last_seq": 0}),
            ]
        else:
            said = [
                ("table_here", {"t": "tap", "id": new_id(), "seat": 0, "move": 999}),
                ("referee_here", {"t": "add_time", "id": new_id(), "seconds": 1, "reason": "?"}),
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
        await asyncio.sleep(_HEARD_S)
        answer = await opened.talk.say(message)
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

    # --- gaining rights ----------------------------------------------------------------------

    async def _gain(self) -> None:
        n = self._node()
        good = [e for e in self.model.entries if not e.over]
        match self.chance.randrange(6):
            case 0 | 1:
                role = self.chance.choice(("player", "referee", "spectator", "bot"))
                await self.issue(role, self._an_organiser(), n)
            case 2 | 3 if good:
                await self.enter(self.chance.choice(good), n)
            case 4:
                await self._invite(n)
            case _:
                outside = [a for a in self.model.accounts if a is not self.chief]
                if outside:
                    await self._log_in(self.chance.choice(outside), n)

    async def issue(self, role: str, who: Login | None, n: int) -> None:
        chance = self.chance
        wanted: dict[str, Any] = {"role": role}
        if role == "referee":
            wanted["tables"] = chance.choice((None, ["1"], ["2"], ["1", "2"]))
        elif role != "spectator":
            by_seat = role == "bot" or chance.random() < 0.3
            seat = {"table": str(chance.choice((1, 2))), "seat": chance.randrange(4)}
            wanted |= seat if by_seat else {"entrant": chance.randint(1, ENTRANTS)}
        told = await self._ask(who, n, "POST", self.here + "/passes", {"passes": [wanted]})
        allowed = self.model.allows(who, "organiser_here", self.model.whole())
        if self._judge(f"pass {wanted} by {who} at node {n}", told, allowed):
            self.model.entries.append(_entry(told.value[0]))

    async def enter(self, entry: Entry, n: int) -> None:
        """By link; by code where there is one, half of the times."""
        if entry.code and self.chance.random() < 0.5:
            way = "pin" if entry.role == "referee" else "code"
            told = await self._ask(None, n, "POST", f"/api/login/{way}", {"code": entry.code})
        else:
            told = await self._ask(None, n, "POST", "/api/login/link", {"token": entry.link})
        if self._judge(f"{entry.role} comes in at node {n}", told, True):
            self.model.logins.append(Login(told.token, entry=entry))

    async def _invite(self, n: int) -> None:
        who = self._an_organiser()
        told = await self._ask(who, n, "POST", self.here + "/organisers/invitations")
        allowed = self.model.allows(who, "organiser_here", self.model.whole())
        if not self._judge(f"invitation by {who} at node {n}", told, allowed):
            return
        name = f"Organizator {self.seed} {len(self.model.accounts)}"
        account = Account(name, PASSWORD, organises=True)
        filled = {"token": told.value["link"].partition("#")[2]}
        filled |= {"name": name, "password": PASSWORD}
        joined = await self._ask(None, 1 - n, "POST", "/api/login/link", filled)
        if self._judge(f"{name} joins at node {1 - n}", joined, True):
            self.model.accounts.append(account)
            self.model.logins.append(Login(joined.token, account=account))

    # --- losing them -------------------------------------------------------------------------

    async def _lose(self) -> None:
        ways = [self._log_out, self._revoke, self._renew, self._dismiss, self._everywhere]
        await self.chance.choice([*ways, self._log_out, self._revoke, self._password])(self._node())

    async def _log_out(self, n: int) -> None:
        who = self._somebody()
        told = await self._ask(who, n, "POST", "/api/logout")
        allowed = self.model.allows(who, "logged_in", self.model.whole())
        if self._judge(f"log-out by {who} at node {n}", told, allowed) and who:
            who.over = True

    async def _revoke(self, n: int) -> None:
        entry, who = self.chance.choice(self.model.entries), self._an_organiser()
        told = await self._ask(who, n, "DELETE", f"{self.here}/passes/{entry.id}")
        allowed = self.model.allows(who, "organiser_here", self.model.whole())
        if self._judge(f"revoking {entry.role} by {who} at node {n}", told, allowed):
            entry.over = True

    async def _renew(self, n: int) -> None:
        entry, who = self.chance.choice(self.model.entries), self._an_organiser()
        told = await self._ask(who, n, "POST", f"{self.here}/passes/{entry.id}/renew")
        allowed = self.model.allows(who, "organiser_here", self.model.whole())
        if self._judge(f"renewing {entry.role} by {who} at node {n}", told, allowed):
            entry.over = True
            self.model.entries.append(_entry(told.value))

    async def _dismiss(self, n: int) -> None:
        others = [a for a in self.model.accounts if a.organises and a is not self.chief]
        if not others:
            return
        account, who = self.chance.choice(others), self._an_organiser()
        chief = await self._chiefs()
        listed = (await self._ask(chief, n, "GET", self.here + "/organisers")).value
        id_ = next(each["id"] for each in listed if each["name"] == account.name)
        told = await self._ask(who, n, "DELETE", f"{self.here}/organisers/{id_}")
        allowed = self.model.allows(who, "organiser_here", self.model.whole())
        if self._judge(f"dismissing {account.name} by {who} at node {n}", told, allowed):
            account.organises = False
            self.model.end_account(account)

    async def _everywhere(self, n: int) -> None:
        who = self._an_organiser()
        told = await self._ask(who, n, "POST", "/api/logout/everywhere")
        allowed = self.model.allows(who, "organiser", self.model.whole())
        done = self._judge(f"log-out everywhere by {who} at node {n}", told, allowed)
        if done and who and who.account:
            self.model.end_account(who.account)

    async def _password(self, n: int) -> None:
        who = self._an_organiser()
        if who is None or who.account is None or who.account is self.chief:
            return
        account = who.account
        new = _OTHER_PASSWORD if account.password == PASSWORD else PASSWORD
        filled = {"old": account.password, "new": new}
        told = await self._ask(who, n, "POST", "/api/password", filled)
        allowed = self.model.allows(who, "organiser", self.model.whole())
        if self._judge(f"new password by {who} at node {n}", told, allowed):
            account.password = new
            self.model.end_account(account)
            self.model.logins.append(Login(told.token, account=account))

    # --- the tournament ----------------------------------------------------------------------

    async def _change_the_tournament(self) -> None:
        chief, n = await self._chiefs(), self._node()
        ways = [self._public, self._draw_again, self._leaves, self._watched]
        await self.chance.choice(ways)(chief, n)
        await self._settle()

    async def _public(self, chief: Login, n: int) -> None:
        told = await self._ask(chief, n, "PUT", self.here, {"public": not self.model.public})
        if self._judge(f"public: {not self.model.public} at node {n}", told, True):
            self.model.public = not self.model.public

    async def _draw_again(self, chief: Login, n: int) -> None:
        """The round is taken back; later it is drawn anew and published."""
        if self.model.seats:
            told = await self._ask(
                chief, n, "POST", self.here, {"do": "unpublish", "reason": "pomyłka"}
            )
            if self._judge(f"unpublished at node {n}", told, True):
                self.model.seats = {}
            return
        if self.chance.random() < 0.5:
            await self._ask(chief, n, "POST", self.here, {"do": "draw", "reason": "pomyłka"})
        told = await self._ask(chief, n, "POST", self.here, {"do": "publish"})
        if self._judge(f"published at node {n}", told, True):
            self._published(told.value)

    async def _leaves(self, chief: Login, n: int) -> None:
        """Somebody withdraws or is substituted: the seat is as it was until the next draw."""
        entrant = self.chance.randint(1, ENTRANTS)
        wish = self.chance.choice(({"do": "withdraw"}, {"do": "substitute", "name": "Zawodnik 99"}))
        asked = {**wish, "entrant": entrant, "reason": "chory"}
        told = await self._ask(chief, n, "POST", self.here, asked)
        done = self._judge(f"{wish['do']} {entrant} at node {n}", told, True)
        if done and wish["do"] == "substitute":
            # Somebody else has the number now: who had it before has no business here.
            for entry in self.model.entries:
                entry.over = entry.over or entry.entrant == entrant

    async def _watched(self, chief: Login, n: int) -> None:
        if not self.model.online:
            await self.set_online()
            return
        to = "nobody" if self.model.watching else "racks_after"
        path = f"{self.here}/rounds/1/online/2/watching"
        told = await self._ask(chief, n, "PUT", path, {"watching": to})
        if self._judge(f"watching: {to} at node {n}", told, True) and told.done:
            self.model.watching = not self.model.watching

    async def set_online(self) -> None:
        """Table 2 is played online, if the round is published."""
        if not self.model.seats:
            return
        chief = await self._chiefs()
        told = await self._ask(chief, 0, "POST", self.here + "/rounds/1/online", {"tables": [2]})
        if told.done:
            set_ = next(each for each in told.value if each["table"] == 2)
            self.model.online[2] = (set_["id"], self.model.seats[2])
            await self._settle()

    async def _restart(self) -> None:
        """A node goes and comes back; whoever was connected to it has to come again."""
        n = self._node()
        self.steps.append(f"node {n} restarts")
        for opened in [o for o in self.open if o.node == n]:
            self.open.remove(opened)
            await opened.talk.close()
        await self.world.nodes[n].stop()
        await self.world.nodes[n].start()


def _entry(told: dict[str, Any]) -> Entry:
    tables = told.get("tables")
    return Entry(
        id=told["id"],
        role=told["role"],
        tables=None if tables is None else tuple(tables),
        table=told.get("table") or "",
        seat=told.get("seat"),
        entrant=told.get("entrant"),
        link=told["link"].partition("#")[2],
        code=told.get("code", ""),
    )


async def run(
    postgres: Postgres, seeds: Iterable[int], steps: int = 24, *, until_first: bool = False
) -> tuple[list[str], str]:
    """These sequences, one after the other: the differences, and what was asked."""
    found: list[str] = []
    asked = forbidden = 0
    every = list(seeds)
    for first in range(0, len(every), _OF_ONE_WORLD):
        world = await World.begin(await postgres.new_database())
        try:
            for seed in every[first : first + _OF_ONE_WORLD]:
                sequence = Sequence(world, seed)
                faults = await sequence.play(steps)
                asked, forbidden = asked + sequence.asked, forbidden + sequence.forbidden
                if faults:
                    told = [f"seed {seed}:", *sequence.steps, "FAULT " + faults[0]]
                    found.append("\n".join(told))
                if found and until_first:
                    return found, ""
        finally:
            await world.end()
    return found, f"{len(every)}, {asked}, {forbidden}, {len(found)}"
