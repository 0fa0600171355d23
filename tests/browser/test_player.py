"""The player's phone, the public page and the hall's screen, from a draw to the standings."""

import pytest
from playwright.sync_api import expect

from tests.adapters.web.day import Day
from tests.browser.people import HALL, PHONE, People
from tests.browser.playing import phone_of
from tests.tiers import first


def test_a_player_enters_a_result_and_another_confirms_it(people: People):
    day = Day(people.server, "zimowy", 8)
    seats = day.round()[0]
    one, other = phone_of(people, day, seats[0]), phone_of(people, day, seats[1])
    one.enter(1, winner=2, sums=[10, 20, 0, 30])
    one.expect(1, "czeka na potwierdzenie")
    other.expect(1, "czeka na potwierdzenie")
    expect(other.game(1).locator("li").nth(2)).to_contain_text("60")
    expect(one.game(1).get_by_role("button", name="Potwierdzam")).to_have_count(0)
    other.game(1).get_by_role("button", name="Potwierdzam").click()
    other.expect(1, "potwierdzony")
    one.expect(1, "potwierdzony")
    expect(one.page.locator(".standing")).to_contain_text("małe: −10")


def test_what_was_typed_stays_when_a_neighbour_saves_first(people: People):
    """It is sent all the same; the desk names the two results in every room."""
    day = Day(people.server, "zimowy", 8)
    seats = day.round()[0]
    phone = phone_of(people, day, seats[1])
    game = phone.game(1)
    game.get_by_role("button", name="Wpisz wynik").click()
    game.get_by_label("Suma kostek").first.fill("10")
    day.let_in(seats[0])
    day.players[seats[0]].post(day.here, day.sheet(1, 1, 1, seats))
    expect(game.get_by_role("alert")).to_contain_text("ktoś przy stoliku zapisał wynik")
    expect(game.get_by_label("Suma kostek").first).to_have_value("10")
    phone.fill(1, winner=2, sums=[10, 20, 0, 30])
    game.get_by_role("button", name="Wyślij swój wynik").click()
    expect(game.get_by_text("Wpisano inaczej niż Ty")).to_contain_text("60")
    expect(game.get_by_role("button", name="Potwierdzam")).to_have_count(0)
    tournament = day.here.rpartition("/")[2]
    desk = people.organiser_of(tournament)
    desk.goto(f"/tournament/{tournament}/organise/papers")
    desk.get_by_role("link", name="Runda I, stolik 1, partia 1").click()
    expect(desk.get_by_role("button", name="Popraw wynik").first).to_be_visible()


def test_a_result_is_entered_by_small_points(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=1)
    phone = phone_of(people, day, day.round()[0][0])
    game = phone.game(1)
    game.get_by_role("button", name="Wpisz wynik").click()
    game.get_by_role("button", name="Małe punkty").click()
    rows = game.locator("fieldset")
    rows.nth(2).get_by_role("button", name="Na plusie").click()
    for i, points in enumerate((10, 20, 55, 30)):
        rows.nth(i).get_by_label("Małe punkty").fill(str(points))
    expect(game.get_by_role("alert")).to_contain_text("55")  # the losers have lost 60
    rows.nth(2).get_by_label("Małe punkty").fill("60")
    expect(rows.nth(2).locator("output")).to_contain_text("60")
    game.get_by_role("button", name="Zapisz wynik").click()
    phone.expect(1, "potwierdzony")
    expect(game.locator("li").nth(0)).to_contain_text("−10")
    phone.game(2).get_by_role("button", name="Wpisz wynik").click()
    expect(phone.game(2).get_by_role("button", name="Małe punkty")).to_have_attribute(
        "aria-pressed", "true"
    )  # the phone remembers how its owner counts


