"""Requests are tried on copies of the desk: as it is now, or as it was when somebody looked."""

from collections.abc import Callable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

from stolik.app.fairness.drawing import NextDraw
from stolik.app.ports import Appended, Entry
from stolik.app.streams.node_parts import NodeParts
from stolik.app.tournaments.card.card import SECRET, secret_key
from stolik.app.tournaments.codes import Refusal
from stolik.app.tournaments.desk import in_book
from stolik.app.tournaments.office.as_seen import is_as_shown
from stolik.app.tournaments.office.desk_copies import DeskCopies, KnownNow
from stolik.app.tournaments.office.trying import Asking, TrialBook, Tried, Work
from stolik.app.tournaments.pledging import HouseSecrets
from stolik.refusal import Refused, Violation, refuse
from stolik.tournament.engine import evolve

if TYPE_CHECKING:
    from stolik.app.tournaments.office.office import Office


class Trials:
    """Those of one tournament; nothing of them is kept here."""

    def __init__(self, office: "Office", parts: NodeParts, draw: NextDraw) -> None:
        self.next_draw = draw
        self.copies = DeskCopies()
        self._office = office
        self._parts = parts

    async def tried(self, work: Work, asking: Asking) -> tuple[Tried, dict[str, Any]]:
        """What a request would change, and its answer."""
        tried = Tried(self._office.state, house=await self.house())
        desk, details = (
            self.copies.maker(self._office.known, tried, asking.eyes),
            self._office.card.details,
        )
        before, pools = self._office.state, self._parts.pools

        def think() -> dict[str, Any]:
            book = TrialBook(desk(), self._office.counting, tried.house, details)
            is_whole = book.desk.state is before
            answer = work(book)
            # Who may not read everything has tried it on less: what is believed is the whole.
            known = book.desk.state if is_whole else reduce(evolve, tried.events, before)
            tried.state = known
            return answer

        # Whatever it is, the tables of this node must not wait for it. Who has many tournaments
        # drawn is one of those who wait.
        if asking.thinks:
            return tried, await pools.draws.think(think, asking.by, self._office.card.id)
        return tried, await pools.commands.think(think, self._office.card.id)

    async def demand_as_seen(self, work: Work, asking: Asking, tried: Tried) -> None:
        """Refused if a request does something else than it would have done when it was read."""
        entries, now = await self._office.log.entries_told(), self._office.state
        since = [self._office.log.read(entry) for entry in entries[asking.seen :]]
        then, book = await self._as_of(entries[: asking.seen], asking)
        before = then.state

        def think() -> bool:
            try:
                work(book())
            except Refused:
                return False
            return then.events == tried.events and is_as_shown(tried.events, since, before, now)

        if not await self._parts.pools.commands.think(think, self._office.card.id):
            refuse(Violation(Refusal.CHANGED_MEANWHILE))

    async def told_again(self, work: Work, asking: Asking, at: Appended) -> dict[str, Any]:
        """The answer whose first sending was lost, by what was known before it; where that no
        longer comes to what was written (by chance, words erased), where it stands."""
        entries = await self._office.log.entries_told()
        written = [self._office.log.read(entry) for entry in entries[at.first - 1 : at.last]]
        then, book = await self._as_of(entries[: at.first - 1], asking)
        pools = self._parts.pools
        pool, keys = (pools.draws, (asking.by,)) if asking.thinks else (pools.commands, ())
        try:
            answer = await pool.think(lambda: work(book()), *keys, self._office.card.id)
        except Refused:
            answer = {}
        return answer if then.events == written else {"done": [at.first, at.last]}

    async def _as_of(
        self, entries: Sequence[Entry], asking: Asking
    ) -> tuple[Tried, Callable[[], TrialBook]]:
        """The tournament as it was after these events, to try a request on."""
        before = await self._office.log.read_on(entries, self._office.blank)
        then = Tried(before, house=await self.house())
        there = {*before.entrants, *map(in_book, before.guardians.values())}
        people = {n: who for n, who in self._office.people.items() if n in there}
        known = KnownNow(before, people, self._office.forgotten)
        desk, details = DeskCopies().maker(known, then, asking.eyes), self._office.card.details
        return then, lambda: TrialBook(desk(), self._office.counting, then.house, details)

    async def house(self) -> HouseSecrets:
        """What this server brings to a draw; the secret lies beside the stream until shown."""
        pledge, chance = self._office.state.pledge, self._parts.chance
        key = secret_key(self._office.card.id, pledge.commit) if pledge else ""
        held = await self._parts.store.get(SECRET, key) if key else None
        fresh, own = chance(32), chance(16)
        return HouseSecrets(
            self._office.card.id, held, fresh=fresh, own=own, next_draw=self.next_draw
        )
