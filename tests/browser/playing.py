"""A player with a phone: everything by tapping and typing."""

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.adapters.web.day import Day
from tests.browser.people import PATIENCE_MS, PHONE, People

TURN_OR_OVER = "() => document.title.startsWith('●') || !!document.querySelector('#over')"


@dataclass
class Phone:
    """A player's page and what is done on it."""

    page: Page

    def game(self, number: int) -> Locator:
        heading = self.page.get_by_role("heading", name=f"Partia {number}", exact=True)
        return self.page.locator("section.desk article").filter(has=heading)

    def enter(self, number: int, winner: int, sums: list[int]) -> None:
        """Who went out, and what the others hold."""
        game = self.game(number)
        game.get_by_role("button", name="Wpisz wynik").click()
        self.fill(number, winner, sums)
        game.get_by_role("button", name="Zapisz wynik").click()

    def fill(self, number: int, winner: int, sums: list[int]) -> None:
        """The sheet that is open; it is not sent yet."""
        rows = self.game(number).locator("fieldset")
        rows.nth(winner).get_by_label("Bez kostek").check()
        for i, held in enumerate(sums):
            if i != winner:
                rows.nth(i).get_by_label("Suma kostek").fill(str(held))

    def expect(self, number: int, status: str) -> None:
        expect(self.game(number).locator(".status")).to_contain_text(status)


def phone_of(people: People, day: Day, entrant: int) -> Phone:
    """A phone whose player has come in by the link on his card."""
    wanted = {"passes": [{"role": "player", "entrant": entrant}]}
    (told,) = day.organiser.post(day.here + "/passes", wanted)
    page = people.follow(told["link"], PHONE)
    expect(page.locator("section.desk h2")).to_contain_text("stolik")
    return Phone(page)


def has_turn(page: Page) -> bool:
    """Wait for one's turn or the end of the game; whether there is a turn to play."""
    page.wait_for_function(TURN_OR_OVER, timeout=PATIENCE_MS)
    return not page.locator("#over").is_visible()
