"""The command line rescues an event: carried out as a file, gone on with, taken back."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from click.testing import CliRunner

from stolik.adapters.cli.group import command_line
from stolik.app.access.records import KeptLogin
from stolik.app.reading.codec import Reader
from stolik.app.tournaments import rescue
from stolik.app.tournaments.logbook import Logbook, as_file
from stolik.tournament import events as e
from stolik.tournament.state import (
    EntrantNumber,
    EntryStatus,
    GameNumber,
    Line,
    Penalty,
    RoundNumber,
    TableNumber,
)
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
        newcomer = {"name": "Zawodnik 20", "club": "Szkoła 1"}
        hall.do("substitute", entrant=2, **newcomer, reason="choroba")
        hall.do("enter", name="Zawodnik 9", club="Szkoła 1")
        looked = taken_back(day, log, apply=False)
        assert (looked["applied"], looked["results"], looked["entered"]) == (False, 1, [9])
        assert day.standings() == before
        told = taken_back(day, log)
        assert (told["applied"], told["events"], told["substituted"]) == (True, 4, [2])
        assert day.standings() == hall.do("standings")["rows"]
        names = [one["name"] for one in day.ask(do="people")["people"]]
        assert (names[1], names[8]) == ("Zawodnik 20", "Zawodnik 9")
        assert day.organiser.get(f"{day.here}/people/1")["person"]["consent"]
        assert day.organiser.get(f"{day.here}/people/2")["person"]["former"] == []  # another's
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
        for strange in (b"to nie to\n", b""):
            other.write_bytes(strange)
            taken_back(day, other, refused="logbook.foreign")


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


def written_on(day: Day, path: Path, *events: Any, name: str = "") -> None:
    """The tournament's file with steps that nobody has typed: one event, or several as a tuple."""
    carried_out(day, path)
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    head = {k: v for k, v in lines[0].items() if k not in ("stolik", "chain")}
    known = [line["events"] for line in lines if "events" in line]
    read = Reader(get_args(e.Event))
    steps = [[read.event(raw, 1) for raw in step] for step in known]
    beside = [line for line in lines if "person" in line or "pledged" in line]
    if name:
        beside.append({"person": len(beside) + 1, "name": name})
    added = [one if isinstance(one, tuple) else (one,) for one in events]
    path.write_bytes(as_file(head, [*steps, *added], beside))


def test_a_file_brings_no_result_that_nobody_could_type(open_store: OpenStore, tmp_path: Path):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        (first, *_) = day.round()
        log = tmp_path / "turniej.jsonl"

        def told(*rows: tuple[int, int, int]) -> None:
            lines = tuple(
                Line(EntrantNumber(n), place, big, small)
                for n, (place, big, small) in zip(first, rows, strict=True)
            )
            game = (RoundNumber(1), TableNumber(1), GameNumber(1))
            written_on(day, log, e.ResultRecorded(*game, lines, "referee", "", ()))

        points = day.sheet(1, 1, 1, first)
        day.ask(**points, preview=True)
        for rows in (
            [(1, 99, 60), (2, 3, -10), (3, 2, -20), (4, 1, -30)],  # big points out of the air
            [(1, 4, 6000), (2, 3, -1000), (3, 2, -2000), (4, 1, -3000)],  # more than all tiles
            [(4, 4, 60), (3, 3, -10), (2, 2, -20), (1, 1, -30)],  # the winner is last
        ):
            told(*rows)
            taken_back(day, log, refused="result.impossible")
        assert all(not row.get("games") for row in day.standings())


