"""A public tournament for other programs: without a login, by consent, and only what changed."""

import csv
import io
import json
from datetime import UTC, datetime

import pytest

from stolik.app.library import tournament_format
from stolik.app.tournaments.card import TournamentCard
from stolik.app.tournaments.details import Details
from stolik.app.tournaments.telling.calendar import calendar
from tests.adapters.web.day import Day
from tests.adapters.web.node import OpenStore, Running, serving_node

STAMP = datetime(2026, 11, 20, tzinfo=UTC)


def played(server: Running) -> Day:
    day = Day(server, "zimowy", 4, confirmations=0)
    (seats,) = day.round()
    for game in (1, 2, 3):
        day.ask(**day.sheet(1, 1, game, seats))
    return day


def card_with(day: Day, **more: object) -> None:
    card = {"name": "Turniej", "public": True, "start": "10:00", "registration": False}
    day.organiser.put(
        day.here, {**card, "round_minutes": 50, "break_minutes": 5, "day": [], **more}
    )


def test_anybody_reads_results_with_the_names_of_who_consented(open_store: OpenStore):
    with serving_node(open_store) as server:
        day, anybody = played(server), server.client().http
        answer = anybody.get(day.here + "/open/results.json")
        told = answer.json()
        assert told["schema"] == "stolik.results.1"
        assert told["tournament"]["entrants"] == 4
        assert {row["name"] for row in told["standings"]} == {"#1", "#2", "#3", "#4"}
        assert len(told["results"]) == 12
        assert "Zawodnik" not in answer.text
        assert not {"confirmed_by", "reason"} & {*told["results"][0], *told["standings"][0]}
        # An organiser reads no more of it: one document for everybody.
        assert day.organiser.get(day.here + "/open/results.json") == told
        day.organiser.put(day.here + "/people/2", {"consent": True})
        again = anybody.get(day.here + "/open/results.json").json()
        assert {row["name"] for row in again["standings"]} == {"#1", "Zawodnik 2", "#3", "#4"}


def test_a_page_elsewhere_may_send_back_what_it_knows(open_store: OpenStore):
    elsewhere = {
        "origin": "https://klub.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": "if-none-match",
    }
    with serving_node(open_store) as server:
        day, anybody = played(server), server.client().http
        for here in (day.here, day.here.replace("/api/", "/api/v1/")):
            answer = anybody.options(here + "/open/results.json", headers=elsewhere)
            assert answer.status_code == 204
            assert answer.headers["access-control-allow-origin"] == "*"
            assert answer.headers["access-control-allow-headers"] == "if-none-match"
            assert "access-control-allow-credentials" not in answer.headers
        first = anybody.get(day.here + "/open/results.json", headers=elsewhere)
        assert first.headers["access-control-expose-headers"] == "etag"
        for other in (day.here, day.here + "/people", "/api/login", "/"):
            assert anybody.options(other, headers=elsewhere).status_code == 405


def test_pages_elsewhere_may_read_it_and_ask_whether_it_changed(open_store: OpenStore):
    with serving_node(open_store) as server:
        day, anybody = played(server), server.client().http
        first = anybody.get(day.here + "/open/results.csv")
        assert first.headers["access-control-allow-origin"] == "*"
        assert first.headers["cross-origin-resource-policy"] == "cross-origin"
        known = {"if-none-match": first.headers["etag"]}
        same = anybody.get(day.here + "/open/results.csv", headers=known)
        assert (same.status_code, same.content) == (304, b"")
        rows = list(csv.DictReader(io.StringIO(first.content.decode("utf-8-sig")), delimiter=";"))
        assert len(rows) == 12
        assert [*rows[0]][:4] == ["round", "table", "game", "entrant"]
        day.organiser.put(day.here + "/people/1", {"consent": True})
        changed = anybody.get(day.here + "/open/results.csv", headers=known)
        assert changed.status_code == 200


def test_before_there_are_results_the_file_has_the_same_headings(open_store: OpenStore):
    with serving_node(open_store) as server:
        day, anybody = Day(server, "zimowy", 4, confirmations=0), server.client().http

        def headings() -> str:
            return anybody.get(day.here + "/open/results.csv").text.partition("\r\n")[0]

        before, (seats,) = headings(), day.round()
        day.ask(**day.sheet(1, 1, 1, seats))
        assert before == headings()
        assert "reason" not in before


def test_a_tournament_that_is_not_public_is_nobodys_data(open_store: OpenStore):
    with serving_node(open_store) as server:
        day, anybody = played(server), server.client()
        card_with(day, public=False)
        for file in ("results.json", "results.csv", "standings.csv", "event.ics"):
            answer = anybody.http.get(f"{day.here}/open/{file}")
            assert answer.status_code in (401, 403)
            assert "access-control-allow-origin" not in answer.headers
        inside = day.organiser.http.get(day.here + "/open/results.json")
        assert "access-control-allow-origin" not in inside.headers
        day.organiser.get(day.here + "/open/log.json", refused="http.not_found")


def test_a_calendar_gets_the_day_once_there_is_one(open_store: OpenStore):
    with serving_node(open_store) as server:
        day, anybody = Day(server, "zimowy", 4, confirmations=0), server.client()
        anybody.get(day.here + "/open/event.ics", refused="http.not_found")
        card_with(day, details={"date": "2026-11-20", "place": "Szkoła, sala 3"})
        answer = anybody.http.get(day.here + "/open/event.ics")
        assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
        assert "DTSTART:20261120T100000\r\n" in answer.text
        assert "LOCATION:Szkoła\\, sala 3\r\n" in answer.text


def test_a_long_name_is_folded_and_nothing_of_it_is_lost():
    name = "Turniej żółwi; finał, " * 12
    details = Details(date="2026-11-20")
    card = TournamentCard("0f", name, "zimowy", "zimowy", details=details)
    told = calendar(card, tournament_format("zimowy"), STAMP)
    assert all(len(line.encode()) <= 75 for line in told.split("\r\n"))
    whole = told.replace("\r\n ", "")
    wanted = name.replace(";", "\\;").replace(",", "\\,")
    assert f"SUMMARY:{wanted}\r\n" in whole
    assert json.dumps(whole).count("BEGIN:VEVENT") == 1


@pytest.mark.parametrize(
    ("date", "starts", "ends"),
    [("9999-12-31", "99991231T230000", "99991231T235959"), ("0001-01-01", "00010101T230000", "")],
)
def test_any_day_that_an_older_file_holds_is_one_of_a_calendar(date: str, starts: str, ends: str):
    details = Details(date=date)
    card = TournamentCard("0f", "Turniej", "zimowy", "zimowy", start="23:00", details=details)
    told = calendar(card, tournament_format("zimowy"), STAMP)
    assert f"DTSTART:{starts}\r\n" in told
    assert f"DTEND:{ends}" in told
