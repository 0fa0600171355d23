"""The tables of a tournament that are played online: set from a round, in step with the hall."""

import json
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from stolik.app.hall import events as e
from stolik.app.hall.codes import Refusal
from stolik.app.hall.control import HallState
from stolik.app.hall.seated import offences_at
from stolik.app.ports import CommandId, Put
from stolik.app.streams.codes import is_overtaken
from stolik.app.streams.errand import Allowed, always
from stolik.app.streams.slices import in_slices
from stolik.app.tables import messages as m
from stolik.app.tables.eyes import tell_access
from stolik.app.tables.host import Host
from stolik.app.tables.rooms import Rooms
from stolik.app.tables.setup import SeatSetup, TableSetup, Watching
from stolik.app.tournaments.online import BY_HALL, online_setups, published_round
from stolik.app.tournaments.trying import Asking, TrialBook
from stolik.bots.codes import Refusal as NoSuchBot
from stolik.refusal import Refused, Violation, refuse, refuse_any
from stolik.seats import AccessChange
from stolik.tournament.commands import PledgeDeals
from stolik.tournament.format import Exclusion
from stolik.tournament.state import (
    EntrantNumber,
    EntryStatus,
    RoundNumber,
    RoundStatus,
    Table,
    TableNumber,
)

if TYPE_CHECKING:
    from stolik.app.hall.hall import Hall

KIND = "online"
_HALL = "hall"  # the reason of a pause that the whole hall makes


@dataclass(frozen=True, slots=True)
class PassHolder:
    """Whom a pass lets in: an entrant wherever he sits, or whoever sits at a seat of a table."""

    entrant: int | None = None
    table: str = ""
    seat: int | None = None

    def seats_of(self, table: e.OnlineTable) -> list[int]:
        """The seats of a table whose eyes it gives."""
        if self.entrant is not None:
            return [n for n, entrant in enumerate(table.seats) if entrant == self.entrant]
        if self.seat is None or self.table != str(table.table):
            return []
        return [self.seat] if 0 <= self.seat < len(table.seats) else []


