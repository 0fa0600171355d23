"""After each step the next one with its button; calls on every page; account and way out."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.adapters.web.day import Day
from tests.browser.organising import Organising
from tests.browser.people import LAPTOP, PHONE, People
from tests.tiers import first

SCORES = re.compile(r"/print/scores\?round=1&lang=pl$")


def test_after_the_announcement_sheets_clock_and_hall_are_one_tap_away(people: People):
    desk = Organising(people.organiser())
    desk.create("Zimowy Turniej Rummikub", "Turniej zimowy", 8)
    desk.enter(8)
    desk.draw()
    steps = desk.page.get_by_role("group", name="Początek rundy")
    expect(steps.get_by_role("link", name="Kartki wyników")).to_have_attribute("href", SCORES)
    expect(steps.get_by_role("link", name="Ekran na sali")).to_be_visible()
    desk.play_game(1, 1)
    expect(steps.get_by_role("link", name="Kartki wyników")).to_have_count(0)
    steps.get_by_role("button", name="Start zegara").dblclick()  # results are no reason to lose it
    expect(desk.page.get_by_text("Zegar rundy ruszył")).to_be_visible()
    expect(steps.get_by_role("button", name="Start zegara")).to_have_count(0)
    desk.play(tables=2, games=3, since=(1, 2))
    expect(steps).to_have_count(0)
    desk.page.get_by_role("link", name="Do losowania").or_(
        desk.page.get_by_role("link", name="Rozstrzygnij remisy")
    ).click()
    expect(desk.page.locator("main h2").first).to_be_visible()


@pytest.mark.parametrize("room", first("results", "entries", "papers", "settings"))
def test_a_referee_s_call_is_on_every_page_of_the_desk(people: People, room: str):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    seats = day.round()[0]
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.add_init_script(SOUNDS)
    page.goto(f"/tournament/{tournament}/organise/{room}")
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    page.locator("main h2").first.click()  # somebody works here: the page may sound
    day.let_in(seats[0])
    day.players[seats[0]].post(f"{day.here}/tables/1/referee")
    badge = page.get_by_role("link", name="1 wezwanie sędziego")
    expect(badge).to_contain_text("Stolik 1")
    assert page.evaluate("window.tones") >= 1
    day.organiser.delete(f"{day.here}/tables/1/referee")
    expect(badge).to_have_count(0)


SOUNDS = """(() => {
  window.tones = 0;
  const plain = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    window.tones += 1;
    return plain.call(this);
  };
})()"""


@pytest.mark.parametrize("size", first(PHONE, LAPTOP))
def test_the_menu_stays_in_sight(people: People, size: tuple[int, int]):
    day = Day(people.server, "zimowy", 40, confirmations=0)
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament, size)
    page.goto(f"/tournament/{tournament}/organise/entries")
    expect(page.get_by_role("button", name="Więcej: Zawodnik 40", exact=True)).to_be_visible()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.get_by_role("link", name="Zgłoszenia")).to_be_in_viewport()
    if size == LAPTOP:  # all of it, to the last line
        expect(page.get_by_role("button", name="Wyloguj")).to_be_in_viewport()


def test_the_start_page_knows_who_is_logged_in(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    page = people.organiser_of(day.here.rpartition("/")[2])
    expect(page.get_by_role("link", name="Twoje turnieje")).to_be_visible()
    page.get_by_role("link", name="Stolik", exact=True).click()
    expect(page.get_by_role("heading", name="Witaj, Organizator")).to_be_visible()
    page.get_by_role("link", name="Turniej", exact=True).first.click()
    expect(page.get_by_role("heading", name="Zgłoszenia")).to_be_visible()
    page.get_by_role("button", name="Wyloguj").dblclick()
    page.wait_for_url(people.server.url + "/")
    expect(page.get_by_role("link", name="Zaloguj się")).to_be_visible()
    assert page.request.get("/api/whoami").json()["role"] == "anonymous"


def test_two_organisers_draw_at_the_same_time_and_the_second_is_told(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    tournament = day.here.rpartition("/")[2]
    one, other = (people.organiser_of(tournament) for _ in range(2))
    held: list[Route] = []
    for page in (one, other):
        page.goto(f"/tournament/{tournament}/organise/draw")
        expect(page.get_by_role("button", name="Losuj", exact=True)).to_be_enabled()
        page.route(f"**{day.here}", lambda route: _hold(route, held))
        page.get_by_role("button", name="Losuj", exact=True).click()
    for _ in range(100):
        if len(held) == 2:
            break
        one.wait_for_timeout(100)
    for route in held:
        route.continue_()
    for page in (one, other):
        expect(page.get_by_role("button", name="Ogłoś stoliki")).to_be_visible()
    expect(other.get_by_role("alert")).to_contain_text("już")
    expect(one.get_by_role("alert")).to_have_count(0)
    assert day.ask(do="overview")["next"]["next"] == "publish"
    told = day.organiser.get(f"{day.here}/history")
    assert [one["event"]["event"] for one in told].count("RoundDrawn") == 1


def _hold(route: Route, held: list[Route]) -> None:
    """Draws wait until both have asked; everything else goes on."""
    if '"draw"' in (route.request.post_data or ""):
        held.append(route)
    else:
        route.continue_()


def test_a_tournament_is_put_away_taken_back_and_deleted(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    page = people.organiser_of(day.here.rpartition("/")[2])
    page.goto("/organise")
    page.get_by_role("button", name="Do archiwum: Turniej").dblclick()
    page.get_by_text("Archiwum: 1 turniej").click()
    assert people.server.client().get("/api/tournaments") == []
    page.get_by_role("button", name="Przywróć: Turniej").click()
    expect(page.get_by_role("button", name="Do archiwum: Turniej")).to_be_visible()
    day.organiser.put(day.here, {"deleted": True}, refused="office.not_archived")
    page.get_by_role("button", name="Do archiwum: Turniej").click()
    page.get_by_text("Archiwum: 1 turniej").click()
    page.get_by_role("button", name="Usuń na zawsze: Turniej").dblclick()
    expect(page.get_by_text("Tego nie da się cofnąć")).to_be_visible()
    page.get_by_role("button", name="Tak: Usuń na zawsze: Turniej").click()
    expect(page.get_by_text("Archiwum")).to_have_count(0)
    day.ask(do="people", refused="office.deleted")
    assert day.organiser.get("/api/tournaments") == []


@pytest.mark.parametrize("size", first(PHONE, LAPTOP))
def test_the_announcement_is_in_sight_however_many_tables_there_are(people: People, size):
    day = Day(people.server, "eliminacje", 62, confirmations=0)
    day.ask(do="draw")
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament, size)
    page.goto(f"/tournament/{tournament}/organise/draw")
    expect(page.get_by_role("button", name="Ogłoś stoliki")).to_be_in_viewport()
