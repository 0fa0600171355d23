"""Security that people see: who was let in, second devices, calls, links, answers in sight."""

import os
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from stolik.app.access.invitations import set_up_link
from tests.adapters.web.day import Day
from tests.adapters.web.node import PASSWORD
from tests.browser.dealt import dealt_table
from tests.browser.people import LAPTOP, PHONE, People
from tests.browser.wojtek_table import begun, set_table

_PICTURES = os.environ.get("STOLIK_PICTURES")
TALL = (390, 844)


def picture(page: Page, name: str, *, full: bool = True) -> None:
    if _PICTURES:
        page.screenshot(path=Path(_PICTURES) / f"{name}.png", full_page=full)


def id_of(day: Day) -> str:
    return day.here.rpartition("/")[2]


def desk(people: People, day: Day, room: str, size: tuple[int, int] = LAPTOP) -> Page:
    page = people.organiser_of(id_of(day), size)
    page.goto(f"/tournament/{id_of(day)}/organise/{room}")
    return page


def test_history_tells_who_was_let_in_by_name(people: People):
    day = Day(people.server, "zimowy", 5, confirmations=0)
    wanted = [{"role": "player", "entrant": n} for n in (1, 2, 3, 4)]
    made = day.organiser.post(f"{day.here}/passes", {"passes": wanted})
    day.organiser.post(f"{day.here}/passes/{made[0]['id']}/renew")
    day.organiser.post(f"{day.here}/passes", {"passes": [{"role": "referee", "tables": ["2"]}]})
    day.organiser.http.delete(f"{day.here}/passes/{made[1]['id']}")
    day.organiser.put(f"{day.here}/people/3", {"consent": True})
    day.organiser.http.delete(f"{day.here}/people/5")
    day.organiser.post(f"{day.here}/organisers/invitations")
    day.ask(do="check_in", entrant=1)
    page = desk(people, day, "history")
    rows = page.locator("section ol li")
    for told in (
        "Wydano wejście: 4 osoby (Zawodnik 1, Zawodnik 2, Zawodnik 3…)",
        "Odnowiono wejście, stare przestało działać: Zawodnik 1",
        "Wydano wejście: sędzia, stoliki 2",
        "Odebrano wejście: Zawodnik 2",
        "Odnotowano zgodę (nazwisko publicznie): Zawodnik 3",
        "Usunięto dane osoby i jej wejścia",
        "Zaproszono współorganizatora",
        "Zawodnik 1: na miejscu",
    ):
        row = rows.filter(has_text=told)
        expect(row).to_have_count(1)
        expect(row).to_contain_text("organizator Organizator")
    assert not re.search(r"\b[0-9a-f]{32}\b", page.locator("section ol").inner_text())
    picture(page, "history-laptop")
    page.set_viewport_size({"width": TALL[0], "height": TALL[1]})
    page.get_by_role("button", name="wejścia i dane osób").click()
    expect(rows.filter(has_text="na miejscu")).to_have_count(0)
    picture(page, "history-phone")


def test_a_second_device_is_shown_to_the_referee_and_the_desk(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, {})
    seats = [seat["entrant"] for seat in day.ask(do="round")["tables"][0]["seats"]]
    for _ in range(2):
        wanted = {"passes": [{"role": "player", "entrant": seats[0]}]}
        (told,) = day.organiser.post(f"{day.here}/passes", wanted)
        day.follow(told["link"]).get(f"/api/tables/{table}/games/1/film")
    told = f"Zawodnik {seats[0]}: na to miejsce patrzy 2. urządzenie"
    page = desk(people, day, "round")
    expect(page.get_by_text(told)).to_be_visible()
    picture(page, "devices-desk")
    page.goto(f"/tournament/{id_of(day)}/referee")
    trouble = page.get_by_role("region", name=re.compile("Najpierw tutaj"))
    expect(trouble.get_by_text("Kilka urządzeń na jednym miejscu")).to_be_visible()
    picture(page, "devices-referee")
    trouble.get_by_role("button", name="Sprawdzone").click()
    expect(page.get_by_text("Kilka urządzeń na jednym miejscu")).to_have_count(0)
    page.reload()
    expect(page.get_by_text(told)).to_be_visible()
    expect(page.get_by_text("Kilka urządzeń na jednym miejscu")).to_have_count(0)


