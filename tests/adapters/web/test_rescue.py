"""The command line rescues an event: carried out as a file, gone on with, taken back."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from stolik.adapters.cli.group import command_line
from stolik.app.access.records import KeptLogin
from stolik.app.tournaments.logbook import Logbook
from stolik.wiring.cli import parts
from tests.adapters.web.day import Day
from tests.adapters.web.node import PASSWORD, OpenStore, serving_node
from tests.tournament.hall import Hall


def carried_out(day: Day, path: Path) -> Hall:
    answer = day.organiser.http.post(f"{day.here}/file/out")
    assert answer.status_code == 200, answer.text
    path.write_bytes(answer.content)
    return Hall(path, lang="pl")


def taken_back(day: Day, path: Path, *, apply: bool = True, refused: str = "") -> Any:
    where = f"{day.here}/file/back?apply={str(apply).lower()}"
    answer = day.organiser.http.post(where, content=path.read_bytes())
    told = answer.json()
    if refused:
        assert told["error"]["code"] == refused, told
        return told["error"]["message"]
    assert answer.status_code == 200, told
    return told


@pytest.mark.parametrize("seed", ["17", ""])
def test_a_tournament_goes_on_in_a_file_and_comes_back(
    open_store: OpenStore, tmp_path: Path, seed: str
):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0, seed=seed)
        day.let_in(1, 2)
        day.organiser.put(f"{day.here}/people/1", {"consent": True})
        (first, *_) = day.round()
        day.organiser.post(day.here, day.sheet(1, 1, 1, first))
        before = day.standings()
        log = tmp_path / "turniej.jsonl"
        hall = carried_out(day, log)
        assert hall.do("standings")["rows"] == before
        assert hall.do("people")["people"][1]["name"] == "Zawodnik 2"
        acts = day.organiser.get(f"{day.here}/history/access")
        assert acts[0]["what"] == "carried_out"

        # The browser has failed: the command line goes on.
        request = day.sheet(1, 1, 2, first)
        hall.do(**request)
        hall.do("substitute", entrant=2, name="Zawodnik 20", reason="choroba")
        hall.do("enter", name="Zawodnik 9", club="Szkoła 1")
        looked = taken_back(day, log, apply=False)
        assert (looked["applied"], looked["results"], looked["entered"]) == (False, 1, [9])
        assert day.standings() == before
        told = taken_back(day, log)
        assert (told["applied"], told["events"], told["substituted"]) == (True, 3, [2])
        assert day.standings() == hall.do("standings")["rows"]
        names = [one["name"] for one in day.ask(do="people")["people"]]
        assert (names[1], names[8]) == ("Zawodnik 20", "Zawodnik 9")
        assert day.organiser.get(f"{day.here}/people/1")["person"]["consent"]
        day.players[1].get(f"{day.here}/me")  # his pass is good, that of who was replaced is not
        day.players[2].get(f"{day.here}/me/data", refused="access.login_needed")
        assert taken_back(day, log)["events"] == 0  # the same file again changes nothing
        day.organiser.get(f"{day.here}/draws")

        # And on again from where it is now.
        hall.do(**day.sheet(1, 1, 3, first))
        assert taken_back(day, log)["events"] == 1
        assert "Szkoła 1" in json.dumps(
            day.organiser.get(f"{day.here}/history"), ensure_ascii=False
        )


def test_a_file_that_is_no_continuation_is_refused_in_words(open_store: OpenStore, tmp_path: Path):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        (first, second) = day.round()
        log, other = tmp_path / "turniej.jsonl", tmp_path / "inny.jsonl"
        hall = carried_out(day, log)
        day.organiser.post(day.here, day.sheet(1, 1, 1, first))
        assert "1 zdarzenie" in taken_back(day, log, refused="office.file_behind")
        hall.do(**day.sheet(1, 2, 1, second))
        taken_back(day, log, refused="office.file_diverged")
        Hall(other).create("zimowy", 8)
        taken_back(day, other, refused="office.file_other")
        Hall(tmp_path / "3.jsonl").create("eliminacje", 12)
        taken_back(day, tmp_path / "3.jsonl", refused="logbook.shape")
        log.write_bytes(log.read_bytes().replace(b'"round": 1', b'"round": 2', 1))
        taken_back(day, log, refused="logbook.chain")
        other.write_bytes(b"to nie to\n")
        taken_back(day, other, refused="logbook.damaged")
        other.write_bytes(b"")
        taken_back(day, other, refused="logbook.missing")


def test_a_draft_drawn_by_pledge_is_published_from_the_file(open_store: OpenStore, tmp_path: Path):
    with serving_node(open_store) as server:
        day = Day(server, "grandprix", 12, confirmations=0, seed="")
        day.ask(do="draw")
        log = tmp_path / "turniej.jsonl"
        carried_out(day, log).to_the_end()
        assert taken_back(day, log)["finished"]
        assert day.organiser.get(f"{day.here}/draws")


def test_words_erased_since_do_not_come_back(open_store: OpenStore, tmp_path: Path):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        day.round()
        day.ask(do="penalty", entrant=3, reason="Zawodnik 3 krzyczał")
        log = tmp_path / "turniej.jsonl"
        hall = carried_out(day, log)
        day.organiser.delete(f"{day.here}/people/3")
        hall.do("penalty", entrant=4, reason="rozmowy")
        assert taken_back(day, log)["events"] == 1
        told = json.dumps(day.organiser.get(f"{day.here}/history"), ensure_ascii=False)
        assert "krzyczał" not in told
        assert "rozmowy" in told
        assert day.organiser.get(f"{day.here}/people/3")["person"] is None


def test_every_format_can_be_carried_out_to_its_end(open_store: OpenStore, tmp_path: Path):
    with serving_node(open_store) as server:
        day = Day(server, "eliminacje", 12, confirmations=0)
        day.round()
        log = tmp_path / "turniej.jsonl"
        carried_out(day, log).to_the_end()
        assert taken_back(day, log)["finished"]
        again = tmp_path / "znowu.jsonl"
        carried_out(day, again)
        assert Logbook(again).desk.state == Logbook(log).desk.state


def asked(*options: str, requests: list[dict[str, Any]]) -> tuple[list[Any], int, str]:
    """`stolik tournament` as somebody types it."""
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = CliRunner().invoke(
        command_line(parts()),
        ["tournament", *options],
        input=lines.encode(),
        env={"STOLIK_PASSWORD": PASSWORD},
        catch_exceptions=False,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return answers, done.exit_code, done.stderr


def test_the_command_line_asks_a_server_by_the_same_requests(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        page = f"{server.url}{day.here.removeprefix('/api').replace('tournaments', 'tournament')}"
        logins = len(server.run(server.store.all(KeptLogin.KIND)))
        wanted: list[dict[str, Any]] = [
            {"do": "enter", "name": "Zawodnik 9"},
            {"do": "enter", "nome": "?"},
            {"do": "draw"},
            {"do": "publish"},
            {"do": "standings"},
        ]
        answers, status, said = asked("--server", page, "--as", "Organizator", requests=wanted)
        assert (answers[0], status, said) == ({"entrant": 9}, 1, "")
        fault = answers[1]["error"]
        assert (fault["code"], fault["line"]) == ("request.unknown_field", 2)
        assert answers[4]["rows"] == day.standings()
        # The name alone finds the only tournament; a wrong one is refused with the server's words.
        found, status, _ = asked(
            "--server", server.url, "--as", "Organizator", requests=wanted[-1:]
        )
        assert (found, status) == (answers[4:], 0)
        _, status, said = asked("--server", page, "--as", "Nikt", requests=wanted)
        assert (status, "hasł" in said.lower()) == (1, True)
        assert asked("--server", page, requests=[])[1] == 1
        assert asked("--server", "turniej", requests=[])[1] == 1
        assert (
            len(server.run(server.store.all(KeptLogin.KIND))) == logins
        )  # nobody is left logged in


def test_a_link_lets_the_command_line_in_with_the_rights_it_gives(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        day.round()
        (told,) = day.organiser.post(f"{day.here}/passes", {"passes": [{"role": "referee"}]})
        ask = {"do": "penalty", "entrant": 1, "reason": "krzyk"}
        link = f"{server.url}{told['link']}"
        (given, denied), _, _ = asked("--server", link, requests=[ask, {"do": "draw"}])
        assert given["events"][0]["event"] == "PenaltyGiven"
        assert denied["error"]["code"] == "access.not_allowed"
        invited = day.organiser.post(f"{day.here}/organisers/invitations")["link"]
        link = f"{server.url}{invited}"
        (told,), status, said = asked("--server", link, "--as", "Druga", requests=[{"do": "check"}])
        assert (status, "next" in told) == (0, True), said
        _, status, said = asked("--server", link, "--as", "Trzecia", requests=[{"do": "check"}])
        assert status == 1  # it works once


def test_a_server_that_is_not_there_is_named():
    _, status, said = asked("--server", "http://127.0.0.1:9/tournament/x", "--as", "A", requests=[])
    assert (status, "127.0.0.1:9" in said) == (1, True)
