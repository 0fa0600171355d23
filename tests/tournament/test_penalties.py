"""The ladders of the five documents, reports, the knowledge test, ties, places that pass down."""

from pathlib import Path
from random import Random

import pytest

from stolik.app.paper.documents import paper
from stolik.app.tournaments.telling.answers import Game
from stolik.app.tournaments.telling.overview import game_told
from stolik.app.tournaments.telling.ranking import titles
from stolik.tournament.preflight import missing
from stolik.tournament.progress import Step, obstacles, party
from stolik.tournament.progress import due as next_due
from stolik.tournament.state import GameNumber
from tests.app.paper.events import WISH, source
from tests.app.paper.reading import as_text
from tests.tournament.hall import Hall

WHY = {"reason": "przeszkadzanie"}
WOJTEK = [
    *(("warning", 0), ("yellow_card", -1), ("warning", 0), ("red_card", -3)),
    ("penalty.ladder_ended", 0),
]


def steps(hall: Hall, entrant: int = 1) -> list[tuple[str, int]]:
    """Penalise until the ladder ends or the entrant is out: (step, big points)."""
    found = []
    while hall.state.entrants[entrant].plays:
        answer = hall.ask("penalty", entrant=entrant, leaving="stands", **WHY)
        if "error" in answer:
            found.append((answer["error"]["code"], 0))
            break
        given = answer["events"][0]["penalty"]
        found.append((given["step"], given["big_points"]))
    return found


def published(shape: str, entrants: int) -> Hall:
    hall = Hall().create(shape, entrants)
    hall.do("draw")
    hall.do("publish")
    return hall


@pytest.mark.parametrize(
    ("shape", "ladder"),
    [
        ("grandprix", [("violation", 0), ("violation", 0), ("disqualification", 0)]),
        ("eliminacje", [("warning", 0), ("penalty.choose", 0)]),
        ("zimowy", [("warning", 0), ("penalty.choose", 0)]),
        ("szkoly2015", [("deduction", 0), ("penalty.choose", 0)]),
        ("wojtek", WOJTEK),
    ],
)
def test_the_ladder_of_each_document(shape: str, ladder: list[tuple[str, int]]):
    assert steps(published(shape, 16)) == ladder


def test_the_second_warning_is_due_at_its_own_step():
    """004 L111: the ladder has the warning twice, and the first was given."""
    hall = published("wojtek", 8)
    first = hall.state.rounds[0].tables[0].seats[0]
    for due in range(4):
        told = hall.do("ladder", entrant=first)["steps"]
        assert [step["due"] for step in told] == [i == due for i in range(4)]
        assert [step["given"] for step in told] == [i < due for i in range(4)]
        hall.do("penalty", entrant=first, **WHY)


def test_points_named_by_the_judge_are_taken_off():
    hall = published("szkoly2015", 16)
    hall.do("penalty", entrant=3, big_points=-30, **WHY)
    row = next(r for r in hall.do("standings")["rows"] if r["entrant"] == 3)
    assert row["big_points"] == "-30"
    assert hall.code("penalty", entrant=3, big_points=5, **WHY) == "penalty.points"
    assert hall.code("penalty", entrant=3, reason=" ") == "tournament.reason_missing"


def red_carded() -> tuple[Hall, list[int]]:
    hall = published("wojtek", 8)
    seats = list(hall.state.rounds[0].tables[0].seats)
    for _ in range(4):
        hall.do("penalty", entrant=seats[0], **WHY)
    return hall, seats


def places(seats: list[int], order: list[int]) -> list[dict[str, int]]:
    return [{"entrant": n, "place": p} for n, p in zip(seats, order, strict=True)]


def test_a_red_card_means_last_in_this_game():
    hall, seats = red_carded()
    game = {"round": 1, "table": 1, "game": 1}
    assert hall.state.penalties[-1].game == 1
    first = places(seats, [1, 2, 3, 4])
    assert hall.code("result", **game, seats=first) == "result.excluded_not_last"
    hall.do("result", **game, seats=places(seats, [4, 1, 2, 3]))
    assert hall.state.entrants[seats[0]].plays
    row = next(r for r in hall.do("standings")["rows"] if r["entrant"] == seats[0])
    assert row["big_points"] == "-3"  # 1 − 1 − 3: below zero is allowed


