"""A whole practice game without a mouse: tabs, words, and what a screen reader would hear."""

import re
from dataclasses import dataclass, field

from playwright.sync_api import Page, expect

from stolik import solver
from tests.browser.organising import Organising
from tests.browser.people import People
from tests.browser.playing import has_turn

_COLOURS = {"czarna": "k", "niebieska": "b", "pomarańczowa": "o", "czerwona": "r"}
_MOST_TABS = 80
_MOST_TURNS = 120


@dataclass
class Blind:
    """Somebody who types and hears."""

    page: Page
    opened: bool = field(default=False)

    def tab_to(self, selector: str) -> None:
        """Press Tab until this has the focus."""
        for _ in range(_MOST_TABS):
            if self.page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way to {selector} by Tab")

    def say(self, words: str) -> None:
        self.page.keyboard.type(words)
        self.page.keyboard.press("Enter")

    def rack(self) -> list[str]:
        """The tiles on the rack by their names."""
        tiles = self.page.get_by_role("button", name=re.compile("tabliczka"))
        labels = tiles.evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))")
        return [_tile(label.partition(",")[0]) for label in labels]

    def turn(self) -> None:
        """Open if it can be done, else draw and end the move."""
        opening = None if self.opened else solver.best_opening(self.rack())
        if opening and opening.value >= 30:
            for meld in opening.melds:
                self.say(f"{' '.join(meld)} new")
            self.say("lay")
            self.opened = True
        elif self.page.get_by_role("button", name="Dobierz").is_visible():
            self.say("draw")
        elif (choice := self.page.get_by_role("button", name="Wybierz stos")).count():
            choice.press("Enter")
            stack = self.page.get_by_role("button", name=re.compile(r"Stos \d+")).first
            self.say(f"draw {stack.inner_text().split()[-1]}")
        else:
            self.say("pass")
        # The bots may be as quick as we look: what counts is that the move was taken.
        expect(self.page.get_by_role("alert")).to_have_count(0)
        self.page.wait_for_timeout(100)


def _tile(name: str) -> str:
    number, _, colour = name.partition(" ")
    return "j" if number == "joker" else _COLOURS[colour] + number


def test_a_whole_game_by_keyboard(people: People):
    page = people.somebody()
    blind = Blind(page)
    page.goto("/")
    page.get_by_role("heading", name="Rummikub").wait_for()
    blind.tab_to("section.practise button.primary")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Gotowy", exact=True).wait_for()
    blind.tab_to("#command")
    blind.say("ready")
    over = page.get_by_role("button", name="Potwierdzam wynik")
    for _ in range(_MOST_TURNS):
        if not has_turn(page):
            break
        blind.turn()
    blind.say("confirm")
    expect(over).to_have_count(0)


def test_the_keyboard_is_never_lost_on_the_way(people: People):
    page = people.somebody()
    page.goto("/")
    expect(page.get_by_role("link", name="Zaloguj się")).to_be_visible()  # the page is there
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Przejdź do treści")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.get_by_role("link", name="Zaloguj się").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Wejście")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_label("Kod z kartki")).to_be_focused()


def test_what_comes_next_leads_to_the_heading_of_its_room(people: People):
    desk = Organising(people.organiser())
    desk.create("Zimowy Turniej Rummikub", "Turniej zimowy", 10)
    desk.page.get_by_role("link", name="Do losowania").focus()
    desk.page.keyboard.press("Enter")
    expect(desk.page.get_by_role("heading", name="Losowanie")).to_be_focused()
