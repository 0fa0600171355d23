"""T17: the same public game with other hidden tiles; every byte others get is the same.

Two houses deal the same tiles but for some that nobody ever plays: two tiles change places between
racks, or between a rack and the pool. Everything both players do is the same, time and chance are
the same, so whoever may not see those tiles must not be able to tell the games apart. Moves of the
other seats are found by a bot with the solver, from what its seat sees; what they lay is compared,
and what the routes answer.
"""

import asyncio
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from io import StringIO
from random import Random
from typing import Any

import httpx
import pytest

from stolik.adapters.passwords import Argon2Passwords
from stolik.adapters.web.edge.logs import json_log
from stolik.adapters.web.services import Settings
from stolik.app.access import passes
from stolik.app.access.access import Access
from stolik.app.access.guessing import Guessing
from stolik.app.access.passes import Wanted
from stolik.app.access.roles import PersonRole as Person
from stolik.app.fairness.dealing import FairDeal
from stolik.app.games.rummikub import film as rummikub_film
from stolik.app.games.rummikub import speaking
from stolik.app.games.rummikub.asks import Draft, Order
from stolik.app.games.rummikub.felt import arranged
from stolik.app.ports import Chance
from stolik.app.tables.dealer import Gathering
from stolik.app.tables.host import Host
from stolik.app.tables.speaking import refusal
from stolik.app.tournaments.card import TournamentCard
from stolik.refusal import Refused
from stolik.rummikub import commands as c
from stolik.rummikub.dealing import receivers
from stolik.rummikub.state import Phase
from stolik.rummikub.tiles import Tiles
from stolik.rummikub.view import visible_to
from stolik.seats import Role, Seat, Viewer
from stolik.wiring import parts as wiring
from stolik.wiring.serving import Node, assembled
from tests.app.tables.hall import Eyes, Hall, settle
from tests.fakes import HandClock, MemoryStore
from tests.reliability.report import figure

# Fewer tiles in the pool, and somebody may soon draw one that differs: he may see that.
NEAR_THE_TWINS_TILES = 30
HIDDEN = Seat(0)  # his tiles differ; nobody else may notice
OTHERS = (
    *(Viewer(Role.SEAT, Seat(i)) for i in (1, 2, 3)),
    *(Viewer(role) for role in (Role.SPECTATOR, Role.REFEREE, Role.PUBLIC)),
)

HERE = "17"
PATHS = (
    *("/api/tables/t/games/1/film", "/api/tables/t/games/1/transcript", "/api/tournaments"),
    *("/api/tables/t/games/1/study", "/api/tables/t/games/1/record"),
    *(f"/api/tournaments/{HERE}{path}" for path in ("", "/hall", "/me", "/public")),
)
LOGINS = (
    *(Wanted(Person.PLAYER, table="1", seat=seat) for seat in (1, 2, 3)),
    *(Wanted(role) for role in (Person.SPECTATOR, Person.REFEREE)),
)
SEEN: Counter[str] = Counter()  # what the games had in them, for the figures


@dataclass(frozen=True)
class Opened:
    """A deal with an order that was chosen beforehand, so that two houses differ in it alone."""

    deal: FairDeal
    public: str
    order: Tiles


@pytest.mark.parametrize(
    ("tier", "games"), [("quick", 8), pytest.param("full", 300, marks=pytest.mark.full)]
)
def test_nobody_can_tell_hidden_tiles_apart(tier: str, games: int, monkeypatch: pytest.MonkeyPatch):
    SEEN.clear()
    found = [pair(seed, monkeypatch) for seed in range(games)]
    figure("T17", "pairs of games", games, tier=tier)
    figure("T17", "moves that laid tiles, both games", SEEN["laid"], tier=tier)
    figure("T17", "answers over HTTP compared", SEEN["answers"] // 2, tier=tier)
    figure("T17", "bytes compared", sum(size for size, _ in found), tier=tier)
    assert [seed for seed, (_, differ) in enumerate(found) if differ] == []
    assert sum(size for size, _ in found) > 10_000 * games
    assert SEEN["laid"] > games / 2
    assert SEEN["answers"] > games * len(PATHS) * len(LOGINS)


def test_the_mutant_that_shows_a_whole_event_is_caught(monkeypatch: pytest.MonkeyPatch):
    def leaky(told: Any, _: Viewer) -> dict[str, Any]:
        return dict(told.note) | {"seen": repr(told.event)}

    monkeypatch.setattr(speaking, "noted", leaky)
    assert any(pair(seed, monkeypatch)[1] for seed in range(3))


def test_the_mutant_that_shows_a_tile_held_face_down_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Draft, "shown_lifted", property(lambda drafted: drafted.lifted))
    assert any(pair(seed, monkeypatch)[1] for seed in range(6))


def test_the_mutant_whose_film_shows_all_racks_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rummikub_film, "visible_in_film", rummikub_film.visible_looking_back)
    assert any(pair(seed, monkeypatch)[1] for seed in range(2))


def pair(seed: int, monkeypatch: pytest.MonkeyPatch) -> tuple[int, bool]:
    """How many bytes the others got in a game, and whether its twin gave them other ones."""
    one = asyncio.run(game(seed, False, monkeypatch))
    other = asyncio.run(game(seed, True, monkeypatch))
    return len(one), sha256(one).digest() != sha256(other).digest()


