"""`stolik demo`: a generated event in full swing, for whoever wants to look around.

Twenty-six entrants have played one round. In the second, bots play two tables online, one of them
with a dispute; at the others results come in one after the other, one of them not confirmed, and
one table calls for a referee; a cut is ahead.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from stolik.adapters.web.routes.demo import Demo, WayIn
from stolik.app.access import accounts, passes
from stolik.app.access.records import keep, organiser_of
from stolik.app.access.roles import PersonRole
from stolik.app.hall import control
from stolik.app.people.own_data import set_consent
from stolik.app.tables.setup import Watching
from stolik.app.tournaments.answering import answer
from stolik.app.tournaments.card import TournamentCard
from stolik.app.tournaments.consent import VERSION, Consent, ConsentBy, To
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.reading_eyes import ALL
from stolik.app.tournaments.trying import Asking
from stolik.refusal import Refused
from stolik.rummikub.commands import Challenge
from stolik.rummikub.state import Phase
from stolik.seats import Seat
from stolik.tournament.commands import Create
from stolik.wiring.serving import Node

ENTRANTS = 26
ONLINE = (1, 2)
DISPUTED = 2
CALLING = 6
_MINUTES = 50
_AGREED = Consent(ConsentBy.PAPER, VERSION, 0)
_CLUBS = ("Szkoła nr 1", "Szkoła nr 2", "Klub Pod Stołem", "")
_BY = "demo"


@dataclass(frozen=True, slots=True)
class Tempo:
    """How fast things happen while a visitor looks around."""

    between_results_s: float = 12
    events_before_dispute: int = 40
    look_s: float = 1


class Show:
    """The event and what goes on in it."""

    def __init__(self, node: Node, office: Office, chance: Random) -> None:
        self.node = node
        self.office = office
        self.chance = chance
        self.tempo = Tempo()

    async def ask(self, **request: Any) -> Any:
        """A request as the organiser makes it."""
        work = partial(answer, value=request, lang="pl")
        return await self.office.do(work, Asking(by=_BY, eyes=ALL))

    async def fill(self) -> None:
        """Entries, a whole first round, and a second one that has just begun."""
        for n in range(1, ENTRANTS + 1):
            club = _CLUBS[n % len(_CLUBS)]
            await self.ask(do="enter", name=f"Zawodnik {n}", club=club)
            await self.ask(do="check_in", entrant=n)
            # Nobody's real name is shown.
            await set_consent(self.office, [n], To, _AGREED)
        for table, seats in await self.round():
            for game in (1, 2, 3):
                await self.result(1, table, game, seats, by="referee")
        tables = await self.round()
        await self.play_online(tables)
        (third, seats), (fourth, others) = tables[2:4]
        await self.result(2, third, 1, seats, by="referee")
        await self.result(2, fourth, 1, others, by=str(others[0]))  # nobody has confirmed it yet

    async def round(self) -> list[tuple[int, list[int]]]:
        """Draw and publish; the seats by table."""
        await self.ask(do="draw")
        told = await self.ask(do="publish")
        return [(table["table"], table["seats"]) for table in told["tables"]]

    async def play_online(self, tables: Sequence[tuple[int, list[int]]]) -> None:
        """Two tables online, bots at every seat but the visitor's."""
        hall = await self.node.live.halls.hall(self.office.card.id)
        await hall.online.set(2, ONLINE, watching=Watching.RACKS_AFTER, by=_BY, command=None)
        for table, seats in tables[: len(ONLINE)]:
            for seat in range(1 if table == 1 else 0, len(seats)):
                await hall.online.seat_bot(2, table, seat, "greedy")
        await hall.do(lambda state, at: control.start_clock(state, 2, _MINUTES, at), by=_BY)
        await hall.do(lambda state, at: control.call_referee(state, 2, CALLING, at), by=_BY)

    async def result(
        self, number: int, table: int, game: int, seats: Sequence[int], *, by: str
    ) -> None:
        """A sheet as chance writes it: somebody goes out, the others hold tiles."""
        winner = self.chance.choice(seats)
        rows = [
            {"entrant": n, "rack_sum": 0 if n == winner else self.chance.randrange(3, 60)}
            for n in seats
        ]
        which = {"round": number, "table": table, "game": game}
        await self.ask(do="result", **which, seats=rows, by=by)

    async def go_on(self) -> None:
        """Results come in at the tables of the hall, and at one online table somebody objects."""
        await asyncio.gather(self._results(), self._dispute())

    async def _results(self) -> None:
        tables = [t for t in self.office.state.rounds[1].tables if t.number not in ONLINE]
        for table, game in [(table, game) for game in (1, 2, 3) for table in tables]:
            await asyncio.sleep(self.tempo.between_results_s)
            try:
                await self.result(2, table.number, game, table.seats, by="referee")
            except Refused:
                continue  # the visitor was faster
            self.node.live.halls.moved(self.office.card.id)

    async def _dispute(self) -> None:
        hall = await self.node.live.halls.hall(self.office.card.id)
        online = hall.online.table(2, DISPUTED)
        if online is None:
            return
        room = (await self.node.live.rooms.host(online.id)).room
        table = room.table
        enough = self.tempo.events_before_dispute
        while table.seq < enough or table.state.phase is not Phase.PLAYING:
            await asyncio.sleep(self.tempo.look_s)
        try:
            await room.do(Challenge(Seat(0), table.seq), by="seat 0")
        except Refused:
            return  # the game ended at this very moment


async def set_up(node: Node, chance: Random) -> tuple[Demo, Show]:
    """The event, and a way in for every role."""
    access = node.access
    password = access.chance(16).hex()
    account = await accounts.new_account(access, "Demo", password)
    card = TournamentCard(access.chance(8).hex(), "Turniej pokazowy", "eliminacje", "")
    office = await node.live.offices.create(card, organiser_of(account.id, card.id), keep(account))
    show = Show(node, office, chance)
    create = Create(chance.randbytes(8).hex(), 2)
    await office.do(lambda book: {"events": len(book.desk.do(create))}, Asking(by=_BY))
    await show.fill()
    tables = [[int(n) for n in t.seats] for t in office.state.rounds[1].tables]
    wanted = (
        passes.Wanted(PersonRole.REFEREE, label="demo"),
        passes.Wanted(PersonRole.PLAYER, entrant=tables[0][0]),
        passes.Wanted(PersonRole.PLAYER, entrant=tables[4][0]),
    )
    issued = await passes.issue(access, card.id, wanted)
    here = f"/tournament/{card.id}"
    ways = (
        WayIn("organiser", ""),
        *(
            WayIn(name, f"/enter#{one.link}")
            for name, one in zip(("referee", "player_online", "player_hall"), issued, strict=True)
        ),
        WayIn("watcher", here),
        WayIn("hall", f"{here}/hall"),
    )
    return Demo(ways, account.id, f"{here}/organise"), show
