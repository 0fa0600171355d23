"""T26 against burned ids: nobody uses up what the system will write, nobody has another's answer.

The attacker knows every number there is and how ids were derived before: he sends such ids as his
own commands, at his table, at another, at a clock, in the hall, in the office, on a form.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

import pytest

from stolik.app.hall import control, table_reports
from stolik.app.hall import hall as halls
from stolik.app.hall.hall import hall_stream
from stolik.app.people import registrations
from stolik.app.people.registrations import Registration, ask_to_play, let_play, waiting_to_play
from stolik.app.ports import CommandId
from stolik.app.streams.command_ids import NoId, formerly, outside
from stolik.app.streams.log import StreamLog
from stolik.app.tables.setup import SeatSetup, TableSetup
from stolik.app.tournaments.trying import Asking
from stolik.refusal import Refused
from stolik.rummikub import commands as game
from stolik.seats import Seat
from stolik.table_clock import commands as clock
from stolik.table_clock.state import Holder
from stolik.tournament.commands import CancelPenalty, Command, Penalise
from stolik.tournament.state import EntrantNumber
from tests.app.hall.test_reporting import played
from tests.app.hall.venue import Venue
from tests.app.tables.hall import settle
from tests.reliability.report import figure

Burn = Callable[[Venue, list[CommandId]], Awaitable[None]]


async def at_his_table(venue: Venue, ids: list[CommandId]) -> None:
    host = await _host(venue, 1)
    for id_ in ids:
        with suppress(Refused):
            command = game.Challenge(Seat(1), host.room.table.seq)
            await host.room.do(command, by="seat 1", command_id=id_)


async def at_another_table(venue: Venue, ids: list[CommandId]) -> None:
    await venue.node.rooms.create(_practice())
    host = await venue.node.rooms.host("inny")
    host.dealing.begin()
    await settle()
    for id_ in ids:
        with suppress(Refused):
            await host.room.do(game.GiveRuling("raz"), by="referee", command_id=id_)


async def at_a_clock(venue: Venue, ids: list[CommandId]) -> None:
    room = await venue.clock(2)
    await room.do(clock.Start, by="player x")
    for id_ in ids:  # by a referee: a player's stops have their measure
        await room.do(lambda at: clock.Pause(Holder.TABLE, "raz", at), by="referee x", command=id_)
        await room.do(lambda at: clock.Resume(Holder.TABLE, at), by="referee x")


async def in_the_hall(venue: Venue, ids: list[CommandId]) -> None:
    hall = await venue.hall()
    for id_ in ids:
        with suppress(Refused):
            await hall.do(
                lambda s, at: control.call_referee(s, 1, 2, at), by="player x", command=id_
            )
        with suppress(Refused):
            await hall.do(lambda s, at: control.referee_came(s, 1, 2, at), by="referee x")


async def in_the_office(venue: Venue, ids: list[CommandId]) -> None:
    for number, id_ in enumerate(ids, start=len((await venue.office()).state.penalties) + 1):
        await _at_the_desk(venue, Penalise(EntrantNumber(8), "za głośno"), id_)
        await _at_the_desk(venue, CancelPenalty(number, "pomyłka"), None)


async def _at_the_desk(venue: Venue, command: Command, id_: CommandId | None) -> None:
    office = await venue.office()
    await office.do(lambda book: {"n": len(book.desk.do(command))}, Asking("player x", id_))


WAYS: dict[str, Burn] = {
    "own table": at_his_table,
    "another table": at_another_table,
    "clock": at_a_clock,
    "hall": in_the_hall,
    "office": in_the_office,
}


@pytest.mark.parametrize("way", WAYS)
def test_nobody_keeps_his_disqualification_out(way: str):
    assert asyncio.run(disqualified(WAYS[way]))


def test_the_mutant_with_ids_of_the_common_kind_loses_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(table_reports, "mark", _as_before)
    assert not asyncio.run(disqualified(at_another_table))


async def disqualified(burn: Burn) -> bool:
    """Whether who is disqualified at his table is out of the tournament, whatever he sends."""
    venue = Venue()
    await venue.tournament()
    (host,) = await venue.online(1, bots="greedy")
    await venue.wait(4)
    table = host.room.table
    seqs = range(table.seq, table.seq + 60)
    await burn(venue, [formerly(f"{table.setup.id}/out/{n}") for n in seqs])
    entrant = EntrantNumber(table.setup.seats[1].entrant)
    for _ in range(table.rules.penalties.warnings_before_exclusion):
        assert await venue.node.do(host, game.Warn(Seat(1), "podglądanie")) is None
    assert await venue.node.do(host, game.Disqualify(Seat(1), "podglądanie")) is None
    await venue.wait(0)
    return not (await venue.office()).state.entrants[entrant].plays


@pytest.mark.parametrize("way", WAYS)
def test_nobody_keeps_a_lost_result_out(way: str):
    assert asyncio.run(reported(WAYS[way]))


def test_the_mutant_with_ids_of_the_common_kind_loses_the_result(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(table_reports, "mark", _as_before)
    assert not asyncio.run(reported(in_the_office))


async def reported(burn: Burn) -> bool:
    """Whether a game's result is there though its id was used before it could be reported."""
    venue = Venue(reports=False)
    await venue.tournament()
    (host,) = await venue.online(1, bots="greedy")
    await played(venue, host, 1)
    ended = host.play.ended_games()[1]
    await burn(venue, [formerly(f"{host.room.table.setup.id}/1/{ended.event}/{ended.at}")])
    fresh = await venue.again()
    await fresh.wait(1)
    return (1, 1) in await fresh.results()


