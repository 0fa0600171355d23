"""A table for everybody: names at its seats, its play on the hall's screen, consent at once."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from stolik.app.tables.codes import NoticeCode
from stolik.rummikub.commands import DeclareReady, LayTiles
from stolik.seats import Seat
from tests.adapters.web.day import Day
from tests.browser import wojtek_table
from tests.browser.dealt import dealt_table, player_at
from tests.browser.people import HALL, LAPTOP, PHONE, People
from tests.tiers import first

OPENING = "r10 r11 r12"


def seats_of(day: Day) -> list[int]:
    """Who sits at the online table 1 of round 1."""
    return day.organiser.get(f"{day.here}/rounds/1/online")[0]["seats"]


def begun(people: People, day: Day) -> str:
    """Table 1 online, dealt, everybody ready; the first seat can open with a run."""
    table = dealt_table(people, day, {0: OPENING})
    room = people.server.run(people.server.node.live.rooms.host(table)).room
    for seat in range(len(room.table.setup.seats)):
        people.server.run(room.do(DeclareReady(Seat(seat)), by=f"seat {seat}"))
    return table


def opens(people: People, table: str) -> None:
    """The first seat lays its run."""
    room = people.server.run(people.server.node.live.rooms.host(table)).room
    laid = LayTiles(Seat(0), (tuple(OPENING.split()),))
    people.server.run(room.do(laid, by="seat 0"))


def screen_of(people: People, day: Day, size: tuple[int, int] = HALL) -> Page:
    """The projector, opened by the organiser; it does not page on."""
    page = people.organiser_of(day.here.rpartition("/")[2])
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"/tournament/{day.here.rpartition('/')[2]}/hall")
    expect(page.locator(".hall h1")).to_have_text("Turniej")
    page.keyboard.press("Space")
    return page


def rows(page: Page) -> list[str]:
    return page.locator("article .seats .name").all_inner_texts()


def called(seats: Locator, names: list[str]) -> None:
    """By their whole names; a phone shows short ones that differ."""
    expect(seats).to_have_count(len(names))
    for i, name in enumerate(names):
        expect(seats.nth(i)).to_have_attribute("title", name)


def test_a_player_reads_names_and_a_stranger_only_those_with_consent(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, {})
    seats = seats_of(day)
    player = player_at(people, day, table, seats[0])
    names = player.locator(".table ol li strong")
    others = [f"Zawodnik {n}" for n in seats[1:]]
    called(names, ["Ty", *others])

    stranger = people.somebody(PHONE, phone=True)
    stranger.goto(f"/table/{table}")
    seen = stranger.locator(".table ol li strong")
    called(seen, [f"#{n}" for n in seats])
    day.organiser.put(f"{day.here}/people/{seats[2]}", {"consent": True})
    # on the page that is open
    expect(seen.nth(2)).to_have_attribute("title", f"Zawodnik {seats[2]}")
    expect(seen.nth(1)).to_have_attribute("title", f"#{seats[1]}")
    day.organiser.put(f"{day.here}/people/{seats[2]}", {"consent": False})
    expect(seen.nth(2)).to_have_attribute("title", f"#{seats[2]}")

    player.goto(f"/table/{table}/replay")
    expect(player.get_by_label("Czyimi oczami").locator("option").nth(1)).to_have_text("Ty")
    # a bot that sits in for somebody does not take the name away
    day.organiser.put(f"{day.here}/rounds/1/online/1/bot", {"seat": 1, "bot": "greedy"})
    player.goto(f"/table/{table}")
    expect(names.nth(1)).to_have_attribute("title", f"Zawodnik {seats[1]} (bot)")


@pytest.mark.parametrize("size", first(HALL, LAPTOP))
def test_the_hall_sees_the_felt_the_clock_and_the_last_play(people: People, size):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = begun(people, day)
    seats = seats_of(day)
    day.organiser.put(f"{day.here}/rounds/1/shown", {"table": 1})
    screen = screen_of(people, day, size)
    article = screen.get_by_role("article", name="Stolik 1")
    expect(article.locator(".said")).to_have_text(f"Ruch: Zawodnik {seats[0]}")
    assert rows(screen) == [f"Zawodnik {n}" for n in seats]
    expect(article.locator("[aria-current]")).to_contain_text("14 kostek")
    expect(article.get_by_role("timer")).to_have_text(re.compile(r"\d+"))
    expect(article.get_by_role("img")).to_have_count(0)

    opens(people, table)
    felt = article.get_by_role("group", name="Stół")
    expect(felt.get_by_role("img")).to_have_count(3)
    expect(felt.locator(".fresh")).to_have_count(3)
    expect(article.locator("li").first).to_contain_text("11 kostek")
    expect(article.locator("[aria-current] .name")).to_have_text(f"Zawodnik {seats[1]}")
    fits(screen)

    late = people.somebody(size)  # who comes later sees the mark too, and no names
    late.goto(screen.url)
    expect(late.locator("article .felt .fresh")).to_have_count(3)
    assert rows(late) == [f"#{n}" for n in seats]

    watching = f"{day.here}/rounds/1/online/1/watching"
    day.organiser.put(watching, {"watching": "nobody"})
    expect(article.get_by_text("Organizator nie pokazuje tego stolika")).to_be_visible()
    expect(article.get_by_role("img")).to_have_count(0)
    day.organiser.put(watching, {"watching": "no_racks"})
    expect(felt.get_by_role("img")).to_have_count(3)


def test_a_final_is_shown_without_asking_and_a_table_in_the_hall_by_its_clock(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    (seats,) = day.round()
    for game in (1, 2, 3):
        day.organiser.post(day.here, day.sheet(1, 1, game, seats))
    (finalists,) = day.round()
    screen = screen_of(people, day)
    article = screen.get_by_role("article", name="Stolik 1")
    expect(article.get_by_text("Jeszcze nie zaczęli")).to_be_visible()
    with day.organiser.socket(f"{day.here}/tables/1/clock/socket") as phone:
        assert phone.ask("start")["t"] == "ack"
        expect(article.locator(".said")).to_have_text(f"Ruch: Zawodnik {finalists[0]}")
        assert phone.ask("tap", seat=0, move=1)["t"] == "ack"
        expect(article.locator("[aria-current] .name")).to_have_text(f"Zawodnik {finalists[1]}")
        expect(article.get_by_role("timer")).to_have_text(re.compile(r"\d+"))
        assert phone.ask("call_time")["t"] == "ack"
        expect(article.get_by_text("Ostatni ruch każdego gracza")).to_be_visible()
        assert phone.ask("stop")["t"] == "ack"
        expect(article.get_by_text("Partia skończona")).to_be_visible()
    day.organiser.post(day.here, day.sheet(2, 1, 1, finalists))
    expect(article.locator("li .games").first).to_contain_text("P1")
    fits(screen)


def test_the_hall_sees_the_board_of_mis_wojtek_with_its_bears(people: People):
    organiser = people.server.first_organiser()
    tournament, table, seats = wojtek_table.set_table(organiser, 4)
    wojtek_table.begun(people.server, table, turns=8)
    organiser.put(f"/api/tournaments/{tournament}/rounds/1/shown", {"table": 1})
    screen = people.organiser_of(tournament)
    screen.set_viewport_size({"width": HALL[0], "height": HALL[1]})
    screen.goto(f"/tournament/{tournament}/hall")
    article = screen.get_by_role("article", name="Stolik 1")
    expect(article.locator("svg .bear")).to_have_count(4)
    expect(article.get_by_role("group", name="Wystawka kart misia")).to_be_visible()
    bears = [f"{letter}Zawodnik {n}" for letter, n in zip("ABCD", seats, strict=True)]
    expect(article.locator(".seats .name")).to_have_text(bears)
    expect(article.locator("li").first).to_contain_text(f"Drużyna {seats[0]}")
    fits(screen)
    stranger = people.somebody()
    stranger.goto(f"/table/{table}")
    expect(stranger.locator("aside li strong").first).to_contain_text("#")


def test_a_page_comes_back_after_a_word_that_is_not_for_good(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, {})
    seats = seats_of(day)
    page = player_at(people, day, table, seats[0])
    audience = people.server.run(people.server.node.live.rooms.host(table)).room.audience
    # The pass was made after the deal: that is told too, and stays until it is read.
    page.get_by_role("button", name="Przeczytane").click()
    strip = page.locator(".strip")

    async def stops() -> None:
        for connection in tuple(audience.connections):
            connection.close(NoticeCode.SERVER_STOPS)

    people.server.run(stops())
    expect(strip.filter(has_text="Serwer jest zatrzymywany")).to_be_visible()
    expect(strip).to_have_count(0)  # connected again
    again = same_seat_elsewhere(page, table)
    expect(strip.filter(has_text="na innym urządzeniu")).to_be_visible()
    expect(again.locator(".strip").filter(has_not_text="nowe wejście")).to_have_count(0)


def same_seat_elsewhere(page: Page, table: str) -> Page:
    """The same seat in another window of the same browser."""
    other = page.context.new_page()
    other.goto(f"/table/{table}")
    me = other.locator(".table ol li strong").first
    expect(me).to_have_attribute("title", "Ty")
    return other


def test_the_organiser_picks_a_table_for_the_screen(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    tables = day.round()
    screen = people.somebody(HALL)
    screen.goto(f"/tournament/{day.here.rpartition('/')[2]}/hall")
    expect(screen.get_by_role("heading", name="Gdzie siedzę?")).to_be_visible()
    desk = people.organiser_of(day.here.rpartition("/")[2])
    desk.get_by_role("link", name="Sala i zegar", exact=True).click()
    desk.get_by_label("Stolik na żywo").select_option("2")
    expect(screen.get_by_role("article", name="Stolik 2")).to_be_visible()
    assert rows(screen) == [f"#{n}" for n in tables[1]]
    desk.get_by_label("Stolik na żywo").select_option("0")
    expect(screen.get_by_role("heading", name="Gdzie siedzę?")).to_be_visible()


def test_consent_reaches_the_public_page_and_the_hall_at_once(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    day.round()
    path = day.here.replace("/api/tournaments", "/tournament")
    public, screen = people.somebody(PHONE, phone=True), people.somebody(HALL)
    public.goto(path)
    screen.goto(path + "/hall")
    expect(screen.get_by_role("heading", name="Gdzie siedzę?")).to_be_visible()
    screen.keyboard.press("Space")
    before = day.organiser.get(day.here)["seq"]
    for page in (public, screen):
        expect(page.get_by_text("#3", exact=True).first).to_be_visible()
    for consent, called, hidden in ((True, "Zawodnik 3", "#3"), (False, "#3", "Zawodnik 3")):
        day.organiser.put(f"{day.here}/people/3", {"consent": consent})
        for page in (public, screen):
            expect(page.get_by_text(called, exact=True).first).to_be_visible()
            expect(page.get_by_text(hidden, exact=True)).to_have_count(0)
    assert day.organiser.get(day.here)["seq"] == before, "consent is no event"


def test_sounds_are_off_until_wanted_and_the_choice_is_kept(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, {})
    page = player_at(people, day, table, seats_of(day)[0])
    switch = page.get_by_role("button", name="Dźwięki")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")


def fits(page: Page) -> None:
    """Nothing is cut off: every seat can be read."""
    cut = page.evaluate(
        """() => [...document.querySelectorAll('.hall, main, main > *, article, .seats')]
            .filter(e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)
            .map(e => e.className || e.tagName)"""
    )
    assert cut == []
