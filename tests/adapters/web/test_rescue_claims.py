"""A file that comes back claims nothing that only the server, or somebody else, could have done."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

from stolik.adapters import store_sqlite
from stolik.app.fairness.dealing import FairDraw
from stolik.app.fairness.draw_input import draw_input, input_hash
from stolik.app.fairness.drawing import next_draw
from stolik.app.fairness.trail_checking import checked_trail, trail_told
from stolik.app.tournaments import claims
from stolik.app.tournaments.claims import CLAIMS
from stolik.fair.trail_shapes import Trail
from stolik.refusal import Refused
from stolik.tournament import events as e
from stolik.tournament.commands import Draw
from stolik.tournament.engine import decide, evolve
from stolik.tournament.state import EntrantNumber, RoundNumber, TableNumber
from tests.adapters.web.day import Day
from tests.adapters.web.node import OpenStore, serving_node
from tests.adapters.web.test_rescue import carried_out, taken_back, written_on
from tests.fair.trails import chained

SEED = bytes(range(32))
ONLY = "office.file_server_only"


def trail_of(day: Day) -> Trail:
    return checked_trail(day.organiser.get(f"{day.here}/draws")["proof"])


def codes(found: Trail) -> list[str]:
    return [remark.code for remark in found.remarks]


def forged(day: Day, log: Path, public: str) -> tuple[e.ChancePledged, e.RoundDrawn]:
    """A pledge of the organiser's own, and the draw that follows from it."""
    state = carried_out(day, log).state
    entrants = tuple(sorted(state.entrants))
    secret = FairDraw(SEED, f"{day.here.rpartition('/')[2]}/draw-1", entrants)
    bound = e.ChancePledged(secret.commit, secret.ctx, entrants)
    command = next_draw(state, seed=secret.tournament_seed(public), public=public).command
    (drawn,) = decide(evolve(state, bound), command)
    assert isinstance(drawn, e.RoundDrawn)
    return bound, drawn


def test_every_kind_of_event_is_decided_on():
    assert set(CLAIMS) == set(get_args(e.Event))


@pytest.mark.parametrize("public", ["dice:316254", "house:00"])
def test_a_file_brings_no_pledge_and_no_draw_by_one(
    open_store: OpenStore, tmp_path: Path, public: str
):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0, seed="")
        log = tmp_path / "turniej.jsonl"
        bound, drawn = forged(day, log, public)
        shown = (e.RoundPublished(RoundNumber(1)), e.ChanceRevealed(bound.commit, SEED.hex()))
        for steps in ((bound,), (bound, drawn), (bound, drawn, shown)):
            written_on(day, log, *steps)
            taken_back(day, log, apply=False, refused=ONLY)
            assert "serwer" in taken_back(day, log, refused=ONLY)
        # Over an honest pledge neither another one comes, nor a draw that names its dice.
        honest = day.ask(do="pledge")["commit"]
        written_on(day, log, bound, drawn)
        taken_back(day, log, refused=ONLY)
        written_on(day, log, drawn)
        taken_back(day, log, refused=ONLY)
        day.ask(do="draw", dice="3 1 6 2")
        day.ask(do="publish")
        (pledge,) = day.organiser.get(f"{day.here}/draws")["pledges"]
        assert (pledge["commit"], trail_of(day).pledges) == (honest, 1)


def test_a_file_shows_no_other_secret_than_the_one_committed_to(
    open_store: OpenStore, tmp_path: Path
):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0, seed="")
        day.ask(do="draw")
        commit = day.organiser.get(f"{day.here}/draws")["pledges"][0]["commit"]
        log, published = tmp_path / "turniej.jsonl", e.RoundPublished(RoundNumber(1))
        for seed in (SEED.hex(), "abab", "nie szesnastkowo"):
            written_on(day, log, (published, e.ChanceRevealed(commit, seed)))
            taken_back(day, log, refused=ONLY)
        carried_out(day, log).do("publish")
        assert taken_back(day, log)["rounds"] == [1]
        found = trail_of(day)
        assert (found.redrawn, "draws.from_file" in codes(found)) == (1, False)


