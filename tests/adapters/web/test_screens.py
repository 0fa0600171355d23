"""What screens ask a tournament for, and by whom it may be asked."""

from stolik.app.people.pace import MOST_FORMS
from tests.adapters.web.day import Day
from tests.adapters.web.node import OpenStore, serving_node

_ID = {"Stolik-Command": "0123456789abcdef" * 2}


def test_a_wish_for_a_tournament_sent_twice_is_one(open_store: OpenStore):
    with serving_node(open_store) as server:
        organiser = server.first_organiser()
        wanted = {"name": "Turniej", "format": "zimowy"}
        made = [organiser.post("/api/tournaments", wanted, headers=_ID)["id"] for _ in (1, 2)]
        assert made[0] == made[1]
        assert len(organiser.get("/api/tournaments")) == 1


def test_overview_round_and_draft(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 7, confirmations=0)
        watcher = server.client()
        watcher.post(day.here, {"do": "draft"}, refused="access.login_needed")
        day.ask(do="draw")
        assert day.ask(do="draft")["round"] == 1
        # A draft is nobody's business: the watcher hears of no round.
        seen = watcher.post(day.here, {"do": "overview"})
        assert (seen["rounds"], seen["next"]["next"]) == ([], "publish")
        assert seen["entrants"][0] == {"entrant": 1, "name": "#1", "status": "entered"}
        day.ask(do="publish")
        tables = watcher.post(day.here, {"do": "round"})["tables"]
        assert [len(table["seats"]) for table in tables] == [4, 3]
        seats = [seat["entrant"] for seat in tables[0]["seats"]]
        day.ask(**day.sheet(1, 1, 1, seats))
        game = watcher.post(day.here, {"do": "round", "round": 1})["tables"][0]["games"][0]
        assert game["result"] == "confirmed"
        assert sorted(line["place"] for line in game["lines"]) == [1, 2, 3, 4]


def test_history_tells_everything_in_order_to_the_organiser_alone(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 3)
        told = day.organiser.get(f"{day.here}/history")
        assert [entry["event"]["event"] for entry in told] == [
            "TournamentCreated",
            *["EntrantEntered"] * 3,
        ]
        assert [entry["seq"] for entry in day.organiser.get(f"{day.here}/history?after=2")] == [
            3,
            4,
        ]
        server.client().get(f"{day.here}/history", refused="access.login_needed")


def test_a_tournament_is_called_otherwise(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 3)
        times = {"start": "09:30", "round_minutes": 45, "break_minutes": 5}
        day.organiser.put(day.here, {"name": "Inaczej", "public": False, **times})
        assert day.organiser.get(day.here)["name"] == "Inaczej"
        server.client().get(day.here, refused="access.login_needed")
        for wrong in ({"start": "25:00"}, {"name": ""}, {"round_minutes": -1}):
            changed = {"name": "Inaczej", "public": True, **times, **wrong}
            day.organiser.put(day.here, changed, refused="request.limit")


def test_the_clock_of_a_round_is_offered_the_organisers_minutes(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "szkoly2015", 3)
        newest = f"{day.here}/public?edition=99"
        assert day.organiser.get(newest)["round_minutes"] == 40  # L119
        day.organiser.put(day.here, {"round_minutes": 80})
        assert day.organiser.get(newest)["round_minutes"] == 80


def test_the_plan_of_the_day_is_kept(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "szkoly2015", 3)
        lunch = {"after_round": 1, "minutes": 20, "kind": "lunch", "title": "Poczęstunek"}
        day.organiser.put(day.here, {"start": "10:30", "day": [lunch]})
        assert server.client().get(day.here)["day"] == [lunch]
        day.organiser.put(day.here, {"name": "Inaczej"})
        assert server.client().get(day.here)["day"] == [lunch]
        for wrong in ({"minutes": 1441}, {"after_round": -1}):
            day.organiser.put(day.here, {"day": [lunch | wrong]}, refused="request.limit")


def test_what_is_said_of_a_tournament_reaches_its_page_and_papers(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 4)
        said = {"date": "2026-11-20", "prizes": [{"place": 1, "what": "gra", "value": "69 zł"}]}
        day.organiser.put(day.here, {"details": said})
        told = day.ask(do="describe", details={"place": "Sztum"})["details"]
        assert told == {**said, "place": "Sztum"}
        stranger = server.client()
        for page in (day.here, f"{day.here}/public"):
            shown = stranger.get(page)["details"]
            assert {name: words for name, words in shown.items() if words} == told
        (card,) = stranger.get("/api/tournaments")
        assert card["details"]["place"] == "Sztum"
        day.organiser.put(day.here, {"details": {"date": "wczoraj"}}, refused="office.date")


def test_who_asks_to_play_waits_for_the_organiser(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 3)
        path, form = f"{day.here}/registrations", {"name": "Zawodnik 4", "club": "Szkoła nr 1"}
        visitor = server.client()
        visitor.post(path, form, refused="office.registration_closed")
        before = day.organiser.get(day.here)
        after = day.organiser.put(day.here, {"registration": True})
        assert after == {**before, "registration": True}  # what is left out stays as it was
        for _ in (1, 2):
            visitor.post(path, form, headers=_ID)
        visitor.get(path, refused="access.login_needed")
        (waiting,) = day.organiser.get(path)
        assert day.organiser.post(f"{path}/{waiting['id']}/accept") == {"entrant": 4}
        assert day.ask(do="people")["people"][3]["club"] == "Szkoła nr 1"
        day.organiser.post(f"{path}/{waiting['id']}/accept", refused="office.registration_unknown")
        visitor.post(path, {"name": "Zawodnik 5"})
        (waiting,) = day.organiser.get(path)
        day.organiser.delete(f"{path}/{waiting['id']}")
        assert day.organiser.get(path) == []


def test_a_form_without_a_name_is_refused(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 3)
        path = f"{day.here}/registrations"
        day.organiser.put(day.here, {"registration": True})
        for name in ("   ", "..."):
            server.client().post(path, {"name": name}, refused="office.registration_name")
        server.client().post(path, {"name": "\u200b\u200b"}, refused="name.signs")
        assert day.organiser.get(path) == []


def test_nobody_fills_the_list_alone_and_the_organiser_clears_it(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 3)
        path, afar = f"{day.here}/registrations", {"X-Forwarded-For": "192.0.2.7"}
        day.organiser.put(day.here, {"registration": True})
        visitor = server.client()
        for n in range(MOST_FORMS):
            visitor.post(path, {"name": f"Zawodnik {n}"}, headers=afar)
        form = {"name": "Zawodnik 999"}
        visitor.post(path, form, headers=afar, refused="office.registration_pace")
        visitor.post(path, form)  # at the organiser's own laptop
        assert len(day.organiser.get(path)) == MOST_FORMS + 1
        visitor.delete(path, refused="access.login_needed")
        day.organiser.delete(path)
        assert day.organiser.get(path) == []


def test_a_person_at_a_wrong_address_reads_a_page_and_a_program_a_code(open_store: OpenStore):
    with serving_node(open_store) as server:
        http = server.client().http
        for path in ("/tournaments/", "/api/nothing"):
            page = http.get(path, headers={"accept": "text/html,*/*"})
            kind = page.headers["content-type"]
            assert (page.status_code, kind) == (404, "text/html; charset=utf-8")
            told = http.get(path, headers={"accept": "*/*"})
            assert (told.status_code, told.json()["error"]["code"]) == (404, "http.not_found")