class OnlineTables:
    """Those of one tournament."""

    def __init__(self, hall: "Hall", rooms: Rooms) -> None:
        self._hall = hall
        self._rooms = rooms
        self._counted: dict[str, tuple[int | None, ...]] = {}  # by table: offences as told there

    def table(self, number: int, table: int) -> e.OnlineTable | None:
        """The online table of this number, as long as the round has not been drawn again."""
        found = self._hall.state.online.get((number, table))
        if found is None:
            return None
        rounds = self._hall.office.state.rounds
        tables = rounds[number - 1].tables if 1 <= number <= len(rounds) else ()
        return found if table <= len(tables) and self._is_same(found, tables[table - 1]) else None

    def _is_same(self, found: e.OnlineTable, table: Table) -> bool:
        """Whether the table was set from these seats, without those who had left by then.

        Tiles may have seated them otherwise since, with the first deal.
        """
        entrants = self._hall.office.state.entrants
        missing = [n for n in table.seats if n not in found.seats]
        orders = [
            tuple(n for n in seats if n in found.seats) for seats in (table.seats, table.announced)
        ]
        return found.seats in orders and not any(entrants[n].plays for n in missing)

    def of_round(self, number: int) -> list[e.OnlineTable]:
        """All of a round, in order."""
        numbers = sorted(t for n, t in self._hall.state.online if n == number)
        found = (self.table(number, table) for table in numbers)
        return [table for table in found if table is not None]

    async def set(
        self,
        number: int,
        tables: Iterable[int] | None,
        *,
        watching: Watching,
        free_felt: bool = False,
        by: str,
        command: CommandId | None,
        allowed: Allowed = always,
    ) -> None:
        """Set tables of a published round online, all that are named or none."""
        office, hall = self._hall.office, self._hall
        wanted = None if tables is None else sorted(set(tables))
        found = online_setups(office, number, wanted, self._rooms.house.chance)
        dealt = await self.dealt(number)
        setups: list[TableSetup] = []
        puts: list[Put] = []
        async for plain in in_slices(found, 10):
            setup = replace(
                plain,
                seats=self._seats(plain),
                watching=watching,
                free_felt=free_felt,
                setting=self._settings(number, plain.table) + 1,
            )
            setups.append(setup)
            made, commits = self._rooms.prepared(setup)
            body = json.dumps({"id": setup.id, "commits": commits}).encode()
            key = f"{hall.tournament}/{number}/{setup.table}/{setup.id}"
            puts += [*made, Put(KIND, key, body)]

        def decide(_: HallState, at: int) -> e.Event:
            refuse_any(*self._faults(number, setups, dealt))
            return e.TablesSetOnline(number, tuple(_online(setup) for setup in setups), at)

        await hall.do(decide, by=by, command=command, puts=puts, allowed=allowed)

    async def pledge(self) -> None:
        """Tell in the public record of the draws what binds the deals of every table ever set:
        whoever drops one leaves a trace. Told once, and before anybody is dealt to."""
        office, settings = self._hall.office, self._hall.state.settings
        every = [(at, one) for at, tables in settings.items() for one in tables]
        new = [(at, one) for at, one in every if one.id not in office.state.deals]
        if not new or office.state.finished:
            return
        rounds = dict.fromkeys(number for (number, _), _ in new)
        commits = {id_: told for n in rounds for id_, told in (await self._commits(n)).items()}

        def work(book: TrialBook) -> dict[str, Any]:
            for (number, table), one in new:
                bound = tuple(sorted(commits.get(one.id, {}).items()))
                where = RoundNumber(number), TableNumber(table)
                book.desk.do(PledgeDeals(*where, one.id, bound))
            return {}

        await office.do(work, Asking(BY_HALL))

    async def _commits(self, number: int) -> dict[str, dict[str, str]]:
        """Of every table of a round that was ever set online, by its id."""
        records = await self._hall.house.store.all(KIND, f"{self._hall.tournament}/{number}/")
        told = (json.loads(body) for body in records.values())
        return {one["id"]: one["commits"] for one in told}

    async def listed(self, number: int) -> list[dict[str, Any]]:
        """The online tables of a round with the commitments of their deals."""
        published_round(self._hall.office.state, number)
        commits = await self._commits(number)
        found = []
        for table in self.of_round(number):
            host = await self._rooms.host(table.id)
            live = host.room.table
            former = [t for t in self._hall.state.settings[number, table.table] if t != table]
            found.append(
                {
                    "table": table.table,
                    "id": table.id,
                    "seats": list(table.seats),
                    "commits": commits.get(table.id, {}),
                    "before": [
                        {
                            "id": one.id,
                            "commits": commits.get(one.id, {}),
                            "dealt": await self._is_dealt(one),
                        }
                        for one in former
                    ],
                    "phase": live.state.phase.value,
                    "game": host.play.game_number,
                    "watching": live.setup.watching.value,
                    "bots": [seat.bot for seat in live.setup.seats],
                }
            )
        return found

    async def hosts_of(self, number: int) -> dict[int, Host]:
        """The online tables of a round by their numbers."""
        return {t.table: await self._rooms.host(t.id) for t in self.of_round(number)}

    async def tell_names(self, number: int) -> None:
        """Say at every table of a round that its people may be called otherwise."""
        for host in (await self.hosts_of(number)).values():
            host.room.audience.say(m.People())

    async def running_games(self, number: int) -> list[tuple[int, int]]:
        """Games of a round that are being played online: (table, game)."""
        hosts = (await self.hosts_of(number)).items()
        return [(table, host.play.game_number) for table, host in hosts if host.play.is_playing]

    async def dealt(self, number: int) -> list[e.OnlineTable]:
        """Tables of a round, ever set online, at which somebody has been dealt to.

        What was dealt has been seen: no rewind and no other draw makes it unseen.
        """
        settings = self._hall.state.settings.items()
        every = [table for (n, _), tables in settings if n == number for table in tables]
        return [table for table in every if await self._is_dealt(table)]

    async def _is_dealt(self, table: e.OnlineTable) -> bool:
        host = await self._rooms.freshened(table.id, 0)
        kind = host.play.dealt_kind
        return any(isinstance(told.event, kind) for told in host.room.table.told)

    async def may_deal(self, setup: TableSetup) -> bool:
        """Whether a table's first tiles may be dealt: it is the one of an announced round.

        In a draft whoever disliked his tiles could still change the tables.
        """
        # Another node may have set the table, or taken its round back, a moment ago.
        await self._hall.catch_up()
        await self._hall.office.catch_up()
        await self.pledge()
        if (setup.round, setup.table) not in self._hall.state.online:
            return True  # the hall never set it
        found = self.table(setup.round, setup.table)
        if found is None or found.id != setup.id:
            return False
        return self._hall.office.state.rounds[setup.round - 1].status is RoundStatus.PUBLISHED

    async def tell_way_in(self, whose: Sequence["PassHolder"], what: AccessChange) -> None:
        """Tell the tables being played that somebody got a new way in to one of their seats."""
        for table in tuple(self._hall.state.online.values()):
            mine = sorted({seat for one in whose for seat in one.seats_of(table)})
            if mine and (host := await self._rooms.running(table.id)):
                for seat in mine:
                    await tell_access(host.room, what, seat=seat)

    # --- changes while a table plays ------------------------------------------------------------

    async def seat_bot(self, number: int, table: int, seat: int, bot: str) -> None:
        """Let a bot sit in for somebody, or nobody any more."""
        host = await self._host(number, table)
        setup = host.room.table.setup
        if not 0 <= seat < len(setup.seats):
            refuse(Violation(Refusal.SEAT, facts={"seats": len(setup.seats)}))
        known = self._rooms.game(setup.game).practice.bots
        if bot and bot not in known:
            refuse(
                Violation(NoSuchBot.BOT_UNKNOWN, facts={"name": bot, "known": tuple(sorted(known))})
            )
        if setup.seats[seat].bot != bot:
            await tell_access(
                host.room, AccessChange.BOT_SEATED if bot else AccessChange.BOT_LEFT, seat=seat
            )
        await self._rooms.change(_with_seat(setup, seat, bot=bot))

    async def set_watching(self, number: int, table: int, watching: Watching) -> None:
        """What somebody who does not play may see of a table."""
        host = await self._host(number, table)
        if host.room.table.setup.watching is not watching:
            await tell_access(host.room, AccessChange.WATCHING, watching=watching.value)
        await self._rooms.change(replace(host.room.table.setup, watching=watching))
        self._hall.office.tell()  # the hall's screen may have to look away at once

    async def set_percent(self, entrant: int, percent: int) -> None:
        """Another time for an entrant, from the next move on."""
        for number, table in self._hall.state.online:
            found = self.table(number, table)
            if found is None or entrant not in found.seats:
                continue
            host = await self._rooms.host(found.id)
            await self._rooms.read_setup(host)  # not to undo what another node has changed
            setup = host.room.table.setup
            seat = found.seats.index(entrant)
            if setup.seats[seat].time_percent != percent:
                await tell_access(host.room, AccessChange.TIME_SET, seat=seat, percent=percent)
            await self._rooms.change(_with_seat(setup, seat, time_percent=percent))

    async def _host(self, number: int, table: int) -> Host:
        self._hall.place(number, table)
        found = self.table(number, table)
        if found is None:
            refuse(Violation(Refusal.NOT_ONLINE, facts={"table": table}))
        host = await self._rooms.host(found.id)
        await self._rooms.read_setup(host)  # not to undo what another node has changed
        return host

    # --- in step with the hall ------------------------------------------------------------------

    async def settle(self, number: int) -> None:
        """Bring every online table of a round to what the hall and the tournament say."""
        async for table in in_slices(self.of_round(number), 10):
            await self.settle_table(await self._rooms.host(table.id))

    async def settle_table(self, host: Host) -> None:
        """One table: it stands with the hall, is called with it, and who has left is out."""
        hall, setup, play = self._hall, host.room.table.setup, host.play
        self._tell_offences(host)
        if play.is_closed:
            host.look()  # the round may have been announced again
            return
        for command in (*self._leaving(host), *self._put_out(host)):
            await _asked(host, command)
        state = host.room.table.state
        paused = hall.state.paused == setup.round
        if paused and not state.paused:
            await _asked(host, play.pause(_HALL))
        elif not paused and state.paused and held_by_hall(host):
            await _asked(host, play.resume())
        called = hall.is_called(setup.round, (setup.table, play.game_number))
        if called and play.is_playing and not host.room.table.state.time_called:
            await _asked(host, play.call_time())
        elif hall.is_taken_back(setup.round, (setup.table, play.game_number)):
            for command in play.time_back():
                await _asked(host, command)
        if (extended := hall.extension(setup.round)) and play.is_playing:
            id_ = hall.command_id(hall.state.extended_by, setup.stream)
            await _asked(host, play.add_time(extended.seconds, extended.reason), id_)

    def _tell_offences(self, host: Host) -> None:
        """Say at a table that the ledger counts otherwise for somebody there."""
        setup = host.room.table.setup
        entrants = [EntrantNumber(seat.entrant or 0) for seat in setup.seats]
        counted = offences_at(self._hall.office.state, entrants, host.play.game_number)
        if counted != self._counted.get(setup.id, (0,) * len(counted)):
            host.room.audience.say(m.People())
        self._counted[setup.id] = counted

    async def called_tables(self, number: int) -> AsyncIterator[int]:
        """Online tables of a round that play their last moves."""
        for table in self.of_round(number):
            host = await self._rooms.host(table.id)
            if host.play.is_playing and host.room.table.state.time_called:
                yield table.table

    def _leaving(self, host: Host) -> Iterable[Any]:
        """Who plays no longer in the tournament is out of his game too, if one is on."""
        if host.play.excludes_by_game and not host.play.hides_racks:
            return  # a game that is over keeps its places (decision W22)
        state, entrants = host.room.table.state, self._hall.office.state.entrants
        for seat in state.active_seats:
            entrant = entrants.get(EntrantNumber(host.room.table.setup.seats[seat].entrant or 0))
            if entrant is None or entrant.plays or len(state.active_seats) < 2:
                continue
            disqualified = entrant.status is EntryStatus.DISQUALIFIED
            yield from host.play.leaving(seat, entrant.status.value, disqualified=disqualified)

    def _put_out(self, host: Host) -> Iterable[Any]:
        """Who is out of this one game by the ledger; who was put out at the table is so already."""
        table, event = host.room.table, self._hall.office.state
        here = (table.setup.round, host.play.game_number)
        known = (table.setup.table, here[1]) in published_round(event, here[0]).results
        if known or not host.play.excludes_by_game:
            return  # what has a result is corrected by hand
        reasons = {
            line.entrant: line.reason
            for line in event.penalties
            if line.excludes is Exclusion.GAME and (line.round, line.game) == here
            if not line.cancelled
        }
        for seat in table.state.active_seats:
            reason = reasons.get(EntrantNumber(table.setup.seats[seat].entrant or 0))
            if reason is not None and len(table.state.active_seats) > 1:
                yield from host.play.leaving(seat, reason, disqualified=True)

    def _faults(
        self, number: int, setups: Sequence[TableSetup], dealt: Sequence[e.OnlineTable]
    ) -> Iterable[Violation]:
        counted = {t for t, _ in published_round(self._hall.office.state, number).results}
        for setup in setups:
            table, people = setup.table, {seat.entrant for seat in setup.seats}
            known = self.table(number, table) is not None
            if known or setup.setting != self._settings(number, table) + 1:
                yield Violation(Refusal.ONLINE_ALREADY, facts={"table": table})
            elif table in counted:
                yield Violation(Refusal.RESULTS_THERE, facts={"table": table})
            for one in dealt:
                if not known and (one.table == table or people & set(one.seats)):
                    yield Violation(Refusal.GAME_RUNS, facts={"table": one.table})

    def _settings(self, number: int, table: int) -> int:
        return len(self._hall.state.settings.get((number, table), ()))

    def _seats(self, setup: TableSetup) -> tuple[SeatSetup, ...]:
        percents = self._hall.percents
        return tuple(
            replace(seat, time_percent=percents.get(seat.entrant or 0, 100)) for seat in setup.seats
        )


def _online(setup: TableSetup) -> e.OnlineTable:
    return e.OnlineTable(setup.table, setup.id, tuple(seat.entrant or 0 for seat in setup.seats))


def _with_seat(setup: TableSetup, seat: int, **changes: Any) -> TableSetup:
    seats = list(setup.seats)
    seats[seat] = replace(seats[seat], **changes)
    return replace(setup, seats=tuple(seats))


def held_by_hall(host: Host) -> bool:
    """Whether it was the hall that made the table stand."""
    told, paused = reversed(host.room.table.told), host.play.paused_kind
    return next((t.by == BY_HALL for t in told if isinstance(t.event, paused)), False)


async def _asked(host: Host, command: Any, id_: CommandId | None = None) -> None:
    """Ask a table; one that stands otherwise meanwhile is left alone."""
    try:
        await host.room.do(command, by=BY_HALL, command_id=id_)
    except Refused as refused:
        if is_overtaken(refused):
            raise