def test_a_round_drawn_in_a_file_is_told_to_be_so(open_store: OpenStore, tmp_path: Path):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0, seed="")
        log = tmp_path / "turniej.jsonl"
        hall = carried_out(day, log)
        hall.do("draw")
        hall.do("publish")
        assert taken_back(day, log)["rounds"] == [1]
        found = trail_of(day)
        assert (found.redrawn, found.pledges, codes(found)) == (1, 0, ["draws.from_file"])
        (said,) = [line for line in trail_told(found, "pl") if "z pliku" in line]
        assert "organizator" in said
        assert not re.search(r"\d{4}-\d\d", said), "the clock of a service is no date"
        # Whoever takes the word out of the record, or gives it dice, is found out.
        told = day.organiser.get(f"{day.here}/draws")["proof"]
        (drawn,) = (one for one in told["entries"] if one["what"] == "drawn")
        for lie in ({"file": False}, {"public": "dice:1"}):
            entries = [{**one, **lie} if one is drawn else one for one in told["entries"]]
            with pytest.raises(Refused) as refused:
                checked_trail(chained({**told, "entries": entries}))
            assert refused.value.violations[0].code == "fair.trail_chance"
        day.organiser.get(f"{day.here}/history")


@pytest.mark.parametrize(
    "drawn",
    [
        {"how": "x" * 300},
        {"label": "draw/9"},
        {"label": "x" * 300},
        {"algorithm": "other"},
        {"input_hash": "x" * 64},
        {"how": "by_hand"},
        {"how": "planned", "label": "", "input_hash": ""},
        {"how": "rank", "label": "", "input_hash": "", "algorithm": ""},
        {"plan": ((tuple(range(1, 9)),),)},
        {"tables": ((1, 2, 3, 4), (5, 6, 7, 8))},
    ],
)
def test_a_draw_in_a_file_is_what_it_is_called(
    open_store: OpenStore, tmp_path: Path, drawn: dict[str, Any]
):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        log = tmp_path / "turniej.jsonl"
        state = carried_out(day, log).state
        honest = next_draw(state).command
        assert honest.input_hash == input_hash(draw_input(state, 0, None))
        (event,) = decide(state, replace(honest, **drawn))
        written_on(day, log, event)
        taken_back(day, log, refused="office.file_draw")
        (event,) = decide(state, honest)
        written_on(day, log, event)
        assert taken_back(day, log, apply=False)["events"] == 1
        by_hand = Draw(((1, 2, 3, 4), (5, 6, 7, 8)), how="by_hand", reason="losy z pudełka")
        (event,) = decide(state, by_hand)
        written_on(day, log, event, e.RoundPublished(RoundNumber(1)))
        taken_back(day, log)
        assert codes(trail_of(day))[-2:] == ["draws.from_file", "draws.by_hand"]


def test_nobody_confirms_in_a_players_name_by_a_file(open_store: OpenStore, tmp_path: Path):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=2)
        (first, second) = day.round()
        day.ask(**day.sheet(1, 1, 1, first))
        log = tmp_path / "turniej.jsonl"
        hall = carried_out(day, log)
        hall.do(**{**day.sheet(1, 2, 1, second), "by": str(second[0])})
        hall.do("confirm", round=1, table=2, game=1, by=str(second[1]))
        hall.do("confirm", round=1, table=1, game=1, by=str(first[1]))
        hall.do("penalty", entrant=first[0], reason="rozmowy")
        taken_back(day, log)
        told = [one["event"] for one in day.organiser.get(f"{day.here}/history")]
        signed = [one["by"] for one in told if one["event"].startswith("Result")]
        assert set(signed) == {"referee"}
        assert told[-1]["event"] == "PenaltyGiven"
        assert taken_back(day, log)["events"] == 0  # the same file again changes nothing
        hall.do("penalty", entrant=second[0], reason="rozmowy")
        assert taken_back(day, log)["events"] == 1


