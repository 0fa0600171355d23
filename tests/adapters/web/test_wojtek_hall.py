"""A hall of Miś Wojtek over HTTP: guardians with the entries, fives first, the judge's set-up."""

from time import sleep

from stolik.seats import Seat
from stolik.wojtek.commands import DecideReport, ReportMisconduct
from stolik.wojtek.state import Decision
from tests.adapters.web.day import Day
from tests.adapters.web.node import OpenStore, serving_node
from tests.browser.wojtek_table import begun, set_table


def fives(day: Day, **more: object) -> None:
    """A tournament of teams of five in place of the day's own."""
    wanted = {"name": "Klasa", "format": "wojtek", "seed": "3", "team_size": 5, **more}
    made = day.organiser.post("/api/tournaments", wanted)
    day.here = f"/api/tournaments/{made['id']}"


def test_a_guardian_comes_with_the_entry_and_leads_four_teams_at_most(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "wojtek", 0, confirmations=0)
        fives(day)
        for n in range(20):
            team = f"Drużyna {n // 5 + 1}"
            day.ask(do="enter", name=f"Zawodnik {n + 1}", team=team, guardian="Opiekun 1")
        fifth = {"name": "Zawodnik 21", "team": "Drużyna 5", "guardian": "Opiekun 1"}
        day.ask("guardian.teams", do="enter", **fifth)
        told = day.ask(do="people")
        assert len(told["people"]) == 20, "refused as a whole: nobody is entered"
        (guardian,) = told["guardians"]
        assert guardian["teams"] == [f"Drużyna {n}" for n in range(1, 5)]
        day.ask(do="test", entrant=3, points=4, reason="Test wiedzy")
        assert day.ask(do="people")["people"][2]["test"] == 4
        tables = day.round()
        assert [len(seats) for seats in tables] == [5, 5, 5, 5]
        page = server.client().get(f"{day.here}/public")
        assert page["overview"]["team_size"] == 5
        assert page["overview"]["needs_guardian"]
        assert [row["team"] for row in page["teams"]] == [*("·1", "·2", "·3", "·4")], "no names"
        (winner, *_) = day.ask(do="teams")["rows"]
        assert (winner["team"], winner["big_points"]) == ("Drużyna 1", "4")


def test_a_list_brings_its_guardians_along(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "wojtek", 0, confirmations=0)
        fives(day)
        rows = [f"Zawodnik {n}\tDrużyna {n % 2}\tOpiekun {n % 2}" for n in range(10)]
        pasted = "\n".join(("imię i nazwisko\tdrużyna\topiekun", *rows)).encode()
        sheet = f"{day.here}/sheets/entrants"
        seen = day.organiser.http.post(sheet, content=pasted).json()
        assert seen["entrants"][0]["guardian"] == "Opiekun 0"
        assert not seen["faults"]
        day.organiser.http.post(f"{sheet}?apply=true", content=pasted).raise_for_status()
        told = day.ask(do="people")["guardians"]
        assert {one["name"]: one["teams"] for one in told} == {
            "Opiekun 0": ["Drużyna 0"],
            "Opiekun 1": ["Drużyna 1"],
        }
        again = day.organiser.http.post(sheet, content=pasted).json()
        assert not again["entrants"]
        assert len(again["left_out"]) == 10


def test_fours_first_by_switch(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "wojtek", 0, confirmations=0)
        anybody, forecast = server.client(), "/api/formats/wojtek/forecast?entrants=20"
        assert anybody.get(forecast)["stages"][0]["tables"] == [{"size": 5, "count": 4}]
        fours = anybody.get(f"{forecast}&table_size=4")
        assert fours["stages"][0]["tables"] == [{"size": 4, "count": 5}]
        wrong = {"name": "T", "format": "wojtek", "team_size": 5, "table_size": 7}
        day.organiser.post("/api/tournaments", wrong, refused="seating.table_size")
        fives(day, table_size=4)
        for n in range(20):
            team = f"D{n // 5}"
            day.ask(do="enter", name=f"Zawodnik {n + 1}", team=team, guardian=f"Opiekun {team}")
        assert [len(seats) for seats in day.round()] == [4] * 5


