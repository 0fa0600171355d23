"""A round and a stage are called by their own titles, in the language of who reads."""

import re
from random import Random

import pytest

from stolik.app.library import FORMATS, tournament_format
from stolik.app.texts import SPOKEN, catalogue
from stolik.app.tournaments.telling.wording import rounds_called, stage_called
from tests.tournament.hall import Hall

SCHOOLS = {
    "pl": ["Runda I", "Runda II", "Półfinał", "Finał"],
    "en": ["Round 1", "Round 2", "Semi-final", "Final"],
}


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_a_semi_final_is_no_third_round(lang: str):
    hall = Hall(lang=lang).create("szkoly2015", 16)
    told = hall.do("overview")
    assert told["round_titles"] == SCHOOLS[lang]
    assert [slot["title"] for slot in hall.do("plan")["slots"]] == SCHOOLS[lang]
    assert told["next"]["message"].endswith(f"{SCHOOLS[lang][0]}.")
    hall.do("draw")
    hall.do("publish")
    assert hall.do("round")["title"] == SCHOOLS[lang][0]


@pytest.mark.parametrize("shape", FORMATS)
def test_no_stage_of_ours_is_polish_in_english(shape: str):
    for stage in tournament_format(shape).stages:
        assert stage.title in SPOKEN["stage_title"]
        assert stage_called(stage, "en") != stage.title
    assert not any("(" in title for title in rounds_called(tournament_format(shape), "pl"))


def test_a_refusal_names_the_stage_in_its_language():
    hall = Hall().create("szkoly2015", 16)
    while hall.do("check")["next"] != "cut":
        hall.step(Random(1))
    told = hall.ask("draw")["error"]
    assert (told["code"], "Semi-final" in told["message"]) == ("draw.cut_first", True)


def test_points_taken_off_are_told_beside_the_reason():
    hall = Hall(lang="pl").create("eliminacje", 16)
    hall.do("draw")
    hall.do("publish")
    hall.do("penalty", entrant=2, big_points=-5, reason="głośne rozmowy")
    rows = {row["entrant"]: row for row in hall.do("standings")["rows"]}
    assert rows[2]["remark"] == "Kary: −5 dużych punktów."
    assert rows[1].get("remark") is None


def test_nobody_is_addressed_as_a_man():
    """`Zgłosiłem`, `Widziałeś`: whoever reads it may be a woman. Bots say it of themselves."""
    masculine = re.compile(r"[aeiyąó]ł(em|eś)\b")
    texts = {key: words for key, words in catalogue("pl").items() if not key.startswith("bot.")}
    assert [key for key, words in texts.items() if masculine.search(words)] == []