def told_on(open_store: OpenStore, log: Path) -> list[bool]:
    """One complains by his phone, of another a file says so; whose report is noted for him."""
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        (first, second) = day.round()
        day.let_in(first[0])
        said = {"do": "file_report", "by": first[0], "entrant": first[1], "words": "rozmowy"}
        day.players[first[0]].post(day.here, said)
        day.ask(**{**said, "by": second[0], "entrant": second[1]}, refused="access.not_allowed")
        hall = carried_out(day, log)
        hall.do("file_report", by=second[0], entrant=second[1], words="rozmowy")
        taken_back(day, log)
        assert taken_back(day, log)["events"] == 0  # the same file again changes nothing
        day.ask(do="report", report=2, by=second[0], entrant=second[1], decision="rejected",
                reason="nic takiego")  # fmt: skip
        found = day.ask(do="penalties")["reports"]
        assert [one["by"] for one in found] == [first[0], second[0]]
        noted = [one["noted"] for one in found]
        assert [one.noted for one in carried_out(day, log).state.reports] == noted
        return noted


def test_nobody_complains_in_a_players_name_by_a_file(open_store: OpenStore, tmp_path: Path):
    assert told_on(open_store, tmp_path / "turniej.jsonl") == [False, True]


def test_a_server_that_takes_a_file_for_his_word_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(claims, "_signed_for", lambda event: event)
    opened = lambda: store_sqlite.open_store(tmp_path / "data")  # noqa: E731
    assert told_on(opened, tmp_path / "turniej.jsonl") == [False, False]


def test_a_seat_taken_in_a_file_has_a_reason_that_can_be_typed(
    open_store: OpenStore, tmp_path: Path
):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 7, confirmations=0)
        tables = day.round()
        day.ask(do="enter", name="Zawodnik 8")
        free = next(n for n, seats in enumerate(tables, start=1) if len(seats) == 3)
        log = tmp_path / "turniej.jsonl"
        seat = (RoundNumber(1), EntrantNumber(8), TableNumber(free))
        written_on(day, log, e.SeatTaken(*seat, "x" * 600))
        taken_back(day, log, refused="request.limit")
        written_on(day, log, e.SeatTaken(*seat, "spóźniony"))
        assert taken_back(day, log)["events"] == 1


def test_a_file_renames_nobody_unseen(open_store: OpenStore, tmp_path: Path):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        day.round()
        log = tmp_path / "day.stolik"
        silent = e.EntrantAmended(EntrantNumber(1), "", "", "")
        renamed = replace(silent, renamed=True)

        def brings(event: e.EntrantAmended, name: str, refused: str = "") -> str:
            written_on(day, log, event)
            line = json.dumps({"person": 1, "name": name}) + "\n"
            log.write_bytes(log.read_bytes() + line.encode())
            taken_back(day, log, refused=refused)
            people = day.ask(do="people")["people"]
            return str(next(one["written"] for one in people if one["entrant"] == 1))

        assert brings(renamed, "Kto Inny", "tournament.reason_missing") == "Zawodnik 1"
        another = replace(renamed, reason="zamiana")
        assert brings(another, "Zawodnik 2", "office.name_of_another") == "Zawodnik 1"
        assert brings(silent, "Kto Inny") == "Zawodnik 1"
        assert brings(another, "Kto Inny") == "Kto Inny"
        assert "draws.amended" in codes(trail_of(day))


def test_what_is_no_tournaments_file_is_called_so(open_store: OpenStore, tmp_path: Path):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        log = tmp_path / "day.stolik"
        for content in (b"", b"garbage", b"\n", b"{}\n"):
            log.write_bytes(content)
            taken_back(day, log, refused="logbook.foreign")