def test_the_judge_sets_a_table_up_card_by_card(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "wojtek", 0, confirmations=0)

        def told(*drawn: str, choices: tuple[str, ...] = ()):
            asked = {"do": "start_cards", "seats": 3, "key": "a1", "drawn": drawn}
            return day.ask(**asked, choices=choices)

        first = told()
        assert (first["draws"], first["order"]) == (0, [])
        assert len({seat["bear"] for seat in first["seats"]}) == 3
        assert told("r", "r")["draws"] == 1, "a colour that is taken: another card (L26)"
        rainbow = told("r", "r", "*")
        assert (rainbow["draws"], rainbow["chooses"]) == (None, 1)
        assert "r" not in {one["colour"] for one in rainbow["free"]}
        done = told("r", "r", "*", "g", choices=("b",))
        # Archangielsk, Komi, Krasnojarsk: the order of the start fields (L31).
        assert done["order"] == [1, 2, 0]
        assert [seat["start"]["place"] for seat in done["seats"]] == [
            *("Kraj Krasnojarski", "Obwód Archangielski", "Republika Komi"),
        ]
        day.ask("wojtek.wrong_cards", do="start_cards", seats=3, key="a1", drawn=["r"] * 9)
        day.ask("wojtek.seats", do="start_cards", seats=6, key="a1")
        drawn = day.ask(do="start_cards", seats=5, key="a1")
        assert drawn["draws"] is None
        assert drawn["order"] or drawn["chooses"] is not None


def test_who_did_not_come_has_no_place_and_the_excluded_are_last_together(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "wojtek", 0, confirmations=0)
        for n in range(5):
            day.ask(do="enter", name=f"Zawodnik {n + 1}", team=f"Drużyna {n}")
        day.round()
        seats = [
            *({"entrant": 1, "absent": True}, {"entrant": 2, "place": 1}),
            *({"entrant": 3, "excluded": True}, {"entrant": 4, "place": 2}),
            {"entrant": 5, "excluded": True},
        ]
        day.ask(do="result", round=1, table=1, game=1, seats=seats)
        (table,) = day.ask(do="round")["tables"]
        (game,) = table["games"]
        assert game["absent"] == [1]
        lines = {line["entrant"]: (line["place"], line["big_points"]) for line in game["lines"]}
        assert lines == {2: (1, "5"), 3: (4, "1"), 4: (2, "3"), 5: (4, "1")}
        rows = {row["entrant"]: row["big_points"] for row in day.standings()}
        assert rows[1] == "0", "0 points (L101)"


def test_a_report_reaches_the_judge_in_the_words_of_the_pupil_and_nobody_else(
    open_store: OpenStore,
):
    with serving_node(open_store) as server:
        organiser = server.first_organiser()
        here, table, seats = set_table(organiser, 4)
        begun(server, table, turns=1)
        host = server.run(server.node.live.rooms.host(table))
        server.run(host.room.do(ReportMisconduct(Seat(1), Seat(0), "podpowiada"), by="test"))
        path = f"/api/tournaments/{here}"
        for anybody in (organiser, server.client(), organiser):
            (glance,) = anybody.get(f"{path}/rounds/1/tables")
            (told,) = glance["disputes"]
            assert told["move"]["kind"] == "MisconductReported"
            judges = anybody is organiser
            assert told["seat"] == (1 if judges else None), "who reported is not for strangers"
            said = {"seat": 1, "about": 0, "reason": "podpowiada"}
            assert told["move"]["data"] == (said if judges else {})
        answered = DecideReport(1, Decision.REJECTED, "nic się nie stało")
        server.run(host.room.do(answered, by="test"))
        while not (heard := organiser.post(path, {"do": "penalties"})["reports"]):
            sleep(0.01)  # the tournament hears it a moment later
        (report,) = heard
        assert (report["by"], report["against"]) == (seats[1], seats[0])
        assert (report["words"], report["reason"]) == ("podpowiada", "nic się nie stało")
