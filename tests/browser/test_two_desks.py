"""Two desks of one tournament: an open question says word for word what its answer will do."""

import re

from playwright.sync_api import expect

from tests.adapters.web.day import Day
from tests.browser.people import People


def test_an_open_cut_announces_only_whom_it_has_named(people: People):
    """The other desk takes one of them out: the answer is refused, and asked for anew."""
    day = Day(people.server, "eliminacje", 16, confirmations=0)
    while day.ask(do="overview")["next"]["next"] != "cut":
        tables = day.round()
        number = day.ask(do="overview")["rounds"][-1]["round"]
        for table, seats in enumerate(tables, start=1):
            for game in range(1, 4):
                sheet = day.sheet(number, table, game, seats)
                for row in sheet["seats"]:  # so alike that many share a place
                    row["rack_sum"] = min(row["rack_sum"], 5)
                day.ask(**sheet)
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.goto(f"/tournament/{tournament}/organise/ranking")
    page.get_by_label(re.compile("Wylosowana kostka: ")).first.fill("13")
    day.settle()
    expect(page.get_by_text("Nie ma już remisu, w którym są: Zawodnik")).to_be_visible()
    page.get_by_role("button", name="Zamknij etap i ogłoś awans").click()
    last = day.ask(do="overview")["next"]["advances"][-1]
    question = page.get_by_role("group", name="Zamknij etap i ogłoś awans")
    expect(question).to_contain_text(f"Zawodnik {last} ({last})")
    with page.expect_response(lambda answer: "/public" in answer.url):
        day.ask(do="withdraw", entrant=last, reason="choroba")
        day.settle()
    expect(question).to_contain_text(f"Zawodnik {last} ({last})")  # what was asked stands
    question.get_by_role("button", name="Tak").click()
    expect(page.get_by_role("alert")).to_contain_text("skutek byłby inny niż opisany")
    expect(question).not_to_contain_text(f"Zawodnik {last} ({last})")
    assert day.ask(do="overview")["next"]["next"] == "cut"
    question.get_by_role("button", name="Tak").click()
    expect(question).to_have_count(0)
    assert day.ask(do="overview")["next"]["next"] == "draw"


def test_the_answer_about_an_interrupted_game_is_not_dropped_when_another_desk_saves_it(
    people: People,
):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    (seats, *_) = day.round()
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.goto(f"/tournament/{tournament}/organise/entries")
    name = f"Zawodnik {seats[0]}"
    page.get_by_role("button", name=f"Więcej: {name}", exact=True).click()
    page.get_by_label("w partii 1 albo tuż przed nią").check()
    page.get_by_label("pozostali dokończą ją sami").check()
    with page.expect_response(lambda answer: "/public" in answer.url):
        day.ask(**day.sheet(1, 1, 1, seats))
    page.wait_for_load_state("networkidle")
    expect(page.get_by_label("w partii 1 albo tuż przed nią")).to_be_checked()
    leave = page.get_by_role("button", name="Wycofaj: choroba")
    leave.click()
    expect(page.get_by_role("alert")).to_contain_text("Partia 1 przy tym stoliku ma już wynik")
    assert day.ask(do="people")["people"][seats[0] - 1]["status"] == "entered"
    # It is asked anew, about the games that are open by now.
    expect(page.get_by_label("w partii 1 albo tuż przed nią")).to_have_count(0)
    expect(leave).to_be_disabled()
    page.get_by_label("w partii 2 albo tuż przed nią").check()
    page.get_by_label("pozostali dokończą ją sami").check()
    leave.click()
    expect(page.get_by_text(f"Wycofano: {name}")).to_be_visible()


def test_consents_noted_and_a_draft_published_at_another_desk_are_seen(people: People):
    day = Day(people.server, "eliminacje", 16, confirmations=0)
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.goto(f"/tournament/{tournament}/organise/control")
    hint = page.get_by_text("widać tylko jako numer")
    expect(hint).to_be_visible()
    everybody = list(range(1, 17))
    noted = {"to": ["name"], "entrants": everybody, "guardian": True}
    day.organiser.post(f"{day.here}/consents", noted)
    expect(hint).to_have_count(0)
    day.ask(do="draw")
    page.goto(f"/tournament/{tournament}/organise/draw")
    seats = page.locator(".seat")
    seats.first.click()
    seats.last.click()
    expect(page.get_by_text("Zamień")).not_to_have_count(0)
    day.ask(do="publish")
    expect(page.get_by_text("To rozsadzenie ktoś w międzyczasie ogłosił")).to_be_visible()
