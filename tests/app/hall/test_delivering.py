"""Reports the tournament does not take: none is lost, each on its own, old ones are known."""

import asyncio

import pytest

from stolik.app.hall import delivering, table_reports
from stolik.app.hall.delivering import dismiss, undelivered
from stolik.app.streams.command_ids import formerly
from stolik.app.tables.rooms import RUNNING
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.trying import Asking
from stolik.refusal import Refused
from stolik.rummikub import commands as game
from stolik.seats import Seat
from stolik.tournament.commands import Penalise
from stolik.tournament.state import EntrantNumber
from tests.app.hall.test_reporting import played
from tests.app.hall.venue import Venue


def run(story):
    return asyncio.run(story())


async def drawn_again() -> tuple[Venue, str]:
    """A table goes on playing though its round was drawn again; the table's id."""
    venue = Venue()
    await venue.tournament()
    (host,) = await venue.online(1, bots="greedy")
    await venue.wait(4)
    await venue.ask(do="unpublish", reason="pomyłka")
    await venue.ask(do="draw", reason="pomyłka")
    await venue.ask(do="publish")
    for _ in range(host.room.table.rules.penalties.warnings_before_exclusion):
        await venue.node.do(host, game.Warn(Seat(1), "podglądanie"))
    await venue.node.do(host, game.Disqualify(Seat(1), "podglądanie"))
    await played(venue, host, 1)
    await venue.wait(0)
    return venue, host.room.table.setup.id


async def waiting(venue: Venue) -> dict[str, list[str]]:
    found = await undelivered(await venue.office(), venue.node.store)
    return {f"{one.what} {one.game}": [v.code for v in one.why] for one in found.values()}


def test_what_the_tournament_does_not_take_is_shown_until_it_is_settled():
    async def story():
        venue, table = await drawn_again()
        gone = ["office.report_table_gone"]
        assert await waiting(venue) == {"ruling 0": gone, "result 1": gone}
        assert await venue.results() == {}
        assert await venue.node.store.get(RUNNING, table) is not None
        fresh = await venue.again()
        await fresh.wait(11)
        assert await waiting(fresh) == {"ruling 0": gone, "result 1": gone}
        office = await fresh.office()
        for id_ in list(await undelivered(office, fresh.node.store)):
            await dismiss(office, fresh.node.store, id_, reason="wpisane", by="organiser o")
        await fresh.wait(11)
        assert await waiting(fresh) == {}
        later = await fresh.again()
        await later.wait(11)
        assert await waiting(later) == {}
        assert venue.node.faults == []

    run(story)


def test_the_mutant_that_shrugs_is_caught(monkeypatch: pytest.MonkeyPatch):
    async def shrugs(*_: object) -> None:
        return None

    async def story():
        return await waiting((await drawn_again())[0])

    monkeypatch.setattr(delivering, "_note", shrugs)
    assert run(story) == {}


def test_a_report_that_is_refused_keeps_no_other_out(monkeypatch: pytest.MonkeyPatch):
    """One of them fails for a reason of its own, for a while."""
    real, broken = table_reports._done, True

    def failing(command):
        def work(book):
            if broken:
                raise Refused([])
            return real(command)(book)

        return work

    async def story():
        nonlocal broken
        venue = Venue()
        await venue.tournament()
        (host,) = await venue.online(1, bots="greedy")
        await venue.wait(4)
        for _ in range(host.room.table.rules.penalties.warnings_before_exclusion):
            await venue.node.do(host, game.Warn(Seat(1), "podglądanie"))
        await venue.node.do(host, game.Disqualify(Seat(1), "podglądanie"))
        await played(venue, host, 1)
        await venue.wait(0)
        assert (1, 1) in await venue.results()
        assert list(await waiting(venue)) == ["ruling 0"]
        broken = False
        await venue.wait(11)
        assert await waiting(venue) == {}
        entrant = EntrantNumber(host.room.table.setup.seats[1].entrant)
        assert not (await venue.office()).state.entrants[entrant].plays

    monkeypatch.setattr(table_reports, "_done", failing)
    run(story)


def test_what_could_not_be_saved_is_told_when_there_is_room_again():
    async def story():
        venue = Venue(reports=False)
        await venue.tournament()
        (host,) = await venue.online(1, bots="greedy")
        await played(venue, host, 1)
        fresh = Venue(venue.node.again())
        venue.node.store.fail()
        await fresh.node.rooms.host(host.room.table.setup.id)
        await fresh.quiet()
        assert (1, 1) not in await fresh.results()
        venue.node.store.mend()
        await fresh.wait(2)
        assert (1, 1) in await fresh.results()

    run(story)


# --- databases of before ------------------------------------------------------------------------


async def upgraded(monkeypatch: pytest.MonkeyPatch, upgrade=lambda: None) -> tuple[bool, bool]:
    """A game reported by an older version and corrected by hand, then the new version starts:
    whether the correction stands, and whether nothing was told again."""
    with monkeypatch.context() as old:
        old.setattr(table_reports, "mark", lambda _, w: formerly(w.removeprefix("table/")))
        venue = Venue()
        await venue.tournament()
        (host,) = await venue.online(1, bots="greedy")
        await played(venue, host, 1)
        await venue.wait(0)
    lines = (await venue.results())[1, 1].lines
    rows = [{"entrant": li.entrant, "rack_sum": 10 * i + i} for i, li in enumerate(lines)]
    await venue.ask(do="correct", round=1, table=1, game=1, seats=rows, reason="protest")
    corrected, seq = (await venue.results())[1, 1].lines, (await venue.office()).seq
    assert corrected != lines
    upgrade()
    fresh = await venue.again()
    await fresh.node.rooms.host(host.room.table.setup.id)
    await fresh.quiet()
    return (await fresh.results())[1, 1].lines == corrected, (await fresh.office()).seq == seq


def test_an_old_game_is_not_told_again_after_the_upgrade(monkeypatch: pytest.MonkeyPatch):
    assert asyncio.run(upgraded(monkeypatch)) == (True, True)


def test_the_mutant_that_forgets_the_old_ids_is_caught(monkeypatch: pytest.MonkeyPatch):
    real = Office.author_of

    async def only_marks(office: Office, command: str) -> str | None:
        return await real(office, command) if command.startswith("~") else None

    forgets = lambda: monkeypatch.setattr(Office, "author_of", only_marks)  # noqa: E731
    assert asyncio.run(upgraded(monkeypatch, forgets)) == (False, False)


@pytest.mark.parametrize("by", ["player x", "organiser o"])
def test_an_old_id_somebody_else_used_proves_nothing(by: str):
    async def story():
        venue = Venue(reports=False)
        await venue.tournament()
        (host,) = await venue.online(1, bots="greedy")
        await played(venue, host, 1)
        ended = host.play.ended_games()[1]
        burned = formerly(f"{host.room.table.setup.id}/1/{ended.event}/{ended.at}")
        office = await venue.office()
        penalty = Penalise(EntrantNumber(8), "za głośno")
        await office.do(lambda b: {"n": len(b.desk.do(penalty))}, Asking(by, burned))
        fresh = await venue.again()
        assert (1, 1) in await fresh.results()

    run(story)
