"""T17: the same public game with other hidden tiles; every byte others get is the same.

Two houses deal the same tiles but for some that nobody ever plays: two tiles change places between
racks, or between a rack and the pool. Everything both players do is the same, time and chance are
the same, so whoever may not see those tiles must not be able to tell the games apart.
"""

import asyncio
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from stolik.app.dealing import FairDeal
from stolik.app.live import speaking
from stolik.app.live.dealer import Gathering
from stolik.app.live.drafts import FeltDraft
from stolik.app.live.felt import arranged
from stolik.app.live.host import Host
from stolik.app.live.speaking import refusal
from stolik.app.ports import Chance
from stolik.refusal import Refused
from stolik.rummikub import commands as c
from stolik.rummikub.dealing import receivers
from stolik.rummikub.state import Phase, Seat
from stolik.rummikub.tiles import Tiles
from stolik.rummikub.view import Role, Viewer
from tests.app.live.hall import Eyes, Hall, settle
from tests.fakes import MemoryStore
from tests.reliability.report import figure

# Fewer tiles in the pool, and somebody may soon draw one that differs: he may see that.
NEAR_THE_TWINS_TILES = 30
HIDDEN = Seat(0)  # his tiles differ; nobody else may notice
OTHERS = (
    *(Viewer(Role.SEAT, Seat(i)) for i in (1, 2, 3)),
    *(Viewer(role) for role in (Role.SPECTATOR, Role.REFEREE, Role.PUBLIC)),
)


@dataclass(frozen=True)
class Opened:
    """A deal with an order that was chosen beforehand, so that two houses differ in it alone."""

    deal: FairDeal
    public: str
    order: Tiles


@pytest.mark.parametrize(
    ("tier", "games"), [("quick", 20), pytest.param("full", 300, marks=pytest.mark.full)]
)
def test_nobody_can_tell_hidden_tiles_apart(tier: str, games: int, monkeypatch: pytest.MonkeyPatch):
    found = [pair(seed, monkeypatch) for seed in range(games)]
    figure("T17", "pairs of games", games, tier=tier)
    figure("T17", "bytes compared", sum(size for size, _ in found), tier=tier)
    assert [seed for seed, (_, differ) in enumerate(found) if differ] == []
    assert sum(size for size, _ in found) > 10_000 * games


def test_the_mutant_that_shows_a_whole_event_is_caught(monkeypatch: pytest.MonkeyPatch):
    def leaky(told: Any, _: Viewer) -> dict[str, Any]:
        return dict(told.note) | {"seen": repr(told.event)}

    monkeypatch.setattr(speaking, "noted", leaky)
    assert any(pair(seed, monkeypatch)[1] for seed in range(3))


def test_the_mutant_that_shows_a_tile_held_face_down_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(FeltDraft, "shown_lifted", property(lambda drafted: drafted.lifted))
    assert any(pair(seed, monkeypatch)[1] for seed in range(6))


def pair(seed: int, monkeypatch: pytest.MonkeyPatch) -> tuple[int, bool]:
    """How many bytes the others got in a game, and whether its twin gave them other ones."""
    one = asyncio.run(game(seed, False, monkeypatch))
    other = asyncio.run(game(seed, True, monkeypatch))
    return len(one), sha256(one).digest() != sha256(other).digest()


async def game(seed: int, twin: bool, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Everything the others are told of a game that ends before its end."""
    chance = Random(seed)
    hall = Hall(MemoryStore(), seed=f"pair {seed}")
    host = await hall.table()
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
    return b"\n".join(before_the_end(everybody)) + b"".join(refusals)


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
    """A turn in which nobody lays a tile; the hidden seat holds some of its own over the felt."""
    state = host.room.table.state
    seat = state.turn
    if chance.random() < 0.5 and not state.drew and not state.paused:
        lifted = state.seats[seat].rack[:1] if seat == HIDDEN else ()
        felt = arranged(host.room.table.felt, state.tableau, state.rules)
        host.room.hold(seat, FeltDraft(felt, lifted[0] if lifted else None))
    rack = list(state.seats[HIDDEN].rack)
    host.room.put_in_order(HIDDEN, rack[1:] + rack[:1])
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
