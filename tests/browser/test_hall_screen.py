"""The wall: everybody on one page whatever the names, scenes picked by hand, a stream's layer."""

import pytest
from playwright.sync_api import Page, expect

from tests.adapters.web.day import Day
from tests.browser.people import HALL, LAPTOP, PHONE, People
from tests.tiers import first

WALLS = [LAPTOP, HALL]
LONG = "Zawodnik z Zespołu Szkolno-Przedszkolnego imienia Marii Skłodowskiej-Curie nr {}"
# Of the wall's height: on one of 1.35 m these are 2.4 cm, read from ten metres with good eyes.
LEAST_LETTER = 0.018


def address(day: Day) -> str:
    return f"/tournament/{day.here.rpartition('/')[2]}"


def published(people: People, entrants: int = 64) -> Day:
    day = Day(people.server, "grandprix" if entrants > 8 else "zimowy", entrants, confirmations=0)
    for n in {3, 17} & set(range(entrants)):
        day.ask(do="amend", entrant=n, name=LONG.format(n), reason="x")
    day.round()
    return day


def wall(people: People, day: Day, size: tuple[int, int] = HALL) -> Page:
    """The hall's screen as an organiser opens it: with everybody's name."""
    page = people.organiser_of(day.here.rpartition("/")[2], size)
    page.goto(address(day) + "/hall")
    page.locator(".hall h1").wait_for()
    return page


def whole(page: Page) -> None:
    """Nothing is cut off, at the edges or inside, and no name ends in dots."""
    cut = """() => [...document.querySelectorAll(
            '.hall, main, main > *, .fitted, .fitted > *, .fitted .name')]
        .filter(e => e.scrollWidth > e.clientWidth + 2
            || e.scrollHeight > e.clientHeight + 2 && !e.matches('.name'))
        .map(e => `${e.className || e.tagName}: ${e.textContent.slice(0, 40)}`)"""
    page.wait_for_function(f"() => document.fonts.status === 'loaded' && !({cut})().length")


def letters(page: Page, of: str) -> float:
    """How high capital letters are, as a share of the wall's height."""
    size = page.evaluate(
        f"() => parseFloat(getComputedStyle(document.querySelector('{of}')).fontSize)"
    )
    return 0.668 * size / page.evaluate("() => innerHeight")


@pytest.mark.parametrize("size", first(*WALLS))
def test_64_people_and_16_tables_stand_on_one_page_each(people: People, size):
    page = wall(people, published(people), size)
    expect(page.get_by_role("heading", name="Gdzie siedzę?")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.locator(".fitted > li")).to_have_count(64)
    whole(page)
    assert letters(page, ".fitted > li .name:not(.long)") >= LEAST_LETTER
    expect(
        page.locator(".fitted .name").filter(has_text=LONG.format(17).split()[-1])
    ).to_be_visible()
    page.keyboard.press("2")
    expect(page.locator(".fitted > article")).to_have_count(16)
    expect(page.locator(".fitted .name")).to_have_count(64)
    whole(page)
    page.keyboard.press("3")


def test_the_clock_is_that_of_the_round_on_show(people: People):
    day = Day(people.server, "eliminacje", 12, confirmations=0)
    tables = day.round()
    screen, phone = wall(people, day), people.somebody(PHONE, phone=True)
    phone.goto(address(day))
    day.organiser.post(day.here + "/rounds/1/clock", {"minutes": 50})
    expect(screen.get_by_text("Do końca: Runda I")).to_be_visible()
    expect(phone.get_by_text("Do końca: Runda I")).to_be_visible()
    games = len(day.organiser.get(day.here + "/public")["round"]["tables"][0]["games"])
    for number, seats in enumerate(tables, start=1):
        for game in range(1, games + 1):
            day.ask(**day.sheet(1, number, game, seats))
    day.round()
    expect(screen.get_by_role("heading", name="Gdzie siedzę?")).to_be_visible()
    expect(screen.locator("header .face")).to_have_count(0)
    expect(phone.get_by_text("Do końca rundy")).to_have_count(0)


def test_scenes_are_picked_on_a_phone(people: People):
    day = Day(people.server, "eliminacje", 12, confirmations=0)
    screen = wall(people, day)
    phone = people.organiser_of(day.here.rpartition("/")[2], PHONE)
    phone.goto(address(day) + "/organise/control")
    scenes = phone.get_by_role("group", name="Co pokazuje ekran sali")
    expect(scenes.get_by_role("button", name="Gdzie siedzę?")).to_have_count(0)  # nobody sits yet
    scenes.get_by_role("button", name="Zasady").click()
    expect(screen.locator("main h3")).to_have_text("Przy stole")
    whole(screen)
    first = screen.locator("main li").first.inner_text()
    phone.get_by_role("button", name="Następny").click()
    expect(screen.locator("main li").first).not_to_have_text(first)
    whole(screen)
    day.round()
    scenes.get_by_role("button", name="Do stolików!").click()
    expect(screen.get_by_text("Zapraszamy do stolików!")).to_be_visible()
    scenes.get_by_role("button", name="Stoliki", exact=True).click()
    expect(screen.locator(".fitted > article")).to_have_count(3)
    scenes.get_by_role("button", name="Sam wybiera").click()
    expect(screen.get_by_role("heading", name="Gdzie siedzę?")).to_be_visible()
    expect(scenes.get_by_role("button", name="Sam wybiera")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_standings_tell_who_went_up_and_where_the_line_is(people: People):
    day = Day(people.server, "eliminacje", 12, confirmations=0)
    for number in (1, 2):
        for table, seats in enumerate(day.round(), start=1):
            for game in (1, 2, 3):
                ordered = seats if number == 1 else [*reversed(seats)]
                day.ask(**day.sheet(number, table, game, ordered))
    screen = wall(people, day)
    day.organiser.put(day.here + "/scene", {"scene": "standings"})
    expect(screen.locator(".fitted > li.line")).to_have_count(1)
    expect(screen.get_by_text("Linia awansu: dalej przechodzi 8")).to_be_visible()
    expect(screen.locator(".by.up").first).to_contain_text("▲")
    whole(screen)


def test_a_stream_gets_a_layer_one_sees_through(people: People):
    day = published(people, 8)
    day.organiser.post(day.here + "/rounds/1/clock", {"minutes": 50})
    page = people.somebody(HALL)
    page.goto(address(day) + "/hall?overlay=clock,table&table=2")
    expect(page.get_by_role("timer")).to_be_visible()
    expect(page.get_by_role("heading", name="Stolik 2")).to_be_visible()
    expect(page.get_by_role("heading", name="Klasyfikacja")).to_have_count(0)
    expect(page.locator("button")).to_have_count(0)
    clear = """() => [document.documentElement, document.body]
        .map(e => getComputedStyle(e).backgroundColor)"""
    assert set(page.evaluate(clear)) == {"rgba(0, 0, 0, 0)"}
    page.goto(address(day) + "/hall?overlay&rows=3")
    expect(page.locator(".standings li")).to_have_count(3)


def test_a_long_name_takes_two_lines_of_the_room_there_is(people: People):
    """In a row that is half free its letters are as large as the others'."""
    day = Day(people.server, "eliminacje", 24, confirmations=0)
    day.ask(do="amend", entrant=3, name=LONG.format(3)[:63], reason="x")
    day.round()
    page = wall(people, day)
    page.keyboard.press("Space")
    whole(page)
    assert letters(page, ".fitted .name.long") == letters(page, ".fitted .name:not(.long)")
