"""T17, the organiser: with every power of his he cannot look at a rack unseen.

Organisers play in their own events. Two houses play the same public game, the hidden seat has other
tiles; the organiser of each uses all he has: passes issued before the game and in it, renewed and
revoked, a stolen link, films, transcripts, exports, prints, history, watching, bots, lines. Every
byte he gets is the same in both, unless everybody at the table was told of the look first.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import httpx
import pytest

from stolik.adapters.web.routes import tables as table_routes
from stolik.adapters.web.sockets import session as table_session
from stolik.app.games.wojtek import play as wojtek_play
from stolik.app.hall import online_tables
from stolik.app.streams.log import StreamLog
from stolik.app.tables.audience import Audience
from stolik.app.tables.eyes import KnownEyes
from stolik.app.tables.host import Host
from stolik.rummikub import commands as c
from stolik.seats import Role, Seat, Viewer
from stolik.wiring import serving
from tests.app.tables.hall import Hall, settle
from tests.fakes import MemoryStore, SeededChance
from tests.reliability import test_t17_non_interference as tiles
from tests.reliability import test_t17_wojtek as cards
from tests.reliability.organising import (
    URL,
    Got,
    Organising,
    seen_differences,
    texts,
    unseen_differences,
)
from tests.reliability.report import figure

GAMES = ("rummikub", "wojtek")
PASSES = {"early pass", "late pass", "stolen link", "renewed pass"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("tier", "pairs"), [("quick", 1), pytest.param("full", 25, marks=pytest.mark.full)]
)
def test_an_organiser_looks_at_no_rack_unseen(
    tier: str, pairs: int, game: str, monkeypatch: pytest.MonkeyPatch
):
    asked, unseen = 0, []
    for seed in range(pairs):
        one, other = twins(seed, game, monkeypatch, papers=tier == "full")
        asked += len(one)
        unseen += unseen_differences(one, other)
        assert unseen == []
        # He does get to see the rack: the powers are real, and everybody knows of each of them.
        assert seen_differences(one, other) == PASSES | {"inspection"}
    figure("T17", f"answers to an organiser, pairs compared ({game})", asked, tier=tier)


LAST = 1  # a seed by which the hidden seat sits down last


def test_an_organiser_who_sits_there_before_the_player_is_told_of(monkeypatch: pytest.MonkeyPatch):
    """All seats are taken before the last player comes: it is dealt to the early pass."""
    assert cards.honest_deal(Random(LAST))[1] == cards.SEATS - 1
    one, other = twins(LAST, "wojtek", monkeypatch, pages=False)
    assert unseen_differences(one, other) == []
    assert Got("early pass", "the player comes", b"", 1) in one


def test_the_same_device_is_told_of_once_and_each_new_one_too(monkeypatch: pytest.MonkeyPatch):
    told = asyncio.run(played(1, "rummikub", False, monkeypatch)).opponents[0]
    looks = [item["data"] for item in texts(told) if item["data"].get("what") == "device"]
    assert [look["device"] for look in looks] == [2, 3, 4, 5]
    assert {look["seat"] for look in looks} == {int(tiles.HIDDEN)}


@pytest.mark.parametrize("game", GAMES)
def test_who_sat_down_before_the_deal_is_told_of_like_who_comes_after(
    game: str, monkeypatch: pytest.MonkeyPatch
):
    """The organiser sits down first, by a second pass: the player must not look like the thief."""
    told, own = asyncio.run(sat_before(game, monkeypatch))
    assert [(look["device"], len(look["ago"])) for look in told] == [(2, 2)]
    assert told[0]["ago"][0] >= 60_000 > told[0]["ago"][1], "when each of the two opened the seat"
    assert own == told, "the player whose seat it is reads the same"


def test_the_mutant_that_forgets_who_came_before_the_deal_is_caught(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(KnownEyes, "opened", lambda *_: None)
    (look,) = asyncio.run(sat_before("rummikub", monkeypatch))[0]
    assert look["ago"][0] < 60_000


async def sat_before(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The looks told to an opponent, and those the player finds on coming to his seat."""
    async with day(game, 0, False, monkeypatch, is_empty=True) as (org, host, hidden):
        player = {"role": "player", "entrant": host.room.table.setup.seats[hidden].entrant}
        (own,) = await org.ask("POST", f"{org.here}/passes", {"passes": [player]})
        await _early_pass(org, host, hidden)
        await org.hall.wait(60)
        for seat in range(len(host.room.table.setup.seats)):
            if seat != hidden:
                seated = await org.hall.look(host, Viewer(Role.SEAT, Seat(seat)))
                org.opponents.append(seated)
        await org.hall.wait(10)  # until it is dealt, be it without the devices' chance
        assert host.play.hides_racks
        token = await org.enter(own["link"].partition("#")[2])
        line = await org.web.post(
            "/api/lines",
            json={"t": "hello", "table": org.table},
            headers={"authorization": f"Bearer {token}"},
        )
        await settle()
        fetched = await org.web.get(
            f"/api/lines/{line.json()['line']}", headers={"authorization": f"Bearer {token}"}
        )
        snapshot = next(m for m in fetched.json() if m["t"] == "snapshot")
        return (
            [item["data"] for item in texts(org.opponents[0])],
            [item["data"] for item in snapshot["access"]],
        )


