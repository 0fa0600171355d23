"""The chain at the cut line, word for word (szkoly2015 L141): won, the one best game, tiles."""

from dataclasses import replace

import pytest

from stolik.app.library import former_formats, tournament_format
from stolik.tournament.check import Impossible, checked
from stolik.tournament.events import TournamentCreated
from stolik.tournament.format import TournamentFormat
from stolik.tournament.standings import ranked_rows
from stolik.tournament.state import EntrantNumber, Line, TournamentState
from stolik.tournament.tiebreaks import Tally

# Level in all but the second best game: 60 + 20 − 80 and 60 + 10 − 70.
GAMES = {1: (60, 20, -80), 2: (60, 10, -70)}


def _places(shape: TournamentFormat, stage: int) -> list[int]:
    tallies = [
        Tally(
            EntrantNumber(n),
            tuple(Line(EntrantNumber(n), i + 1, 0, small) for i, small in enumerate(games)),
            190,
            sum(games),
        )
        for n, games in GAMES.items()
    ]
    return [row.place for row in ranked_rows(tallies, shape.stages[stage].criteria, stage)]


@pytest.mark.parametrize("stage", range(3))
def test_the_school_championship_never_asks_for_a_second_best_game(stage: int):
    assert _places(tournament_format("szkoly2015"), stage) == [1, 1]


def test_other_formats_still_do():
    assert _places(tournament_format("eliminacje"), 0) == [1, 2]


def test_a_log_begun_with_a_former_edition_is_ranked_by_it():
    former, *_ = former_formats("szkoly2015")
    assert _places(former, 0) == [1, 2]


def test_a_log_that_names_a_former_edition_is_believed():
    former, *_ = former_formats("szkoly2015")
    begun = TournamentState(tournament_format("szkoly2015"), (former,))
    named = TournamentCreated(former.id, former.hash, "17", 0)
    assert checked(begun, [named]).format == former
    with pytest.raises(Impossible):
        checked(begun, [replace(named, format_hash="0" * 64)])
