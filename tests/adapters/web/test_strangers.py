"""What strangers are told of a tournament: no club, team, class or reason of who did not agree."""

import json
from collections.abc import Iterator
from pathlib import Path
from threading import current_thread
from typing import Any

import pytest

from stolik.app.tournaments import desk_copies
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.reading_eyes import ALL, STRANGER, Eyes
from stolik.rummikub import view
from stolik.tournament.progress import tables_owing
from tests.adapters.web.day import Day
from tests.adapters.web.node import Browser, serving_node
from tests.adapters.web.test_seated import hello, names, set_table
from tests.reliability.report import figure
from tests.reliability.words import HE, Planted, opened

QUESTIONS = ("overview", "round", "standings", "plan", "teams", "outlook", "check", "penalties")
# Why seats were changed by hand is told to everybody: a draw must be beyond doubt (docs/fair.md).
PUBLIC = ("-swap", "-redraw", "-unpublish")


def answers(browser: Browser, plot: Planted) -> Iterator[str]:
    """Everything the server tells somebody, refusals too."""
    here = plot.day.here
    asked: list[dict[str, Any]] = [{"do": do} for do in QUESTIONS]
    asked += [{"do": "round", "round": 1}, {"do": "people"}]
    asked += [{"do": "standings", kind: "?"} for kind in ("club", "team", "age_class")]
    for request in asked:
        yield browser.http.post(here, json=request).text
    table = f"/api/tables/{plot.table}"
    for path in (
        *("", "/public", "/hall", "/draws", "/history", "/registrations", "/people/7", "/passes"),
        *("/rounds/2/online", "/rounds/2/tables", "/rounds/2/missing", "/sheets/penalties.csv"),
    ):
        yield browser.http.get(here + path).text
    for path in ("", "/people", "/games/1/film", "/games/1/transcript"):
        yield browser.http.get(table + path).text
    with hello(browser, table, last_seq=1) as screen:
        yield json.dumps(screen.wait(lambda m: m["t"] in ("events", "snapshot")))


def leaks(browser: Browser, plot: Planted) -> list[str]:
    told = "\n".join(answers(browser, plot))
    words = [*plot.about_him, *plot.others]
    return [word for word in words if word in told and not word.endswith(PUBLIC)]


def test_a_stranger_reads_no_club_no_class_and_no_reason(tmp_path: Path):
    with serving_node(opened(tmp_path)) as server:
        plot = Planted(server)
        found = leaks(server.client(), plot)
        figure("T27", "clubs and reasons told to strangers", len(found), tier="quick")
        assert found == []
        log = server.log.getvalue()
        assert [word for word in (*plot.about_him, *plot.others) if word in log] == []
        assert len(leaks(plot.day.organiser, plot)) > 10  # the questions ask for them
        # Consent is to be named, with the club; a team only if all of it agreed.
        agree(plot, plot.imported)
        club = [word for word in plot.about_him if word.endswith("-club")][1]
        told = server.client().post(plot.day.here, {"do": "standings", "club": club})
        assert [row["entrant"] for row in told["rows"]] == [plot.imported]
        assert leaks(server.client(), plot) == [w for w in plot.about_him if w.endswith("-name")]
        agree(plot, plot.number)
        assert set(leaks(server.client(), plot)) <= {w for w in plot.about_him if not_a_reason(w)}


def agree(plot: Planted, number: int) -> None:
    plot.day.organiser.put(f"{plot.day.here}/people/{number}", {"consent": True})


def not_a_reason(word: str) -> bool:
    return word == HE or word.endswith(("-name", "-club", "-team", "-age_class", "-class"))


def test_a_reason_is_read_by_whom_it_concerns(tmp_path: Path):
    with serving_node(opened(tmp_path)) as server:
        plot = Planted(server)
        day = plot.day
        (reason,) = (word for word in plot.about_him if word.endswith("-penalty"))
        day.let_in(plot.number, 1)

        def reads(browser: Browser) -> bool:
            return reason in str(browser.post(day.here, {"do": "penalties"}))

        asked = (day.organiser, day.referee(1), day.players[plot.number], day.players[1])
        assert [reads(browser) for browser in (*asked, server.client())] == [
            *(True, True, True),
            *(False, False),
        ]
        told = server.client().post(day.here, {"do": "penalties"})["penalties"]
        assert [bool(one["cancelled"]) for one in told][-1]  # the fact is public