def test_a_red_card_after_the_sheet_waits_for_its_correction():
    hall = published("wojtek", 8)
    seats = list(hall.state.rounds[0].tables[0].seats)
    game = {"round": 1, "table": 1, "game": 1}
    hall.do("result", **game, seats=places(seats, [1, 2, 3, 4]))
    for _ in range(3):
        hall.do("penalty", entrant=seats[0], **WHY)
    hall.do("penalty", entrant=seats[0], game=1, **WHY)
    missing = [item["code"] for item in hall.do("check")["missing"]]
    assert "result.excluded_not_last" in missing
    hall.do("correct", **game, seats=places(seats, [4, 1, 2, 3]), **WHY)
    missing = [item["code"] for item in hall.do("check")["missing"]]
    assert "result.excluded_not_last" not in missing


GAME = {"round": 1, "table": 1, "game": 1}


def to_correct(hall: Hall) -> list[list[str]]:
    """Games the desk is told to look at again, and whether the table's card says so too."""
    table = hall.do("round", round=1)["tables"][0]
    told = [item for item in hall.do("check")["remarks"] if item["code"] == "check.to_correct"]
    assert bool(told) == any(game.get("to_correct") for game in table["games"])
    return [item["message"] for item in told]


def test_a_result_made_under_an_exclusion_is_looked_at_when_that_is_cancelled():
    for steps in ({"do": "disqualify"}, {"do": "penalty"}):
        hall = published("wojtek", 8)
        seats = list(hall.state.rounds[0].tables[0].seats)
        times = 4 if steps["do"] == "penalty" else 1
        for _ in range(times):
            hall.do(steps["do"], entrant=seats[0], **WHY)
        hall.do("result", **GAME, seats=places(seats, [4, 1, 2, 3]))
        assert not to_correct(hall)
        hall.do("cancel_penalty", penalty=times, reason="świadkowie")
        assert len(to_correct(hall)) == 1
        # Who was last anyway stays so by the judge's word; then nothing is left to do.
        hall.do("correct", **GAME, seats=places(seats, [4, 1, 2, 3]), **WHY)
        assert not to_correct(hall)


def test_cancelled_before_the_result_nothing_has_to_be_corrected():
    hall, seats = red_carded()
    hall.do("cancel_penalty", penalty=4, reason="świadkowie")
    hall.do("result", **GAME, seats=places(seats, [1, 2, 3, 4]))
    assert not to_correct(hall)


def test_an_exclusion_after_the_result_is_told_on_the_card_too():
    hall = published("wojtek", 8)
    seats = list(hall.state.rounds[0].tables[0].seats)
    hall.do("result", **GAME, seats=places(seats, [1, 2, 3, 4]))
    hall.do("disqualify", entrant=seats[0], game=1, **WHY)
    assert len(to_correct(hall)) == 1
    hall.do("cancel_penalty", penalty=1, reason="pomyłka")
    assert not to_correct(hall), "the places were never changed for it"


def test_a_game_written_without_somebody_is_looked_at_when_he_is_in_again():
    hall = published("grandprix", 12)
    table = hall.state.rounds[0].tables[0]
    out, *others = table.seats
    hall.do("disqualify", entrant=out, leaving="without", **WHY)
    seats = hall.seats([int(n) for n in others], Random(1))
    hall.do("result", **GAME, seats=seats)
    assert not to_correct(hall)
    hall.do("cancel_penalty", penalty=1, reason="pomyłka")
    assert len(to_correct(hall)) == 1


def test_every_report_gets_a_decision():
    hall = published("wojtek", 8)
    a, b, *_ = hall.state.rounds[0].tables[0].seats
    hall.do("report", by=b, entrant=a, decision="rejected", **WHY)
    assert not hall.state.penalties
    hall.do("report", by=b, entrant=a, decision="warning", is_step=True, **WHY)
    hall.do("report", by=b, entrant=a, decision="disqualification", **WHY)
    ledger = hall.do("penalties")
    assert [p["step"] for p in ledger["penalties"]] == ["warning", "at_once"]
    assert [p["excludes"] for p in ledger["penalties"]] == ["nothing", "game"]
    assert [r["decision"] for r in ledger["reports"]] == ["rejected", "warning", "disqualification"]
    assert hall.state.entrants[a].plays


def test_a_cancelled_exclusion_lets_the_entrant_in_again():
    hall = published("grandprix", 12)
    hall.do("disqualify", entrant=2, leaving="without", **WHY)
    assert 2 not in [row["entrant"] for row in hall.do("standings")["rows"]]
    hall.do("cancel_penalty", penalty=1, reason="pomyłka")
    assert hall.state.entrants[2].plays
    assert hall.code("cancel_penalty", penalty=1, reason="pomyłka") == "penalty.cancelled"
    assert hall.code("cancel_penalty", penalty=9, reason="pomyłka") == "penalty.unknown"


