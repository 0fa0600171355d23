"""A result that somebody changes after it was confirmed says so, wherever it is shown."""

import json
from typing import Any

from stolik.app.fairness.trail_checking import checked_trail, trail_told
from tests.adapters.web.day import Day
from tests.adapters.web.node import OpenStore, serving_node

WHY = "Zawodnik 2 tak mówił"


def corrected(day: Day) -> list[int]:
    """Game 1 is entered by one player, confirmed by another, and turned round by the organiser."""
    (seats,) = day.round()
    day.let_in(*seats)
    day.play_in_hall(1, 1, seats, games=1)
    sheet = {**day.sheet(1, 1, 2, seats), "game": 1, "do": "correct", "reason": WHY}
    day.ask(**sheet)
    return seats


def game(day: Day, browser: Any) -> Any:
    seq = day.organiser.get(day.here)["seq"]
    return browser.get(f"{day.here}/public?seq={seq}")["round"]["tables"][0]["games"][0]


def small(lines: Any) -> dict[int, str]:
    return {line["entrant"]: line["small_points"] for line in lines}


def test_who_sits_there_reads_by_whom_when_why_and_what_it_was(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        seats = corrected(day)
        for n in seats:
            mine = day.players[n].get(day.here + "/me")["games"][0]
            (one,) = mine["corrections"]
            assert (one["by"], one["confirmed"], one["reason"]) == ("organiser", True, WHY)
            assert one["when"] > 1_700_000_000
            assert small(one["before"])[seats[1]] == str(sum(5 + n for n in seats if n != seats[1]))
            assert "corrections" not in day.players[n].get(day.here + "/me")["games"][1]


def test_strangers_read_that_it_was_corrected_and_what_it_was_but_not_why(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        seats = corrected(day)
        for browser in (server.client(), day.players[seats[0]]):
            (one,) = game(day, browser)["corrections"]
            assert (one["by"], one["reason"]) == ("organiser", "")
            assert len(one["before"]) == 4
        stranger = server.client()
        for told in (
            stranger.http.get(day.here + "/public").text,
            stranger.http.get(day.here + "/draws").text,
            stranger.http.get(day.here + "/open/results.json").text,
        ):
            assert WHY not in told
        assert game(day, day.organiser)["corrections"][0]["reason"] == WHY


def test_it_is_told_the_same_after_the_server_was_started_again(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        corrected(day)
        before = game(day, day.organiser)
    with serving_node(open_store) as server:
        day.again(server)
        after = game(day, day.organiser)
        whens = [one["corrections"][0].pop("when") for one in (before, after)]
        assert abs(whens[0] - whens[1]) < 60
        assert after == before


def test_open_data_tells_how_often_and_what_it_was_first(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        seats = corrected(day)
        anybody = server.client().http
        rows = anybody.get(day.here + "/open/results.json").json()["results"]
        winner = next(row for row in rows if row["entrant"] == seats[1])
        assert (winner["corrected"], winner["former_place"]) == (1, 1)
        assert winner["former_small_points"] > winner["small_points"]
        heads = anybody.get(day.here + "/open/results.csv").text.splitlines()[0]
        assert '"former_small_points"' in heads
        day.ask(**day.sheet(1, 1, 2, seats))
        rows = anybody.get(day.here + "/open/results.json").json()["results"]
        assert ["corrected" in row for row in rows].count(True) == 4


def test_the_record_of_draws_names_it_and_lots_that_were_taken_back(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        corrected(day)
        told = day.server.client().get(day.here + "/draws")
        said = list(trail_told(checked_trail(told["proof"]), "pl"))
        assert any("zmieniono potwierdzony wynik" in sentence for sentence in said)
        assert "corrected" in json.dumps(told["proof"])


def test_a_game_played_online_shows_where_the_tournament_counts_otherwise(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        (seats,) = day.round()
        day.play_online(1, [1])
        (table,) = day.organiser.get(f"{day.here}/rounds/1/online")
        stranger = server.client()
        people = f"/api/tables/{table['id']}/people"
        assert stranger.get(people)["otherwise"] == []
        played = game(day, stranger)["lines"]
        last = max(played, key=lambda line: line["place"])["entrant"]
        sheet = day.sheet(1, 1, 0, [last, *(n for n in seats if n != last)])
        day.ask(**{**sheet, "game": 1, "do": "correct", "reason": WHY})
        (found,) = stranger.get(people)["otherwise"]
        assert (found["game"], found["played"]) == (1, played)
        assert small(found["counts"])[last] != small(played)[last]
        assert game(day, stranger)["played"] == played