@pytest.mark.parametrize("guard", ["state", "table"])
def test_a_server_that_tells_everybody_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, guard: str
):
    if guard == "state":
        monkeypatch.setattr(desk_copies, "as_seen", lambda state, *_, **__: state)
    else:
        monkeypatch.setattr(view, "for_strangers", lambda _: {})
    with serving_node(opened(tmp_path)) as server:
        plot = Planted(server)
        assert leaks(server.client(), plot)


def test_what_strangers_see_is_made_once_and_never_on_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """With thousands of entrants it takes a while, and anybody may ask."""
    made: list[tuple[Eyes, str]] = []
    seen = desk_copies._as_seen

    def noted(*given: Any) -> Any:
        made.append((given[-1], current_thread().name))
        return seen(*given)

    monkeypatch.setattr(desk_copies, "_as_seen", noted)
    with serving_node(opened(tmp_path)) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        day.organiser.put(f"{day.here}/people/1", {"consent": True})
        day.organiser.http.delete(f"{day.here}/people/2")
        made.clear()
        for asks in ("standings", "outlook", "teams", "standings"):
            assert server.client().http.post(day.here, json={"do": asks}).status_code == 200
            assert day.ask(do="check")
        assert [eyes for eyes, _ in made].count(STRANGER) == 1
        assert [eyes for eyes, _ in made].count(ALL) <= 1
        assert all(thread.startswith("stolik-") for _, thread in made), made
        # Something happens: nobody is told the old.
        day.ask(do="enter", name="Zawodnik 9")
        told = server.client().http.post(day.here, json={"do": "standings"}).json()
        assert len(told["rows"]) == 9


def test_no_question_reads_a_whole_list_of_people_on_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Names of all are worked out beside the loop, and once for all who ask until they change."""
    made: list[tuple[str, str]] = []
    for owner, name in ((desk_copies, "_as_seen"), (Desk, "labels"), (Desk, "looks")):
        monkeypatch.setattr(owner, name, _noted(getattr(owner, name), name, made))
    with serving_node(opened(tmp_path)) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        day.organiser.put(day.here, {"registration": True})
        server.client().post(day.here + "/registrations", {"name": "Zawodnik 9"})
        table, _ = set_table(day)
        day.let_in(1, 2, 3)
        made.clear()
        for browser in (server.client(), *day.players.values(), day.organiser):
            browser.get(f"{table}/people")
            browser.get(f"{day.here}/public")
        for player in day.players.values():
            player.get(f"{day.here}/me")
        assert [name for name, _ in made].count("_as_seen") == 3  # strangers, players, the desk
        for asks in ("/registrations", "/sheets/entrants.csv", "/form/winners"):
            assert day.organiser.http.get(day.here + asks).status_code == 200
        assert all(thread.startswith("stolik-") for _, thread in made), made
        # Nobody is called as he was before.
        day.ask(do="amend", entrant=1, name="Zawodnik 1b", reason="x")
        day.organiser.put(f"{day.here}/people/1", {"consent": True})
        for browser in (day.organiser, day.players[1]):
            assert "Zawodnik 1b" in names(browser, table)


def _noted(work: Any, name: str, made: list[tuple[str, str]]) -> Any:
    def noted(*given: Any, **more: Any) -> Any:
        made.append((name, current_thread().name))
        return work(*given, **more)

    return noted


def test_what_a_round_still_owes_is_counted_once_for_every_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    made: list[tuple[str, str]] = []
    monkeypatch.setattr("stolik.app.hall.hall.tables_owing", _noted(tables_owing, "owing", made))
    with serving_node(opened(tmp_path)) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        seats = day.round()[0]
        day.organiser.post(f"{day.here}/rounds/1/call-results", {})
        made.clear()
        for _ in range(3):
            assert server.client().get(f"{day.here}/rounds/1/missing")["tables"] == [1, 2]
            glance = server.client().get(f"{day.here}/rounds/1/tables")
            assert [one["owing"] for one in glance] == [True, True]
            assert server.client().get(f"{day.here}/hall")["call"]["tables"] == [1, 2]
        assert len(made) <= 1
        for game in (1, 2, 3):
            day.ask(**day.sheet(1, 1, game, seats))
        assert server.client().get(f"{day.here}/rounds/1/missing")["tables"] == [2]
        server.client().get(f"{day.here}/rounds/9/tables", "office.not_published")