def test_the_knowledge_test_adds_points_once():
    hall = Hall().create("wojtek", 8)
    hall.do("test", entrant=5, points=4, reason="test wiedzy")
    assert hall.do("standings")["rows"][0]["entrant"] == 5
    assert hall.code("test", entrant=5, points=4, reason="znowu") == "test.twice"
    assert hall.code("test", entrant=6, points=101, reason="za dużo") == "test.points"
    assert (
        Hall().create("zimowy", 8).code("test", entrant=1, points=1, reason="spór") == "test.points"
    )


def test_an_extra_game_breaks_a_tie_at_the_top():
    hall = published("wojtek", 8)
    for table in hall.state.rounds[0].tables:
        order = list(range(1, len(table.seats) + 1))
        seats = places(list(table.seats), order)
        hall.do("result", round=1, table=table.number, game=1, seats=seats)
    rows = hall.do("standings")["rows"]
    tied = [row["entrant"] for row in rows if row["place"] == 1]
    assert len(tied) == 2
    better, worse = tied[1], tied[0]
    extra = [{"entrant": better, "place": 1}, {"entrant": worse, "place": 2}]
    hall.do("extra_game", places=extra)
    rows = hall.do("standings")["rows"]
    assert [row["entrant"] for row in rows[:2]] == [better, worse]
    assert rows[1]["reason"] == "Play-off: place 2, the one above 1."
    assert hall.code("extra_game", places=extra) == "tie.not_tied"


def test_an_extra_game_is_offered_only_where_the_document_knows_one():
    known = {
        name: Hall().create(name, 16).do("overview")["stages"] for name in ("wojtek", "szkoly2015")
    }
    assert [stage["extra_game"] for stage in known["wojtek"]] == [True, True]
    assert not any(stage["extra_game"] for stage in known["szkoly2015"])


def test_equal_tiles_draw_again_among_themselves():
    hall = Hall().create("zimowy", 3)
    lots = [{"entrant": 1, "tile": 7}, {"entrant": 2, "tile": 7}, {"entrant": 3, "tile": 3}]
    hall.do("lots", drawn=lots)
    assert [row["place"] for row in hall.do("standings")["rows"]] == [1, 1, 3]
    hall.do("lots", drawn=[{"entrant": 1, "tile": 2}, {"entrant": 2, "tile": 9}])
    assert [row["entrant"] for row in hall.do("standings")["rows"]] == [2, 1, 3]
    again = [{"entrant": 1, "tile": 14}, {"entrant": 3, "tile": 1}]
    assert hall.code("lots", drawn=again) == "tie.not_tied"


def test_resigning_from_the_national_final_passes_down_after_the_end():
    hall = Hall().create("szkoly2015", 20).to_the_end()
    order = [row["entrant"] for row in hall.do("standings")["rows"]]
    assert list(hall.state.going) == order[:4]
    told = [one.text for one in titles(hall.session.desk, "en").titles]
    assert told == ["place I", "place II", "place III", "place IV"]  # L38–41: places, not "prize"
    hall.do("resign", entrant=order[1], reason="nie może")
    hall.do("resign", entrant=order[4], reason="też nie")
    assert list(hall.state.going) == [order[0], order[2], order[3], order[5]]
    assert hall.code("resign", entrant=order[1], reason="znowu") == "resign.not_qualified"


def test_a_finalist_who_resigns_is_replaced_by_the_next_of_the_semi_final():
    hall = Hall().create("szkoly2015", 20)
    chance = Random(3)
    while hall.state.stage < 2:
        hall.step(chance)
    final = hall.state.qualified[2]
    semi = [row["entrant"] for row in hall.do("standings", stage=2)["rows"]]
    following = next(n for n in semi if n not in final)
    assert hall.do("standings")["steps_in"] == hall.session.desk.labels()[following]
    hall.do("resign", entrant=final[0], reason="nagle")
    told = {row["entrant"]: row.get("remark") for row in hall.do("standings")["rows"]}
    assert {n: said for n, said in told.items() if said} == {
        final[0]: "Gave up the place that was won."
    }
    assert set(hall.state.qualified[2]) == {*final[1:], following}


def test_who_gave_up_a_seat_of_the_final_takes_no_prize_of_it():
    """003 L45: the next of the semi-final steps in, and the next after him (decision 33)."""
    hall = Hall().create("szkoly2015", 20)
    chance = Random(3)
    while hall.state.stage < 2:
        hall.step(chance)
    gave_up = hall.state.qualified[2][0]
    hall.do("resign", entrant=gave_up, reason="nagle")
    hall.do("draw")
    hall.do("publish")
    hall.play_round(chance)
    winner = hall.do("standings")["rows"][0]["entrant"]
    hall.do("withdraw", entrant=winner, reason="choroba", game="stands")
    hall.to_the_end()
    held = [one.entrant for one in titles(hall.session.desk, "en").titles]
    assert len(held) == 4
    assert not {winner, gave_up} & set(held)


