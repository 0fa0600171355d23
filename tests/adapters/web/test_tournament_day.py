"""A whole tournament over HTTP, in the hall and online, from the printed link to the titles."""

import json

from tests.adapters.web.day import Day
from tests.adapters.web.node import OpenStore, serving_node


def test_a_qualifying_tournament_of_thirteen(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "eliminacje", 13)
        first = day.round()
        assert sorted(len(seats) for seats in first) == [3, 3, 3, 4]
        day.let_in(*range(1, 14))
        _the_first_round_is_mixed(day, first)
        _and_so_is_the_second(day)
        _the_rest_is_played_online(day)


def _the_first_round_is_mixed(day: Day, tables: list[list[int]]) -> None:
    # somebody who watches follows it under pseudonyms, and enters nothing
    anybody = day.server.client()
    rows = anybody.post(day.here, {"do": "standings"})["rows"]
    assert all(row["name"].startswith("#") for row in rows)
    anybody.post(day.here, day.sheet(1, 1, 1, tables[0]), refused="access.login_needed")
    # table 3 is played by whoever sits there, from the phones of entrants, and online
    day.play_online(1, [3])
    _two_confirm_or_a_referee(day, tables)
    for number in (2, 4):
        day.play_in_hall(1, number, tables[number - 1])
    assert day.missing(1) == []
    assert {row["games"] for row in day.standings()} == {3}


def _two_confirm_or_a_referee(day: Day, tables: list[list[int]]) -> None:
    seats, stranger = tables[0], day.players[tables[1][0]]
    one, other = day.players[seats[0]], day.players[seats[1]]
    sheet = day.sheet(1, 1, 1, seats)
    stranger.post(day.here, sheet, refused="access.not_allowed")
    one.post(day.here, sheet)
    confirm = {"do": "confirm", "round": 1, "table": 1, "game": 1, "by": "referee"}
    # whoever he says he is, he confirms for himself, and that he did by entering
    one.post(day.here, confirm, refused="confirm.twice")
    stranger.post(day.here, confirm, refused="access.not_allowed")
    assert one.get(day.here + "/me")["games"][0]["result"] == "entered"
    other.post(day.here, confirm)
    game = one.get(day.here + "/me")["games"][0]
    assert (game["result"], game["confirmed_by"]) == ("confirmed", [str(n) for n in seats[:2]])
    # a referee of this table alone is enough, one of another table is nobody here
    day.referee(2).post(day.here, day.sheet(1, 1, 2, seats), refused="access.not_allowed")
    day.referee(1, 2).post(day.here, day.sheet(1, 1, 2, seats))
    assert one.get(day.here + "/me")["games"][1]["result"] == "confirmed"
    one.post(day.here, day.sheet(1, 1, 3, seats))
    others = {(row["code"]) for row in day.ask(do="check")["missing"]}
    assert "draw.not_confirmed" in others
    day.referee(1).post(day.here, {**confirm, "game": 3})


def _and_so_is_the_second(day: Day) -> None:
    tables = day.round()
    day.play_online(2, [1])
    for number in range(2, len(tables) + 1):
        day.play_in_hall(2, number, tables[number - 1])


def _the_rest_is_played_online(day: Day) -> None:
    day.cut()
    third = day.round()
    assert [len(seats) for seats in third] == [4, 4]
    day.play_online(3, [1, 2])
    day.cut()
    (final,) = day.round()
    day.play_online(4, [1])
    told = day.ask(do="finish")
    assert [title["place"] for title in told["titles"]] == [1, 2, 3]
    assert {title["entrant"] for title in told["titles"]} <= set(final)
    assert len(told["qualified"]) == 3
    assert len(day.standings()) == 13


