"""A tournament asks the registry how its games are counted; nothing falls through to a game."""

from dataclasses import replace

import pytest

from stolik.app.games.counting import ScoreSheet, SheetSeat, by_places, lines_by_place
from stolik.app.games.registry import GAMES, counting_of
from stolik.app.library import FORMATS, tournament_format
from stolik.client.connection import TableClient
from stolik.client.games.registry import CLIENT_GAMES
from stolik.client.messages import Welcome
from stolik.refusal import Refused
from stolik.tournament.state import EntrantNumber


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_of_ours_is_of_a_game_we_know(name: str):
    shape = tournament_format(name)
    counting = counting_of(shape, shape.profile)
    assert shape.game in GAMES
    assert counting.online
    assert (counting.rules is None) == bool(shape.place_points)


def test_a_game_has_its_limit_in_the_heats_alone_where_the_rules_say_so():
    shape = tournament_format("szkoly2015")
    limit = counting_of(shape, "szkoly2015").game_minutes
    assert [limit(stage) for stage in shape.stages] == [25, 0, 0]
    none = counting_of(shape, "mp2023").game_minutes
    assert [none(stage) for stage in shape.stages] == [0, 0, 0]


@pytest.mark.parametrize("name", ["wojtek", "zimowy"])
def test_a_game_nobody_knows_is_not_counted_at_all(name: str):
    """Not even by places: a game's name written wrong would lose its score sheets in silence."""
    shape = replace(tournament_format(name), game="nim")
    with pytest.raises(Refused) as refused:
        counting_of(shape, shape.profile)
    (violation,) = refused.value.violations
    assert violation.code == "game.unknown"
    assert violation.facts == {"game": "nim", "known": tuple(GAMES)}


def test_a_game_may_be_counted_by_places_alone():
    shape = tournament_format("wojtek")
    seats = [SheetSeat(entrant=EntrantNumber(n), place=n) for n in (1, 2, 3)]
    counting = by_places(shape)
    lines = counting.lines(ScoreSheet(seats, ""))
    assert [line.big_points for line in lines] == list(shape.place_points[:3])
    assert not counting.online


def test_a_client_plays_every_game_there_is():
    assert set(CLIENT_GAMES) == set(GAMES)


def test_a_client_reads_no_table_of_a_game_it_does_not_know():
    client = TableClient("http://localhost", "1", "")
    client.welcome = Welcome("1", "seat", 0, 0, {}, game="nim")
    with pytest.raises(KeyError):
        _ = client.game


def test_all_who_were_excluded_are_last_together():
    shape = tournament_format("wojtek")
    seats = [
        SheetSeat(entrant=EntrantNumber(1), excluded=True),
        SheetSeat(entrant=EntrantNumber(2), place=2),
        SheetSeat(entrant=EntrantNumber(3), place=1),
        SheetSeat(entrant=EntrantNumber(4), excluded=True),
    ]
    lines = lines_by_place(seats, shape)
    assert [(line.place, line.big_points) for line in lines] == [(4, 1), (2, 3), (1, 5), (4, 1)]


def test_a_table_of_bears_says_why_each_has_its_place():
    shape = tournament_format("wojtek")
    counting = counting_of(shape, shape.profile)
    seats = [
        SheetSeat(
            entrant=EntrantNumber(1), cards={"1": 4, "2": 3}, portraits=1, cities=2, arrival=1
        ),
        SheetSeat(entrant=EntrantNumber(2), cards={"1": 6}, distance=3),
        SheetSeat(entrant=EntrantNumber(3), cards={}, excluded=True),
    ]
    sheet = ScoreSheet(seats, "")
    assert [line.place for line in counting.lines(sheet)] == [2, 1, 3]
    first, *_ = counting.reasons(sheet, "en")
    assert "made more cards: 1, unpaired: 1" in first
    assert counting.start_cards