def own_wojtek(tmp_path: Path, **change: str) -> str:
    path = tmp_path / "own.toml"
    more = "".join(f"{name} = {value}\n" for name, value in change.items())
    path.write_text(f'based_on = "wojtek"\nid = "own"\ntitle = "Own"\n{more}', "utf-8")
    return str(path)


def test_a_format_without_a_ladder_has_no_steps_and_says_so(tmp_path: Path):
    hall = published(own_wojtek(tmp_path, ladder="[]", disqualification='"tournament"'), 8)
    told = hall.do("ladder", entrant=1)
    assert told["steps"] == []
    assert [one["step"] for one in told["choices"]] == ["at_once"]
    for more in ({}, {"step": "warning"}, {"big_points": -1}):
        assert hall.code("penalty", entrant=1, **more, **WHY) == "penalty.no_ladder"
    hall.do("disqualify", entrant=1, leaving="stands", **WHY)
    assert hall.do("ladder", entrant=1)["steps"] == []
    assert "Drabinka" not in str(paper("referee", source(hall), WISH))


def test_offences_can_be_counted_anew_in_each_game(tmp_path: Path):
    hall = published(own_wojtek(tmp_path, offences='"game"'), 8)
    assert hall.do("penalty", entrant=1, **WHY)["events"][0]["penalty"]["step"] == "warning"
    assert hall.do("penalty", entrant=1, **WHY)["events"][0]["penalty"]["step"] == "yellow_card"
    hall.play_round(Random(1))
    hall.do("draw")
    hall.do("publish")
    given = hall.do("penalty", entrant=1, **WHY)["events"][0]["penalty"]
    assert (given["step"], given["round"], given["game"]) == ("warning", 2, 1)


@pytest.mark.parametrize(("floor", "points"), [("false", "-1"), ("true", "0")])
def test_a_total_may_fall_below_zero_unless_the_format_stops_it(
    tmp_path: Path, floor: str, points: str
):
    hall = published(own_wojtek(tmp_path, floor_at_zero=floor), 8)
    for _ in range(2):
        hall.do("penalty", entrant=1, **WHY)
    row = next(r for r in hall.do("standings")["rows"] if r["entrant"] == 1)
    assert row["big_points"] == points


def status(hall: Hall, entrant: int = 1) -> str:
    return hall.state.entrants[entrant].status.value


@pytest.mark.parametrize("shape", ["eliminacje", "zimowy"])
def test_who_may_be_excluded_is_so_only_by_name_and_after_a_warning(shape: str):
    """001 L36, 002 L162–164: the program proposes, somebody decides."""
    hall = published(shape, 16)
    assert hall.code("penalty", entrant=1, step="exclusion", **WHY) == "penalty.warning_first"
    assert hall.code("disqualify", entrant=1, **WHY) == "penalty.warning_first"
    hall.do("penalty", entrant=1, **WHY)
    assert hall.code("penalty", entrant=1, **WHY) == "penalty.choose"
    hall.do("penalty", entrant=1, step="warning", **WHY)
    hall.do("penalty", entrant=1, small_points=-20, **WHY)
    assert [p.step for p in hall.state.penalties] == ["warning"] * 3
    assert status(hall) == "entered"
    hall.do("penalty", entrant=1, step="exclusion", leaving="without", **WHY)
    assert status(hall) == "disqualified"
    hall.do("cancel_penalty", penalty=4, reason="pomyłka")
    assert status(hall) == "present"


def test_points_are_deducted_as_often_as_it_takes():
    """003 L150: exclusion is a choice after a sanction, never the price of the second one."""
    hall = published("szkoly2015", 16)
    assert hall.code("penalty", entrant=1, step="exclusion", **WHY) == "penalty.warning_first"
    for _ in range(3):
        hall.do("penalty", entrant=1, big_points=-10, **WHY)
    assert [(p.step, p.big_points) for p in hall.state.penalties] == [("deduction", -10)] * 3
    assert status(hall) == "entered"
    hall.do("penalty", entrant=1, step="exclusion", leaving="without", **WHY)
    assert status(hall) == "disqualified"


