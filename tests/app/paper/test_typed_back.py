"""A round run wholly on paper: printed, filled in, typed back, and every mistake noticed."""

from random import Random
from typing import Any

import pytest

from stolik.app.tournaments.sheet_checks import SIGNS, row_signs, sheet_code
from tests.app.paper.hand import (
    MISTAKES,
    Filled,
    filled,
    printed,
    swapped_players,
    typed,
    wrong_digit,
    wrong_table,
)
from tests.reliability.report import figure
from tests.tournament.hall import Hall

FORMATS = {"eliminacje": 64, "zimowy": 10, "szkoly2015": 22, "grandprix": 13}


def published(shape: str, entrants: int) -> Hall:
    hall = Hall().create(shape, entrants)
    hall.do("draw")
    hall.do("publish")
    return hall


def forget(hall: Hall, before) -> None:
    """As if the sheet had not been typed."""
    hall.session.desk.state = before


def noticed(hall: Hall, wrong: Filled) -> bool:
    """Whether somebody was stopped while typing this sheet."""
    before = hall.state
    objections = typed(hall, wrong)
    forget(hall, before)
    return bool(objections)


def test_a_round_on_paper_with_twenty_planted_mistakes():
    """16 sheets with 20 mistakes: each is noticed while its sheet is typed, the rest pass."""
    hall, chance = published("eliminacje", 64), Random("twenty")
    sheets = [filled(sheet, hall, chance) for sheet in printed(hall)]
    assert len(sheets) == 16
    planted = caught = 0
    for n, sheet in enumerate(sheets):
        for mistake in MISTAKES[n % 3 :: 3][: 2 if n < 4 else 1]:
            while (wrong := mistake(sheet, chance)) is None:
                pass
            planted += 1
            caught += noticed(hall, wrong)
        assert typed(hall, sheet) == []  # read again, and typed as it stands on the paper
    figure(
        "T29",
        "mistakes planted on paper / noticed when typed",
        f"{planted} / {caught}",
        tier="quick",
    )
    assert (planted, caught) == (20, 20)
    assert not [item for item in hall.do("check")["missing"] if "result" in item["code"]]


@pytest.mark.parametrize("shape", FORMATS)
@pytest.mark.parametrize("mistake", dict.fromkeys(MISTAKES), ids=lambda m: m.__name__)
def test_no_single_mistake_goes_unnoticed(shape, mistake):
    hall, chance = published(shape, FORMATS[shape]), Random(f"{shape}/{mistake.__name__}")
    for sheet in printed(hall)[:3]:
        for _ in range(10):
            right = filled(sheet, hall, chance)
            wrong = mistake(right, chance)
            if wrong is not None:
                assert noticed(hall, wrong), (right, wrong)
        assert typed(hall, filled(sheet, hall, chance)) == []


@pytest.mark.full
@pytest.mark.parametrize("shape", FORMATS)
def test_no_single_mistake_goes_unnoticed_in_a_thousand(shape):
    hall, chance = published(shape, FORMATS[shape]), Random(f"many/{shape}")
    sheets = printed(hall)
    for n in range(1000):
        right = filled(sheets[n % len(sheets)], hall, chance)
        wrong = MISTAKES[n % len(MISTAKES)](right, chance)
        assert wrong is None or noticed(hall, wrong), (right, wrong)


def test_what_is_wrong_is_named():
    hall, chance = published("zimowy", 8), Random(1)
    sheet = filled(printed(hall)[0], hall, chance)
    first = sheet.requests[0]
    winner = max(first["seats"], key=lambda seat: seat["small_points"])
    winner["small_points"] += 10
    first["control"] += 5
    (error,) = typed(hall, Filled([first]))
    told = {v["code"]: v for v in error["violations"]}
    assert set(told) == {"score_sheet.small_points", "score_sheet.sum"}
    assert f"({winner['entrant']}):" in told["score_sheet.small_points"]["message"]


def test_a_sheet_of_another_table_is_sent_where_it_belongs():
    hall, chance = published("zimowy", 8), Random(1)
    wrong = wrong_table(filled(printed(hall)[1], hall, chance), Random(3))
    codes = [v["code"] for v in typed(hall, wrong)[0]["violations"]]
    assert codes[0] == "score_sheet.other_table"


def test_a_sheet_of_an_earlier_draw_is_outdated():
    hall, chance = published("zimowy", 8), Random(1)
    old = filled(printed(hall)[0], hall, chance)
    hall.do("unpublish", reason="ktoś przyszedł")
    hall.do("draw", reason="ktoś przyszedł")
    hall.do("publish")
    if filled(printed(hall)[0], hall, chance).requests[0]["sheet"] == old.requests[0]["sheet"]:
        pytest.fail("the draw came out the same")
    codes = {v["code"] for v in typed(hall, old)[0]["violations"]}
    assert "score_sheet.outdated" in codes


def test_swapped_rows_of_the_first_game_show_in_the_totals():
    hall, chance = published("eliminacje", 12), Random(5)
    right = filled(printed(hall)[0], hall, chance)
    wrong = right.copy()
    while (swapped := swapped_players(Filled(wrong.requests[:1]), chance)) is None:
        pass
    wrong.requests[0] = swapped.requests[0]
    (objection,) = typed(hall, wrong)
    assert {v["code"] for v in objection["violations"]} == {"score_sheet.total"}
    # Corrected as the refusal says, the last game goes in.
    game = {k: v for k, v in right.requests[0].items() if k != "do"}
    hall.do("correct", **game, reason="zamienione wiersze")
    hall.do("result", **right.requests[-1])