def _let_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Audience, "may_look", lambda *_: True)


async def _nothing(*_: Any, **__: Any) -> None: ...


def _film_unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_routes, "take_eyes", _nothing)


def _lines_unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither at the door nor by the gate before every byte."""
    monkeypatch.setattr(table_session, "take_eyes", _nothing)
    _let_look(monkeypatch)


def _everybody_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KnownEyes, "knows", lambda *_: True)


def _one_mark_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Devices of one seat are taken for the same."""
    for module in (table_session, table_routes):
        monkeypatch.setattr(module, "mark_of", lambda *_: "seat 0")


@pytest.mark.parametrize("game", ["rummikub", pytest.param("wojtek", marks=pytest.mark.full)])
@pytest.mark.parametrize(
    "mutant", [_film_unseen, _lines_unseen, _everybody_known, _one_mark_for_all]
)
def test_the_mutants_that_let_somebody_look_unseen_are_caught(
    mutant: Callable[[pytest.MonkeyPatch], None], game: str, monkeypatch: pytest.MonkeyPatch
):
    mutant(monkeypatch)
    assert unseen_differences(*twins(0, game, monkeypatch, pages=False))


@pytest.mark.parametrize("guard", ["take_eyes at the door", "the gate"])
def test_one_of_two_guards_is_enough(guard: str, monkeypatch: pytest.MonkeyPatch):
    """Without the door a device waits for the gate; without the gate the door has seen it."""
    if guard == "the gate":
        _let_look(monkeypatch)
    else:
        monkeypatch.setattr(table_session, "take_eyes", _nothing)
    assert unseen_differences(*twins(0, "rummikub", monkeypatch, pages=False)) == []


def test_a_new_way_in_is_told_before_it_can_be_used(monkeypatch: pytest.MonkeyPatch):
    whats = [item["data"]["what"] for item in ways_in(monkeypatch)]
    assert whats == ["pass_issued", "pass_renewed", "bot_seated", "bot_left", "watching"]


def test_the_mutant_that_tells_of_no_new_pass_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(online_tables, "tell_access", _nothing)
    assert ways_in(monkeypatch) == []


