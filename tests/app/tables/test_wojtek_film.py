"""A game of Miś Wojtek frame by frame: whole, and nobody's hand before it is over."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from stolik.adapters.web.edge.encoding import encode
from stolik.app.games.wojtek.film import WojtekFilm
from stolik.app.tables.host import Host
from stolik.app.tables.looking_back import film_of
from stolik.refusal import Refused
from stolik.seats import Role, Seat, Viewer
from stolik.wojtek import commands as c
from stolik.wojtek.events import Event
from stolik.wojtek.view import visible_looking_back
from tests.app.tables.hall import Hall
from tests.app.tables.test_wojtek import begun, confirmed, played_on

STORY = Path(__file__).parents[3] / "frontend/src/wojtek/story.ts"
REFEREE, SPECTATOR, PUBLIC = (Viewer(r) for r in (Role.REFEREE, Role.SPECTATOR, Role.PUBLIC))
ME = Viewer(Role.SEAT, Seat(0))
HIDDEN_KINDS = {"CardsDrawn", "CardsExchanged", "SeatFinished"}

Doing = Callable[[Hall, Host], Awaitable[None]]


def played(turns: int, then: Doing | None = None) -> Host:
    """A table of three after so many turns."""

    async def play() -> Host:
        hall = Hall(seed="film")
        host, _ = await begun(hall)
        await played_on(hall, host, turns)
        if then:
            await then(hall, host)
        return host

    return asyncio.run(play())


def film(host: Host, viewer: Viewer, after: int = 0) -> WojtekFilm:
    return film_of(host.room.play, 1, viewer, after)


def tables(told: WojtekFilm) -> list[dict[str, Any]]:
    """The whole view after every event, put together again as a screen does."""
    views, view = [], dict[str, Any]()
    for frame in told.frames:
        view = view | frame.view
        views.append(view)
    return views


def hands(told: WojtekFilm) -> list[list[tuple[str, ...] | None]]:
    return [[seat.hand for seat in view["seats"]] for view in tables(told)]


@pytest.mark.parametrize("viewer", [REFEREE, SPECTATOR, PUBLIC])
def test_nobody_looks_into_a_hand_of_a_game_that_is_played(viewer: Viewer):
    told = film(played(8), viewer)
    assert not told.over
    assert all(hand is None for seats in hands(told) for hand in seats)
    drawn = [frame for frame in told.frames if frame.kind in HIDDEN_KINDS]
    assert drawn
    assert all("cards" not in frame.data for frame in drawn)


def test_a_player_sees_his_own_hand_and_his_own_cards():
    told = film(played(8), ME)
    seen = [seats for seats in hands(told) if seats]
    assert all(seats[0] is not None and seats[1:] == [None] * 2 for seats in seen)
    hidden = [frame for frame in told.frames if frame.kind in HIDDEN_KINDS]
    assert {frame.data["seat"] for frame in hidden if "cards" in frame.data} == {0}


def test_an_inspected_hand_is_not_shown_a_second_time():
    async def inspect(hall: Hall, host: Host) -> None:
        await hall.do(host, c.Pause("pytanie"))
        assert await hall.do(host, c.InspectHand(Seat(1), "sprawdzam")) is None

    told = film(played(3, inspect), REFEREE)
    assert told.frames[-1].kind == "HandInspected"
    assert all(hand is None for seats in hands(told) for hand in seats)


def test_a_finished_game_shows_every_hand_at_every_moment():
    host = played(1000)
    table, told = host.room.table, film(host, SPECTATOR)
    assert told.over
    assert all(hand is not None for seats in hands(told) for hand in seats)
    assert all("cards" in frame.data for frame in told.frames if frame.kind in HIDDEN_KINDS)
    assert [frame.seq for frame in told.frames] == list(range(1, table.seq + 1))
    eyes = Viewer(Role.SPECTATOR)
    now = visible_looking_back(table.state, eyes)
    assert tables(told)[-1] == {name: getattr(now, name) for name in now.__slots__}


def test_a_frame_keeps_what_is_new_and_nothing_else():
    told = film(played(1000), SPECTATOR)
    views = tables(told)
    for before, frame in zip(views, told.frames[1:], strict=False):
        assert all(before[name] != value for name, value in frame.view.items()), frame.seq


def test_a_table_that_hides_hands_for_ever_hides_them_here_too():
    told = film(played(1000), PUBLIC)
    assert all(hand is None for seats in hands(told) for hand in seats)
    assert all("cards" not in frame.data for frame in told.frames if frame.kind in HIDDEN_KINDS)
    assert all("fair" not in frame.data for frame in told.frames)


def test_who_reported_whom_stays_with_the_judge_and_the_two():
    async def report(hall: Hall, host: Host) -> None:
        asked = c.ReportMisconduct(Seat(1), Seat(2), "podpowiada")
        assert await hall.do(host, asked) is None
        decided = c.DecideReport(1, c.Decision.REJECTED, "nie widziałem")
        assert await hall.do(host, decided) is None
        await played_on(hall, host)

    host = played(4, report)
    for viewer, told in ((REFEREE, True), (Viewer(Role.SEAT, Seat(2)), True), (ME, False)):
        shown = film(host, viewer)
        assert shown.over
        (reported,) = [frame for frame in shown.frames if frame.kind == "MisconductReported"]
        assert ("reason" in reported.data) is told
        assert bool(tables(shown)[-1]["reports"]) is told


def test_a_rewind_takes_the_film_back_and_hides_the_hands_again():
    async def rewind(hall: Hall, host: Host) -> None:
        told = enumerate(host.room.table.told, start=1)
        to = next(n for n, each in told if type(each.event).__name__ == "TurnEnded")
        assert await hall.do(host, c.Rewind(to, "spór")) is None

    told = film(played(1000, rewind), REFEREE)
    assert told.frames[-1].kind == "Rewound"
    assert not told.over
    assert all(hand is None for seats in hands(told) for hand in seats)
    views = tables(told)
    to = told.frames[-1].data["to"]
    assert views[-1]["seats"] == views[to - 1]["seats"]


def test_only_what_is_new_is_told_again():
    host = played(8)
    whole = film(host, REFEREE)
    assert film(host, REFEREE, after=12).frames == [f for f in whole.frames if f.seq > 12]


def test_a_game_that_was_not_dealt_is_refused():
    with pytest.raises(Refused, match="game"):
        film_of(played(0).room.play, 2, REFEREE)


def test_each_game_of_a_table_has_a_film_of_its_own():
    async def play() -> Host:
        hall = Hall(seed="films")
        host, _ = await begun(hall, games=2)
        await played_on(hall, host)
        await confirmed(hall, host)
        await played_on(hall, host, 3)
        return host

    host = asyncio.run(play())
    first, second = (film_of(host.room.play, game, REFEREE) for game in (1, 2))
    assert [(one.game, one.games, one.over) for one in (first, second)] == [
        (1, 2, True),
        (2, 2, False),
    ]
    numbers = [frame.seq for one in (first, second) for frame in one.frames]
    assert numbers == list(range(1, host.room.table.seq + 1))
    assert [one.frames[0].kind for one in (first, second)] == ["TableOpened"] * 2
    assert all(hand is not None for seats in hands(first) for hand in seats)
    assert all(hand is None for seats in hands(second) for hand in seats)
    assert {view["game"] for view in tables(second)} == {2}


def test_the_film_says_which_game_it_is_and_shows_its_board():
    told = json.loads(encode(film(played(2), SPECTATOR)))
    assert told["plays"] == "wojtek"
    assert told["board"]["goal"]["name"] == "Edynburg"
    laid = next(frame for frame in told["frames"] if frame["kind"] == "DecksLaid")
    assert set(laid["data"]["fair"]) >= {"ctx", "commit", "public"}
    assert "seed" not in laid["data"]["fair"]


def test_every_event_has_a_sentence_in_the_replay():
    written = STORY.read_text("utf-8")
    told = set(re.findall(r"^  (\w+): \(", written, re.MULTILINE))
    told |= set(re.findall(r'item\.kind === "(\w+)" \?', written))  # what needs the log too
    assert {kind.__name__ for kind in get_args(Event)} - told == set()
