"""One list of criteria: who counts standings knows every one of them, and no other in silence."""

import re
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stolik.app.library import tournament_format
from stolik.app.sheets.book import Workbook
from stolik.app.sheets.writing import sums_stages
from stolik.app.sheets.writing.marks import Mark
from stolik.app.sheets.writing.workbook import workbook
from stolik.app.texts import text
from stolik.app.tournaments.desk import Desk
from stolik.tournament import format as formats
from stolik.tournament import outlook as outlooks
from stolik.tournament.format import OF_A_GROUP, Criterion, TournamentFormat
from stolik.tournament.outlook import Outlook, outlook
from stolik.tournament.standings import standings
from stolik.tournament.state import SettledBy, Settlement, TournamentState
from stolik.tournament.team_standings import team_standings
from stolik.tournament.tiebreaks import SETTLING, TIEBREAKS
from tests.app.sheets.libreoffice import recalculated
from tests.app.sheets.test_recalculation import shown
from tests.app.sheets.typing import MARK, with_typed
from tests.tournament.hall import Hall

STRANGE = "average_place"


def test_every_criterion_is_answered_alone_or_among_the_tied():
    alone, together = set(TIEBREAKS), {Criterion.DIRECT, *SETTLING}
    todo = (
        "a function in TIEBREAKS of tournament/tiebreaks.py, or a line in OF_A_GROUP of format.py"
    )
    assert alone | together == set(Criterion), f"each criterion of format.py needs {todo}"
    assert not alone & together, f"each criterion of format.py needs one of both: {todo}"
    assert set(OF_A_GROUP) == together, "OF_A_GROUP of format.py lists who is asked among the tied"
    assert {by.value for by in SettledBy} == SETTLING, "SettledBy of state.py names a criterion"


@pytest.mark.parametrize("criterion", list(Criterion))
def test_each_is_counted_in_the_standings_the_workbook_and_in_words(criterion: Criterion):
    state = _played("zimowy", criterion.value, "lot")
    assert criterion.value in standings(state)[0].columns, "tournament/tiebreaks.py passes it over"
    _workbook(state)
    for lang in ("pl", "en"):
        key = f"criterion.{criterion.value}"
        assert text(key, lang) != key, f"data/texts/{lang}.toml has no words for it"


def test_libreoffice_ranks_by_each_of_them_as_the_core_does(tmp_path: Path):
    """A formula that is there and counts something else is found by its result alone."""
    played = _played("zimowy", "big_points", rounds=2)
    states = {criterion: _ranked_by(played, criterion) for criterion in Criterion}
    files = [with_typed(_workbook(state), {}, stale=True) for state in states.values()]
    for (criterion, state), sheets in zip(
        states.items(), recalculated(files, tmp_path), strict=True
    ):
        found = [(int(place), int(number)) for place, number, *_ in shown(sheets["Klasyfikacja"])]
        wanted = [(row.place, row.entrant) for row in standings(state)]
        assert len({place for place, _ in wanted}) > 1, f"{criterion}: nobody differs in it"
        assert found == wanted, (
            f"{criterion}: `_counted` in app/sheets/writing/sums_stages.py (of the tied alone: "
            f"sums_ranks.py) does not count what tournament/tiebreaks.py counts"
        )


def _ranked_by(state: TournamentState, criterion: Criterion) -> TournamentState:
    """Nothing but this one decides, or only it between those who won as many games."""
    if criterion not in OF_A_GROUP:
        return _asking(state, criterion.value)
    asked = _asking(state, "games_won", criterion.value)
    if criterion is Criterion.DIRECT:
        return asked
    drawn = tuple((n, n * 5 % 9) for n in state.entrants)
    return replace(asked, settlements=(Settlement(0, SettledBy(criterion.value), drawn),))


WHO_COUNTS: dict[str, Callable[[TournamentState], Any]] = {
    "standings": standings,
    "standings of teams": team_standings,
    "workbook": lambda state: _workbook(state),
}


@pytest.mark.parametrize("who", WHO_COUNTS)
def test_one_that_is_in_the_list_alone_is_not_passed_over(who: str, monkeypatch):
    """As if somebody added a member to the enum and nothing else."""
    more = {each.name: each.value for each in Criterion} | {"STRANGE": STRANGE}
    wider = StrEnum("Criterion", more)
    for module in (formats, sums_stages, outlooks):
        monkeypatch.setattr(module, "Criterion", wider)
    state = _played("zimowy", "big_points", "lot")
    strange = _asking(state, "big_points", STRANGE)
    assert not list(formats.format_violations(strange.format))
    with pytest.raises(KeyError, match=STRANGE):
        WHO_COUNTS[who](strange)


def test_a_format_that_asks_for_one_nobody_knows_is_refused():
    shape = _shape(tournament_format("zimowy"), "big_points", STRANGE)
    (found, *_) = formats.format_violations(shape)
    assert found.code == "format.contradiction"


def test_before_a_cut_nobody_is_safe_where_big_points_do_not_come_first():
    """What a game can give is known of big points alone."""
    hall = Hall().create("eliminacje", 48)
    chance = Random(5)
    while hall.state.stage == 0 and len(hall.state.rounds) < hall.state.format.stages[0].rounds:
        hall.step(chance)
    decided = outlook(hall.state, 0)
    assert {Outlook.SAFE, Outlook.OUT} & set(decided.values())
    assert set(outlook(_asking(hall.state, "games_won", "lot"), 0).values()) == {Outlook.LIVE}


def _played(shape: str, *criteria: str, rounds: int = 1) -> TournamentState:
    hall, chance = Hall().create(shape), Random(3)
    for n in range(8):
        hall.do("enter", name=f"Zawodnik {n + 1}", team=f"T{n // 2}")
    while sum(bool(r.results) for r in hall.state.rounds) < rounds:
        hall.step(chance)
    return _asking(hall.state, *criteria)


def _asking(state: TournamentState, *criteria: str) -> TournamentState:
    return replace(state, format=_shape(state.format, *criteria))


def _shape(shape: TournamentFormat, *criteria: str) -> TournamentFormat:
    return replace(shape, stages=tuple(replace(s, criteria=criteria) for s in shape.stages))


def _workbook(state: TournamentState, mark: Mark = MARK) -> Workbook:
    rules = Hall().create("zimowy").session.book.counting.rules
    return workbook(Desk(state, lambda *_: None, {}), rules, mark)


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_the_workbook_of_the_other_game_has_no_words_of_tiles(lang: str):
    state = _played("wojtek", "big_points", "lot")
    desk = Desk(state, lambda *_: None, {n: f"Zawodnik {n}" for n in state.entrants})
    tiles = re.compile(
        r"\b(duż\w+|mał[eay]\w*|big|small|kost\w+|tiles?|[−-][12]00)\b", re.IGNORECASE
    )
    for sheet in workbook(desk, None, replace(MARK, lang=lang)).sheets:
        said = [str(cell.content) for cell in sheet.cells.values() if isinstance(cell.content, str)]
        said += [one.message for one in sheet.allowed]
        assert not tiles.findall(" ".join(said)), sheet.name