def test_a_file_brings_no_name_or_reason_that_nobody_could_type(
    open_store: OpenStore, tmp_path: Path
):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        log = tmp_path / "turniej.jsonl"
        number = EntrantNumber(9)
        entered = e.EntrantEntered(number, EntryStatus.ENTERED, "", "", "", None)
        for name, code in (
            ("Z" * 201, "request.limit"),
            ("Zawodnik \u202e9", "name.signs"),
            (" Zawodnik  9", "office.file_not_typed"),
        ):
            written_on(day, log, entered, name=name)
            taken_back(day, log, refused=code)
            taken_back(day, log, apply=False, refused=code)
        club = e.EntrantEntered(number, EntryStatus.ENTERED, "K" * 300, "", "", None)
        written_on(day, log, club, name="Zawodnik 9")
        taken_back(day, log, refused="request.limit")
        left = e.StatusChanged(EntrantNumber(1), EntryStatus.WITHDRAWN, "x" * 600)
        written_on(day, log, left)
        taken_back(day, log, refused="request.limit")
        for unseen in ("\u200b", "\x1b", "\ufeff"):
            said = f"za{unseen}późno"
            written_on(day, log, replace(left, reason=said))
            taken_back(day, log, refused="request.reason")
            sent = day.organiser.http.post(
                day.here, json={"do": "withdraw", "entrant": 1, "reason": said}
            )
            assert sent.json()["error"]["code"] == "request.reason"
        assert len(day.ask(do="people")["people"]) == 8


@pytest.mark.parametrize("sign", ["\u202e", "\u2066"])
def test_a_file_brings_no_text_that_could_not_be_sent(
    open_store: OpenStore, tmp_path: Path, sign: str
):
    """Else the public record could not be checked any more: its readers take no such sign."""
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        day.round()
        log = tmp_path / "turniej.jsonl"
        published = e.RoundPublished(RoundNumber(1))
        penalty = Penalty(EntrantNumber(1), "warning", 0, 0, RoundNumber(1), f"za {sign}coś")
        unplayed = (RoundNumber(1), TableNumber(1), GameNumber(1), (), "referee", f"a{sign}b")
        for brought in (
            (e.RoundUnpublished(RoundNumber(1), f"zła {sign}sala"), published),
            (e.PenaltyGiven(penalty),),
            (e.ResultRecorded(*unplayed),),
        ):
            written_on(day, log, *brought)
            entry = len(Logbook.read(log.read_bytes(), lambda *_: True).steps) - len(brought) + 1
            for apply in (True, False):
                said = taken_back(day, log, apply=apply, refused="office.file_text")
                assert f" {entry} " in said


def test_a_file_that_was_not_asked_about_its_texts_is_found(
    open_store: OpenStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The mutant of the test above."""
    monkeypatch.setattr(rescue, "parse", lambda _: None)
    with pytest.raises(KeyError, match="error"):
        test_a_file_brings_no_text_that_could_not_be_sent(open_store, tmp_path, "\u202e")


def test_a_file_does_not_go_round_the_head_judge(open_store: OpenStore, tmp_path: Path):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        day.round()
        day.ask(do="penalty", entrant=3, reason="krzyk")
        day.referee(1)
        passes = day.organiser.get(f"{day.here}/passes")
        named = next(one["id"] for one in passes if one["role"] == "referee")
        day.organiser.put(f"{day.here}/head-judge", {"id": named})
        log = tmp_path / "turniej.jsonl"
        hall = carried_out(day, log)
        hall.do("penalty", entrant=4, reason="krzyk")  # a step of the ladder is any judge's
        assert taken_back(day, log)["events"] == 1
        hall = carried_out(day, log)
        hall.do("disqualify", entrant=3, reason="krzyk", leaving="without")
        taken_back(day, log, refused="access.head_judge_only")
        taken_back(day, log, apply=False, refused="access.head_judge_only")


def test_a_file_does_not_change_the_seats_of_a_table_that_plays(
    open_store: OpenStore, tmp_path: Path
):
    with serving_node(open_store) as server:
        day = Day(server, "szkoly2015", 16, confirmations=0)
        (first, *_) = day.round()
        log = tmp_path / "turniej.jsonl"
        day.organiser.post(f"{day.here}/rounds/1/online", {"tables": [1]})
        hall = carried_out(day, log)
        rows = [{"entrant": n, "drawn": [str(i + 1)]} for i, n in enumerate(first)]
        hall.do("seat_tiles", round=1, table=1, tiles=rows)
        taken_back(day, log, refused="hall.seats_online")
