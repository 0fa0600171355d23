"""An online table on a board of one's own: signed, confirmed by the judge, with its clocks."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from stolik.wojtek.options import options_of
from stolik.wojtek.state import TableState
from tests.browser.people import LAPTOP, People
from tests.browser.wojtek_table import brought_to, set_table

SEATS, TURN_S = 4, 12
CHANGES = {
    "judge.confirms_cities": True,
    "judge.confirms_three_cards": True,
    "clock.turn_time_s": TURN_S,
}


@dataclass(frozen=True)
class OwnTable:
    """The table, the judge's browser, and everybody's way in."""

    people: People
    table: str
    judge: Page
    links: list[str]

    def mover(self) -> Page:
        """The browser of whoever is to move."""
        page = self.people.follow(self.links[self.state.turn], LAPTOP)
        page.goto(f"/table/{self.table}")
        return page

    @property
    def state(self) -> TableState:
        node = self.people.server.node
        return self.people.server.run(node.live.rooms.host(self.table)).room.table.state


@pytest.fixture
def own(people: People) -> OwnTable:
    organiser = people.server.first_organiser()
    number = organiser.post("/api/boards", {"title": "Wydanie 2", "changes": CHANGES})["id"]
    organiser.put(f"/api/boards/{number}", {"verified_by": "Sędzia Główny"})
    here, table, seats = set_table(organiser, SEATS, board=number)
    organiser.post(f"/api/tournaments/{here}/rounds/1/clock", {"minutes": 45})
    wanted = {"passes": [{"role": "player", "entrant": n} for n in seats]}
    told = organiser.post(f"/api/tournaments/{here}/passes", wanted)
    return OwnTable(people, table, people.organiser_of(here), [one["link"] for one in told])


def reaches_a_city(state: TableState) -> bool:
    ways = options_of(state, state.turn).cards
    return any(way.to in state.board.city_at for way in ways)


def has_three(state: TableState) -> bool:
    return bool(options_of(state, state.turn).triples)


def test_no_clock_is_shown_before_the_cards_are_dealt(people: People, own: OwnTable):
    page = people.follow(own.links[0], LAPTOP)
    page.goto(f"/table/{own.table}")
    expect(page.get_by_text("Czekamy na")).to_be_visible()
    expect(page.get_by_role("timer").filter(has_text=re.compile(r"^\s*\d+\s*$"))).to_have_count(0)


def test_a_city_waits_for_the_judge_and_a_turn_lapses_by_its_clock(people: People, own: OwnTable):
    brought_to(people.server, own.table, reaches_a_city)
    judge, page = own.judge, own.mover()
    judge.goto(f"/table/{own.table}")
    for each in (judge, page):
        expect(each.get_by_role("timer").filter(has_text=re.compile(r"\d+:\d\d"))).to_be_visible()
        expect(each.get_by_label(re.compile("sekund")).first).to_be_visible()
        expect(each.get_by_text("plansza niezweryfikowana")).to_have_count(0)
    before = own.state.turn
    judge.get_by_role("button", name="Wznów").click()
    page.locator(".actions button").filter(has_text="karta miasta").first.click()
    expect(page.get_by_text("Czekamy na sędziego: karta miasta.")).to_be_visible()
    page.wait_for_timeout(1000 * (TURN_S + 2))  # while the judge is waited for no clock runs
    assert own.state.turn == before
    judge.get_by_role("button", name=re.compile("Potwierdzam: .* karta miasta")).click()
    taken = page.locator(".log li").filter(has_text=re.compile("karta miasta (Buzułuk|Teheran)"))
    expect(taken.first).to_be_visible()
    lapsed = page.locator(".log li").filter(has_text="koniec czasu na ruch")
    expect(lapsed.first).to_be_visible(timeout=3000 * TURN_S)


def test_three_cards_wait_for_the_judge(people: People, own: OwnTable):
    state = brought_to(people.server, own.table, has_three)
    judge, page = own.judge, own.mover()
    judge.goto(f"/table/{own.table}")
    cards, hand = options_of(state, state.turn).triples[0], list(state.seats[state.turn].hand)
    judge.get_by_role("button", name="Wznów").click()
    held = page.get_by_role("group", name="Twoje karty podróży").get_by_role("button")
    for card in cards:
        at = hand.index(card)
        hand[at] = ""
        held.nth(at).click()
    page.get_by_role("group", name="Wystawka kart misia").get_by_role("button").first.click()
    page.get_by_role("button", name="Wymień kartę z wystawki i wybierz kolor").click()
    expect(page.get_by_text("Czekamy na sędziego: ruch za trzy karty.")).to_be_visible()
    judge.get_by_role("button", name=re.compile("Potwierdzam: .* ruch za trzy karty")).click()
    expect(page.get_by_text("Wybierz kolor, na który idzie miś.")).to_be_visible()
    page.locator(".actions button").first.click()
    expect(page.locator(".log li").filter(has_text="Ty: ruch")).not_to_have_count(0)
    assert state.board.verified_by == "Sędzia Główny"
