"""Who has not declared readiness, or not confirmed: waited for while he is there (mp2023 L60)."""

import asyncio

import pytest

from stolik.app.access.roles import ANONYMOUS, PRACTICE, Login, PersonRole, Rule
from stolik.app.games.rummikub.asks import BeginWithout as BeginWithoutAsk
from stolik.app.tables.host import Host
from stolik.app.tables.setup import SeatSetup, TableSetup
from stolik.app.tables.table_rights import may_at
from stolik.refusal import Refused
from stolik.rummikub import events as e
from stolik.rummikub.commands import BeginWithout, CallTime, ConfirmResult, DeclareReady
from stolik.rummikub.state import Phase
from stolik.seats import Role, Seat, Viewer
from tests.app.tables.hall import Eyes, Hall

PATIENCE = 90


async def waiting(hall: Hall, *bots: str, **changes: object) -> tuple[Host, list[Eyes]]:
    """Tiles are dealt to two people; only the first is ready."""
    host = await hall.table(*bots, seats=2 + len(bots), **changes)
    eyes = [await hall.sit(host, seat) for seat in range(2)]
    await hall.do(host, DeclareReady(Seat(0)))
    return host, eyes


def test_who_is_there_is_never_declared_ready():
    async def play() -> None:
        hall = Hall()
        host, eyes = await waiting(hall)
        await hall.wait(40 * PATIENCE)
        assert phase(host) is Phase.READYING
        assert eyes[1].last("snapshot")["waits_ms"] is None

    asyncio.run(play())


def test_who_has_gone_is_waited_for_from_when_he_went():
    async def play() -> None:
        hall = Hall()
        host, eyes = await waiting(hall)
        await hall.wait(PATIENCE - 10)
        host.room.audience.leave(eyes[1])
        assert eyes[0].last("present")["waits_ms"] == 1000 * PATIENCE
        await hall.wait(PATIENCE - 0.1)
        assert phase(host) is Phase.READYING
        await hall.wait(0.2)
        assert phase(host) is Phase.PLAYING
        assert readied(host) == [("seat", 0), ("clock", 1)]

    asyncio.run(play())


def test_who_had_gone_before_the_deal_is_waited_for_from_the_deal():
    async def play() -> None:
        hall = Hall()
        host = await hall.table(seats=2, tournament="t")
        await hall.sit(host, 0)
        await hall.wait(300)
        host.dealing.begin()
        await hall.wait(0.1)
        await hall.do(host, DeclareReady(Seat(0)))
        await hall.wait(PATIENCE - 1)
        assert phase(host) is Phase.READYING
        await hall.wait(1.1)
        assert phase(host) is Phase.PLAYING

    asyncio.run(play())


def test_who_comes_back_in_time_declares_himself():
    async def play() -> None:
        hall = Hall()
        host, eyes = await waiting(hall)
        host.room.audience.leave(eyes[1])
        await hall.wait(PATIENCE - 1)
        await hall.sit(host, 1)
        await hall.wait(10 * PATIENCE)
        assert phase(host) is Phase.READYING

    asyncio.run(play())


def test_nobody_is_forced_who_practises_with_bots():
    async def play() -> None:
        hall = Hall()
        host = await hall.table("greedy", seats=2)
        me = await hall.sit(host, 0)
        host.room.audience.leave(me)
        await hall.wait(10 * PATIENCE)
        assert phase(host) is Phase.READYING

    asyncio.run(play())


@pytest.mark.parametrize("tournament", ["t", "practice"])
def test_after_the_patience_somebody_may_begin_for_who_is_there(tournament: str):
    """At a tournament the referee is asked then; among friends it is for who opened the table."""

    async def play() -> None:
        hall = Hall()
        host, eyes = await waiting(hall, tournament=tournament)
        judge = await hall.look(host, Viewer(Role.REFEREE))
        begins = BeginWithout()
        assert judge.last("snapshot")["begin_ms"] == 1000 * PATIENCE
        await hall.wait(PATIENCE - 1)
        assert code(host) == "live.not_yet"
        await hall.wait(1.1)
        asked = [m["code"] for m in eyes[0].told if m["t"] == "notice"]
        assert asked == (["notice.referee_asked_ready"] if tournament == "t" else [])
        assert host.play.unready() == [1]
        assert code(host) is None
        await host.room.do(begins, by="referee")
        assert phase(host) is Phase.PLAYING
        assert readied(host) == [("seat", 0), ("referee", 1)]

    asyncio.run(play())


def test_among_friends_only_who_opened_the_table_may_begin():
    setup = TableSetup(id="t", profile="mp2023", seats=(SeatSetup(), SeatSetup()))
    people = [
        Login(str(n), PersonRole.PLAYER, tournament=PRACTICE, table="t", seat=n) for n in range(2)
    ]
    may_begin = [may_at(one, Rule.STARTER_HERE, setup) for one in (*people, ANONYMOUS)]
    assert may_begin == [True, False, False]


def code(host: Host) -> str | None:
    """Why the game may not begin without everybody's word; None if it may."""
    try:
        host.play.asked(BeginWithoutAsk("0" * 32, host.room.table.seq), Seat(0))
    except Refused as refused:
        return refused.violations[0].code
    return None


def test_who_looks_at_the_racks_has_twice_the_time_and_who_has_gone_once():
    """Another deal takes what he looks at (mp2023 L121)."""

    async def play() -> None:
        hall = Hall()
        host, _ = await over(hall, games=2)
        await hall.do(host, ConfirmResult(Seat(0)))
        await hall.wait(2 * PATIENCE - 1)
        assert phase(host) is Phase.OVER
        await hall.wait(1.5)
        assert phase(host) is Phase.READYING

    asyncio.run(play())


def test_who_went_after_the_game_is_waited_for_once():
    async def play() -> None:
        hall = Hall()
        host, eyes = await over(hall, games=2)
        await hall.do(host, ConfirmResult(Seat(0)))
        host.room.audience.leave(eyes[1])
        await hall.wait(PATIENCE - 1)
        assert phase(host) is Phase.OVER
        await hall.wait(1.5)
        assert host.room.table.state.game == 2

    asyncio.run(play())


async def over(hall: Hall, **changes: object) -> tuple[Host, list[Eyes]]:
    """The first game has just ended because its time was over."""
    host = await hall.table(seats=2, tournament="t", profile="szkoly2015", **changes)
    eyes = [await hall.sit(host, seat) for seat in range(2)]
    for seat in range(2):
        await hall.do(host, DeclareReady(Seat(seat)))
    await hall.do(host, CallTime())
    while phase(host) is not Phase.OVER:
        await hall.wait(1)
    return host, eyes


def phase(host: Host) -> Phase:
    found: Phase = host.room.table.state.phase
    return found


def readied(host: Host) -> list[tuple[str, int]]:
    """Who said of whom that he is ready."""
    told = host.room.table.told
    return [(t.by, t.event.seat) for t in told if isinstance(t.event, e.ReadinessDeclared)]