def test_a_judge_is_led_to_points_again_before_anybody_is_put_out():
    """003 L150: only who does not react to further sanctions may be excluded."""
    hall = published("szkoly2015", 16)
    for _ in range(2):
        hall.do("penalty", entrant=1, big_points=-10, **WHY)
        told = hall.do("ladder", entrant=1)
        assert [(each["step"], each["due"]) for each in told["choices"]] == [
            ("deduction", True),
            ("exclusion", False),
        ]
        assert [rung["due"] for rung in told["steps"]] == [True, False]


def test_three_violations_disqualify_whatever_step_is_named():
    """000 L128: the only count that excludes by itself."""
    hall = published("grandprix", 16)
    for _ in range(2):
        hall.do("penalty", entrant=1, **WHY)
    assert hall.code("penalty", entrant=1, step="violation", **WHY) == "penalty.by_rule"
    hall.do("penalty", entrant=1, leaving="stands", **WHY)
    assert status(hall) == "disqualified"


def test_a_fourth_offence_between_games_costs_its_points():
    """004 L112: no game is being played, so there is none to be out of."""
    hall = published("wojtek", 8)
    table = hall.state.rounds[0].tables[0]
    one = table.seats[0]
    for _ in range(3):
        hall.do("penalty", entrant=one, **WHY)
    hall.play_round(Random(1))
    hall.do("penalty", entrant=one, **WHY)
    red = hall.state.penalties[-1]
    assert (red.step, red.big_points, red.excludes.value) == ("red_card", -3, "nothing")


def test_after_a_red_card_the_ladder_begins_again_in_the_next_round():
    hall, seats = red_carded()
    assert hall.code("penalty", entrant=seats[0], **WHY) == "penalty.ladder_ended"
    hall.play_round(Random(1))
    hall.do("draw")
    hall.do("publish")
    assert steps(hall, seats[0]) == WOJTEK
    points = [p.big_points for p in hall.state.penalties]
    assert points == [0, -1, 0, -3] * 2


def test_after_a_red_card_no_more_steps_where_the_organiser_says_so(tmp_path: Path):
    hall = published(own_wojtek(tmp_path, after_ladder='"ends"'), 8)
    assert steps(hall) == WOJTEK
    hall.play_round(Random(1))
    hall.do("draw")
    hall.do("publish")
    assert hall.code("penalty", entrant=1, **WHY) == "penalty.ladder_ended"


def test_a_disqualification_is_last_in_that_game_and_no_step():
    """004 L127, in the hall as at the table."""
    hall = published("wojtek", 8)
    hall.do("disqualify", entrant=1, **WHY)
    given = hall.state.penalties[-1]
    assert (given.step, given.excludes.value, given.game) == ("at_once", "game", 1)
    assert hall.state.entrants[1].plays
    assert hall.do("penalty", entrant=1, **WHY)["events"][0]["penalty"]["step"] == "warning"
    hall.play_round(Random(1))
    assert hall.code("disqualify", entrant=1, **WHY) == "penalty.game"


def test_a_warning_that_answers_a_report_is_a_step_only_if_the_judge_says_so():
    hall = published("wojtek", 8)
    a, b, *_ = hall.state.rounds[0].tables[0].seats
    hall.do("report", by=b, entrant=a, decision="warning", **WHY)
    assert not hall.state.penalties
    hall.do("report", by=b, entrant=a, decision="warning", is_step=True, **WHY)
    assert [p.step for p in hall.state.penalties] == ["warning"]
    rummikub = published("grandprix", 16)
    a, b, *_ = rummikub.state.rounds[0].tables[0].seats
    rummikub.do("report", by=b, entrant=a, decision="warning", **WHY)
    assert [p.step for p in rummikub.state.penalties] == ["violation"]  # "reported" (000 L128)


def test_a_report_is_filed_and_answered():
    """002 L160: about somebody one has played with; it waits until the judge has decided."""
    hall = published("zimowy", 16)
    one, two, *_ = hall.state.rounds[0].tables[0].seats
    other = hall.state.rounds[0].tables[1].seats[0]
    words = {"words": "zagląda na tabliczkę"}
    assert hall.code("file_report", by=one, entrant=one, **words) == "told_on.oneself"
    assert hall.code("file_report", by=one, entrant=other, **words) == "told_on.not_met"
    hall.do("file_report", by=one, entrant=two, **words)
    assert hall.code("file_report", by=one, entrant=two, **words) == "told_on.waits"
    (filed,) = hall.do("penalties")["reports"]
    assert (filed["report"], filed["decision"], filed["words"]) == (1, None, words["words"])
    answer = {"by": one, "entrant": two, "report": 1, "decision": "warning", **WHY}
    assert hall.code("report", **{**answer, "report": 2}) == "told_on.unknown"
    hall.do("report", **answer)
    assert hall.code("report", **answer) == "told_on.decided"
    (answered,) = hall.do("penalties")["reports"]
    assert (answered["decision"], answered["reason"]) == ("warning", WHY["reason"])
    assert [p.step for p in hall.state.penalties] == ["warning"]


