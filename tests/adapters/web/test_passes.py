"""Passes are for people who are there: nobody gets a way in that leads nowhere, or everywhere."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.web.day import Day
from tests.adapters.web.node import Browser, serving_node
from tests.fakes import MemoryStore


@pytest.fixture(scope="module")
def day() -> Iterator[Day]:
    with serving_node(_memory) as server:
        yield Day(server, "zimowy", 4)


async def _memory() -> MemoryStore:
    return MemoryStore()


@pytest.mark.parametrize("role", ["player", "bot"])
@pytest.mark.parametrize(
    ("whose", "code"),
    [
        ({"entrant": 99}, "access.pass_entrant"),
        ({"table": "1", "seat": 0}, "access.pass_seat"),
    ],
)
def test_a_pass_for_nobody_is_refused(day: Day, role: str, whose: dict[str, Any], code: str):
    good = {"role": "player", "entrant": 1}
    wanted = {"passes": [good, {"role": role, **whose}]}
    answer = day.organiser.http.post(f"{day.here}/passes", json=wanted)
    assert answer.status_code == 422, answer.text
    assert answer.json()["error"]["code"] == code
    assert day.organiser.get(f"{day.here}/passes") == [], "all or none"


def test_a_pass_for_somebody_who_has_entered_is_made(day: Day):
    (told,) = day.organiser.post(
        f"{day.here}/passes", {"passes": [{"role": "player", "entrant": 4}]}
    )
    assert told["code"]


def test_a_link_is_exchanged_for_a_login_and_programs_may_show_it_itself(day: Day):
    """As docs/protocol.md says."""
    (told,) = day.organiser.post(f"{day.here}/passes", {"passes": [{"role": "bot", "entrant": 3}]})
    link = told["link"].partition("#")[2]
    program = day.server.client()
    entered = program.http.post("/api/login/link", json={"token": link})
    program.http.cookies.clear()
    assert _status(program, entered.headers["x-stolik-token"], day) == 200
    assert _status(program, link, day) == 200
    assert _status(program, link[:-1] + ("A" if link[-1] != "A" else "B"), day) == 401


@pytest.mark.parametrize("ended", ["revoked", "renewed"])
def test_a_link_that_has_ended_lets_no_program_in(day: Day, ended: str):
    (told,) = day.organiser.post(f"{day.here}/passes", {"passes": [{"role": "bot", "entrant": 3}]})
    link, one = told["link"].partition("#")[2], f"{day.here}/passes/{told['id']}"
    program = day.server.client()
    assert _status(program, link, day) == 200
    out = program.http.post("/api/logout", headers={"authorization": f"Bearer {link}"})
    assert (out.status_code, _status(program, link, day)) == (204, 200), "it ends with its pass"
    if ended == "revoked":
        day.organiser.http.delete(one).raise_for_status()
    else:
        day.organiser.http.post(one + "/renew").raise_for_status()
    assert _status(program, link, day) == 401


def _status(program: Browser, token: str, day: Day) -> int:
    asked = program.http.get(f"{day.here}/me/data", headers={"authorization": f"Bearer {token}"})
    return asked.status_code


def test_the_page_about_the_protocol_says_so():
    page = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text("utf-8")
    assert "The token of the link itself does as Bearer too" in page


@pytest.mark.parametrize("table", ["99", "abc", "01", "0", ""])
def test_a_referee_of_a_table_there_is_not_is_refused(day: Day, table: str):
    wanted = {"passes": [{"role": "referee", "tables": ["1", table]}]}
    day.organiser.post(f"{day.here}/passes", wanted, "access.pass_table")


def test_what_a_helper_at_the_door_did_is_told_as_such_after_the_pass_is_gone(day: Day):
    wanted = {"passes": [{"role": "door", "label": "Wejście A"}]}
    (made,) = day.organiser.post(f"{day.here}/passes", wanted)
    helper = day.follow(made["link"])
    noted = {"to": ["regulations"], "entrants": [2]}
    helper.post(f"{day.here}/consents", noted)
    helper.post(f"{day.here}/consents", {**noted, "back": True})
    acts = ("consent_withdrawn", "consent_given")

    def told() -> list[tuple[Any, ...]]:
        found = day.organiser.get(f"{day.here}/history/access")
        return [(a["what"], a["role"], a.get("by"), a["at_door"]) for a in found[:2]]

    assert told() == [(what, "door", "Wejście A", True) for what in acts]
    day.organiser.delete(f"{day.here}/passes/{made['id']}")
    found = day.organiser.get(f"{day.here}/history/access")
    mine = [(a["what"], a["role"], a.get("by"), a["at_door"]) for a in found if a["what"] in acts]
    assert mine == [(what, "door", None, True) for what in acts]