@pytest.mark.parametrize("game", ["rummikub", "wojtek"])
def test_a_seat_calls_a_referee_at_the_online_table(people: People, game: str):
    organiser, event, table, entrant = _online(people, game)
    here = f"/api/tournaments/{event}"
    (told,) = organiser.post(f"{here}/passes", {"passes": [{"role": "player", "entrant": entrant}]})
    phone = people.follow(told["link"], PHONE)
    phone.goto(f"/table/{table}")
    button = phone.get_by_role("button", name="Wezwij sędziego")
    expect(button).to_be_visible()
    picture(phone, f"call-{game}", full=False)
    button.click()
    phone.get_by_role("button", name="Wzywam").click()
    phone.get_by_role("button", name="Sędzia wezwany").click()  # who called may withdraw it
    phone.get_by_role("button", name="Odwołuję").click()
    button.click()
    phone.get_by_role("button", name="Wzywam").click()
    expect(phone.get_by_role("button", name="Sędzia wezwany")).to_be_visible()
    picture(phone, f"called-{game}", full=False)
    page = people.organiser_of(event)
    page.goto(f"/tournament/{event}/organise/round")
    expect(page.get_by_text("wzywa sędziego").first).to_be_visible()
    page.goto(f"/tournament/{event}/referee")
    expect(page.get_by_text("Stolik wzywa sędziego")).to_be_visible()
    page.get_by_role("button", name="Idę do stolika").click()
    expect(button).to_be_visible()


def _online(people: People, game: str) -> tuple[Any, str, str, int]:
    if game == "wojtek":
        organiser = people.server.first_organiser()
        event, table, entrants = set_table(organiser, 4)
        begun(people.server, table)
        return organiser, event, table, entrants[0]
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, {})
    seats = [seat["entrant"] for seat in day.ask(do="round")["tables"][0]["seats"]]
    return day.organiser, id_of(day), table, seats[0]


