"""T17 for Miś Wojtek: the same public game with other hidden cards; others get the same bytes.

The travel cards of one seat and some deep in the deck change places. That seat exchanges cards and
reports to the judge, everybody else moves; whoever may not see its hand must not tell them apart.
"""

import asyncio
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from stolik.app.games.wojtek import film as wojtek_film
from stolik.app.games.wojtek import play as wojtek_play
from stolik.app.games.wojtek import speaking as wojtek_speaking
from stolik.app.games.wojtek.play import WojtekPlay
from stolik.app.library import board
from stolik.app.tables.host import Host
from stolik.app.tables.looking_back import film_of
from stolik.app.tables.speaking import refusal
from stolik.bots.wojtek.greedy import GreedyBot
from stolik.lab.wojtek_table import opening
from stolik.refusal import Refused
from stolik.seats import Role, Seat, Viewer
from stolik.wojtek import commands as c
from stolik.wojtek import view as wojtek
from stolik.wojtek.cards import TravelCards
from stolik.wojtek.engine import decide, replay
from stolik.wojtek.events import CardsDrawn, Event
from stolik.wojtek.options import options_of
from stolik.wojtek.state import Phase, new_table
from tests.app.tables.hall import Eyes, Hall, settle
from tests.fakes import MemoryStore
from tests.reliability.report import figure

TRASA = board("trasa")
SEATS = 4
OTHERS = (
    *(Viewer(Role.SEAT, Seat(i)) for i in range(SEATS)),
    *(Viewer(role) for role in (Role.SPECTATOR, Role.REFEREE, Role.PUBLIC)),
)


@pytest.mark.parametrize(
    ("tier", "games"), [("quick", 12), pytest.param("full", 300, marks=pytest.mark.full)]
)
def test_nobody_can_tell_hidden_cards_apart(tier: str, games: int, monkeypatch: pytest.MonkeyPatch):
    found = [pair(seed, monkeypatch) for seed in range(games)]
    figure("T17", "pairs of games of Miś Wojtek", games, tier=tier)
    figure("T17", "bytes compared in them", sum(size for size, _ in found), tier=tier)
    assert [seed for seed, (_, differ) in enumerate(found) if differ] == []
    assert sum(size for size, _ in found) > 10_000 * games


def test_the_mutant_that_shows_a_whole_event_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(wojtek_speaking, "noted", lambda told, _: {"seen": repr(told.event)})
    assert any(pair(seed, monkeypatch)[1] for seed in range(3))


def test_the_mutant_that_shows_everybody_what_may_be_done_is_caught(
    monkeypatch: pytest.MonkeyPatch,
):
    def leaky(table: Any, _: Viewer) -> Any:
        return options_of(table.state, table.state.turn) if table.state.seats else None

    monkeypatch.setattr(wojtek_speaking, "own_options", leaky)
    assert any(pair(seed, monkeypatch)[1] for seed in range(3))


def test_the_mutant_that_thinks_all_eyes_are_the_same_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(WojtekPlay, "eyes", lambda *_: None)
    assert any(pair(seed, monkeypatch)[1] for seed in range(6))


def test_the_mutant_whose_film_shows_all_hands_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(wojtek_film, "visible_in_film", wojtek_film.visible_looking_back)
    assert any(pair(seed, monkeypatch)[1] for seed in range(3))


def test_the_mutant_whose_film_tells_drawn_cards_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(wojtek_film, "event_visible_to", wojtek_film.event_looking_back)
    assert any(pair(seed, monkeypatch)[1] for seed in range(3))


def pair(seed: int, monkeypatch: pytest.MonkeyPatch) -> tuple[int, bool]:
    """How many bytes the others got in a game, and whether its twin gave them other ones."""
    one = asyncio.run(game(seed, False, monkeypatch))
    other = asyncio.run(game(seed, True, monkeypatch))
    return len(one), sha256(one).digest() != sha256(other).digest()