def test_my_table(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        day.let_in(1)
        day.players[1].get(day.here + "/me", refused="hall.no_table")
        tables = day.round()
        number = next(i for i, seats in enumerate(tables, start=1) if 1 in seats)
        seats = tables[number - 1]
        me = day.players[1].get(day.here + "/me")
        assert (me["round"], me["table"], me["seat"]) == (1, number, seats.index(1))
        assert [row["entrant"] for row in me["seats"]] == seats
        assert [row["label"] for row in me["seats"]] == [f"Zawodnik {n}" for n in seats]
        assert (me["starter"], me["online"]) == (0, None)
        assert [game["result"] for game in me["games"]] == ["missing"] * 3
        day.ask(**day.sheet(1, number, 1, seats))
        assert day.players[1].get(day.here + "/me")["starter"] == 1
        other = 3 - number
        (online,) = day.organiser.post(f"{day.here}/rounds/1/online", {"tables": [other]})
        day.let_in(*tables[other - 1])
        assert day.players[tables[other - 1][0]].get(day.here + "/me")["online"] == online["id"]
        # an organiser plays nowhere
        day.organiser.get(day.here + "/me", refused="hall.no_table")


def test_a_pupil_in_the_hall_is_told_what_the_judge_decided(open_store: OpenStore):
    """Who was punished, who reported and who was reported; nobody else reads it."""
    with serving_node(open_store) as server:
        day = Day(server, "wojtek", 8, confirmations=0)
        a, b, c, *_ = day.round()[0]
        day.let_in(a, b, c)

        def told(n: int) -> list[str]:
            return [one["text"] for one in day.players[n].get(day.here + "/me")["judged"]]

        for _ in range(2):
            day.ask(do="penalty", entrant=a, reason="krzyki")
        filed = {"do": "file_report", "by": c, "entrant": b, "words": "podpowiada"}
        day.players[c].post(day.here, filed)
        assert not told(c)
        answer = {"decision": "warning", "reason": "prawda", "is_step": False}
        day.ask(do="report", by=c, entrant=b, report=1, **answer)
        assert told(a) == [
            "Sędzia daje Ci karę: ostrzeżenie. Powód: krzyki",
            "Sędzia daje Ci karę: żółta kartka. −1 punkt. Powód: krzyki",
        ]
        assert told(b) == ["Zgłoszono Cię sędziemu. Decyzja: ostrzeżenie. prawda"]
        assert told(c) == ["Twoje zgłoszenie „podpowiada”. Decyzja: ostrzeżenie. prawda"]
        day.ask(do="disqualify", entrant=a, reason="bójka")
        assert "nie grasz dalej w partii 1 i masz w niej ostatnie miejsce" in told(a)[-1]
        day.ask(do="cancel_penalty", penalty=3, reason="to nie on")
        taken_back = "Sędzia cofa Twoją karę: natychmiastowa dyskwalifikacja. Powód: to nie on"
        assert told(a)[-1] == taken_back


def test_online_tables_are_set_once_and_listed(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 12, confirmations=0)
        online = day.here + "/rounds/1/online"
        day.organiser.get(online, refused="office.not_published")
        day.round()
        assert day.organiser.get(online) == []
        made = day.organiser.post(online, {"tables": [2, 1], "watching": "no_racks"})
        assert [t["table"] for t in made] == [1, 2]
        assert all(len(t["commits"]) == 3 and t["watching"] == "no_racks" for t in made)
        assert day.server.client().get(online) == made
        day.organiser.post(online, {"tables": [3, 2]}, refused="hall.online_already")
        assert day.organiser.get(online) == made, "all or nothing"
        day.organiser.post(online, {"tables": [4]}, refused="office.table_unknown")
        ask = {"headers": {"stolik-command": "ab" * 16}}
        twice = [day.organiser.post(online, {"tables": [3]}, **ask) for _ in range(2)]
        assert twice[0] == twice[1]
        day.organiser.put(f"{online}/3/watching", {"watching": "nobody"})
        assert day.organiser.get(online)[2]["watching"] == "nobody"
        # a round drawn again is another round: its tables are set anew
        day.ask(do="unpublish", reason="pomyłka")
        day.ask(do="draw", reason="pomyłka")
        day.ask(do="publish")
        assert all(t["id"] not in {m["id"] for m in made} for t in day.organiser.get(online))


def test_a_table_with_a_result_stays_in_the_hall(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        tables = day.round()
        day.ask(**day.sheet(1, 1, 1, tables[0]))
        online = day.here + "/rounds/1/online"
        day.organiser.post(online, {"tables": [1]}, refused="hall.results_there")


def test_a_second_screen_sees_a_result_within_a_second(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        tables = day.round()
        with server.client().socket(day.here + "/socket") as screen:
            before = screen.wait(lambda m: m["t"] == "changed")
            day.ask(**day.sheet(1, 1, 1, tables[0]))
            after = screen.wait(lambda m: m["seq"] > before["seq"], within=1)
            assert after["head"] == day.organiser.get(day.here)["head"]
            # and many changes are few words
            for game in (2, 3):
                day.ask(**day.sheet(1, 1, game, tables[0]))
            last = day.organiser.get(day.here)["seq"]
            told = screen.wait(lambda m: m["seq"] == last, within=2)
            assert "names" not in json.dumps(told)
