"""Who comes late or again reads what happened, and how long the house waits for somebody."""

import pytest

from stolik.app.tables.play import Play
from stolik.app.tables.recorded import Recorded
from stolik.rummikub.commands import GiveRuling, Pause
from stolik.seats import Role, Seat, Viewer
from tests.app.tables.test_looking_back import ME, PUBLIC, SPECTATOR, finished, played


def shown(play: Play, viewer: Viewer, now: int = 0):
    return play.snapshot(viewer, now=now, present=[True] * 4)


def test_the_story_holds_every_play_and_nobodys_tile():
    play = played(6)
    story = shown(play, ME).story
    drawn = [item for item in story if item.kind == "TileDrawn"]
    assert len(drawn) == 6
    assert {item.data["seat"] for item in drawn if "tile" in item.data} == {0}
    assert not any("tableau" in item.data or "felt" in item.data for item in story)


@pytest.mark.parametrize("viewer", [SPECTATOR, PUBLIC, Viewer(Role.SEAT, Seat(2))])
def test_others_read_that_a_tile_was_drawn_and_not_which(viewer: Viewer):
    own = {2} if viewer.seat == 2 else set()
    story = shown(played(6), viewer).story
    assert {item.data["seat"] for item in story if "tile" in item.data} == own


def test_all_words_of_a_referee_are_kept_however_long_the_game():
    play = played(3)
    for command in (Pause("cisza"), GiveRuling("po pierwsze"), GiveRuling("po drugie")):
        tell(play, command)
    story = shown(play, ME).story
    assert [item.data["reason"] for item in story if item.kind == "RulingGiven"] == [
        "po pierwsze",
        "po drugie",
    ]


def tell(play: Play, command: object) -> None:
    for event in play.decide(command):
        play.table.apply(Recorded(event, play.table.told[-1].at, "referee"))


def test_after_a_game_it_says_when_the_house_confirms_and_what_each_has():
    play = finished()
    over = play.ended_games()[1]
    seen = shown(play, ME, over.at)
    waits = [seat for seat in play.table.state.seats if not seat.confirmed]
    assert seen.waits_ms == (1000 * play.table.setup.patience_s if waits else None)
    assert [seat["big"] for seat in seen.match] == [
        next(line.big_points for line in over.lines if line.seat == n) for n in range(4)
    ]


def test_nobody_is_waited_for_while_a_game_is_played():
    assert shown(played(2), ME).waits_ms is None
