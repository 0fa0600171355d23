"""Tables among friends: made without an account, joined by a link, a code or from the lobby.

They are practice tables at which several people sit, with the same budgets and the same end. What
is kept beside a table's setup is which seats were given out and how one comes to a free one; of
link and code only hashes. Nobody says who he is: seats have the names the screens give them.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from stolik.app.access import passes
from stolik.app.access.access import Access
from stolik.app.access.guessing import Address, Guesser
from stolik.app.access.roles import PRACTICE, Login, PersonRole
from stolik.app.access.secrets_made import (
    FRIENDS_CODE,
    code_key,
    new_code,
    new_secret,
    read_code,
    shown,
)
from stolik.app.tables.codes import Refusal
from stolik.app.tables.company import (
    FIRST,
    Company,
    FromLobby,
    coming,
    demand_gone,
    free_seats,
    read_company,
    write_company,
)
from stolik.app.tables.eyes import tell_access
from stolik.app.tables.host import Host
from stolik.app.tables.practice_keeper import FRIENDS, PracticeKeeper
from stolik.app.tables.room import Room
from stolik.app.tables.rooms import Rooms
from stolik.app.tables.setup import TableSetup, Watching
from stolik.refusal import Violation, refuse
from stolik.seats import AccessChange

_STAND_IN = "greedy"
_GUESSED = "friends"  # the kind of secret, for counting failures
LoginAt = Callable[[str], Awaitable[Login]]  # who asks, as that table knows him


@dataclass(frozen=True, slots=True)
class SeatGiven:
    """A seat for whoever asked, and the way to it; no way where he sits there already.

    No seat where none is free and he may watch.
    """

    table: str
    seat: int | None
    link: str = ""


@dataclass(frozen=True, slots=True)
class Made:
    """A table, the own seat and the ways for the others, told once."""

    seated: SeatGiven
    code: str
    invite: str


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """A table of the lobby."""

    table: str
    game: str
    profile: str
    turn_time_s: int | None
    seats: int
    free: int


class Friends:
    """The tables among friends of a node."""

    def __init__(self, rooms: Rooms, access: Access, practice: PracticeKeeper) -> None:
        self._rooms = rooms
        self._access = access
        self._practice = practice
        self._turn = asyncio.Lock()  # a free seat is given to one
        self._from: dict[tuple[str, int], str] = {}  # seats taken in the lobby: by which address
        rooms.on_seated = self.give_back

    async def make(self, setup: TableSetup, host: str, login: Login, *, open_: bool) -> Made:
        """A table for who asks, with a way in for the others."""
        made = await self._made(setup, host, login, Company("", "", open=open_))
        return replace(made, seated=await self._way(setup.id, FIRST))

    async def by_code(self, typed: str, address: Address, login_at: LoginAt) -> SeatGiven:
        """A seat at the table of a code; who guesses too often waits."""
        code = read_code(FRIENDS_CODE, typed)
        if code is None:
            refuse(Violation(Refusal.FRIENDS_CODE))
        key = code_key(FRIENDS_CODE, code)

        async def look() -> str | None:
            return next((t for t, one in (await self._all()).items() if one.code == key), None)

        found = await self._access.guessing.guess(_GUESSED, Guesser(address), look)
        if found is None:
            refuse(Violation(Refusal.FRIENDS_GONE))
        return await self._join(found, login_at)

    async def by_link(self, token: str, login_at: LoginAt) -> SeatGiven:
        """A seat by the link that was sent; it has too many bits to be guessed."""
        seen = shown(token)
        every = await self._all() if seen else {}
        table = next((t for t, one in every.items() if seen and seen.opens(one.link)), None)
        if table is None:
            refuse(Violation(Refusal.FRIENDS_GONE))
        return await self._join(table, login_at)

    async def by_lobby(self, table: str, address: Address, login_at: LoginAt) -> SeatGiven:
        """A seat at a table that is open to all; who is not there soon has none."""
        every = await self._all()
        self._from = {at: host for at, host in self._from.items() if at[0] in every}
        if table not in every or not every[table].open:
            refuse(Violation(Refusal.FRIENDS_GONE))
        return await self._join(table, login_at, address)

    async def lobby(self) -> list[LobbyTable]:
        """Tables where anybody may sit down, those somebody waits at."""
        found = []
        for table, kept in (await self._all()).items():
            if not kept.open or not self._rooms.is_used(table):
                continue
            host = await self._rooms.host(table)
            setup = host.room.table.setup
            if host.play.is_closed and (free := len(list(free_seats(host, kept)))):
                facts = (setup.game, setup.profile, setup.turn_time_s, len(setup.seats), free)
                found.append(LobbyTable(table, *facts))
        return found

    async def company(self, table: str) -> Company:
        """What is kept of a table; refused if it is none among friends."""
        body = await self._access.store.get(FRIENDS, table)
        if body is None:
            refuse(Violation(Refusal.FRIENDS_GONE))
        return read_company(body)

    async def stand_in(self, table: str, seat: int, asks: int) -> None:
        """A bot sits down: before the deal where who made the table likes, for good.

        Once tiles are dealt anybody at the table may let one play for who has gone, until he comes;
        who resigns lets one play for himself.
        """
        async with self._turn:
            kept, host = await self.company(table), await self._rooms.host(table)
            setup, lent = host.room.table.setup, not host.play.is_closed
            leaves = lent and seat == asks
            known = 0 <= seat < len(setup.seats) and not setup.is_bot(seat)
            if not known or (seat == asks and not leaves):
                refuse(Violation(Refusal.FRIENDS_SEAT))
            if lent and not leaves:
                demand_gone(host, seat)
            if not lent and asks != FIRST:
                refuse(Violation(Refusal.FRIENDS_OPENER))
            kept = replace(kept, given=(*kept.given, seat))
            await self._keep(table, replace(kept, lent=(*kept.lent, seat)) if lent else kept)
            await self._play_by(host, seat, _STAND_IN, asks, lent=lent)
            if not lent:
                await self._end_passes(table, seat)

    async def give_back(self, host: Host, seat: int) -> None:
        """Who is at the table again plays himself: the bot that stood in for him goes."""
        table = host.room.table
        if table.setup.tournament != PRACTICE or not table.setup.is_bot(seat):
            return
        async with self._turn:
            body = await self._access.store.get(FRIENDS, table.setup.id)
            kept = read_company(body) if body else None
            if kept and seat in kept.lent and table.setup.is_bot(seat):
                await self._play_by(host, seat, "", seat)
                lent = tuple(one for one in kept.lent if one != seat)
                await self._keep(table.setup.id, replace(kept, lent=lent))

    async def again(self, table: str, seat: int, host: str, login: Login) -> SeatGiven:
        """The next game of the same people: the first who asks sets it, each keeps his seat."""
        async with self._turn:
            kept = await self.company(table)
            played = (await self._rooms.host(table)).room
            if not kept.again or not await self._access.store.get(FRIENDS, kept.again):
                if not _is_over(played):
                    refuse(Violation(Refusal.FRIENDS_AGAIN))
                setup = replace(played.table.setup, id=self._access.chance(12).hex())
                people = tuple(i for i, one in enumerate(setup.seats) if not one.bot)
                company = Company("", "", given=(*people, *kept.lent), lent=kept.lent)
                made = await self._made(setup, host, login, company)
                kept = replace(kept, again=made.seated.table, asked=())
            elif seat in (await self._rooms.host(kept.again)).room.table.setup.house_seats:
                refuse(Violation(Refusal.FRIENDS_FULL))  # a bot was asked to play there
            await self._keep(table, replace(kept, asked=tuple(sorted({*kept.asked, seat}))))
            await self._end_passes(kept.again, seat)  # who asks twice has one way, not two
            return await self._way(kept.again, seat)

    async def _made(self, setup: TableSetup, host: str, login: Login, company: Company) -> Made:
        await self._practice.create(setup, host, login)
        link, code = new_secret(self._access.chance), new_code(FRIENDS_CODE, self._access.chance)
        read = read_code(FRIENDS_CODE, code)
        assert read is not None
        kept = replace(company, link=link.hash, code=code_key(FRIENDS_CODE, read))
        await self._keep(setup.id, kept)
        return Made(SeatGiven(setup.id, FIRST), code, f"/friends#{link.token}")

    async def _join(
        self, table: str, login_at: LoginAt, stranger: Address | None = None
    ) -> SeatGiven:
        async with self._turn:
            kept, host = await self.company(table), await self._rooms.host(table)
            login = await login_at(table)
            if login.table == table and _keeps(login.seat, host, kept):
                return SeatGiven(table, login.seat or FIRST)
            free = next(free_seats(host, kept), None)
            if free is None and host.room.table.setup.watching is not Watching.NOBODY:
                return SeatGiven(table, None)
            if free is None:
                refuse(Violation(Refusal.FRIENDS_FULL))
            others = tuple(one for one in kept.strangers if one.seat != free)
            if stranger:
                self._demand_one_coming(host, kept, stranger)
                self._from[table, free] = stranger.host
                others = (*others, FromLobby(free, self._rooms.house.clock.now()))
            await self._end_passes(table, free)  # of who took it in the lobby and did not come
            await self._keep(table, replace(kept, given=(*kept.given, free), strangers=others))
            return await self._way(table, free)

    def _demand_one_coming(self, host: Host, kept: Company, address: Address) -> None:
        """Refuse a second seat to an address while nobody is there at its first one.

        A school is one address: as soon as the first is at the table the next may sit down.
        """
        table, waits = host.room.table.setup.id, coming(host, kept)
        mine = [ms for n, ms in waits.items() if self._from.get((table, n)) == address.host]
        if mine and (left := max(mine)) > 0:
            refuse(Violation(Refusal.FRIENDS_COMING, facts={"seconds": -(-left // 1000)}))

    async def _way(self, table: str, seat: int) -> SeatGiven:
        wanted = passes.Wanted(role=PersonRole.PLAYER, table=table, seat=seat)
        (issued,) = await passes.issue(self._access, PRACTICE, [wanted])
        return SeatGiven(table, seat, f"/enter#{issued.link}")

    async def _play_by(
        self, host: Host, seat: int, bot: str, asks: int, *, lent: bool = False
    ) -> None:
        """A bot plays a seat from now on, or its player again."""
        setup = host.room.table.setup
        what = AccessChange.BOT_SEATED if bot else AccessChange.BOT_LEFT
        await tell_access(host.room, what, seat=seat, by=f"seat {asks}")
        seats = list(setup.seats)
        seats[seat] = replace(seats[seat], bot=bot, lent=lent)
        await self._rooms.change(replace(setup, seats=tuple(seats)))

    async def _end_passes(self, table: str, seat: int) -> None:
        meant = (PRACTICE, table, seat)
        await passes.revoke_those(
            self._access, lambda one: (one.tournament, one.table, one.seat) == meant
        )

    async def _all(self) -> dict[str, Company]:
        every = await self._access.store.all(FRIENDS)  # as few as there are practice tables
        return {table: read_company(body) for table, body in every.items()}

    async def _keep(self, table: str, company: Company) -> None:
        await self._access.store.put([write_company(table, company)])


def _is_over(room: Room) -> bool:
    return not room.play.is_closed and not room.play.hides_racks


def _keeps(seat: int | None, host: Host, kept: Company) -> bool:
    """Whether a seat is its player's, be it that a bot plays it for him."""
    return seat is not None and (not host.room.table.setup.is_bot(seat) or seat in kept.lent)
