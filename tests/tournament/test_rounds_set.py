"""Another number of rounds: stages are called by the rounds they have, and the way back."""

from random import Random

import pytest

from stolik.app.tournaments.telling.wording import stage_called
from tests.tournament.hall import Hall

WHY = "the hall closes"


def titles(hall: Hall, lang: str) -> list[str]:
    return [stage_called(stage, lang) for stage in hall.state.format.stages]


@pytest.mark.parametrize(
    ("shape", "size", "rounds", "polish", "english"),
    [
        ("grandprix", 12, 2, ["Runda I i II", "Finał"], ["Rounds 1 and 2", "Final"]),
        ("grandprix", 12, 7, ["Rundy I–VII", "Finał"], ["Rounds 1–7", "Final"]),
        ("grandprix", 12, 1, ["Runda I", "Finał"], ["Round 1", "Final"]),
        ("zimowy", 8, 3, ["Rundy I–III", "Runda IV"], ["Rounds 1–3", "Round 4"]),
        ("wojtek", 8, 3, ["Runda zasadnicza", "Finał"], ["Main rounds", "Final"]),
    ],
)
def test_titles_follow(shape: str, size: int, rounds: int, polish: list[str], english: list[str]):
    hall = Hall().create(shape, size)
    before = titles(hall, "pl")
    hall.do("set_rounds", rounds=rounds, reason=WHY)
    assert titles(hall, "pl") == polish
    assert titles(hall, "en") == english
    back = hall.do("check")["rounds_back"]
    hall.do("set_rounds", rounds=back, reason="after all")
    assert titles(hall, "pl") == before


def test_what_was_drawn_since_is_not_taken_off_by_the_way_back():
    hall = Hall().create("grandprix", 12)
    assert hall.do("check").get("rounds_back") is None
    hall.do("set_rounds", rounds=1, reason=WHY)
    hall.do("set_rounds", rounds=5, reason=WHY)
    assert hall.do("check")["rounds_back"] == 1
    while len(hall.state.rounds) < 2:
        hall.step(Random(1))
    assert hall.do("check").get("rounds_back") is None


@pytest.mark.parametrize(("shape", "says"), [("zimowy", True), ("grandprix", False)])
def test_only_a_document_that_names_rounds_is_departed_from(shape: str, says: bool):
    assert Hall().create(shape, 12).do("ending")["by_document"] is says


def test_misie_have_no_document_of_rounds():
    assert Hall().create("wojtek", 8).do("ending")["by_document"] is False
