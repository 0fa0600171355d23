"""When and how tiles come to a table: everybody is there, chance is gathered, the deal is kept."""

from collections.abc import Awaitable, Callable, Sequence

from stolik.app.fairness.dealing import FairDeal
from stolik.app.ports import Stale
from stolik.app.tables import messages as m
from stolik.app.tables.dealer import KIND, Gathering, fresh_deal, seed_key, seed_made
from stolik.app.tables.eyes import eyes_at_the_deal
from stolik.app.tables.house import Alarm
from stolik.app.tables.recorded import Recorded
from stolik.app.tables.room import Room
from stolik.seats import Role, Seat

BY_HOUSE = "house"
# How long a device may take to answer before the deal goes on without it.
_STEP_S = 3.0
# How long the node whose turn it is to deal may take before another one does.
_OTHERS_S = 8.0

Spawn = Callable[[Callable[[], Awaitable[None]]], None]


class DealingRoom:
    """The deals of one table on this node."""

    def __init__(self, room: Room, spawn: Spawn) -> None:
        self._room = room
        self._play = room.play
        self._spawn = spawn
        room.fetch_secret = self.open
        self._gathering: Gathering | None = None
        self._preparing = False
        self._forced = False
        self._alarm: Alarm | None = None
        self._fallback: Alarm | None = None
        self._willing: set[Seat] = set()
        # Whether the first tiles may be dealt: asked before chance is gathered, and after.
        self.may_begin: Callable[[], Awaitable[bool]] = _always

    async def open(self) -> None:
        """Know the secret of the game that is being played, to reveal it at its end."""
        dealt = self._last_deal()
        if dealt is not None:
            deal = await self._deal(dealt["ctx"])
            self._play.hold_secret(deal.opened(dealt["public"]))
            self._will_reveal(deal)

    def look(self) -> None:
        """Begin a deal if the table waits for one and everybody who plays is there."""
        if not self._play.deal_wanted() or self._gathering or self._preparing:
            return
        # Whoever has sat down once is dealt in again even if his line is down.
        if self._forced or not self._play.is_closed or all(self._room.audience.present()):
            if self._forced or self._is_ours():
                self._begin()
            elif self._fallback is None:
                self._fallback = self._room.house.later(_OTHERS_S, self._take_over)

    def learn(self, told: Sequence[Recorded]) -> None:
        """Another node may have dealt: its secret is revealed by whoever ends the game."""
        dealt = any(isinstance(each.event, self._play.dealt_kind) for each in told)
        if dealt and not self._room.house.is_alone:
            self._spawn(self.open)

    def _is_ours(self) -> bool:
        """One node deals: that of the lowest seat connected, so that a device can take part."""
        audience = self._room.audience
        here = audience.seats_here()
        everywhere = here.union(*audience.elsewhere.values())
        return not everywhere or min(everywhere) in here

    def _begin(self) -> None:
        self._preparing = True
        self._spawn(self._prepare)

    def _take_over(self) -> None:
        """The node whose deal it was has not dealt."""
        self._fallback = None
        if self._play.deal_wanted() and not (self._gathering or self._preparing):
            self._begin()

    def begin(self) -> None:
        """Deal without waiting for those who have not come: the referee's word."""
        self._forced = True
        self.look()

    def close(self) -> None:
        """Stop waiting."""
        if self._alarm:
            self._alarm.cancel()
        if self._fallback:
            self._fallback.cancel()
            self._fallback = None

    def takes_part(self, seat: Seat, nonce_hash: str | None) -> None:
        """A device says whether it adds its own chance, and commits to it."""
        if nonce_hash is None:
            self._willing.discard(seat)
            return
        self._willing.add(seat)
        if self._gathering:
            self._gathering.willing.add(seat)
            self._gathering.give_hash(seat, nonce_hash)
            self._go_on()

    def ask_again(self) -> None:
        """A player is back while chance is gathered: what was asked, or answered, may be lost."""
        if self._gathering:
            self._announce()

    def reveals(self, seat: Seat, nonce: str) -> None:
        """A device shows its nonce."""
        if self._gathering:
            self._gathering.reveal(seat, nonce)
            self._go_on()

    async def _prepare(self) -> None:
        try:
            if self._play.is_closed and not await self.may_begin():
                return
            deal = await self._deal(self._play.next_context()[0])
            connected = {
                c.viewer.seat
                for c in self._room.audience.connections
                if c.viewer.role is Role.SEAT and c.viewer.seat in self._willing
            }
            willing = {seat for seat in connected if seat is not None}
            self._gathering = Gathering(deal, willing)
        finally:
            self._preparing = False
        self._announce()
        self._wait()
        self._go_on()

    async def _deal(self, ctx: str) -> FairDeal:
        """The deal committed to under this name; made, and kept before anybody sees its commit."""
        store, table, bag = self._room.house.store, self._room.table, self._play.bag
        seed = await store.get(KIND, seed_key(table.setup.id, ctx))
        if seed is not None:
            return FairDeal(seed, ctx, bag)
        deal = fresh_deal(ctx, bag, self._room.house.chance)
        try:
            # Of two nodes at once the store lets one through.
            await store.append(seed_made(table.setup.id, deal, self._room.house.chance))
        except Stale:
            return await self._deal(ctx)
        return deal

    def _go_on(self) -> None:
        """The next step, once everybody has answered."""
        gathering = self._gathering
        if gathering is None:
            return
        if not gathering.revealing and gathering.has_all_hashes:
            self._reveal()
        if gathering.revealing and gathering.has_all_nonces:
            self._spawn(self._make_deal)

    def _step_is_over(self) -> None:
        """Somebody's device did not answer: the deal goes on without it."""
        if self._gathering and not self._gathering.revealing:
            self._reveal()
        elif self._gathering:
            self._spawn(self._make_deal)

    def _reveal(self) -> None:
        assert self._gathering
        self._gathering.revealing = True
        self._announce()
        self._wait()
        if self._gathering.has_all_nonces:
            self._spawn(self._make_deal)

    async def _make_deal(self) -> None:
        gathering, self._gathering = self._gathering, None
        if gathering is None:
            return
        self.close()
        if self._play.is_closed and not await self._still_may_begin():
            return
        opened = gathering.opened(self._room.house.chance)
        fair = {"ctx": opened.deal.ctx, "commit": opened.deal.commit, "public": opened.public}
        if self._play.is_redealing:
            # Only now is the deal that was asked back over for good.
            fair["seed_before"] = self._room.standing_note[self._play.ended_kind]["fair"]["seed"]
        self._play.hold_secret(opened)
        command = self._play.deal_command(opened)
        room = self._room
        now, connections = room.house.clock.now(), room.audience.connections
        seen_by = eyes_at_the_deal(room.table.eyes, connections, now)
        note = {self._play.dealt_kind: {"fair": fair, **seen_by}}
        await self._room.do(command, by=BY_HOUSE, note=note)
        self._will_reveal(opened.deal)

    async def _still_may_begin(self) -> bool:
        self._preparing = True  # nobody else begins meanwhile
        try:
            return await self.may_begin()
        finally:
            self._preparing = False

    def _will_reveal(self, deal: FairDeal) -> None:
        seed = {"fair": {"ctx": deal.ctx, "seed": deal.seed.hex()}}
        self._room.standing_note = {self._play.ended_kind: seed}

    def _last_deal(self) -> dict[str, str] | None:
        kind, told = self._play.dealt_kind, reversed(self._room.table.told)
        last = next((each for each in told if isinstance(each.event, kind)), None)
        return last.note.get("fair") if last else None

    def _announce(self) -> None:
        assert self._gathering
        gathering, (_, game) = self._gathering, self._play.next_context()
        hashes = {str(seat): hash_ for seat, hash_ in sorted(gathering.hashes.items())}
        deal, reveal = gathering.deal, gathering.revealing
        self._room.audience.say(m.Deal(game, deal.ctx, deal.commit, hashes, reveal))

    def _wait(self) -> None:
        self.close()
        self._alarm = self._room.house.later(_STEP_S, self._step_is_over)


async def _always() -> bool:
    return True