def ways_in(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What a table is told while its organiser changes who can come in, and who did it."""

    async def work() -> list[dict[str, Any]]:
        async with day("rummikub", 0, False, monkeypatch) as (org, host, _):
            online = f"{org.here}/rounds/1/online/1"
            number, _ = await org.pass_for(host.room.table.setup.seats[0].entrant or 0)
            assert [i["data"]["what"] for i in texts(org.opponents[0])] in (["pass_issued"], [])
            await org.ask("POST", f"{org.here}/passes/{number}/renew")
            for bot in ("greedy", ""):
                await org.ask("PUT", f"{online}/bot", {"seat": 0, "bot": bot})
            await org.ask("PUT", f"{online}/watching", {"watching": "no_racks"})
            told = texts(org.opponents[0])
            assert {item["by"] for item in told} <= {"organiser"}
            return told

    return asyncio.run(work())


# --- the matrix ------------------------------------------------------------------------------


def twins(
    seed: int,
    game: str,
    monkeypatch: pytest.MonkeyPatch,
    *,
    pages: bool = True,
    papers: bool = False,
) -> tuple[list[Got], list[Got]]:
    """What an organiser got of a game, and of its twin with other hidden tiles."""
    one = asyncio.run(played(seed, game, False, monkeypatch, pages=pages, papers=papers))
    other = asyncio.run(played(seed, game, True, monkeypatch, pages=pages, papers=papers))
    return one.got, other.got


async def played(
    seed: int,
    game: str,
    twin: bool,
    monkeypatch: pytest.MonkeyPatch,
    *,
    pages: bool = True,
    papers: bool = False,
) -> Organising:
    async with day(game, seed, twin, monkeypatch) as (org, host, hidden):
        org.papers = papers
        await every_power(org, host, hidden, pages=pages)
        assert org.hall.faults == []
    return org


class day:  # noqa: N801 - reads as one
    """A game in full swing, and the organiser beside it with a pass made before it."""

    def __init__(
        self,
        game: str,
        seed: int,
        twin: bool,
        monkeypatch: pytest.MonkeyPatch,
        *,
        is_empty: bool = False,
    ) -> None:
        self._game, self._seed, self._twin, self._patch = game, seed, twin, monkeypatch
        self._is_empty = is_empty  # nobody has sat down yet

    async def __aenter__(self) -> tuple[Organising, Host, Seat]:
        hall, chance = Hall(MemoryStore(), seed=f"day {self._seed}"), Random(self._seed)
        # Nothing may depend on how fast this machine is: lines nobody reads are forgotten.
        self._patch.setattr(serving, "monotonic", hall.time.monotonic)
        self._patch.setattr(StreamLog, "append", _salted)
        node = tiles.with_routes(hall)
        transport = httpx.ASGITransport(node.app)  # type: ignore[arg-type]
        self._web = httpx.AsyncClient(
            transport=transport, base_url=URL, headers={"origin": URL}, timeout=60
        )
        org = Organising(node, hall, self._web)
        if self._is_empty:
            host = await org.set_up("zimowy" if self._game == "rummikub" else "wojtek", 4)
            return org, host, tiles.HIDDEN
        begin = _rummikub if self._game == "rummikub" else _wojtek
        host, hidden = await begin(org, chance, self._twin, self._patch)
        return org, host, hidden

    async def __aexit__(self, *_: object) -> None:
        await self._web.aclose()


async def _salted(log: StreamLog, *args: Any, **more: Any) -> Any:
    """An append whose salts follow from the stream alone, whatever else draws chance meanwhile."""
    log._chance = log._beside.chance = SeededChance(f"{log.stream}/{log.seq}")
    return await _APPEND(log, *args, **more)


_APPEND = StreamLog.append


async def _rummikub(
    org: Organising, chance: Random, twin: bool, monkeypatch: pytest.MonkeyPatch
) -> tuple[Host, Seat]:
    host = await org.set_up("zimowy", 4)
    bag = host.room.table.rules.tile_set
    order = tuple(chance.sample(bag, len(bag)))
    tiles.deal_instead(monkeypatch, tiles.twin_of(order, host) if twin else order)
    await _early_pass(org, host, tiles.HIDDEN)
    await org.sit_down(host, tiles.HIDDEN)
    for seat in range(4):
        await org.hall.do(host, c.DeclareReady(Seat(seat)))
    for _ in range(8):
        await tiles.move(org.hall, host, chance, [])
    return host, tiles.HIDDEN


async def _wojtek(
    org: Organising, chance: Random, twin: bool, monkeypatch: pytest.MonkeyPatch
) -> tuple[Host, Seat]:
    laid, hidden = cards.honest_deal(chance)
    if twin:
        laid = replace(laid, travel=cards.twin_of(laid, hidden))
    monkeypatch.setattr(wojtek_play, "opening", lambda *_: laid)
    host = await org.set_up("wojtek", cards.SEATS)
    await _early_pass(org, host, hidden)
    await org.sit_down(host, hidden)
    for _ in range(3):
        await cards.move(org.hall, host, chance, hidden, [])
    return host, hidden


async def _early_pass(org: Organising, host: Host, seat: Seat) -> None:
    """A second pass made and used before anything was dealt: nothing could be seen then."""
    _, link = await org.pass_for(host.room.table.setup.seats[seat].entrant or 0)
    org.early = await org.enter(link)
    await org.web.post(
        "/api/lines",
        json={"t": "hello", "table": org.table},
        headers={"authorization": f"Bearer {org.early}"},
    )


async def every_power(org: Organising, host: Host, hidden: Seat, *, pages: bool) -> None:
    """The whole matrix, in an order in which each power finds the racks still hidden."""
    entrant = host.room.table.setup.seats[hidden].entrant or 0
    if pages:
        await org.try_every_page()
    await _change_the_table(org, int(hidden))
    await org.try_film("early pass", org.early)
    await org.try_line("early pass", org.early)
    number, link = await org.pass_for(entrant)
    late = await org.enter(link)
    await org.try_line("late pass", late, {"t": "resume", "last_seq": 0})
    await org.try_film("late pass", late)
    await org.try_film("stolen link", await org.enter(link))
    await org.ask("DELETE", f"{org.here}/passes/{number}")
    await org.try_film("revoked pass", late)
    number, _ = await org.pass_for(entrant)
    renewed = await org.ask("POST", f"{org.here}/passes/{number}/renew")
    await org.try_line("renewed pass", await org.enter(renewed["link"].partition("#")[2]))
    await org.ask("DELETE", f"{org.here}/passes/{renewed['id']}")
    if pages and org.papers:
        await org.try_every_page()
    await _inspect(org, int(hidden), host.room.table.seq)


async def _change_the_table(org: Organising, hidden: int) -> None:
    """Who may watch, who sits: what strangers and spectators see afterwards."""
    online = f"{org.here}/rounds/1/online/1"
    wanted = {"passes": [{"role": "spectator"}, {"role": "referee"}]}
    made = await org.ask("POST", f"{org.here}/passes", wanted)
    others = [await org.enter(one["link"].partition("#")[2]) for one in made]
    for watching in ("nobody", "no_racks", "racks_after"):
        await org.try_out(
            "organiser", org.organiser, "PUT", f"{online}/watching", {"watching": watching}
        )
        for token in ("", org.organiser, *others):
            await org.try_film("onlooker", token)
            await org.try_line("onlooker", token)
    for bot in ("greedy", ""):
        body = {"seat": hidden, "bot": bot}
        await org.try_out("onlooker", org.organiser, "PUT", f"{online}/bot", body)
        await org.try_film("onlooker", org.organiser)


async def _inspect(org: Organising, hidden: int, seq: int) -> None:
    """The one way there is: the clock stopped, by a request that everybody reads."""
    pause = {"t": "pause", "reason": "spór", "id": "1" * 32, "after": seq}
    inspect = {"t": "inspect", "seat": hidden, "reason": "spór", "id": "2" * 32, "after": seq + 1}
    await org.try_line("inspection", org.organiser, pause, inspect)
