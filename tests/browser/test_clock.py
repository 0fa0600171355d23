"""The clock on the table: phones in sync, one of them cut off for a while."""

import pytest
from playwright.sync_api import Page, expect

from stolik.app.ports import Stream
from tests.adapters.web.day import Day
from tests.browser.people import PHONE, People


def at_the_clock(people: People, day: Day, entrant: int) -> Page:
    """A player's phone, lying on table 1 with its clock shown."""
    (told,) = day.organiser.post(
        f"{day.here}/passes", {"passes": [{"role": "player", "entrant": entrant}]}
    )
    page = people.follow(told["link"], PHONE)
    page.goto(f"/tournament/{day.here.rpartition('/')[2]}/tables/1/clock")
    page.get_by_role("button", name="Gotowe").click()
    return page


def tap(page: Page) -> None:
    """One tap, wherever; two hands at once would count as one."""
    page.wait_for_timeout(550)
    page.locator(".side.active .tap").click()


def to_move(page: Page) -> str:
    return page.locator(".side.active .name").inner_text()


def test_two_phones_run_in_step_and_one_runs_on_alone(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    seats = day.round()[0]
    one, other = (at_the_clock(people, day, n) for n in seats[:2])
    one.get_by_role("button", name="Zacznij partię 1").click()
    expect(other.locator(".side.active .name")).to_have_text(f"▶ Zawodnik {seats[0]}")
    other.get_by_role("button", name="Wyłożę się w następnej rundzie").click()
    expect(one.locator(".said")).to_have_count(1)
    tap(one)
    expect(other.locator(".side.active .name")).to_have_text(f"▶ Zawodnik {seats[1]}")

    one.context.set_offline(True)
    expect(one.get_by_role("status")).to_contain_text("Bez sieci")
    for _ in range(3):
        tap(one)
    assert to_move(one) == f"▶ Zawodnik {seats[0]}", "it runs on by itself"
    expect(one.get_by_role("status")).to_contain_text("do wysłania: 3")
    assert to_move(other) == f"▶ Zawodnik {seats[1]}"

    one.context.set_offline(False)
    expect(other.locator(".side.active .name")).to_have_text(f"▶ Zawodnik {seats[0]}")
    expect(one.get_by_role("status")).to_have_count(0)
    assert moves_ended(people, day) == 4, "no tap lost, none counted twice"


def test_a_double_tap_is_one_tap(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    seats = day.round()[0]
    page = at_the_clock(people, day, seats[0])
    # Under START lie the pause and the sides, under an announcement the side that ends the move.
    page.get_by_role("button", name="Zacznij partię 1").dblclick()
    expect(page.locator(".side.active .name")).to_have_text(f"▶ Zawodnik {seats[0]}")
    expect(page.locator(".side.active .note")).not_to_contain_text("SPÓR")
    page.wait_for_timeout(600)
    page.get_by_role("button", name="Wyłożę się w następnej rundzie").dblclick()
    expect(page.locator(".said")).to_have_count(1)
    page.wait_for_timeout(600)
    assert moves_ended(people, day) == 0
    page.locator(".side.active .tap").dblclick()
    expect(page.locator(".side.active .name")).to_have_text(f"▶ Zawodnik {seats[1]}")
    page.wait_for_timeout(600)
    page.keyboard.down(" ")
    for _ in range(5):
        page.wait_for_timeout(200)
        page.keyboard.down(" ")  # a key held down repeats
    page.keyboard.up(" ")
    expect(page.locator(".side.active .name")).to_have_text(f"▶ Zawodnik {seats[2]}")
    assert moves_ended(people, day) == 2


def test_the_clock_goes_on_with_the_next_game_when_a_result_is_entered(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    seats = day.round()[0]
    page = at_the_clock(people, day, seats[0])
    page.get_by_role("button", name="Zacznij partię 1").click()
    expect(page.locator(".side.active")).to_have_count(1)
    day.organiser.post(day.here, day.sheet(1, 1, 1, seats))
    page.wait_for_timeout(600)  # not the second half of the first click
    page.get_by_role("button", name="Zacznij partię 2").click()
    expect(page.locator(".side.active .name")).to_have_text(f"▶ Zawodnik {seats[1]}")


def test_a_table_whose_clock_runs_is_set_online_after_a_question(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    phone = at_the_clock(people, day, day.round()[0][0])
    phone.get_by_role("button", name="Zacznij partię 1").click()
    tournament = day.here.rpartition("/")[2]
    desk = people.organiser_of(tournament)
    desk.goto(f"/tournament/{tournament}/organise/round")
    desk.get_by_label("grają online").first.check()
    desk.get_by_role("button", name="Ustaw online: 1").click()
    question = desk.get_by_role("group").filter(has_text="Przy zegarze na sali trwa już partia")
    expect(question).to_contain_text("(stolik: 1)")
    question.get_by_role("button", name="Ustaw online: 1").click()
    expect(desk.get_by_role("link", name="Stolik online")).to_be_visible()


def test_a_phone_walks_through_a_time_out_and_counts_the_passes_of_an_empty_bank(people: People):
    """szkoly2015: 25 minutes a game in the heats, L93 and L100, from the tournament's own rules."""
    day = Day(people.server, "szkoly2015", 16, confirmations=0)
    seats = day.round()[0]
    tiles = [{"entrant": n, "drawn": [f"{13 - i}"]} for i, n in enumerate(seats)]
    day.ask(do="seat_tiles", round=1, table=1, tiles=tiles)
    page = at_the_clock(people, day, seats[0])
    page.get_by_role("button", name="Zacznij partię 1").click()
    expect(page.locator(".side.active .round")).to_contain_text("Partia 24:")
    page.get_by_role("button", name="Więcej").click()
    page.get_by_role("button", name="Czas ruchu minął").click()
    for answer in ("Nie", "Nie", "Nie", "Tak", "Nie"):
        page.wait_for_timeout(550)  # a second touch of one place at once is no answer
        page.get_by_role("button", name=answer, exact=True).click()
    walk = page.get_by_role("dialog")
    expect(walk).to_contain_text("Ruch się nie liczy")
    expect(walk).to_contain_text("szkoly2015 L93")
    page.get_by_role("button", name="Zamknij").click()

    page.get_by_role("button", name="Więcej").click()
    page.get_by_role("button", name="Bank pusty").click()
    starter = to_move(page).removeprefix("▶ ")
    who = page.get_by_role("dialog").get_by_role("group", name="Kto wziął")
    who.get_by_role("button", name=starter, exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("0 z 4")
    tap(page)
    for _ in range(4):
        page.wait_for_timeout(550)
        page.get_by_role("button", name="Pas").click()
    expect(page.get_by_text("Bank pusty i wszyscy spasowali.")).to_be_visible()
    expect(page.locator(".counted")).to_contain_text("szkoly2015 L100")


def test_a_mark_of_the_clock_is_rung_once_whatever_is_turned_meanwhile(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    page = at_the_clock(people, day, day.round()[0][0])
    page.context.add_init_script(
        "window.rung = []; navigator.vibrate = (told) => window.rung.push(String(told))"
    )
    page.get_by_role("button", name="Zacznij partię 1").click()
    digits = page.locator(".side.active .digits")
    clock = people.server.node.live.rooms.house.clock
    away = int(digits.inner_text()) - 13

    async def pass_by() -> None:
        clock.beaten(clock.now() + 1000 * away)

    people.server.run(pass_by())
    page.reload()
    page.get_by_role("button", name="Gotowe").click()
    page.get_by_role("button", name="Więcej").click()
    page.wait_for_function("() => window.rung.includes('80')")
    volume = page.get_by_role("dialog").get_by_role("slider")
    for _ in range(4):
        volume.press("ArrowRight")
    expect(digits).to_have_text("8")
    assert page.evaluate("() => window.rung.filter((told) => told === '80').length") == 1


@pytest.mark.full
def test_after_a_long_outage_the_table_agrees_before_it_plays_on(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    page = at_the_clock(people, day, day.round()[0][0])
    page.get_by_role("button", name="Zacznij partię 1").click()
    page.context.set_offline(True)
    expect(page.get_by_role("status")).to_contain_text("Bez sieci")
    tap(page)
    # A claim of more than the server saw is not believed (T11): the phone really is away for long.
    page.wait_for_timeout(15_000)
    address, context = page.url, page.context
    page.close()
    context.set_offline(False)
    page = context.new_page()
    page.goto(address)
    page.get_by_role("button", name="Gotowe").click()
    expect(page.get_by_role("status")).to_contain_text("Telefon był bez sieci")
    expect(page.locator(".side.active .note")).to_contain_text("zegar stoi")
    assert moves_ended(people, day) == 1
    people.complaints.clear()  # the browser itself complains of lines that break
    page.get_by_role("button", name="Gramy dalej").click()
    expect(page.get_by_role("status")).to_have_count(0)


def moves_ended(people: People, day: Day) -> int:
    """The moves in the clock's own stream."""
    stream = Stream(f"clock/{day.here.rpartition('/')[2]}/1/1")
    entries = people.server.run(people.server.store.read(stream))
    return sum(b"MoveEnded" in entry.body for entry in entries)


def test_a_dispute_a_mistake_and_the_end_of_a_game(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    seats = day.round()[0]
    page = at_the_clock(people, day, seats[0])
    page.get_by_role("button", name="Zacznij partię 1").click()
    page.wait_for_timeout(550)  # all of these stand in one place, and a double tap is one tap
    page.get_by_role("button", name="Zatrzymaj: spór").click()
    expect(page.get_by_text("SPÓR: zegar stoi").first).to_be_visible()
    page.wait_for_timeout(550)
    page.get_by_role("button", name="Gramy dalej").click()
    page.wait_for_timeout(550)
    page.get_by_role("button", name="Więcej").click()
    page.get_by_role("button", name=f"Zawodnik {seats[2]}", exact=True).click()
    expect(page.locator(".side.active .name")).to_have_text(f"▶ Zawodnik {seats[2]}")
    page.get_by_role("button", name="Więcej").click()
    page.get_by_role("button", name="Koniec partii").click()
    page.get_by_role("button", name="Tak: Koniec partii").click()
    following = page.get_by_role("button", name="Następna partia")
    expect(following).to_be_disabled()
    for _ in seats:
        page.wait_for_timeout(550)
        page.get_by_role("button", name="obejrzane").first.click()
    following.click()
    expect(page.get_by_text("partia 2 z 3")).to_be_visible()
    expect(page.locator(".side", has_text="zaczyna")).to_contain_text(f"Zawodnik {seats[1]}")


def test_no_word_of_a_narrow_side_lies_under_the_keys(people: People):
    """The side of the phone that has least room, with everything on it that can be."""
    day = Day(people.server, "zimowy", 8, confirmations=0)
    page = at_the_clock(people, day, day.round()[0][0])
    page.get_by_role("button", name="Zacznij partię 1").click()
    tap(page)
    side = page.locator(".side.left.active")
    page.get_by_role("button", name="Zatrzymaj: spór").click()
    expect(side.locator(".note")).to_contain_text("SPÓR")
    for width, height in (PHONE, (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        keys = page.locator(".hub").bounding_box()
        words = side.locator(".words > :visible").all()
        assert len(words) >= 3  # the time, the dispute, the announcement
        assert keys
        for word in words:
            box = word.bounding_box()
            assert box
            assert box["x"] + box["width"] <= keys["x"] + 1, (width, word.inner_text())
            assert box["x"] >= 0, (width, word.inner_text())
