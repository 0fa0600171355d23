"""A log is closed by its length and head: no entry can be dropped, the last one included."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from stolik.fair import verify
from stolik.fair.closing import seal
from stolik.fair.codes import Refusal
from stolik.refusal import Refused
from tests.fair import card_games
from tests.fair.description import closing
from tests.fair.games import Shown, bot_game, draw


def refusal(shown: Shown, seen: str = "", transcript: dict[str, Any] | None = None) -> str | None:
    try:
        verify(transcript or shown.transcript, shown.commit, shown.public, closed=seen)
    except Refused as refused:
        return refused.violations[0].code
    return None


@pytest.mark.parametrize("number", range(3))
def test_every_cut_of_the_end_shows(number: int):
    """Each shorter log would be a game of its own; only its closing tells it from the whole."""
    honest = bot_game(number)
    dealt = sum(entry[0] == "deal" for entry in honest.transcript["log"])
    for length in range(dealt, len(honest.transcript["log"])):
        cut = {**honest.transcript, "log": honest.transcript["log"][:length]}
        assert refusal(honest, transcript=cut) == Refusal.CLOSED


def test_who_closes_again_is_found_out_by_who_saw_the_closing():
    honest = bot_game(1)
    seen = seal(honest.transcript["closed"])
    assert refusal(honest, seen) is None
    assert refusal(honest, seen.upper()) is None
    log = honest.transcript["log"][:-1]
    cut = {**honest.transcript, "log": log, "closed": closing(honest.commit, log)}
    assert refusal(honest, transcript=cut) is None, "nobody who saw no closing can know"
    assert refusal(honest, seen, cut) == Refusal.CLOSED_OTHERWISE
    cut.pop("closed")
    assert refusal(honest, seen, cut) == Refusal.NOT_CLOSED


def test_an_old_transcript_is_believed_and_named_not_closed():
    for honest in (bot_game(0), draw(2)):
        old = deepcopy(honest.transcript)
        old.pop("closed")
        found = verify(old, honest.commit, honest.public)
        assert not found.closed
        assert verify(honest.transcript, honest.commit, honest.public).closed


def test_the_head_is_what_the_description_says():
    for shown in (bot_game(0).transcript, draw(2).transcript, card_games.game(0).transcript):
        assert shown["closed"] == closing(shown["commit"], shown["log"])


def test_a_reason_in_any_letters_is_closed_alike():
    chance, honest = Random(1), draw(2)
    told = deepcopy(honest.transcript)
    told["log"][1][2] = [f"żółć „ \\ \u2028 \x7f {chance.random()}"]
    told["closed"] = closing(honest.commit, told["log"])
    assert refusal(honest, transcript=told) is None