def effects(hall: Hall, entrant: int = 1) -> list[tuple[str, str, str]]:
    told = hall.do("ladder", entrant=entrant)
    return [(one["step"], one["by"], one["effect"]) for one in told["choices"]]


def test_every_step_names_its_effect_before_it_is_given():
    wojtek = published("wojtek", 8)
    for _ in range(3):
        wojtek.do("penalty", entrant=1, **WHY)
    told = wojtek.do("ladder", entrant=1)
    assert [one["given"] for one in told["steps"]] == [True, True, True, False]
    assert [one["due"] for one in told["steps"]] == [False, False, False, True]
    assert effects(wojtek) == [
        ("red_card", "judge", "−3 points, out of game 1 and last in it"),
        ("at_once", "judge", "out of game 1 and last in it"),
    ]
    zimowy = published("zimowy", 16)
    assert effects(zimowy) == [("warning", "judge", "a line in the ledger, no points lost")]
    zimowy.do("penalty", entrant=1, **WHY)
    assert effects(zimowy) == [
        ("exclusion", "head_judge", "out of the tournament"),
        ("warning", "judge", "a line in the ledger, no points lost"),
    ]
    assert zimowy.do("ladder", entrant=1)["points_by"] == "head_judge"
    assert published("szkoly2015", 16).do("ladder", entrant=1)["points_by"] == "judge"


@pytest.mark.parametrize(
    ("shape", "whose"),
    [("eliminacje", "the judge"), ("zimowy", "the head judge"), ("szkoly2015", "the judge")],
)
def test_the_ladder_drawn_says_that_exclusion_is_a_choice(shape: str, whose: str):
    last = Hall().create(shape, 16).do("ladder", entrant=1)["steps"][-1]
    assert last["effect"].startswith(f"possible, {whose} decides: ")


def test_the_ladder_drawn_leaves_no_choice_where_the_count_excludes():
    last = Hall().create("grandprix", 16).do("ladder", entrant=1)["steps"][-1]
    assert "possible" not in last["effect"]


def test_a_step_that_was_given_is_told_with_the_effect_it_had():
    hall = published("wojtek", 5)
    (table,) = hall.state.rounds[0].tables
    for _ in range(4):
        hall.do("penalty", entrant=1, **WHY)
    others = [n for n in table.seats if n != 1]
    seats = [{"entrant": n, "place": i} for i, n in enumerate(others, start=1)]
    hall.do("result", round=1, table=1, game=1, seats=[*seats, {"entrant": 1, "excluded": True}])
    told = [one["effect"] for one in hall.do("ladder", entrant=1)["steps"]]
    noted = "a line in the ledger, no points lost"
    assert told == [noted, "−1 point", noted, "−3 points, out of game 1 and last in it"]
    named = published("szkoly2015", 16)
    named.do("penalty", entrant=3, big_points=-30, **WHY)
    assert "−30" in named.do("ladder", entrant=3)["steps"][0]["effect"]


def _put_out(hall: Hall, way: str, leaving: str) -> None:
    """Every way somebody can be taken out of a tournament in the middle of a game."""
    match way:
        case "disqualify":
            hall.do("disqualify", entrant=1, leaving=leaving, **WHY)
        case "penalty":
            hall.do("penalty", entrant=1, step="exclusion", leaving=leaving, **WHY)
        case "report":
            (other,) = (n for n in _table_of(hall).seats[:2] if n != 1)
            said = {"decision": "disqualification", "leaving": leaving}
            hall.do("report", by=int(other), entrant=1, **said, **WHY)
        case "withdraw" | "no_show":
            hall.do(way, entrant=1, game=leaving, **WHY)


def _table_of(hall: Hall):
    table = hall.state.rounds[0].table_of(1)
    assert table is not None
    return table


