"""Teams: limits counted in teams, guardians, sums of pairs and fives."""

from pathlib import Path
from random import Random

import pytest

from stolik.app.library import format_from
from stolik.refusal import Refused
from stolik.tournament.team_standings import team_rows, team_standings
from tests.tournament.hall import Hall

OWN = """
based_on = "wojtek"
id = "own"
title = "Own"
team_size = {size}
teams_min = {least}
teams_max = {most}
"""


@pytest.fixture
def own(tmp_path: Path):
    def written(size: int = 2, least: int = 2, most: int = 3) -> str:
        path = tmp_path / "own.toml"
        path.write_text(OWN.format(size=size, least=least, most=most), "utf-8")
        return str(path)

    return written


def enter(hall: Hall, teams: str, **fields: str) -> Hall:
    """One entrant for each letter: the name of a team."""
    for team in teams:
        hall.do("enter", name=f"Zawodnik {len(hall.state.entrants) + 1}", team=team, **fields)
    return hall


def waiting(hall: Hall) -> list[int]:
    return [n for n, one in hall.state.entrants.items() if one.status == "waiting"]


def test_a_team_beyond_the_limit_waits_and_moves_up_as_a_whole(own):
    hall = enter(Hall().create(own(most=2)), "ABCDC")
    assert waiting(hall) == [3, 4, 5]
    hall.do("withdraw", entrant=1, reason="ill")
    assert waiting(hall) == [4]
    assert hall.code("return", entrant=1, reason="well again") is None
    assert waiting(hall) == [1, 4], "the place is taken: who comes back waits"


def test_a_team_with_somebody_left_keeps_its_place(own):
    hall = enter(Hall().create(own(most=2)), "AABC")
    hall.do("no_show", entrant=1, reason="absent")
    assert waiting(hall) == [4]
    hall.do("no_show", entrant=2, reason="absent")
    assert waiting(hall) == []


def test_who_waits_can_leave_the_queue(own):
    hall = enter(Hall().create(own(most=2)), "ABCD")
    hall.do("withdraw", entrant=3, reason="found another event")
    hall.do("withdraw", entrant=1, reason="ill")
    assert waiting(hall) == []
    assert hall.state.entrants[4].plays
    assert not hall.state.entrants[3].plays


def test_the_same_holds_for_single_entrants(tmp_path: Path):
    path = tmp_path / "few.toml"
    path.write_text('based_on = "zimowy"\nid = "few"\ntitle = "Few"\nentrants_max = 4\n', "utf-8")
    hall = Hall().create(str(path), 6)
    assert waiting(hall) == [5, 6]
    hall.do("withdraw", entrant=5, reason="tired of waiting")
    hall.do("withdraw", entrant=2, reason="ill")
    assert waiting(hall) == []
    hall.do("return", entrant=2, reason="well again")
    assert waiting(hall) == [2]
    assert len(hall.do("draw")["tables"][0]["seats"]) == 4


def test_too_few_teams_cannot_begin(own):
    hall = enter(Hall().create(own(least=3)), "AABB")
    assert hall.code("draw") == "draw.too_few_teams"
    enter(hall, "C")
    assert hall.code("draw") is None


def test_a_team_event_wants_a_team(own):
    assert Hall().create(own()).code("enter", name="Z") == "team.missing"


def test_an_incomplete_team_is_remarked_with_its_size(own):
    hall = enter(Hall().create(own()), "AABCCC")
    (remark,) = [r for r in hall.do("check")["remarks"] if r["code"] == "check.team_size"]
    assert "B (1), C (3)" in remark["message"]


def test_fives_need_a_guardian_and_pairs_do_not():
    pairs = enter(Hall().create("wojtek"), "AABB")
    assert not pairs.do("check")["missing"]
    fives = enter(Hall().create("wojtek", team_size=5), "AAAAABBBBB")
    assert fives.code("draw") == "guardian.missing"
    for team in "AB":
        fives.do("guardian", team=team, name=f"Opiekun {team}")
    assert fives.code("draw") is None


def test_a_fifth_team_is_too_much_for_one_guardian():
    hall = enter(Hall().create("wojtek"), "ABCDE")
    assert hall.do("guardian", team="A", name="Opiekun") == {"guardian": 1, "teams": ["A"]}
    for team in "BCD":
        hall.do("guardian", team=team, guardian=1)
    assert hall.code("guardian", team="E", guardian=1) == "guardian.teams"
    assert hall.code("guardian", team="D", guardian=1) is None, "it is one of the four"
    hall.do("withdraw", entrant=4, reason="ill")
    assert hall.code("guardian", team="E", guardian=1) is None, "D is gone"


