"""What a number of entrants means, stage by stage."""

from typing import Any

import pytest

from stolik.app.library import tournament_format
from stolik.app.tournaments.telling.forecast import forecast
from stolik.refusal import Refused


def fields(shape: str, entrants: int) -> list[tuple[Any, dict[int, int]]]:
    found = forecast(tournament_format(shape), entrants, "pl")
    return [(s.entrants, {t.size: t.count for t in s.tables}) for s in found]


def test_a_cut_by_the_number_of_entrants():
    assert fields("eliminacje", 30) == [(30, {4: 6, 3: 2}), (16, {4: 4}), (4, {4: 1})]


def test_a_cut_whose_size_is_asked_has_no_number_and_the_final_of_four_has():
    assert fields("eliminacje", 70)[1:] == [(None, {}), (4, {4: 1})]


def test_the_winners_of_the_tables_before():
    assert fields("szkoly2015", 66) == [(66, {4: 6, 3: 14}), (16, {4: 4}), (4, {4: 1})]


def test_everybody_plays_to_the_end():
    assert fields("zimowy", 10) == [(10, {4: 1, 3: 2}), (10, {4: 1, 3: 2})]


def test_a_number_without_tables_is_refused():
    with pytest.raises(Refused):
        fields("zimowy", 5)
