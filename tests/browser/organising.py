"""An organiser at work: everything by clicking and typing, as a first-time user would."""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect


@dataclass
class Organising:
    """The organiser's page and what is done on it."""

    page: Page

    def create(self, title: str, name: str, expected: int) -> None:
        """A new tournament in three steps."""
        self.page.get_by_role("button", name=re.compile(f"Wybierz.*{title}")).click()
        self.page.get_by_label("Nazwa turnieju").fill(name)
        self.page.get_by_label("Ile osób się spodziewasz").fill(str(expected))
        self.page.get_by_label("Kto potwierdza wynik").select_option(label="nikt, wystarczy wpis")
        self.page.get_by_role("button", name="Dalej").click()
        self.page.get_by_role("button", name="Utwórz turniej").click()
        expect(self.page.get_by_role("heading", name="Zgłoszenia")).to_be_visible()

    def go(self, room: str) -> None:
        self.page.get_by_role("link", name=room, exact=True).click()

    def enter(self, count: int) -> None:
        """A whole list at once."""
        self.page.get_by_text("Wklej całą listę albo wczytaj plik").click()
        names = "\n".join(f"Zawodnik {n}" for n in range(1, count + 1))
        self.page.get_by_label(re.compile("Jedna osoba w wierszu")).fill(names)
        self.page.get_by_role("button", name="Sprawdź listę").click()
        self.page.get_by_role("button", name="Zgłoś wszystkich").click()
        expect(self.page.get_by_text(f"{count} zgłosze", exact=False).first).to_be_visible()

    def enter_teams(self, teams: int, size: int = 2) -> None:
        """A list with a heading, as it is copied from a spreadsheet; each team of one school."""
        rows = [
            f"Zawodnik {size * team + member + 1}\tDrużyna {team + 1}\tSzkoła {team // 2 + 1}"
            for team in range(teams)
            for member in range(size)
        ]
        self.page.get_by_text("Wklej całą listę albo wczytaj plik").click()
        pasted = "\n".join(["imię i nazwisko\tdrużyna\tszkoła", *rows])
        self.page.get_by_label(re.compile("Jedna osoba w wierszu")).fill(pasted)
        self.page.get_by_role("button", name="Sprawdź listę").click()
        self.page.get_by_role("button", name="Zgłoś wszystkich").click()
        expect(self.page.get_by_text(f"{teams * size} zgłosze").first).to_be_visible()

    def play_places(self) -> None:
        """Enter the places of every table of the round: whoever has the lowest number wins."""
        self.go("Runda i wyniki")
        cards = self.page.locator("ul.tables > li.card")
        expect(cards.first).to_be_visible()
        for table in range(1, cards.count() + 1):
            card = self._card(table)
            card.get_by_role("button", name=re.compile("Partia 1 ")).click()
            rows = card.locator("fieldset")
            expect(rows.first).to_be_visible()
            numbers = [int(row.locator("legend .number").inner_text()) for row in rows.all()]
            for row, number in zip(rows.all(), numbers, strict=True):
                place = 1 + sum(other < number for other in numbers)
                row.get_by_label("Miejsce").select_option(str(place))
            card.get_by_role("button", name="Zapisz wynik").click()
            done = card.get_by_role("button", name=re.compile("Partia 1 potwierdzony"))
            expect(done).to_be_visible()

    def _card(self, table: int) -> Locator:
        heading = self.page.get_by_role("heading", name=f"Stolik {table}", exact=True)
        return self.page.locator("li.card").filter(has=heading)

    def draw(self) -> None:
        self.go("Losowanie")
        self.page.get_by_role("button", name=re.compile("^Losuj( bez kostek)?$")).click()
        self.page.get_by_role("button", name="Ogłoś stoliki").click()
        expect(self.page.get_by_text("Cofnij ogłoszenie rundy")).to_be_visible()

    def play(self, tables: int, games: int) -> None:
        """Enter every result of the round; at each table another seat goes out in each game."""
        self.go("Runda i wyniki")
        for table in range(1, tables + 1):
            card = self._card(table)
            for game in range(1, games + 1):
                card.get_by_role("button", name=re.compile(f"Partia {game} ")).click()
                self._sheet(card, game)

    def _sheet(self, card: Locator, game: int) -> None:
        rows = card.locator("fieldset")
        expect(rows.first).to_be_visible()
        winner = game % rows.count()
        rows.nth(winner).get_by_label("Zszedł").check()
        for i in range(rows.count()):
            if i != winner:
                number = int(rows.nth(i).locator("legend .number").inner_text())
                rows.nth(i).get_by_label("Suma kostek").fill(str(5 + 3 * number))
        card.get_by_role("button", name="Zapisz wynik").click()
        done = card.get_by_role("button", name=re.compile(f"Partia {game} potwierdzony"))
        expect(done).to_be_visible()

    def break_ties(self) -> None:
        """Everybody level on the line draws a tile, each another one."""
        buttons = self.page.get_by_role("button", name="Zapisz wylosowane kostki")
        while before := buttons.count():
            form = self.page.locator("form", has=buttons.first).first
            for i, field in enumerate(form.get_by_role("spinbutton").all()):
                field.fill(str(i + 1))
            buttons.first.click()
            expect(buttons).not_to_have_count(before)

    def cut(self) -> None:
        self.go("Klasyfikacja")
        expect(self.page.locator("tbody tr").first).to_be_visible()
        self.break_ties()
        self.page.get_by_role("button", name="Zamknij etap i ogłoś awans").click()
        expect(self.page.get_by_role("button", name="Zamknij etap i ogłoś awans")).to_have_count(0)

    def finish(self) -> None:
        self.go("Klasyfikacja")
        expect(self.page.locator("tbody tr").first).to_be_visible()
        self.break_ties()
        self.page.get_by_role("button", name="Zakończ turniej i nadaj tytuły").click()
        expect(self.page.get_by_role("heading", name="Klasyfikacja końcowa")).to_be_visible()
