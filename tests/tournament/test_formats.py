"""Formats as data: what the regulations say, and one's own files refused by field and range."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from stolik.app.library import FORMATS, format_from, tournament_format
from stolik.app.texts import SPOKEN
from stolik.refusal import Refused
from stolik.tournament.cut import size_of_cut
from stolik.tournament.placement import table_policy
from stolik.tournament.schemes import scheme
from stolik.tournament.tables import table_sizes
from tests.tournament.hall import Hall


def sizes(entrants: int, shape: str = "zimowy") -> tuple[int, int]:
    """Tables of four and of three."""
    found = table_sizes(entrants, table_policy(tournament_format(shape)))
    return found.count(4), found.count(3)


@pytest.mark.parametrize(
    ("entrants", "fours_and_threes"),
    [(6, (0, 2)), (9, (0, 3)), (13, (1, 3)), (58, (13, 2)), (59, (14, 1)), (90, (21, 2))],
)
def test_table_sizes_of_the_documents(entrants: int, fours_and_threes: tuple[int, int]):
    assert sizes(entrants) == fours_and_threes


@pytest.mark.parametrize("entrants", [n for n in range(3, 201) if n != 5])
def test_fewest_tables_of_three(entrants: int):
    fours, threes = sizes(entrants)
    assert 4 * fours + 3 * threes == entrants
    assert threes == (4 - entrants % 4) % 4


@pytest.mark.parametrize("entrants", range(16, 91))
def test_szkoly2015_sets_up_twenty_tables_from_sixty_on(entrants: int):
    fours, threes = sizes(entrants, "szkoly2015")
    assert 4 * fours + 3 * threes == entrants
    assert fours + threes == (20 if 60 <= entrants <= 80 else -(-entrants // 4))


@pytest.mark.parametrize("entrants", [1, 2, 5])
def test_what_cannot_be_seated_is_refused(entrants: int):
    with pytest.raises(Refused, match=r"seating\.entrants"):
        sizes(entrants)


@pytest.mark.parametrize(
    ("top", "tables"),
    [
        (8, "1 4 5 8 | 2 3 6 7"),
        (12, "1 6 7 12 | 2 5 8 11 | 3 4 9 10"),
        (16, "1 8 9 16 | 2 7 10 15 | 3 6 11 14 | 4 5 12 13"),
        (
            24,
            "1 12 13 24 | 2 11 14 23 | 3 10 15 22 | 4 9 16 21 | 5 8 17 20 | 6 7 18 19",
        ),
        (
            32,  # L54 prints 27 twice: table 5 has 28
            "1 16 17 32 | 2 15 18 31 | 3 14 19 30 | 4 13 20 29 "
            "| 5 12 21 28 | 6 11 22 27 | 7 10 23 26 | 8 9 24 25",
        ),
    ],
)
def test_schemes_of_round_three(top: int, tables: str):
    assert scheme(top) == tuple(tuple(map(int, t.split())) for t in tables.split(" | "))
    assert {sum(table) for table in scheme(top)} == {2 * top + 2}


TOP = {range(12, 21): 8, range(21, 29): 12, range(29, 37): 16, range(37, 53): 24, range(53, 65): 32}


@pytest.mark.parametrize("entrants", range(12, 66))
def test_cut_ranges_of_eliminacje(entrants: int):
    hall = Hall().create("eliminacje", entrants)
    expected = next((top for numbers, top in TOP.items() if entrants in numbers), None)
    assert size_of_cut(hall.state) == expected


def test_the_cut_counts_those_who_took_part():
    hall = Hall().create("eliminacje", 22)
    for n in (21, 22):
        hall.do("no_show", entrant=n, reason="nie przyszedł")
    assert size_of_cut(hall.state) == 8
    hall.do("draw")
    hall.do("publish")
    hall.play_round(Random(1))
    hall.do("withdraw", entrant=1, reason="poszedł", game="without")
    hall.do("enter", name="Spóźniony")
    assert size_of_cut(hall.state) == 12


def test_over_64_the_size_of_the_cut_is_asked():
    hall = Hall().create("eliminacje", 66)
    for _ in range(6):
        hall.step(Random(2)) if hall.do("check")["next"] != "cut" else None
    assert hall.code("cut") == "cut.size_open"
    assert hall.code("cut", size=2) == "cut.size_range"
    assert hall.code("cut", size=32) in (None, "cut.tie")


def test_szkoly2015_shares_the_average_of_shared_places():
    hall = Hall().create("szkoly2015", 16)
    hall.do("draw")
    hall.do("publish")
    seats = hall.state.rounds[0].tables[0].seats
    racks = [{"entrant": n, "rack_sum": s} for n, s in zip(seats, (0, 9, 9, 12), strict=True)]
    hall.do("result", round=1, table=1, game=1, seats=racks)
    lines = hall.state.rounds[0].results[1, 1].lines
    assert [line.big_points for line in lines] == [100, 45, 45, 15]


def points(shape: str, entrants: int) -> dict[int, list[tuple[int, int]]]:
    """After the end: the games counted in the ranking of each stage, with its field."""
    hall = Hall().create(shape, entrants).to_the_end()
    return {
        stage: [(row["games"], row["entrant"]) for row in hall.do("standings", stage=stage)["rows"]]
        for stage in range(1, hall.state.stage + 2)
    }


@pytest.mark.parametrize(
    ("shape", "entrants", "games"),
    [
        ("eliminacje", 13, {1: 6, 2: 9, 3: 3}),  # III adds up, the final starts from zero
        ("zimowy", 9, {1: 3, 2: 6}),  # II adds up
        ("szkoly2015", 17, {1: 6, 2: 2, 3: 2}),  # both from zero
        ("grandprix", 16, {1: 16, 2: 4}),
        ("wojtek", 8, {1: 4, 2: 1}),
    ],
)
def test_what_carries_over_and_what_starts_from_zero(
    shape: str, entrants: int, games: dict[int, int]
):
    found = points(shape, entrants)
    assert {stage: {n for n, _ in rows} for stage, rows in found.items()} == {
        stage: {n} for stage, n in games.items()
    }


def test_groups_stay_together_and_their_best_play_the_knock_out(tmp_path: Path):
    own = tmp_path / "grupy.toml"
    own.write_text(GROUPS, "utf-8")
    hall = Hall().create(str(own), 16)
    hall.to_the_end()
    first, second = hall.state.rounds[:2]
    assert [set(t.seats) for t in first.tables] == [set(t.seats) for t in second.tables]
    assert [t.seats[0] for t in first.tables] != [t.seats[0] for t in second.tables]
    advanced = hall.state.qualified[1]
    assert len(advanced) == 8
    assert all(sum(n in advanced for n in t.seats) == 2 for t in first.tables)


GROUPS = """
based_on = "wojtek"
id = "grupy"
title = "Grupy"
[[stages]]
id = "groups"
title = "Grupy"
field = "all"
rounds = 2
games = 1
seating = "groups"
criteria = ["big_points", "first_places", "lot"]
[[stages]]
id = "knock_out"
title = "Ćwierćfinał"
field = "table_winners"
winners = 2
rounds = 1
games = 1
seating = "scheme"
criteria = ["big_points", "lot"]
[[stages]]
id = "final"
title = "Finał"
field = "table_winners"
winners = 2
rounds = 1
games = 1
seating = "rank"
criteria = ["big_points", "extra_game", "lot"]
"""


STAGE = {
    "id": "s",
    "title": "S",
    "field": "all",
    "rounds": 2,
    "games": 3,
    "seating": "draw",
    "criteria": ["big_points"],
}
OWN: dict[str, Any] = {
    "id": "own",
    "title": "Own",
    "game": "rummikub",
    "profile": "mp2023",
    "stages": [STAGE],
}


def test_a_short_file_is_enough():
    assert format_from(OWN).table_max == 4


def refused(**change: Any) -> tuple[str, str]:
    """Code and field of the first violation of a changed format."""
    raw = {name: value for name, value in {**OWN, **change}.items() if value is not None}
    with pytest.raises(Refused) as found:
        format_from(raw)
    violation = found.value.violations[0]
    return str(violation.code), str(violation.facts["field"])


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"colour": 1}, "field.unknown", "colour"),
        ({"title": None}, "field.missing", "title"),
        ({"title": 7}, "field.type", "title"),
        ({"entrants_min": 1}, "field.range", "entrants_min"),
        ({"entrants_max": 10**9}, "field.range", "entrants_max"),
        ({"entrants_min": 50, "entrants_max": 20}, "format.contradiction", "entrants_max"),
        ({"table_min": 4, "table_max": 3}, "format.contradiction", "table_max"),
        ({"table_rule": "any"}, "field.choice", "table_rule"),
        ({"place_points": [5, 3]}, "format.contradiction", "place_points"),
        ({"place_points": ["5"]}, "field.type", "place_points"),
        ({"stages": []}, "field.range", "stages"),
        ({"stages": [{**STAGE, "rounds": 0}]}, "field.range", "stages.1.rounds"),
        ({"stages": [{**STAGE, "games": "3"}]}, "field.type", "stages.1.games"),
        ({"stages": [{**STAGE, "seating": "swiss"}]}, "field.choice", "stages.1.seating"),
        ({"stages": [{**STAGE, "seating": "rank"}]}, "format.contradiction", "stages.1.seating"),
        ({"stages": [{**STAGE, "field": "cut"}]}, "format.contradiction", "stages.1.field"),
        (
            {"stages": [{**STAGE, "criteria": ["luck"]}]},
            "format.contradiction",
            "stages.1.criteria",
        ),
        ({"stages": [{**STAGE, "cut": [{"least": 1}]}]}, "field.missing", "stages.1.cut.1.most"),
        (
            {
                "stages": [
                    {
                        **STAGE,
                        "cut": [
                            {"least": 4, "most": 9, "size": 4},
                            {"least": 9, "most": 12, "size": 8},
                        ],
                    }
                ]
            },
            "format.contradiction",
            "stages.1.cut",
        ),
        ({"titles": [{"id": "x", "first": 3, "last": 1}]}, "format.contradiction", "titles.x"),
        ({"ladder": [{"id": "x", "big_points": 1}]}, "field.range", "ladder.1.big_points"),
        ({"based_on": "chess"}, "profile.base", "based_on"),
        ({"stages": {"id": 1}}, "field.type", "stages"),
        ({"table_rule": []}, "field.choice", "table_rule"),
    ],
)
def test_own_files_are_refused_by_field(change: dict[str, Any], code: str, field: str):
    assert refused(**change) == (code, field)


@pytest.mark.parametrize("name", FORMATS)
def test_titles_and_ladders_of_ours_have_words(name: str):
    shape = tournament_format(name)
    assert {title.id for title in shape.titles} <= set(SPOKEN["title"])
    assert {step.id for step in shape.ladder} <= set(SPOKEN["ladder"])


def test_what_an_empty_bank_and_the_end_of_time_mean_is_told_with_the_tournament():
    """szkoly2015 L100–101: until all pass, and the running move is finished."""
    said = {}
    for shape in ("eliminacje", "szkoly2015"):
        told = Hall().create(shape).do("overview")
        said[shape] = (told.get("until_all_pass", False), told.get("finish_move", False))
    assert said == {"eliminacje": (False, False), "szkoly2015": (True, True)}