@pytest.mark.parametrize("way", ["another table", "clock", "office"])
def test_nobody_keeps_more_time_from_a_table(way: str):
    assert asyncio.run(extended(WAYS[way]))


def test_the_mutant_with_ids_of_the_common_kind_gives_no_time(monkeypatch: pytest.MonkeyPatch):
    def as_before(stream: str, what: str) -> CommandId:
        return formerly(f"{what}/{stream}")

    monkeypatch.setattr(halls, "mark", as_before)
    assert not asyncio.run(extended(at_another_table))


async def extended(burn: Burn) -> bool:
    """Whether time for all running moves reaches the clock of a table."""
    venue = Venue()
    hall = await venue.tournament()
    room = await venue.clock(1)
    await room.do(clock.Start, by="table")
    stream = room.place.stream
    seqs = range(hall.seq, hall.seq + 70)
    await burn(venue, [formerly(f"{hall_stream('t')}/{n}/{stream}") for n in seqs])
    before = room.state.left_at(venue.node.clock.now())
    await venue.do(lambda _, at: control.extend_moves(1, seconds=30, reason="zegar", at=at))
    return room.state.left_at(venue.node.clock.now()) > before


@pytest.mark.parametrize("way", ["another table", "office"])
def test_nobody_is_kept_from_being_let_in(way: str):
    assert asyncio.run(let_in(WAYS[way]))