def test_an_impossible_sheet_is_refused_in_the_form(people: People):
    day = Day(people.server, "zimowy", 4)
    seats = day.round()[0]
    phone = phone_of(people, day, seats[0])
    phone.enter(1, winner=0, sums=[0, 900, 900, 900])
    expect(phone.game(1).get_by_role("alert")).to_be_visible()
    phone.expect(1, "brak wyniku")
    assert day.missing(1) == [1]


def test_a_table_calls_a_referee_and_the_hall_sees_it(people: People):
    day = Day(people.server, "zimowy", 8)
    seats = day.round()[1]
    phone = phone_of(people, day, seats[0])
    screen = people.somebody(HALL)
    screen.goto(f"/tournament/{day.here.rpartition('/')[2]}/hall")
    phone.page.get_by_role("button", name="Wezwij sędziego").click()
    expect(phone.page.get_by_text("Sędzia wezwany")).to_be_visible()
    expect(screen.get_by_text("Sędzia proszony: Stolik 2")).to_be_visible()
    day.organiser.delete(day.here + "/tables/2/referee")
    expect(phone.page.get_by_role("button", name="Wezwij sędziego")).to_be_visible()
    expect(screen.get_by_text("Sędzia proszony")).to_have_count(0)


def test_the_public_sees_numbers_and_why_everybody_is_where_he_is(people: People):
    day = Day(people.server, "eliminacje", 12, confirmations=0)
    seats = day.round()[0]
    day.ask(**day.sheet(1, 1, 1, seats))
    page = people.somebody()
    page.goto(f"/tournament/{day.here.rpartition('/')[2]}")
    rows = page.locator("section.standings tbody tr")
    expect(rows.first).to_contain_text("#")
    expect(page.get_by_text("Zawodnik 1", exact=False)).to_have_count(0)
    expect(page.get_by_text("dalej przechodzi 8")).to_be_visible()
    rows.nth(1).get_by_role("button").click()
    expect(page.get_by_text("Dlaczego to miejsce")).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_text("Why this place")).to_be_visible()
    expect(page.get_by_text("The cut: 8 go on")).to_be_visible()


@pytest.mark.parametrize("size", first((1280, 720), (3840, 2160)))
def test_the_hall_s_screen_pages_by_itself_and_nothing_overflows(people: People, size):
    day = Day(people.server, "grandprix", 60, confirmations=0)
    day.round()
    page = people.somebody(size)
    page.goto(f"/tournament/{day.here.rpartition('/')[2]}/hall")
    expect(page.get_by_role("heading", name="Gdzie siedzę?")).to_be_visible()
    page.keyboard.press("Space")
    seen: set[str] = set()
    for _ in range(2):
        fits(page)
        seen |= set(page.locator("main li .name").all_inner_texts())
        page.keyboard.press("ArrowRight")
    assert len(seen) == 60
    fits(page)
    day.organiser.post(day.here + "/rounds/1/clock", {"minutes": 50})
    expect(page.get_by_text("Do końca: Runda I")).to_be_visible()
    for scene in ("1", "2", "3", "4"):
        page.keyboard.press(scene)
        fits(page)
    day.organiser.post(day.here + "/rounds/1/pause", {"reason": "alarm"})
    expect(page.get_by_text("Zegary stoją: alarm").first).to_be_visible()


def fits(page) -> None:
    """Nothing is cut off, at the edges or inside."""
    cut = page.evaluate(
        """() => [...document.querySelectorAll('.hall, main, main > *, main ol, main ul')]
            .filter(e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)
            .map(e => e.className || e.tagName)"""
    )
    assert cut == []
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


def test_the_first_load_of_a_phone_is_small(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    day.round()
    page, sent = people.somebody(PHONE, phone=True), []
    page.on("response", lambda answer: sent.append(int(answer.headers.get("content-length", 0))))
    page.goto(day.here.replace("/api/tournaments", "/tournament"))
    expect(page.locator("tbody tr").first).to_be_visible()
    assert 20_000 < sum(sent) <= 150_000, sum(sent)