@pytest.mark.parametrize(
    ("shape", "fields", "code"),
    [
        ("zimowy", {"team": "A"}, "team.none"),
        ("wojtek", {"team": "B"}, "team.unknown"),
        ("wojtek", {"team": "A", "guardian": 2}, "guardian.unknown"),
        ("wojtek", {"team": "A", "guardian": -1}, "guardian.unknown"),
        ("wojtek", {"team": ""}, "team.unknown"),
    ],
)
def test_what_cannot_be_led_is_refused(shape: str, fields: dict, code: str):
    assert enter(Hall().create(shape), "A").code("guardian", **fields) == code


def test_the_name_of_a_guardian_stays_out_of_the_events(tmp_path: Path):
    log = tmp_path / "turniej.jsonl"
    hall = enter(Hall(log).create("wojtek"), "AB")
    hall.do("guardian", team="A", name="Opiekunka")
    hall.do("guardian", team="B", guardian=1)
    lines = [line for line in log.read_text("utf-8").splitlines() if "Opiekunka" in line]
    assert lines == ['{"person": -1, "name": "Opiekunka"}']
    again = Hall(log)
    assert again.state == hall.state
    expected = [{"guardian": 1, "name": "Opiekunka", "teams": ["A", "B"]}]
    assert again.do("people")["guardians"] == expected
    log.write_text(log.read_text("utf-8").replace(lines[0] + "\n", ""), "utf-8")
    assert Hall(log).do("people")["guardians"][0]["name"] == "#1"


def test_a_guardian_is_nobodys_namesake():
    hall = enter(Hall().create("wojtek"), "A")
    hall.do("guardian", team="A", name="Zawodnik 2")
    assert hall.do("enter", name="Zawodnik 2", team="A") == {"entrant": 2}
    assert hall.do("people")["people"][1]["name"] == "Zawodnik 2"


@pytest.mark.parametrize(("size", "teams"), [(2, "ABCDEFGH"), (5, "ABCDE")])
def test_a_team_has_what_its_members_won_together(size: int, teams: str):
    hall = Hall().create("wojtek", team_size=size)
    enter(hall, teams * size)
    for team in teams:
        hall.do("guardian", team=team, name=f"Opiekun {team}")
    hall.do("test", entrant=1, points=7, reason="knowledge test")
    chance = Random(size)
    while hall.step(chance) != "cut":
        assert len(hall.state.rounds) < 5
    rows = hall.do("standings", stage=1)["rows"]
    sums = {
        team: sum(
            int(row["big_points"])
            for row in rows
            if hall.state.entrants[row["entrant"]].team == team
        )
        for team in teams
    }
    shown = hall.do("teams")["rows"]
    assert {row["team"]: int(row["big_points"]) for row in shown} == sums
    assert all(len(row["members"]) == size for row in shown)
    points = [(int(row["big_points"]), int(row["first_places"])) for row in shown]
    assert points == sorted(points, reverse=True)
    assert team_standings(hall.state)[0][:3] == (1, shown[0]["team"], int(shown[0]["big_points"]))
    for r in hall.state.rounds:
        for table in r.tables:
            if len(hall.state.rounds[0].tables) >= size and r.stage == 0:
                members = [hall.state.entrants[n].team for n in table.seats]
                assert len(set(members)) == len(members), "a team never meets itself"


def test_teams_count_every_round_that_everybody_plays():
    hall = Hall().create("zimowy")
    enter(hall, "AABBCC").to_the_end()
    assert {t.row.games for t in team_rows(hall.state)} == {12}, "two members, six games each"


def test_level_teams_share_a_place():
    hall = enter(Hall().create("zimowy"), "ABAB")
    assert [row["place"] for row in hall.do("teams")["rows"]] == [1, 1]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"teams_min": 5, "teams_max": 4}, "teams_max"),
        ({"team_size": 0, "team_sizes": [], "teams_max": 4}, "team_size"),
        ({"team_size": 0}, "team_size"),
        ({"team_sizes": [0, 2]}, "team_sizes"),
    ],
)
def test_a_format_that_contradicts_itself_is_refused(change: dict, field: str):
    with pytest.raises(Refused) as refused:
        format_from({"based_on": "wojtek", "id": "own", "title": "Own", **change})
    assert refused.value.violations[0].facts["field"] == field


def test_people_of_one_school_meet_as_late_as_possible():
    hall = Hall().create("wojtek")
    for i in range(32):
        hall.do("enter", name=f"Zawodnik {i + 1}", team=f"T{i // 2}", club=f"S{i // 4}")
    while hall.state.stage == 0 and len(hall.state.rounds) < 4:
        hall.step(Random(1))
    for r in hall.state.rounds:
        for table in r.tables:
            clubs = [hall.state.entrants[n].club for n in table.seats]
            assert len(set(clubs)) == len(clubs)
