"""LibreOffice counts the workbook after results were typed: its ranking is the core's."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from stolik.app.library import FORMATS
from stolik.app.reading.exact import read_exact
from stolik.app.sheets.writing import points
from tests.app.sheets.libreoffice import recalculated
from tests.app.sheets.typing import a_result, book_of, cells_of, empty_rows, with_typed
from tests.reliability.report import figure
from tests.tournament.accidents import accident
from tests.tournament.hall import Hall

Ranking = list[tuple[float, ...]]


def tournaments(shape: str, seed: int, every: int = 1) -> Iterator[tuple[bytes, Ranking]]:
    """Files of one tournament in which a round was just typed, and the ranking they must show.

    `every`: which of its rounds become files; the last state of it always does.
    """
    chance = Random(f"{shape} {seed}")
    size = {"szkoly2015": 16, "zimowy": 7}.get(shape, 13) + chance.randint(0, 6)
    hall = Hall()
    hall.do("create", format=shape, seed=seed)
    for n in range(1, size + 1):
        team = {"team": f"T{n // 2}"} if shape == "wojtek" else {}
        hall.do("enter", name=f"Zawodnik {n}", club=f"K{n % 5}", **team)
    rounds = 0
    for _ in range(60):
        if chance.random() < 0.3:
            accident(hall, chance)
        if hall.do("check")["next"] == "play" and (rounds := rounds + 1) % every == 0:
            yield typed_round(hall, chance)
        if hall.step(chance) == "nothing":
            yield with_typed(book_of(hall), {}, stale=True), ranking(hall)
            return


def typed_round(hall: Hall, chance: Random) -> tuple[bytes, Ranking]:
    """Some games of the round in the log already, some typed into the file, a few missing."""
    r, typed, book = hall.state.rounds[-1], {}, None
    games = [(t, g) for t in r.tables for g in range(1, r.games + 1)]
    chance.shuffle(games)
    for i, (table, game) in enumerate(games):
        book = book or (book_of(hall) if i >= len(games) // 3 else None)
        here = hall.playing_at(table)
        if len(here) < 2 or i == len(games) - 1 or (table.number, game) in r.results:
            continue
        ending, seats = a_result(hall, here, chance)
        where = (r.number, table.number, game)
        if book:
            typed |= cells_of(hall, where, seats)
        fields = {"round": r.number, "table": table.number, "game": game, "sure": True}
        hall.do("result", ending=ending, seats=seats, **fields)
    return with_typed(book or book_of(hall), typed, stale=True), ranking(hall)


def ranking(hall: Hall) -> Ranking:
    """The program's; where places alone give points, small points have no column."""
    rows, by_places = hall.do("standings")["rows"], hall.state.format.by_places
    return [
        (
            row["place"],
            row["entrant"],
            round(float(read_exact(row["big_points"])), 6),
            None if by_places else round(float(read_exact(row["small_points"])), 6),
            row["games"],
        )
        for row in rows
    ]


def shown(sheet: list[list]) -> Ranking:
    """Place, number, big, small points and games of each row of the standings."""
    heads, rows = sheet[2], [row for row in sheet[3:] if row[0] != ""]
    big = next(i for i, head in enumerate(heads) if head in ("Duże punkty", "Punkty"))
    small = heads.index("Małe punkty") if "Małe punkty" in heads else None
    columns = (heads.index("Miejsce"), heads.index("Nr"), big, small, heads.index("Gry"))
    return [tuple(None if i is None else round(float(row[i]), 6) for i in columns) for row in rows]


def differences(cases: list[tuple[bytes, Ranking]], directory: Path) -> list[int]:
    counted = recalculated([file for file, _ in cases], directory)
    return [
        i
        for i, (sheets, (_, expected)) in enumerate(zip(counted, cases, strict=True))
        if shown(sheets["Klasyfikacja"]) != expected
    ]


def test_its_ranking_is_ours_in_every_format(tmp_path: Path):
    cases = [case for shape in FORMATS for case in tournaments(shape, 1, every=3)]
    figure("T29", "workbooks counted by LibreOffice", len(cases), tier="quick")
    assert differences(cases, tmp_path) == []