def test_a_phone_learns_that_its_table_went_online(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    seats = day.round()[0]
    wanted = {"passes": [{"role": "player", "entrant": seats[0]}]}
    (told,) = day.organiser.post(f"{day.here}/passes", wanted)
    phone = people.follow(told["link"], PHONE)
    expect(phone.get_by_role("link", name="Zegar stolika")).to_be_visible()
    day.organiser.post(f"{day.here}/rounds/1/online", {"tables": [1]})
    expect(phone.get_by_role("link", name="Do stolika")).to_be_visible()
    picture(phone, "went-online")


def test_a_refusal_is_in_sight_wherever_the_tap_was(people: People):
    day = Day(people.server, "zimowy", 40, confirmations=0)
    page = desk(people, day, "entries", TALL)
    last = page.get_by_role("button", name="Więcej: Zawodnik 40")
    last.scroll_into_view_if_needed()
    last.click()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    row = page.locator("li", has=last)

    def be_faster(route: Route) -> None:
        """Somebody else withdraws him while the tap is on its way."""
        if "withdraw" in (route.request.post_data or ""):
            day.ask(do="withdraw", entrant=40, reason="choroba", game="without")
        route.continue_()

    page.route(re.compile(rf"{day.here}(\?|$)"), be_faster)
    row.get_by_role("button", name="Wycofaj: choroba").click()
    alert = page.get_by_role("alert")
    expect(alert).to_be_visible()
    assert page.evaluate("scrollY") > TALL[1]
    expect(alert).to_be_in_viewport(ratio=1)
    picture(page, "refusal-phone", full=False)
    day.ask(do="check_in", entrant=1)  # something else happens in the hall: the answer stays
    page.wait_for_timeout(800)
    expect(alert).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    page.get_by_role("link", name="Kary", exact=True).click()
    expect(alert).to_have_count(0)


def test_a_renewed_code_is_in_sight(people: People):
    day = Day(people.server, "zimowy", 30, confirmations=0)
    wanted = [{"role": "player", "entrant": n} for n in range(1, 31)]
    day.organiser.post(f"{day.here}/passes", {"passes": [*wanted, wanted[6]]})
    page = desk(people, day, "passes", TALL)
    whose = page.locator("ul.list .whose strong")
    expect(whose).to_have_count(31)
    assert whose.all_inner_texts()[5:9] == [f"Zawodnik {n}" for n in (6, 7, 7, 8)]
    expect(page.get_by_text("wejście 2 z 2 tej osoby")).to_be_visible()
    picture(page, "passes-phone")
    page.get_by_role("button", name=re.compile("Odnów.*Zawodnik 30$")).click()
    heading = page.get_by_role("heading", name="Nowe kody: zapisz albo wydrukuj teraz")
    expect(heading).to_be_visible()
    expect(page.locator(".slips code").first).to_be_in_viewport(ratio=1)


def test_a_set_up_link_works_in_an_open_page_and_after_a_reload(people: People):
    page = people.somebody()
    page.goto("/enter")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    token = people.server.run(set_up_link(people.server.node.access))
    page.goto(f"/enter#{token}")  # the same document: only what follows # is new
    expect(page.get_by_label("Nazwa")).to_be_visible()
    assert token not in page.url
    page.reload()
    expect(page.get_by_role("button", name="Dalej")).to_be_visible()
    page.get_by_label("Nazwa").fill("Organizator")
    page.get_by_label("Hasło").fill(PASSWORD)
    page.get_by_role("button", name="Dalej").dblclick()
    page.wait_for_url(re.compile("/organise"))
    assert page.evaluate("sessionStorage.length") == 0


def test_a_link_taken_back_is_not_shown_any_more(people: People):
    day = Day(people.server, "zimowy", 3)
    page = desk(people, day, "settings")
    page.get_by_role("button", name="Zaproś współorganizatora").dblclick()
    link = page.get_by_text("Odnośnik działa raz")
    expect(link).to_be_visible()
    (waiting,) = day.organiser.get(f"{day.here}/organisers/invitations")
    day.organiser.http.delete(f"{day.here}/organisers/invitations/{waiting['id']}")
    expect(link).to_have_count(0)
    expect(page.get_by_role("heading", name="Otwarte zaproszenia")).to_have_count(0)


@pytest.mark.parametrize("public", [True, False])
def test_a_revoked_player_is_told_so_and_shown_the_way_back(people: People, public: bool):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    day.organiser.put(day.here, {"public": public})
    seats = day.round()[0]
    wanted = {"passes": [{"role": "player", "entrant": seats[0]}]}
    (told,) = day.organiser.post(f"{day.here}/passes", wanted)
    phone = people.follow(told["link"], PHONE)
    clock = phone.get_by_role("link", name="Zegar stolika")
    expect(clock).to_be_visible()
    day.organiser.http.delete(f"{day.here}/passes/{told['id']}")
    lost = phone.get_by_text("To wejście już nie działa")
    phone.reload()
    expect(lost).to_be_visible()
    expect(clock).to_have_count(0)
    picture(phone, f"revoked-{public}")
    phone.get_by_role("link", name="Wpisz nowy kod").click()
    (again,) = day.organiser.post(f"{day.here}/passes", wanted)
    phone.get_by_label(re.compile("Kod")).first.fill(again["code"])
    phone.get_by_role("button", name=re.compile("zawodnik|Wejdź")).first.click()
    phone.wait_for_url(re.compile("/tournament/"))
    expect(phone.get_by_role("link", name="Zegar stolika")).to_be_visible()
    expect(lost).to_have_count(0)


def test_a_player_revoked_while_the_page_is_open_is_told_so(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    seats = day.round()[0]
    wanted = {"passes": [{"role": "player", "entrant": seats[0]}]}
    (told,) = day.organiser.post(f"{day.here}/passes", wanted)
    phone = people.follow(told["link"], PHONE)
    expect(phone.get_by_role("link", name="Zegar stolika")).to_be_visible()
    day.organiser.http.delete(f"{day.here}/passes/{told['id']}")
    expect(phone.get_by_text("To wejście już nie działa")).to_be_visible()
    expect(phone.get_by_role("link", name="Zegar stolika")).to_have_count(0)


def test_a_repeated_draw_says_that_the_dice_are_the_same_and_counts_agree(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0, seed="", draw="lot")
    day.ask(do="pledge")
    day.ask(do="draw", dice="3 1 6 5 2")
    page = desk(people, day, "draw")
    expect(page.get_by_text("korzysta z tych samych rzutów sali (31652)")).to_be_visible()
    picture(page, "redraw")
    page.get_by_label("Powód").first.fill("pomyłka w liście")
    page.get_by_role("button", name="Losuj ponownie").click()
    page.wait_for_timeout(500)
    tables = day.ask(do="draft")["tables"]
    one, other = tables[0]["seats"][0], tables[1]["seats"][0]
    day.ask(do="swap", one=one, other=other, reason="prośba")
    day.ask(do="publish")
    page.goto(f"/tournament/{id_of(day)}")
    page.get_by_text("Losowania: sprawdź, czy uczciwe").click()
    expect(page.get_by_text("Te same kostki co w losowaniu 1.")).to_be_visible()
    counts = page.get_by_text(re.compile("Ręcznych zmian przy stolikach: 1"))
    expect(counts).to_have_count(2)  # of the round, and of the whole proof
    picture(page, "proof")
