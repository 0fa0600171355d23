"""Random sequences: rights gained and lost, commands through every channel, nodes that restart.

Everything is drawn from one seed; what was done is written down, so that it can be done again.
"""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from stolik.app.access import logins, passes
from stolik.app.tournaments.answering import answer as tournament_answer
from stolik.app.tournaments.trying import Asking
from tests.postgres import Postgres
from tests.reliability.rights_changing import Changing
from tests.reliability.rights_company import ENTRANTS, World
from tests.reliability.rights_trying import Trying

RESTART_EACH = 10  # sequences
_OF_ONE_WORLD = 50  # sequences: a node that starts opens all that was left in play


class Sequence(Trying, Changing):
    """One tournament, its people, and what they try."""

    async def set_up(self) -> None:
        """A tournament with a round of two tables, one of them online, and a pass of each kind."""
        node, chance = self.world.nodes[0], self.chance
        await self._log_in(self.chief, 0)
        wanted = {"name": f"T{self.seed}", "format": "zimowy", "public": False, "seed": "17"}
        made = await node.ask("POST", "/api/tournaments", wanted, self._token(self.chief))
        self.id = made.value["id"]
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
        for role in chance.sample(("player", "player", "referee", "spectator", "bot", "door"), 4):
            await self.issue(role, self._login_of(self.chief), 0)
            await self.enter(self.model.entries[-1], chance.randrange(2))

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

    async def _restart(self) -> None:
        """A node goes and comes back; whoever was connected to it has to come again."""
        n = self._node()
        self.steps.append(f"node {n} restarts")
        for opened in [o for o in self.open if o.node == n]:
            self.open.remove(opened)
            await opened.talk.close()
        await self.world.nodes[n].stop()
        await self.world.nodes[n].start()


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