def test_who_has_no_game_yet_is_below_who_came_in_last(tmp_path: Path):
    """The fifth of a table has no point either (decision 25)."""
    chance, hall = Random(3), Hall().create("wojtek", 10)
    while hall.do("check")["next"] != "play":
        hall.step(chance)
    table, book = hall.state.rounds[-1].tables[0], book_of(hall)
    ending, seats = a_result(hall, list(table.seats), chance)
    typed = cells_of(hall, (1, int(table.number), 1), seats)
    fields = {"round": 1, "table": table.number, "game": 1, "sure": True}
    hall.do("result", ending=ending, seats=seats, **fields)
    assert [row[0] for row in ranking(hall)][4:6] == [5, 6]
    assert differences([(with_typed(book, typed, stale=True), ranking(hall))], tmp_path) == []


def without_us(shape: str, seed: int) -> tuple[bytes, Ranking] | None:
    """The workbook of the first round; everything after it is typed, seats and results.

    None: lots had to be drawn, which are not typed here.
    """
    chance = Random(f"{shape} {seed}")
    hall = Hall().create(shape, 16)
    book, typed = None, {}
    while not hall.state.finished:
        if hall.do("check")["next"] != "play":
            hall.step(chance)
            continue
        r = hall.state.rounds[-1]
        book = book or book_of(hall)
        rows = empty_rows(hall) if r.number > 1 else None
        for table in r.tables:
            first = rows(table.number) if rows else None
            if first:
                typed |= {(f"Runda {r.number}", first + i, 2): n for i, n in enumerate(table.seats)}
            for game in range(1, r.games + 1):
                ending, seats = a_result(hall, list(table.seats), chance)
                where = (int(r.number), int(table.number), game)
                typed |= cells_of(hall, where, seats, first)
                fields = dict(zip(("round", "table", "game"), where, strict=True))
                hall.do("result", ending=ending, seats=seats, sure=True, **fields)
    assert book
    if hall.state.settlements:
        return None
    return with_typed(book, typed, stale=True), ranking(hall)


@pytest.mark.full
@pytest.mark.parametrize("shape", FORMATS)
def test_the_whole_event_can_be_held_in_it(tmp_path: Path, shape: str):
    held = (without_us(shape, seed) for seed in range(30))
    cases = list(islice((case for case in held if case), 2))
    assert len(cases) == 2
    assert differences(cases, tmp_path) == []


@pytest.mark.full
@pytest.mark.parametrize("seed", range(2, 22))
def test_its_ranking_is_ours_for_many_tournaments(tmp_path: Path, seed: int):
    cases = [case for shape in FORMATS for case in tournaments(shape, seed)]
    assert differences(cases, tmp_path) == []


# A profile of one's own: winners share, or take off their racks and count each other's.
OWN = """
based_on = "zimowy"
id = "own"
title = "Own"

[points]
unfinished = "{unfinished}"
tie_for_first = "{tie}"
tied_winners_count_each_other = {each_other}
shared_places = "{places}"
"""


@pytest.mark.full
@pytest.mark.parametrize("unfinished", ["differences", "own_racks"])
@pytest.mark.parametrize("tie", ["full", "split"])
def test_its_ranking_is_ours_under_rules_of_ones_own(tmp_path: Path, unfinished: str, tie: str):
    cases = []
    for each_other, places in (("true", "average"), ("false", "better_place")):
        profile = tmp_path / f"{each_other}.toml"
        words = {"unfinished": unfinished, "tie": tie, "each_other": each_other, "places": places}
        profile.write_text(OWN.format(**words), "utf-8")
        hall = Hall()
        hall.do("create", format="zimowy", seed=1, profile=str(profile))
        for n in range(1, 20):
            hall.do("enter", name=f"Zawodnik {n}")
        hall.do("draw")
        hall.do("publish")
        cases.append(typed_round(hall, Random(7)))
    assert differences(cases, tmp_path) == []


@pytest.mark.full
def test_the_mutant_that_gives_every_place_a_point_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(points, "_list", lambda numbers: ",".join(["1"] * len(numbers)))
    cases = list(tournaments("zimowy", 1, every=2))
    assert differences(cases, tmp_path)
