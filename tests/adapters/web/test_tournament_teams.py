"""Teams of five over HTTP: chosen when the tournament is created, guardians named in its book."""

from tests.adapters.web.day import Day
from tests.adapters.web.node import OpenStore, serving_node


def test_fives_are_chosen_at_the_start_and_their_guardians_stay_private(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "wojtek", 0, confirmations=0)
        wanted = {"name": "Piątki", "format": "wojtek", "seed": "17", "draw": "lot"}
        create = "/api/tournaments"
        before = len(day.organiser.get(create))
        day.organiser.post(create, {**wanted, "team_size": 3}, refused="tournament.team_size")
        assert len(day.organiser.get(create)) == before, "what cannot begin is not in the list"
        made = day.organiser.post(create, {**wanted, "team_size": 5})
        day.here = f"{create}/{made['id']}"
        for n in range(10):
            day.ask(do="enter", name=f"Zawodnik {n + 1}", team="AB"[n % 2], age_class="2014")
        day.ask("guardian.missing", do="draw")
        assert day.ask(do="guardian", team="A", name="Opiekunka")["guardian"] == 1
        assert day.ask(do="guardian", team="B", guardian=1)["teams"] == ["A", "B"]
        day.round()
        anybody = server.client()
        anybody.post(day.here, {"do": "guardian", "team": "A"}, refused="access.login_needed")
        teams = anybody.post(day.here, {"do": "teams"})["rows"]
        assert [row["guardian"] for row in teams] == [1, 1]
    with serving_node(open_store) as again:
        day.again(again)
        told = day.ask(do="people")["guardians"]
        assert told == [{"guardian": 1, "name": "Opiekunka", "teams": ["A", "B"]}]
        assert len(day.ask(do="standings", age_class="2014")["rows"]) == 10
