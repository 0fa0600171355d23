"""What an organiser may choose at the start, and what the log keeps of it."""

import json
from pathlib import Path
from random import Random

import pytest

from stolik.app.library import tournament_format
from tests.app.test_logbook import chained
from tests.tournament.hall import Hall


@pytest.mark.parametrize("shape", ["eliminacje", "szkoly2015"])
def test_a_lot_can_be_planned_instead(shape: str):
    hall = Hall().create(shape, 24, draw="planned")
    while len(hall.state.rounds) < 2:
        hall.step(Random(1))
    met = [
        {frozenset((a, b)) for t in r.tables for a in t.seats for b in t.seats if a < b}
        for r in hall.state.rounds
    ]
    assert not met[0] & met[1]
    assert hall.do("tables")["round"] == 2


def test_a_plan_can_be_a_lot_instead():
    hall = Hall().create("grandprix", 16, draw="lot")
    hall.do("draw")
    assert hall.state.plan == ()
    plain = Hall().create("grandprix", 16)
    plain.do("draw")
    assert len(plain.state.plan) == 3


def test_the_choice_is_in_the_log_and_holds_when_it_is_opened_again(tmp_path: Path):
    log = tmp_path / "turniej.jsonl"
    hall = Hall(log)
    answer = hall.do("create", format="eliminacje", draw="planned", seed="17")
    assert answer["hash"] == tournament_format("eliminacje").hash
    assert answer["events"][0]["draw"] == "planned"
    for n in range(16):
        hall.do("enter", name=f"Zawodnik {n}")
    hall.do("draw")
    again = Hall(log)
    assert again.state == hall.state
    assert len(again.state.plan) == 1
    again.to_the_end()


def test_only_what_the_format_leaves_open_can_be_chosen(tmp_path: Path):
    assert Hall().code("create", format="zimowy", team_size=2) == "tournament.team_size"
    assert Hall().code("create", format="wojtek", team_size=4) == "tournament.team_size"
    assert Hall().code("create", format="zimowy", draw="swiss") == "request.wrong_choice"
    own = tmp_path / "own.toml"
    own.write_text(
        'based_on = "zimowy"\nid = "own"\ntitle = "Own"\n'
        '[[stages]]\nid = "s"\ntitle = "S"\nfield = "all"\nrounds = 2\ngames = 1\n'
        'seating = "groups"\ncriteria = ["big_points"]\n',
        "utf-8",
    )
    assert Hall().code("create", format=str(own), draw="planned") == "tournament.nothing_drawn"


def test_a_log_from_before_the_choice_is_read_as_ever(tmp_path: Path):
    log = tmp_path / "turniej.jsonl"
    hall = Hall(log).create("zimowy", 7)
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    for name in ("draw", "team_size"):
        del lines[1]["events"][0][name]
    log.write_text(chained(lines), "utf-8")
    assert Hall(log).state == hall.state