@pytest.mark.parametrize("way", ["disqualify", "penalty", "report", "withdraw", "no_show"])
def test_what_becomes_of_the_open_game_is_said_on_every_way_out(way: str, tmp_path: Path):
    for leaving in ("without", "void", "stands", "not_begun"):
        hall = Hall(tmp_path / f"{leaving}.jsonl").create("zimowy", 16)
        hall.do("draw")
        hall.do("publish")
        hall.do("penalty", entrant=1, **WHY)  # a warning comes first (002 L162)
        choices = {c["step"]: c for c in hall.do("ladder", entrant=1)["choices"]}
        assert choices["exclusion"]["asks_game"], "the screen asks before it is done"
        _put_out(hall, way, leaving)
        r, table = hall.state.rounds[0], _table_of(hall)
        here = party(hall.state, r, table, GameNumber(1))
        assert (1 in here) is (leaving == "stands"), leaving
        assert ((table.number, 1) in r.results) is (leaving == "void")
        # The file tells it so that everybody who reads it comes to the same.
        assert Hall(tmp_path / f"{leaving}.jsonl").state == hall.state


def test_nobody_is_put_out_twice():
    hall = published("zimowy", 16)
    hall.do("penalty", entrant=1, **WHY)
    out = {"entrant": 1, "step": "exclusion", "leaving": "without", **WHY}
    hall.do("penalty", **out)
    assert hall.code("penalty", **out) == "entrant.not_playing"
    assert hall.code("disqualify", entrant=1, **WHY) == "entrant.not_playing"
    assert sum(p.excludes == "tournament" for p in hall.state.penalties) == 1
    offered = [c["step"] for c in hall.do("ladder", entrant=1)["choices"]]
    assert "exclusion" not in offered
    assert "at_once" not in offered
    hall.do("cancel_penalty", penalty=2, reason="pomyłka")
    assert hall.state.entrants[1].plays


def overtaken(hall: Hall, what: str, **more: object) -> str:
    """What a judge is told whose yes was asked for before another judge's penalty."""
    error = hall.ask(what, **more, **WHY)["error"]
    assert error["code"] == "penalty.overtaken"
    return error["message"]


def test_a_yes_to_an_outdated_step_is_refused_with_what_it_would_do_now():
    """000 L128: whoever was told "no points lost" disqualifies nobody."""
    hall = published("grandprix", 16)
    seen = hall.do("ladder", entrant=1)["offences"]
    hall.do("penalty", entrant=1, over=seen, **WHY)
    hall.do("penalty", entrant=1, **WHY)
    told = overtaken(hall, "penalty", entrant=1, step="violation", over=seen)
    assert "disqualification → out of the tournament" in told
    report = {"by": 2, "entrant": 1, "decision": "warning", "is_step": True}
    assert "out of the tournament" in overtaken(hall, "report", **report, over=seen)
    assert len(hall.state.penalties) == 2
    assert hall.state.entrants[1].plays
    hall.do("cancel_penalty", penalty=2, reason="pomyłka")
    assert "no points lost" in overtaken(hall, "penalty", entrant=1, over=2)
    hall.do("penalty", entrant=1, over=1, **WHY)


def test_a_card_is_not_given_for_a_warning_that_another_judge_gave_first():
    hall = published("wojtek", 16)
    hall.do("penalty", entrant=1, **WHY)
    assert "yellow card → −1 point" in overtaken(hall, "penalty", entrant=1, over=0)
    points = published("szkoly2015", 16)
    points.do("penalty", entrant=1, big_points=-10, **WHY)
    overtaken(points, "penalty", entrant=1, big_points=-10, over=0)


@pytest.mark.parametrize("ending", ["pool_empty", "time_over"])
def test_an_empty_rack_is_a_normal_end_whatever_the_bank_holds(ending: str):
    """000 L87, L116: who has not opened pays −100 then, and is asked about."""
    hall = published("grandprix", 12)
    table = hall.state.rounds[0].tables[0]
    seats = [{"entrant": int(n), "rack_sum": 10 * i} for i, n in enumerate(table.seats)]
    sheet = {"round": 1, "table": 1, "game": 1, "seats": seats}
    assert hall.code("result", **sheet, ending=ending) == "result.no_tile_left"
    assert hall.code("result", **sheet, ending=ending, preview=True) == "result.no_tile_left"
    hall.do("result", **sheet, ending="went_out")