def test_the_mutant_with_ids_of_the_common_kind_lets_nobody_in(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(registrations, "mark", lambda _, what: formerly(what))
    assert not asyncio.run(let_in(at_another_table))


async def let_in(burn: Burn) -> bool:
    """Whether a form whose number was used up is entered."""
    venue = Venue()
    await venue.tournament(entrants=8)
    office, store = await venue.office(), venue.node.store
    await office.describe(_open_list)
    await ask_to_play(office, store, "f" * 32, Registration("Zawodnik 9"))
    await burn(venue, [formerly(f"{registrations.REGISTRATION}/{'f' * 32}")])
    before = len(office.state.entrants)
    with suppress(Refused):
        await let_play(office, store, "f" * 32, "organiser o")
        await let_play(office, store, "f" * 32, "organiser p")
    return len(office.state.entrants) == before + 1


# --- answers belong to who asked, where he asked ------------------------------------------------


def test_an_id_is_answered_to_its_author_on_its_stream_only():
    faults = asyncio.run(foreign_answers())
    figure("T26", "ids used elsewhere or by another, then acknowledged", len(faults), tier="quick")
    assert faults == []


def test_the_mutant_that_asks_not_whose_id_it_is_is_caught(monkeypatch: pytest.MonkeyPatch):
    async def anybodys(*_: object) -> bool:
        return True

    monkeypatch.setattr(StreamLog, "_is_by", anybodys)
    faults = asyncio.run(foreign_answers())
    assert {fault.split(":")[0] for fault in faults} >= {"hall", "clock", "table", "office"}


async def foreign_answers() -> list[str]:
    """Each part is sent ids that stand elsewhere, and its own by somebody else."""
    venue = Venue()
    hall = await venue.tournament()
    (host,) = await venue.online(1, bots="greedy")
    await venue.wait(4)
    office, room = await venue.office(), await venue.clock(2)
    await room.do(clock.Start, by="player x")
    used: dict[str, CommandId] = {where: venue.node.id() for where in _SENDING}
    parts = {"hall": hall, "clock": room, "table": host, "office": office}
    for where, send in _SENDING.items():
        await send(parts[where], used[where], "player x")
    faults = []
    for where, send in _SENDING.items():
        for origin, id_ in used.items():
            by = "player x" if origin != where else "player y"
            try:
                await send(parts[where], id_, by)
                faults.append(f"{where}: acknowledges an id of {origin}")
            except Refused as refused:
                code = refused.violations[0].code
                if code != "stream.command_id_used":
                    faults.append(f"{where}: {code}")
    told = await host.room.status(list(used.values()), "player y")
    told |= await room.status([used["hall"], used["table"]], "player x")
    faults += [f"status: {id_}" for id_, state in told.items() if "acked" in state]
    mine = await host.room.status([used["table"]], "player x")
    return faults + [f"status: {s}" for s in mine.values() if "acked" not in s]


async def _to_hall(hall, id_, by):
    await hall.do(lambda s, at: control.start_clock(s, 1, 60, at), by=by, command=id_)


async def _to_clock(room, id_, by):
    await room.do(lambda at: clock.Pause(Holder.TABLE, "x", at), by=by, command=id_)


async def _to_table(host, id_, by):
    await host.room.do(game.GiveRuling("raz"), by=by, command_id=id_)


async def _to_office(office, id_, by):
    command = Penalise(EntrantNumber(8), "za głośno")
    await office.do(lambda book: {"n": len(book.desk.do(command))}, Asking(by, id_))


_SENDING = {"hall": _to_hall, "clock": _to_clock, "table": _to_table, "office": _to_office}


@pytest.mark.parametrize(
    "given", ["", "~x", "0" * 31, "0" * 33, "0" * 32 + "\n", "F" * 32, "~" + "0" * 31]
)
def test_nothing_but_32_hex_digits_comes_in_from_outside(given: str):
    with pytest.raises(NoId):
        outside(given)


# --- forms --------------------------------------------------------------------------------------


def test_the_same_form_number_never_replaces_a_name():
    assert asyncio.run(names_under_one_number()) == ["Zawodnik 9"]


async def names_under_one_number() -> list[str]:
    venue = Venue()
    await venue.tournament()
    office, store = await venue.office(), venue.node.store
    await office.describe(_open_list)
    forms = [Registration("Zawodnik 9"), Registration("Ktoś inny"), Registration("Zawodnik 9")]
    for form in forms:
        with suppress(Refused):
            await ask_to_play(office, store, "f" * 32, form)
    at_once = [ask_to_play(office, store, "e" * 32, Registration(f"Nr {n}")) for n in range(5)]
    answers = await asyncio.gather(*at_once, return_exceptions=True)
    assert [type(answer) for answer in answers] == [type(None), *[Refused] * 4]
    await let_play(office, store, "f" * 32, "organiser o")
    with pytest.raises(Refused):  # let in, and still nobody else's
        await ask_to_play(office, store, "f" * 32, Registration("Ktoś inny"))
    waiting = [one.name for one in (await waiting_to_play(office, store)).values()]
    assert waiting == ["Nr 0"]
    return [who.name for n, who in office.people.items() if n > 8]


def test_the_mutant_that_overwrites_forms_is_caught(monkeypatch: pytest.MonkeyPatch):
    async def careless(_, store, id_, wish):
        body = registrations.json.dumps(registrations.plain(wish)).encode()
        await store.put([registrations.Put("registration", f"t/{id_}", body)])

    monkeypatch.setattr(registrations, "_wait", careless)
    with pytest.raises(BaseException):  # noqa: B017, PT011 - whatever notices it first
        assert asyncio.run(names_under_one_number()) == ["Zawodnik 9"]


def _as_before(_: str, what: str) -> CommandId:
    return formerly(what.removeprefix("table/"))


def _open_list(card):
    return replace(card, registration=True)


def _practice():
    return TableSetup(id="inny", profile="mp2023", seats=(SeatSetup(), SeatSetup()))


async def _host(venue: Venue, table: int):
    hall = await venue.hall()
    return await venue.node.rooms.host(hall.online.table(1, table).id)
