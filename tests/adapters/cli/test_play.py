"""`stolik play`."""

from typing import Any

import pytest

from tests.adapters.cli.asking import ask, code_of

PLAY = {"game": "rummikub", "profile": "mp2023", "seats": 3, "bots": "random", "seed": "spring"}


@pytest.fixture(scope="module")
def game() -> Any:
    return ask("play", PLAY)


def test_a_game_has_log_result_and_head(game: Any):
    assert set(game) == {"log", "result", "head"}
    assert game["log"]["game"] == "rummikub"
    assert game["log"]["rules"]["id"] == "mp2023"
    assert game["log"]["events"][0]["event"] == "TableOpened"
    assert game["log"]["events"][-1]["event"] == "GameEnded"
    assert len(game["result"]["seats"]) == 3
    assert len(game["head"]) == 64


def test_the_same_request_gives_the_same_game(game: Any):
    assert ask("play", PLAY) == game
    assert ask("play", {**PLAY, "seed": "autumn"})["head"] != game["head"]


@pytest.mark.parametrize("profile", ["eliminacje", "zimowy", "szkoly2015"])
def test_every_profile_is_played(profile: str):
    assert ask("play", {**PLAY, "profile": profile, "seats": 4})["result"]["ending"]


def test_bots_may_be_named_seat_by_seat(game: Any):
    assert ask("play", {**PLAY, "bots": ["random"] * 3}) == game


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"bots": "magnus"}, "bot.unknown"),
        ({"bots": ["random", "random"]}, "play.bots_count"),
        ({"bots": []}, "play.bots_count"),
        ({"seats": 1}, "table.seats"),
        ({"seats": 0}, "table.seats"),
        ({"seats": -5}, "table.seats"),
        ({"seats": 5}, "table.seats"),
        ({"seats": 10**30}, "table.seats"),
        ({"seats": True}, "request.wrong_type"),
        ({"game": "chess"}, "request.wrong_choice"),
        ({"seed": None}, "request.wrong_type"),
        ({"seed": 1.5}, "request.wrong_type"),
        ({"profile": "x"}, "profile.unknown"),
        ({"bot": "random"}, "request.unknown_field"),
    ],
)
def test_refused(fields: dict, code: str):
    assert code_of("play", {**PLAY, **fields}) == code


def test_an_unknown_bot_is_refused_with_the_known_ones():
    assert "random" in ask("play", {**PLAY, "bots": "magnus"})["error"]["message"]
