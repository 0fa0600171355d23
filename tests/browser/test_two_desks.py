"""Two desks of one tournament: an open question says word for word what its answer will do."""

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
                day.ask(**day.sheet(number, table, game, seats))
    day.settle()
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.goto(f"/tournament/{tournament}/organise/ranking")
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