@pytest.mark.parametrize("count", [1, 2])
def test_who_the_sheet_marks_as_excluded_stays_so(count: int):
    """004 L112, by a mark on the score sheet: at the first entry and in a correction."""
    hall = published("wojtek", 10)
    where = {"round": 1, "table": 1, "game": 1}
    *others, a, b = hall.state.rounds[0].tables[0].seats
    first, out = (others, (a, b)) if count == 2 else ((*others, a), (b,))
    seats = [{"entrant": n, "place": i} for i, n in enumerate(first, start=1)]
    marked = [*seats, *({"entrant": n, "excluded": True} for n in out)]

    def told() -> Game:
        found = hall.state.rounds[0]
        return game_told(hall.state, found, found.tables[0], 1)

    hall.do("result", **where, seats=marked)
    assert (told().excluded, told().marked_excluded) == (out, out)
    plain = [{"entrant": n, "place": i} for i, n in enumerate((*first, *out), start=1)]
    hall.do("correct", **where, seats=plain, **WHY)
    assert (told().excluded, told().marked_excluded) == (None, None)
    hall.do("correct", **where, seats=marked, **WHY)
    assert told().excluded == out
    assert {one.place for one in told().lines or () if one.entrant in out} == {5}


def last_in_game(hall: Hall, entrant: int, round_number: int = 1) -> dict[int, int]:
    """The places of his table's game in a round."""
    found = hall.state.rounds[round_number - 1]
    table = found.table_of(entrant)
    assert table is not None
    return {line.entrant: line.place for line in found.results[table.number, 1].lines}


def test_a_report_can_end_in_disqualification_once_the_result_is_in():
    """004 L127, decision W21: last in the game it is about; the others move up."""
    hall = published("wojtek", 10)
    a, b, *rest = hall.state.rounds[0].tables[0].seats
    other = hall.state.rounds[0].tables[1].seats[0]
    hall.do("file_report", by=b, entrant=a, words="podglądał karty")
    seats = [{"entrant": n, "place": i} for i, n in enumerate((a, b, *rest), start=1)]
    hall.do("result", round=1, table=1, game=1, seats=seats)
    (game,) = hall.do("ladder", entrant=a, by=b)["together"]
    assert (game["round"], game["game"], game["recorded"]) == (1, 1, True)
    said = {"by": b, "entrant": a, "report": 1, "decision": "disqualification", **WHY}
    assert hall.code("report", **said, round=2, game=1) == "penalty.game"
    hall.do("report", **said)
    assert last_in_game(hall, a) == {a: 5, b: 1, rest[0]: 2, rest[1]: 3, rest[2]: 4}
    result = hall.state.rounds[0].results[1, 1]
    assert [line.big_points for line in result.lines] == [0, 5, 3, 2, 1]
    assert (hall.state.penalties[-1].round, hall.state.penalties[-1].game) == (1, 1)
    assert "result.excluded_not_last" not in [one.code for one in obstacles(hall.state)]
    assert "together" not in hall.do("ladder", entrant=a, by=other)


@pytest.mark.parametrize(
    ("format_id", "people", "early"),
    [("wojtek", 8, False), ("zimowy", 16, False), ("zimowy", 16, True)],
)
def test_the_end_waits_for_every_report(format_id: str, people: int, *, early: bool):
    """004 L127 and 002 L160, decision 35: none is left without its decision."""
    hall, chance = published(format_id, people), Random(1)
    one, two, *_ = hall.state.rounds[0].tables[0].seats
    hall.do("file_report", by=one, entrant=two, words="zagląda na tabliczkę")
    hall.play_round(chance)
    while not early and not hall.state.finished and next_due(hall.state).step is not Step.FINISH:
        hall.step(chance)
    end = {"early": "sala zamknięta"} if early else {}
    if not early:
        assert "finish.reports" in [v.code for v in missing(hall.state)]
    assert hall.code("finish", **end) == "finish.reports"
    hall.do("report", by=one, entrant=two, report=1, decision="rejected", reason="nikt nie widział")
    hall.do("finish", **end)
    assert hall.do("penalties")["reports"][0]["decision"] == "rejected"
    protocol = as_text(paper("protocol", source(hall), WISH))
    assert "zagląda na tabliczkę" in protocol
    assert "nikt nie widział" in protocol


def test_the_game_of_a_report_is_chosen_where_there_are_several():
    """Of an earlier round too: the last game both were in is meant where none is named."""
    hall = published("wojtek", 4)
    hall.play_round(Random(1))
    hall.do("draw")
    hall.do("publish")
    assert [
        (g["round"], g["recorded"]) for g in hall.do("ladder", entrant=1, by=2)["together"]
    ] == [
        (2, False),
        (1, True),
    ]
    said = {"by": 2, "entrant": 1, "decision": "disqualification", **WHY}
    hall.do("report", **said, round=1, game=1)
    assert last_in_game(hall, 1)[1] == 4
    assert sorted(last_in_game(hall, 1).values()) == [1, 2, 3, 4]
    hall.do("report", **{**said, "by": 3})
    assert [(p.round, p.game) for p in hall.state.penalties] == [(1, 1), (2, 1)]
