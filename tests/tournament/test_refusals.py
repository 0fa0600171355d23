"""What the golden day of refusals cannot show: the ends of stages, and the core by itself."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from stolik.app.library import tournament_format
from stolik.refusal import Refused
from stolik.tournament import commands as c
from stolik.tournament.codes import Notice
from stolik.tournament.engine import decide, replay
from stolik.tournament.preflight import missing, remarks
from stolik.tournament.state import EntrantNumber, TournamentState
from tests.tournament.hall import Hall


def codes(state: TournamentState, command: c.Command) -> list[str]:
    with pytest.raises(Refused) as refused:
        decide(state, command)
    return [str(violation.code) for violation in refused.value.violations]


def test_a_tournament_is_created_once_and_first():
    state = TournamentState(tournament_format("zimowy"))
    assert codes(state, c.CheckIn(EntrantNumber(1))) == ["tournament.not_created"]
    state = replay(decide(state, c.Create("17")), state)
    assert codes(state, c.Create("17")) == ["tournament.already_created"]


def until(hall: Hall, step: str) -> Hall:
    while hall.do("check")["next"] != step:
        hall.step(Random(3))
    return hall


def test_before_a_cut_nothing_is_drawn_and_its_size_is_the_formats():
    hall = until(Hall().create("eliminacje", 14), "cut")
    assert hall.code("draw") == "draw.cut_first"
    assert hall.code("cut", size=12) == "cut.size_fixed"
    assert hall.code("finish") == "finish.not_due"


def test_after_the_last_round_nothing_is_left_to_draw():
    hall = until(Hall().create("zimowy", 8), "finish")
    assert hall.code("draw") == "draw.nothing_left"
    assert hall.code("cut") == "cut.not_due"


def test_a_sheet_names_exactly_those_at_the_table():
    hall = until(Hall().create("zimowy", 8), "play")
    here, there = hall.state.rounds[0].tables
    seats = [{"entrant": n, "rack_sum": 10 * i} for i, n in enumerate((*here.seats[:3], 99))]
    assert hall.code("result", round=1, table=1, game=1, seats=seats) == "result.wrong_entrants"
    seats[3]["entrant"] = there.seats[0]
    assert hall.code("result", round=1, table=1, game=1, seats=seats) == "result.wrong_entrants"


def test_who_is_level_before_a_round_by_rank_draws_lots():
    hall = until(Hall().create("zimowy", 4), "play")
    for game in (1, 2, 3):
        hall.do("unplayed", round=1, table=1, game=game, reason="a fire drill")
    assert [one["code"] for one in hall.do("check")["missing"]] == ["cut.seats_tied"]
    assert hall.code("draw") == "cut.seats_tied"
    assert hall.code("draw", reason="it is late") == "cut.seats_tied"
    assert all(row["tied_for_seats"] for row in hall.do("standings")["rows"])
    tiles = [{"entrant": n, "tile": 10**6} for n in range(1, 5)]
    assert hall.code("lots", drawn=tiles) == "request.limit"
    hall.do("lots", drawn=[{"entrant": n, "tile": n} for n in range(1, 5)])
    assert hall.do("check")["missing"] == []
    rows = hall.do("standings")["rows"]
    assert not any("tied_for_seats" in row for row in rows)
    assert rows[1]["reason"] == "Decided by tile: 3, the one above 4."
    assert hall.do("draw")["tables"][0]["seats"] == [4, 3, 2, 1]


def test_a_tournament_begun_before_decision_26_seats_who_is_level_by_number_and_says_so():
    hall = until(Hall().create("zimowy", 4), "play")
    for game in (1, 2, 3):
        hall.do("unplayed", round=1, table=1, game=game, reason="a fire drill")
    before = replace(hall.state, decisions=25)
    assert missing(before) == ()
    assert Notice.ORDER_TIED in [remark.code for remark in remarks(before)]
    assert Notice.ORDER_TIED not in [remark.code for remark in remarks(hall.state)]


def test_a_table_too_full_for_those_who_stay_is_said_once_and_beforehand():
    hall = Hall().create("grandprix", 12)
    for n in range(1, 6):
        hall.do("fix_table", entrant=n, table=1)
    assert [item["code"] for item in hall.do("check")["missing"]] == ["seating.table_full"]
    assert len(hall.ask("draw")["error"]["violations"]) == 1


def test_standings_as_they_were_after_a_round():
    hall = until(Hall().create("eliminacje", 14), "draw")
    until(hall, "play")
    seen = []
    for _ in range(2):
        hall.play_round(Random(5))
        seen.append(hall.do("standings")["rows"])
        hall.step(Random(5))
        hall.step(Random(5))
    until(hall, "nothing")
    for number, rows in enumerate(seen, start=1):
        again = hall.do("standings", after_round=number)["rows"]
        shown = [(row["place"], row["entrant"], row["reason"]) for row in again]
        assert shown == [(row["place"], row["entrant"], row["reason"]) for row in rows]
    assert hall.do("standings", after_round=4)["rows"] == hall.do("standings")["rows"]
    assert hall.code("standings", after_round=5) == "stage.round_not_played"


def test_the_plan_says_in_words_what_does_not_fit():
    hall = Hall().create("szkoly2015")
    plan = hall.do("plan", start="09:00")
    late = [slot["title"] for slot in plan["slots"] if slot["games_do_not_fit"]]
    assert len(plan["remarks"]) == len(late)
    # L101: the limit holds in the heats; two games of the semi-final take what they take.
    assert [slot["games_do_not_fit"] for slot in plan["slots"]] == [True, True, False, False]
    assert "3 games of 25 minutes do not fit into 40 minutes" in plan["remarks"][0]["message"]


def test_the_organisers_minutes_are_those_of_the_rounds():
    hall = Hall().create("szkoly2015")
    plan = hall.do("plan", start="09:00", minutes=80, breaks=0)
    assert [slot["to"] for slot in plan["slots"]] == ["10:20", "11:40", "13:00", "14:20"]
    assert plan["remarks"] == []


def test_a_final_that_the_document_makes_longer_stays_longer():
    slots = Hall().create("wojtek").do("plan", start="09:00", minutes=50, breaks=0)["slots"]
    lasting = [int(s["to"][:2]) * 60 + int(s["to"][3:]) for s in slots]
    assert [b - a for a, b in zip([9 * 60, *lasting], lasting, strict=False)] == [50] * 4 + [60]


def test_the_day_of_the_school_championship_is_planned_as_its_text_says():
    """szkoly2015 L117–126: registration, opening, lunch, the cut, a break, the awards."""
    day = (
        *((0, 15, "registration"), (0, 30, "opening"), (1, 20, "lunch")),
        *((2, 10, "cut"), (3, 10, "break"), (4, 10, "award")),
    )
    items = [{"after_round": r, "minutes": m, "kind": kind} for r, m, kind in day]
    plan = Hall().create("szkoly2015").do("plan", start="09:45", items=items)
    assert [(slot["from"], slot["to"], slot["kind"]) for slot in plan["slots"]] == [
        ("09:45", "10:00", "registration"),
        ("10:00", "10:30", "opening"),
        ("10:30", "11:10", "round"),
        ("11:10", "11:30", "lunch"),
        ("11:30", "12:10", "round"),
        ("12:10", "12:20", "cut"),
        ("12:20", "13:00", "round"),
        ("13:00", "13:10", "break"),
        ("13:10", "13:50", "round"),
        ("13:50", "14:00", "award"),
    ]


def test_points_can_differ_by_the_size_of_the_table(tmp_path: Path):
    own = tmp_path / "own.toml"
    points = "table_points = [{ size = 3, points = [5, 2, 0] }]\n"
    own.write_text(f'based_on = "wojtek"\nid = "own"\ntitle = "Own"\n{points}', "utf-8")
    hall = until(Hall().create(str(own), 7), "play")
    for table in hall.state.rounds[0].tables:
        places = [{"entrant": n, "place": i} for i, n in enumerate(table.seats, start=1)]
        hall.do("result", round=1, table=table.number, game=1, seats=places)
        lines = hall.state.rounds[0].results[table.number, 1].lines
        expected = [5, 2, 0] if len(table.seats) == 3 else [5, 3, 2, 1]
        assert [line.big_points for line in lines] == expected
    own.write_text(own.read_text("utf-8").replace("[5, 2, 0]", "[5, 2]"), "utf-8")
    assert Hall().code("create", format=str(own)) == "format.contradiction"