def test_sheets_of_places_are_held_against_themselves_too():
    hall = Hall()
    hall.do("create", format="wojtek", seed="17")
    for n in range(1, 9):
        hall.do("enter", name=f"Zawodnik {n}", team=f"Drużyna {(n + 1) // 2}")
    hall.do("draw")
    hall.do("publish")
    sheet = printed(hall)[0]
    points = hall.state.format.points_at(len(sheet.rows))
    seats = [
        {"entrant": int(row.number), "sign": row.sign, "place": place}
        | {"big_points": points[place - 1], "total_big": points[place - 1]}
        for place, row in enumerate(sheet.rows, start=1)
    ]
    game = {"round": 1, "table": 1, "game": 1, "sheet": sheet.code.split()[-1]}

    def codes(**changed: Any) -> set[str]:
        rows = [dict(seat) for seat in seats]
        rows[0] |= changed
        error = hall.ask("result", **game, seats=rows)["error"]
        return {v["code"] for v in error["violations"]}

    assert codes(place=2) == {"result.places"}
    assert codes(big_points=3) == {"score_sheet.big_points"}
    assert codes(total_big=3) == {"score_sheet.total"}
    assert codes(sign=sheet.rows[1].sign) == {"score_sheet.sign_of_other"}
    swapped = [{**seats[0], "place": 2}, {**seats[1], "place": 1}, *seats[2:]]
    assert hall.code("result", **game, seats=swapped) == "score_sheet.big_points"
    hall.do("result", **game, seats=seats)


def test_totals_wait_for_the_games_before():
    hall, chance = published("zimowy", 8), Random(1)
    last = filled(printed(hall)[0], hall, chance).requests[-1]
    assert hall.code("result", **last) == "score_sheet.games_missing"


def test_small_points_beside_racks_need_no_sheet():
    hall = published("zimowy", 4)
    seats = hall.state.rounds[0].tables[0].seats

    def rows(*written: int) -> list[dict[str, int]]:
        return [
            {"entrant": n, "rack_sum": -min(p, 0), "small_points": p}
            for n, p in zip(seats, written, strict=True)
        ]

    game = {"round": 1, "table": 1, "game": 1}
    wrong = rows(45, -10, -15, -20)
    wrong[1]["small_points"] = -19
    assert hall.code("result", **game, seats=wrong) == "score_sheet.small_points"
    hall.do("result", **game, seats=rows(45, -10, -15, -20))


def test_big_points_are_written_as_people_write_them():
    hall = published("zimowy", 4)
    seats = [
        {"entrant": n, "rack_sum": 5 * i}
        for i, n in enumerate(hall.state.rounds[0].tables[0].seats)
    ]
    game = {"round": 1, "table": 1, "game": 1}
    seats[0]["big_points"] = "jeden"
    assert hall.code("result", **game, seats=seats) == "score_sheet.number"
    seats[0]["big_points"] = "1/2"
    assert hall.code("result", **game, seats=seats) == "score_sheet.big_points"
    seats[0]["big_points"] = "1"
    hall.do("result", **game, seats=seats)


def test_signs_differ_on_every_sheet_and_in_every_row():
    hall = published("eliminacje", 64)
    r = hall.state.rounds[0]
    codes = [sheet_code(hall.state, r, table) for table in r.tables]
    assert len(set(codes)) == len(codes)
    for table in r.tables:
        signs = row_signs(hall.state, r, table)
        assert len(set(signs.values())) == len(table.seats)
        assert all(len(sign) == 2 and set(sign) <= set(SIGNS) for sign in signs.values())


def test_the_check_sign_notices_every_single_slip_and_every_two_neighbours():
    hall = published("eliminacje", 64)
    r = hall.state.rounds[0]
    game = filled(printed(hall)[11], hall, Random(1)).requests[0]
    code = sheet_code(hall.state, r, r.tables[11])
    signs = "0123456789" + SIGNS
    slips = {
        code[:i] + s + code[i + 1 :] for i in range(len(code)) for s in signs if code[i] != "-"
    }
    slips |= {code[:i] + code[i + 1] + code[i] + code[i + 2 :] for i in range(len(code) - 1)}
    slips -= {code, *(s for s in slips if s.replace("-", "") == code.replace("-", ""))}
    for slip in slips:
        assert hall.code("result", **{**game, "sheet": slip}) == "score_sheet.code", slip


def test_an_unreadable_code_or_figure_never_fails():
    hall = published("zimowy", 4)
    game = filled(printed(hall)[0], hall, Random(1)).requests[0]
    for code in ("x", "1-1-", "٣-1-CDFG", "9" * 50, "1-1-CDFG\n"):
        assert hall.code("result", **{**game, "sheet": code}) in (
            "score_sheet.code",
            "score_sheet.outdated",
        )
    assert hall.code("result", **{**game, "table": 99}) is not None
    assert wrong_digit(Filled([game]), Random(2)) is not None
