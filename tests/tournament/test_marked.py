"""Who played stays in the standings with a mark and without a title; who never played goes."""

import re
from random import Random

import pytest

from stolik.app.paper.documents import paper
from stolik.app.tournaments.telling.ranking import titles
from tests.app.paper.events import WISH, source
from tests.app.paper.reading import as_text
from tests.tournament.hall import Hall


def left(*, played: bool) -> Hall:
    """Three of sixteen have gone, each in another way, before or after their games."""
    hall = Hall(lang="pl").create("grandprix", 16)
    hall.do("draw", tables=[list(range(n, n + 4)) for n in (1, 5, 9, 13)], reason="test")
    hall.do("publish")
    if played:
        for table in range(4):
            for game in range(1, hall.state.rounds[0].games + 1):
                seats = [{"entrant": 4 * table + i + 1, "rack_sum": 10 * i} for i in range(4)]
                hall.do("result", round=1, table=table + 1, game=game, seats=seats)
    more = {} if played else {"game": "not_begun"}
    hall.do("withdraw", entrant=1, reason="choroba", **more)
    hall.do("no_show", entrant=5, reason="nie wrócił")
    hall.do("disqualify", entrant=9, reason="rażąco", **({} if played else {"leaving": "without"}))
    return hall


MARKS = {1: "wycofanie", 5: "nieobecność", 9: "wykluczenie"}


def marked(hall: Hall, **asked: object) -> dict[int, str]:
    rows = hall.do("standings", everybody=True, **asked)["rows"]
    return {row["entrant"]: row["mark"] for row in rows if "mark" in row}


@pytest.mark.parametrize("asked", [{}, {"stage": 1}, {"after_round": 1}])
def test_who_played_and_left_is_marked(asked: dict[str, int]):
    hall = left(played=True)
    assert marked(hall, **asked) == MARKS
    assert len(hall.do("standings", everybody=True, **asked)["rows"]) == 16
    placed = hall.do("standings", **asked)["rows"]
    assert (len(placed), None in {row["place"] for row in placed}) == (15, False)


def test_who_never_played_is_not_there():
    hall = left(played=False)
    assert marked(hall) == {}
    assert len(hall.do("standings", everybody=True)["rows"]) == 13


def test_who_was_put_out_stands_last_and_has_no_place():
    rows = left(played=True).do("standings", everybody=True)["rows"]
    assert [row["place"] for row in rows[:-1]].count(None) == 0
    assert (rows[-1]["entrant"], rows[-1]["place"]) == (9, None)
    assert rows[-1]["reason"] == "Wykluczenie z turnieju: bez miejsca."
    assert rows[-1]["games"] > 0


@pytest.mark.parametrize("document", ["standings", "crosstable"])
def test_papers_mark_them_too(document: str):
    words = as_text(paper(document, source(left(played=True)), WISH))
    for number, mark in MARKS.items():
        assert f"Zawodnik {number} ({mark})" in words


def test_nobody_who_left_has_a_title_or_a_prize():
    hall, chance = Hall(lang="pl").create("zimowy", 8), Random(1)
    while hall.do("check")["next"] != "finish":
        hall.step(chance)
    first = hall.do("standings")["rows"][0]["entrant"]
    hall.do("withdraw", entrant=first, reason="wyjazd")
    hall.to_the_end()
    assert first not in {one.entrant for one in titles(hall.session.desk, "pl").titles}
    printed = as_text(paper("protocol", source(hall), WISH))
    winner = re.search(r"1 \| (.*) \| tablet", printed)
    assert winner, printed
    assert winner[1] != f"Zawodnik {first}"
