"""Who takes part in a random sequence: the nodes, the people, and how an answer is judged."""

import asyncio
from dataclasses import dataclass
from random import Random
from typing import Any

from stolik.app.access.invitations import set_up_link
from tests.reliability.rights_model import Account, Login, Model
from tests.reliability.rights_world import Answer, LineTalk, RunningNode, SocketTalk

PASSWORD = "a password of the hall"
ENTRANTS = 8


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


class Company:
    """One tournament and its people, as the model knows them."""

    id: str  # of the tournament, once it is set up
    here: str

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.seed, self.chance = world, seed, Random(seed)
        self.model = Model()
        self.chief = Account(world.chief.name, world.chief.password, organises=True)
        self.model.accounts.append(self.chief)
        self.open: list[Open] = []
        self.steps: list[str] = []
        self.faults: list[str] = []
        self.asked = self.forbidden = 0

    def _judge(self, what: str, answer: Answer, allowed: bool) -> bool:
        """Compare an answer with the model; whether it was done."""
        self.asked += 1
        self.forbidden += not allowed
        verdict = "done" if answer.done else answer.code or "gone"
        self.steps.append(f"{what}: {'may' if allowed else 'may not'}: {verdict}")
        if allowed == answer.lacks_right:
            self.faults.append(self.steps[-1])
        return answer.done

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