async def game(seed: int, twin: bool, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Everything the others are told of a game that is stopped before its end."""
    chance = Random(seed)
    hall = Hall(MemoryStore(), seed=f"pair {seed}")
    laid, hidden = honest_deal(chance)
    if twin:
        laid = replace(laid, travel=twin_of(laid, hidden))
    monkeypatch.setattr(wojtek_play, "opening", lambda *_: laid)
    host = await hall.table(seats=SEATS, game="wojtek", profile="trasa")
    others = [viewer for viewer in OTHERS if viewer.seat != hidden]
    own = await hall.look(host, Viewer(Role.SEAT, hidden))  # what it is told may differ
    everybody = [await hall.look(host, viewer) for viewer in others]
    refusals: list[bytes] = []
    for _ in range(chance.randint(4, 9)):
        await move(hall, host, chance, hidden, refusals)
        if chance.random() < 0.3:
            everybody.append(await hall.look(host, chance.choice(others[3:])))
        if chance.random() < 0.3:
            host.room.audience.resend(everybody[chance.randrange(6)], chance.randrange(9))
        if host.room.table.state.phase is Phase.OVER:
            break
    assert hall.faults == []
    assert own.raw
    films = [] if host.room.table.state.phase is Phase.OVER else films_of(hall, host, others)
    return b"\n".join([*before_the_end(everybody), *films, *refusals])


def films_of(hall: Hall, host: Host, others: list[Viewer]) -> list[bytes]:
    """The game so far, as everybody else may look back at it."""
    return [hall.house.encode(film_of(host.room.play, 1, viewer)) for viewer in others]


def before_the_end(everybody: list[Eyes]) -> list[bytes]:
    """What came before hands are laid open."""
    found = []
    for eyes in everybody:
        for raw in eyes.raw:
            if b'"GameEnded"' in raw:
                break
            found.append(raw)
    return found


async def move(hall: Hall, host: Host, chance: Random, hidden: Seat, refusals: list[bytes]) -> None:
    """A turn; the hidden seat only ever exchanges cards, as many as chance says."""
    state = host.room.table.state
    mover = state.turn
    tried: c.Command = c.ExchangeCards(mover, ()) if mover != hidden else c.Confirm()
    try:
        await host.room.do(tried, by="seat")
    except Refused as refused:
        no = refusal(refused, id=None, seq=host.room.table.seq, lang="pl")
        refusals.append(hall.house.encode(no))
    if chance.random() < 0.2:
        about = next(s for s in state.active_seats if s != hidden)
        await hall.do(host, c.ReportMisconduct(hidden, about, "podpowiada"))
        await hall.do(host, c.DecideReport(len(state.reports) + 1, c.Decision.REJECTED, "nie"))
    if mover == hidden:
        count = chance.randint(1, 3)
        await hall.do(host, c.ExchangeCards(mover, state.seats[mover].hand[:count]))
    else:
        viewer = wojtek.Viewer(wojtek.Role.SEAT, mover)
        command = GreedyBot(TRASA).command(wojtek.visible_to(state, viewer))
        await hall.do(host, command)
    if chance.random() < 0.1:
        await hall.do(host, c.Pause("pytanie"))
        await hall.do(host, c.Resume())
    await settle()


def honest_deal(chance: Random) -> tuple[c.OpenTable, Seat]:
    """A deal in which nobody chooses his start, and the seat whose cards will differ."""
    while True:
        laid = opening(TRASA, SEATS, chance.randbytes(32))
        told = decide(new_table(TRASA), laid)
        if replay(told, new_table(TRASA)).phase is Phase.PLAYING:
            return laid, Seat(chance.randrange(SEATS))


def twin_of(laid: c.OpenTable, hidden: Seat) -> TravelCards:
    """The deck with the hand of the hidden seat changed for cards that nobody gets to see."""
    deck = list(laid.travel)
    at = len(deck)
    for event in decide(new_table(TRASA), laid):
        at -= _drawn(event)
        if isinstance(event, CardsDrawn) and event.seat == hidden:
            for i in range(len(event.cards)):
                deck[at + i], deck[i] = deck[i], deck[at + i]
    assert tuple(deck) != laid.travel
    return tuple(deck)


def _drawn(event: Event) -> int:
    """How many travel cards an event takes from the deck."""
    match type(event).__name__:
        case "StartCardDrawn":
            return 1
        case "CardsDrawn":
            return len(event.cards)
        case _:
            return 0
