"""An organiser at work: everything by clicking and typing, as a first-time user would."""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

TIE = "Remis, który trzeba rozstrzygnąć"
_AWAY = re.compile("nie gra|nieobecność")
_CUT = "Zamknij etap i ogłoś awans"
_LOTS = re.compile("Zapisz wylosowane (kostki|numery)")


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
        # The menu stands first; a room may have a paper of the same name.
        self.page.get_by_role("link", name=room, exact=True).first.click()

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

    def late(self, name: str, team: str = "") -> None:
        """Somebody comes when the first round is over."""
        self.go("Zgłoszenia")
        self.page.get_by_label("Imię i nazwisko").first.fill(name)
        if team:
            self.page.get_by_label("Drużyna", exact=True).first.fill(team)
        self.page.get_by_role("button", name="Zgłoś", exact=True).click()
        expect(self.page.get_by_role("button", name=f"Więcej: {name}", exact=True)).to_be_visible()

    def lose(self, name: str) -> None:
        """Somebody goes home in the middle of a round; the others play on without him."""
        self.go("Zgłoszenia")
        self.page.get_by_role("button", name=f"Więcej: {name}", exact=True).click()
        leaves = self.page.get_by_role("button", name="Wycofaj: choroba")
        expect(leaves).to_be_disabled()
        self.page.get_by_label(re.compile(r"w partii \d+ albo")).first.check()
        self.page.get_by_label(re.compile("dokończą ją sami")).check()
        leaves.click()
        expect(self.page.locator("li.withdrawn", has_text=name)).to_be_visible()

    def penalise(self, who: str, field: str, taken: int) -> None:
        """Points off, said before it is done and asked once."""
        self.go("Kary")
        self.page.get_by_role("combobox", name="Kto", exact=True).select_option(label=who)
        self.page.get_by_label("Powód").fill("spóźnienia")
        self.page.get_by_label(field).fill(str(-taken))
        self.page.get_by_role("button", name=re.compile(f"→ −{taken}")).first.click()
        self.page.get_by_role("button", name=re.compile("^Tak: ")).click()
        expect(self.page.locator("ol li", has_text=f"(−{taken}")).to_be_visible()

    def card(self, who: str, step: str) -> None:
        """The next step of the ladder as it stands there."""
        self.go("Kary")
        self.page.get_by_role("combobox", name="Kto", exact=True).select_option(label=who)
        self.page.get_by_label("Powód").fill("hałas")
        self.page.get_by_role("button", name=re.compile(f"^{step}")).first.click()
        self.page.get_by_role("button", name=re.compile(f"^Tak: {step}")).click()
        expect(self.page.locator("ol li", has_text=step).last).to_be_visible()

    def draw_slips(self, sizes: list[int], instead: dict[int, int] | None = None) -> None:
        """People have drawn slips from a box; they are typed one after the other, by keys only.

        Each draws the slip of his number; `instead` of somebody who has left a late comer does.
        """
        self.go("Losowanie")
        self.page.get_by_role("button", name="Kartki z pudełka").click()
        slips = [f"{table}{seat}" for table, size in enumerate(sizes, 1) for seat in "ABCDE"[:size]]
        self.page.get_by_role("combobox", name="Kto").focus()
        for number, slip in enumerate(slips, start=1):
            self.page.keyboard.type(f"{(instead or {}).get(number, number)}\n{slip}\n")
            expect(self.page.get_by_text(f"Wpisano {number} z {len(slips)}")).to_be_visible()
        self.page.get_by_role("button", name="Utwórz rundę z kartek").click()
        self.page.get_by_role("button", name="Ogłoś stoliki").click()
        expect(self.page.get_by_text("Cofnij ogłoszenie:")).to_be_visible()

    def seat_by_tiles(self, table: int, tiles: list[str]) -> None:
        """Everybody at a table draws a tile for his seat (szkoly2015 L67)."""
        self.go("Runda i wyniki")
        card = self._card(table)
        card.get_by_role("button", name=re.compile("Partia 1 ")).click()
        fields = card.get_by_label(re.compile("kostka 1$"))
        expect(fields).to_have_count(len(tiles))
        for i, tile in enumerate(tiles):
            fields.nth(i).fill(tile)
        card.get_by_role("button", name="Posadź według kostek").click()
        expect(card.get_by_text("Losuj miejsca ponownie")).to_be_visible()  # folded up
        expect(fields.first).to_be_hidden()
        card.get_by_role("button", name=re.compile("Partia 1 ")).click()  # as it was

    def play_places(self, *tables: int) -> None:
        """Enter the places of these or all tables: whoever has the lowest number wins."""
        self.go("Runda i wyniki")
        cards = self.page.locator("ul.tables > li.card")
        expect(cards.first).to_be_visible()
        for table in tables or range(1, cards.count() + 1):
            card = self._card(table)
            card.get_by_role("button", name=re.compile("Partia 1 ")).click()
            away = self.page.get_by_role("checkbox", name=_AWAY, checked=True)
            rows = card.locator("fieldset").filter(has_not=away)
            expect(rows.first).to_be_visible()
            numbers = [int(row.locator("legend .number").inner_text()) for row in rows.all()]
            for row, number in zip(rows.all(), numbers, strict=True):
                place = 1 + sum(other < number for other in numbers)
                row.get_by_role("combobox", name="Miejsce").select_option(str(place))
            card.get_by_role("button", name="Zapisz wynik").click()
            done = card.get_by_role("button", name=re.compile("Partia 1 potwierdzony"))
            expect(done).to_be_visible()

    def _card(self, table: int) -> Locator:
        heading = self.page.get_by_role("heading", name=f"Stolik {table}", exact=True)
        return self.page.locator("li.card").filter(has=heading)

    def draw(self) -> None:
        self.go("Losowanie")
        button = self.page.get_by_role(
            "button", name=re.compile("^(Losuj( bez kości)?|Rozsadź według miejsc)( najpierw|$)")
        )
        if button.is_disabled():  # places that decide seats are shared
            self.go("Klasyfikacja")
            expect(self.page.get_by_role("heading", name=TIE)).to_be_visible()
            self.break_ties()
            self.go("Losowanie")
        button.click()
        self.page.get_by_role("button", name="Ogłoś stoliki").click()
        expect(self.page.get_by_text("Cofnij ogłoszenie:")).to_be_visible()

    def play(self, tables: int, games: int, since: tuple[int, int] = (1, 1)) -> None:
        """Enter the results of the round from one game on; another seat goes out in each."""
        self.go("Runda i wyniki")
        for table in range(1, tables + 1):
            card = self._card(table)
            for game in range(1, games + 1):
                if (table, game) >= since:
                    card.get_by_role("button", name=re.compile(f"Partia {game} ")).click()
                    self._sheet(card, game)

    def play_game(self, table: int, game: int) -> None:
        self.go("Runda i wyniki")
        card = self._card(table)
        card.get_by_role("button", name=re.compile(f"Partia {game} ")).click()
        self._sheet(card, game)

    def _sheet(self, card: Locator, game: int) -> None:
        """The same sums at every table: people of different tables end level."""
        form = card.get_by_role("form", name=re.compile("^Wynik"))
        expect(form.locator("fieldset").first).to_be_visible()
        away = self.page.get_by_role("checkbox", name=_AWAY, checked=True)
        rows = form.locator("fieldset").filter(has_not=away)
        winner = game % rows.count()
        rows.nth(winner).get_by_label("Bez kostek").check()
        for i in range(rows.count()):
            if i != winner:
                rows.nth(i).get_by_label("Suma kostek").fill(str(5 + 3 * i))
        card.get_by_role("button", name="Zapisz wynik").click()
        done = card.get_by_role("button", name=re.compile(f"Partia {game} potwierdzony"))
        expect(done).to_be_visible()

    def break_ties(self) -> None:
        """Everybody who shares a place that decides something draws a tile, each another one."""
        while self._tiles_wanted():
            self._draw_tiles()

    def _draw_tiles(self) -> None:
        buttons = self.page.get_by_role("button", name=_LOTS)
        fields = self.page.locator("form", has=buttons).first.get_by_role("spinbutton")
        expect(fields.first).to_be_visible()
        for i, field in enumerate(fields.all()):
            field.fill(str(i + 1))
        first = fields.first.get_attribute("aria-label") or ""
        buttons.first.click()
        expect(self.page.get_by_label(first, exact=True)).to_have_count(0)

    def _tiles_wanted(self) -> bool:
        """Asked once nothing is missing for the next step, or the form for it is there."""
        agreed = "body:not(:has(.next .missing)), body:has(input[max='14'])"
        expect(self.page.locator(agreed)).to_have_count(1)
        return self.page.get_by_role("button", name=_LOTS).count() > 0

    def cut(self, level: tuple[str, ...] = (), seats: int = 0) -> None:
        """`level` are those who must be level on the line, `seats` how many more share a place
        that decides a seat: all are asked for tiles at once."""
        self.go("Klasyfikacja")
        expect(self.page.locator("tbody tr").first).to_be_visible()
        line = self.page.locator("tbody tr", has_text="remis na granicy awansu")
        for name in level:
            expect(line.filter(has_text=name)).to_have_count(1)
        if level:
            expect(line).to_have_count(len(level))
        if seats:
            shared = self.page.locator("tbody tr", has_text="decyduje, kto gdzie usiądzie")
            expect(shared).to_have_count(seats)
        if level or seats:
            expect(self.page.get_by_role("button", name=_CUT)).to_be_disabled()
        self.break_ties()
        self.cut_now()

    def cut_now(self) -> None:
        self.page.get_by_role("button", name=_CUT).click()
        self.page.get_by_role("button", name=f"Tak: {_CUT}").click()
        expect(self.page.get_by_role("button", name=_CUT)).to_have_count(0)

    def finish(self) -> None:
        self.go("Klasyfikacja")
        expect(self.page.locator("tbody tr").first).to_be_visible()
        self.break_ties()
        self.page.get_by_role("button", name="Zakończ turniej i nadaj tytuły").click()
        self.page.get_by_role("button", name="Tak: Zakończ turniej i nadaj tytuły").click()
        expect(self.page.get_by_role("heading", name="Klasyfikacja końcowa")).to_be_visible()