async def game(seed: int, twin: bool, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Everything the others are told of a game that ends before its end."""
    chance = Random(seed)
    hall = Hall(MemoryStore(), seed=f"pair {seed}")
    node = with_routes(hall)
    await node.live.offices.create(TournamentCard(HERE, "Turniej", "zimowy", ""))
    host = await hall.table(tournament=HERE, round=1, table=1)
    tiles = host.room.table.rules.tile_set
    order = tuple(chance.sample(tiles, len(tiles)))
    deal_instead(monkeypatch, twin_of(order, host) if twin else order)
    everybody = [await hall.look(host, viewer) for viewer in OTHERS]
    own = await hall.look(host, Viewer(Role.SEAT, HIDDEN))
    for seat in range(4):
        await hall.do(host, c.DeclareReady(Seat(seat)))
    refusals: list[bytes] = []
    for _ in range(chance.randint(6, 25)):
        await move(hall, host, chance, refusals)
        await hall.wait(chance.choice((0, 1, 7, 41)))
        if chance.random() < 0.2:
            everybody.append(await hall.look(host, chance.choice(OTHERS[3:])))
        if chance.random() < 0.2:
            host.room.audience.resend(everybody[chance.randrange(6)], chance.randrange(9))
        state = host.room.table.state
        if state.phase is Phase.OVER or state.pool_size < NEAR_THE_TWINS_TILES:
            break
    assert hall.faults == []
    assert own.raw
    over = host.room.table.state.phase is Phase.OVER
    answers = [] if over else await answers_of(node)
    SEEN["answers"] += len(answers)
    return b"\n".join([*before_the_end(everybody), *answers, *refusals])


def with_routes(hall: Hall) -> Node:
    """The hall's tables behind the routes of a whole server, in the hall's own time."""
    log = json_log(StringIO())
    clock = HandClock()
    access = Access(hall.store, hall.chance, clock.seconds, Argon2Passwords(), Guessing(clock))
    node = assembled(hall.house, access, Settings(), log)
    hall.rooms = node.live.rooms
    return node


async def answers_of(node: Node) -> list[bytes]:
    """What the routes about a table and its tournament answer everybody but the hidden seat."""
    issued = await passes.issue(node.access, HERE, LOGINS)
    logins = [(await passes.enter(node.access, one.entry))[0].token for one in issued]
    transport = httpx.ASGITransport(node.app)  # type: ignore[arg-type]
    found = []
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as web:
        for token in ("", *logins):
            for path in PATHS:
                answer = await web.get(path, headers={"authorization": f"Bearer {token}"})
                assert answer.status_code < 500
                found.append(f"{answer.status_code} {answer.headers}".encode() + answer.content)
    return found


def before_the_end(everybody: list[Eyes]) -> list[bytes]:
    """What came before the racks are laid open."""
    found = []
    for eyes in everybody:
        for raw in eyes.raw:
            if b'"GameEnded"' in raw:
                break
            found.append(raw)
    return found


async def move(hall: Hall, host: Host, chance: Random, refusals: list[bytes]) -> None:
    """A turn; the hidden seat lays nothing and holds some of its own tiles over the felt."""
    state = host.room.table.state
    seat = state.turn
    if seat != HIDDEN and await laid(hall, host, seat):
        return
    if chance.random() < 0.5 and not state.drew and not state.paused:
        lifted = state.seats[seat].rack[:1] if seat == HIDDEN else ()
        felt = arranged(host.room.table.felt, state.tableau, state.rules)
        host.room.move(seat, Draft(felt, lifted[0] if lifted else None))
    rack = list(state.seats[HIDDEN].rack)
    host.room.move(HIDDEN, Order(rack[1:] + rack[:1]))
    tried = chance.choice((c.LayTiles(seat, ()), c.EndTurn(Seat(3)), c.AnnounceOpening(Seat(2))))
    if getattr(tried, "seat", seat) != HIDDEN:
        try:
            await host.room.do(tried, by="seat")
        except Refused as refused:
            no = refusal(refused, id=None, seq=host.room.table.seq, lang="pl")
            refusals.append(hall.house.encode(no))
    named = state.bank[0].number if not state.middle.tiles and state.bank else None
    await hall.do(host, c.DrawTile(seat, named))
    if chance.random() < 0.7:
        await hall.do(host, c.EndTurn(seat))
    if chance.random() < 0.1:
        await hall.do(host, c.Pause("pytanie"))
        await hall.do(host, c.Resume())
    await settle()


async def laid(hall: Hall, host: Host, seat: Seat) -> bool:
    """Whether the seat has found tiles to lay, and laid them."""
    room = host.room
    bot = wiring.make_bot("greedy", room.table.rules, Random(0))
    view = visible_to(room.table.state, Viewer(Role.SEAT, seat))
    found = bot.command(view)
    if not isinstance(found, c.LayTiles) or await hall.do(host, found) is not None:
        return False
    SEEN["laid"] += 1
    if room.table.state.turn == seat and room.table.state.phase is Phase.PLAYING:
        await hall.do(host, c.EndTurn(seat))
    return True


def twin_of(order: Tiles, host: Host) -> Tiles:
    """The order with tiles of the hidden seat changed for tiles nobody gets to see so soon."""
    size = host.room.table.rules.tiles.stack_size
    tiles = list(order)
    given = receivers(tuple(map(Seat, range(4))), host.room.table.rules)
    mine = [size * n + i for n, seat in enumerate(given) if seat == HIDDEN for i in range(size)]
    far = range(len(tiles) - 30, len(tiles) - 8)  # stacks nobody draws from in so few turns
    for here, there in zip(mine[:10], far, strict=False):
        tiles[here], tiles[there] = tiles[there], tiles[here]
    return tuple(tiles)


def deal_instead(monkeypatch: pytest.MonkeyPatch, order: Tiles) -> None:
    """Have the next deal use this order; its commitment and public chance stay as they are."""

    def opened(gathering: Gathering, chance: Chance) -> Opened:
        made = _OPENED(gathering, chance)
        return Opened(made.deal, made.public, order)

    monkeypatch.setattr(Gathering, "opened", opened)


_OPENED = Gathering.opened
