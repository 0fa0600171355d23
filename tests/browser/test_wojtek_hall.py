"""Miś Wojtek in the hall: a class of 25 in teams of five, a table by its cards, an own board."""

import io
import re

from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from tests.adapters.web.day import Day
from tests.browser.organising import Organising
from tests.browser.people import HALL, LAPTOP, PHONE, People

TEAMS, SIZE = 5, 5


def class_of_25(people: People) -> tuple[Day, Page]:
    """A tournament of fives made by requests, and its organiser in a browser."""
    day = Day(people.server, "wojtek", 0, confirmations=0)
    wanted = {"name": "Klasa", "format": "wojtek", "seed": "5", "team_size": SIZE}
    made = day.organiser.post("/api/tournaments", wanted)
    day.here = f"/api/tournaments/{made['id']}"
    return day, people.organiser_of(made["id"])


def paste(page: Page) -> None:
    """The list of the class, each team with its school and the adult who leads it."""
    rows = [
        f"Zawodnik {n + 1}\tDrużyna {n // SIZE + 1}\tSzkoła {n % 3 + 1}\tOpiekun {n // 15 + 1}"
        for n in range(TEAMS * SIZE)
    ]
    page.get_by_text("Wklej całą listę albo wczytaj plik").click()
    pasted = "\n".join(["imię i nazwisko\tdrużyna\tszkoła\topiekun", *rows])
    page.get_by_label(re.compile("Jedna osoba w wierszu")).fill(pasted)
    page.get_by_role("button", name="Sprawdź listę").click()
    page.get_by_role("button", name="Zgłoś wszystkich").click()
    expect(page.get_by_text("25 zgłosze").first).to_be_visible()


def test_a_class_of_25_from_entry_to_team_diploma(people: People):
    day, page = class_of_25(people)
    desk = Organising(page)
    desk.go("Zgłoszenia")
    paste(page)
    led = page.locator("details", has_text="Drużyny i opiekunowie")
    expect(led.get_by_text("prowadzi: Opiekun 1")).to_have_count(3)
    led.get_by_label("Opiekun: Drużyna 5").fill("Opiekun 3")
    led.locator("li", has_text="Drużyna 5").get_by_role("button", name="Zmień").click()
    expect(led.get_by_text("prowadzi: Opiekun 3")).to_have_count(1)
    page.get_by_text("Punkty z testu wiedzy").click()
    test = page.locator("details", has_text="Punkty z testu wiedzy")
    test.get_by_label("7. Zawodnik 7").fill("2")
    test.get_by_role("button", name="Zapisz punkty (1)").click()
    expect(test.get_by_text("2 punkty")).to_be_visible()
    desk.go("Losowanie")
    page.get_by_role("button", name=re.compile("^Losuj( bez kości)?$")).click()
    seat = page.locator("button.seat").first
    expect(seat).to_contain_text(re.compile(r"Drużyna \d · Szkoła \d"))
    page.get_by_role("button", name="Ogłoś stoliki").click()
    expect(page.get_by_text("Cofnij ogłoszenie:")).to_be_visible()
    told = day.organiser.post(f"{day.here}/passes", {"passes": [{"role": "player", "entrant": 2}]})
    phone = people.follow(told[0]["link"], PHONE)
    expect(phone.get_by_text("Kto zaczyna, decydują karty startowe")).to_be_visible()
    no_tiles(phone)
    tables = day.ask(do="round", round=1)["tables"]
    assert [len(table["seats"]) for table in tables] == [SIZE] * TEAMS
    for table in tables:  # nobody meets the own team
        assert len({(seat["entrant"] - 1) // SIZE for seat in table["seats"]}) == SIZE
    play(day, 1)
    for number in range(2, 5):
        day.round()
        play(day, number)
    day.cut()
    day.round()
    play(day, 5)
    day.settle()
    day.ask(do="finish")
    shown_everywhere(people, day, page)


def test_a_sixth_of_five_is_asked_about_and_a_guardian_is_put_right(people: People):
    day, page = class_of_25(people)
    for n in range(1, 2 * SIZE + 1):
        team = (n - 1) // SIZE + 1
        day.ask(do="enter", name=f"Uczeń {n}", team=f"Drużyna {team}", guardian=f"Opiekun {team}")
    Organising(page).go("Zgłoszenia")
    listed = page.locator("ul.people > li")
    expect(listed).to_have_count(10)
    page.get_by_label("Imię i nazwisko").first.fill("Uczeń Szósty")
    page.get_by_label("Drużyna", exact=True).first.fill("Drużyna 1")
    page.get_by_label("Drużyna", exact=True).first.press("Enter")
    asked = page.get_by_role("group", name="Drużyna „Drużyna 1” jest pełna")
    expect(asked).to_contain_text("ma już 5 z 5 osób. To będzie 6. osoba")
    page.keyboard.press("Enter")  # the hand that did not read says nothing
    asked.get_by_role("button", name="Nie, wróć").click()
    expect(asked).to_have_count(0)
    expect(listed).to_have_count(10)
    page.get_by_role("button", name="Zgłoś", exact=True).click()
    asked.get_by_role("button", name="Tak: Zgłoś").click()
    expect(listed).to_have_count(11)
    expect(asked).to_have_count(0)
    corrected_in_the_list(page)
    led = {one["name"]: one["teams"] for one in day.ask(do="people")["guardians"]}
    assert led == {"Opiekun 2": ["Drużyna 2"], "Pani Nowa": ["Drużyna 1"]}


def corrected_in_the_list(page: Page) -> None:
    """The form of one pupil names who leads the team, and asks before a team is overfull."""
    page.get_by_role("button", name="Więcej: Uczeń Szósty").click()
    form = page.locator("ul.people .more")
    save = form.get_by_role("button", name=re.compile("^Zapisz poprawki"))
    expect(form.get_by_label("Opiekun drużyny")).to_have_value("Opiekun 1")
    form.get_by_label("Drużyna", exact=True).fill("Drużyna 2")
    expect(form.get_by_label("Opiekun drużyny")).to_have_value("Opiekun 2")
    save.click()
    asked = page.get_by_role("group", name="Drużyna „Drużyna 2” jest pełna")
    asked.get_by_role("button", name="Nie, wróć").click()
    expect(asked).to_have_count(0)
    form.get_by_label("Drużyna", exact=True).fill("Drużyna 1")
    expect(save).to_be_disabled()
    form.get_by_label("Opiekun drużyny").fill("Pani Nowa")
    expect(form.get_by_text("Opiekun prowadzi całą drużynę „Drużyna 1”")).to_be_visible()
    save.click()
    expect(page.get_by_text("Zapisano: Uczeń Szósty.")).to_be_visible()
    page.get_by_role("button", name="Cofnij").click()
    expect(page.get_by_text("Cofnięto.")).to_be_visible()
    page.get_by_role("button", name="Więcej: Uczeń Szósty").click()
    expect(form.get_by_label("Opiekun drużyny")).to_have_value("Opiekun 1")
    form.get_by_label("Opiekun drużyny").fill("Pani Nowa")
    save.click()
    expect(page.get_by_text("prowadzi: Pani Nowa")).to_be_visible()


def no_tiles(page: Page) -> None:
    """No word of the other game: neither its points nor its tiles."""
    words = page.locator("body").inner_text()
    assert not re.search(r"\b([Dd]uż(e|ych)|[Mm]ał(e|ych)|[Kk]ostk|−100|−200)", words), words


def play(day: Day, number: int) -> None:
    """Whoever has the lower number is before the others."""
    for table in day.ask(do="round", round=number)["tables"]:
        seats = sorted(seat["entrant"] for seat in table["seats"])
        lines = [{"entrant": n, "place": i + 1} for i, n in enumerate(seats)]
        day.ask(do="result", round=number, table=table["table"], game=1, seats=lines)


def shown_everywhere(people: People, day: Day, page: Page) -> None:
    """The first team on desk, phone, hall screen and diploma; no words of the other game."""
    here = day.here.removeprefix("/api/tournaments/")
    desk = Organising(page)
    desk.go("Klasyfikacja")
    first = page.locator("section", has_text="Drużyny").locator("tbody tr").last
    expect(page.get_by_role("button", name="Drużyna 1", exact=True)).to_be_visible()
    expect(first).to_be_visible()
    told = day.organiser.post(f"{day.here}/passes", {"passes": [{"role": "player", "entrant": 1}]})
    phone = people.follow(told[0]["link"], PHONE)
    phone.goto(f"/tournament/{here}")
    expect(phone.get_by_text("1. miejsce drużyn")).to_be_visible()
    screen = people.somebody(HALL)
    screen.goto(f"/tournament/{here}/hall")
    expect(screen.get_by_role("heading", name="Zwycięzcy")).to_be_visible()
    screen.keyboard.press("3")
    expect(screen.get_by_role("heading", name="Drużyny")).to_be_visible()
    for each in (page, phone, screen):
        no_tiles(each)
        expect(each.get_by_text("Nie liczy się: Finał.").first).to_be_visible()
    expect(screen.get_by_text("Nie liczy się: Finał.")).to_be_in_viewport(ratio=1)
    paper = day.organiser.http.get(f"{day.here}/print/diplomas")
    assert paper.status_code == 200
    sheets = PdfReader(io.BytesIO(paper.content)).pages
    diplomas = [" ".join(one.extract_text().replace("\u200b", "").split()) for one in sheets]
    everybody = [f"Zawodnik {n}" for n in range(1, SIZE + 1)]
    assert [d for d in diplomas if "Drużyna 1" in d and all(name in d for name in everybody)]


def test_a_table_is_set_up_and_entered_by_cards_on_the_judges_phone(people: People):
    day, _ = class_of_25(people)
    for n in range(SIZE):
        more = {"team": f"Drużyna {n}", "guardian": f"Opiekun {n // 4}"}
        day.ask(do="enter", name=f"Zawodnik {n + 1}", **more)
    day.round()
    wanted = {"passes": [{"role": "referee", "tables": ["1"]}]}
    (told,) = day.organiser.post(f"{day.here}/passes", wanted)
    phone = people.somebody(PHONE, phone=True)
    phone.goto("/enter")
    phone.get_by_label("PIN").fill(told["code"])
    phone.locator("form", has_text="PIN").get_by_role("button").click()
    phone.wait_for_url("**/referee")
    expect(phone.get_by_text("−100")).to_have_count(0)
    phone.get_by_role("button", name=re.compile("Przed grą 1")).click()
    set_up_without(phone, "Zawodnik 5")
    slow_line(phone, 300)
    draw_start_cards(phone)
    slow_line(phone, 0)
    phone.get_by_role("button", name=re.compile("Wpisz wynik")).click()
    form = phone.get_by_role("form", name=re.compile("Wynik: stolik 1"))
    opened_in_sight(phone, form)
    form.get_by_text("Przepisuję z wydrukowanej kartki").click()
    no_tiles(phone)
    form.get_by_text("Przepisuję z wydrukowanej kartki").click()
    form.get_by_role("button", name="Karty i misie").click()
    fourth = day.ask(do="round", round=1)["tables"][0]["seats"][3]["entrant"]
    day.ask(do="disqualify", entrant=fourth, reason="L127")
    enter_cards(form)
    day.organiser.post(f"{day.here}/rounds/1/call-results")
    # The card stays where it is, with all that was typed on it.
    expect(phone.get_by_text("Wezwany: brakuje wyniku")).to_be_visible()
    tap_while_it_is_counted(phone, form)
    expect(form).to_have_count(0)
    says_who_won(phone)
    (table,) = day.ask(do="round", round=1)["tables"]
    by_seat = [line["place"] for line in table["games"][0]["lines"]]
    assert sorted(by_seat) == [1, 2, 3, 5, 5], "two were excluded: last together (W16)"


def opened_in_sight(phone: Page, form: Locator) -> None:
    """The finished set-up folds; nothing of it can be tapped by mistake above the form."""
    expect(phone.get_by_role("region", name=re.compile("^Przed grą"))).to_have_count(0)
    box = form.bounding_box()
    assert box
    assert 0 <= box["y"] < PHONE[1] / 2
    # The bar that stays at the bottom covers what it lies over, and asks for what is missing.
    form.get_by_role("button", name="Karty i misie").click()
    bar = form.locator(".save")
    expect(bar).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")
    why = bar.get_by_role("button").get_attribute("data-why")
    assert why
    assert "Edynburg" in why
    form.get_by_role("button", name="Miejsca").click()


def says_who_won(phone: Page) -> None:
    """The card of the table: places, points, what decided each, and how a mistake is mended."""
    card = phone.locator("li.card", has_text="Wynik partii 1")
    expect(card.get_by_role("heading", name="Wynik partii 1")).to_be_in_viewport()
    rows = card.locator(".result tbody tr")
    expect(rows).to_have_count(SIZE)
    expect(rows.nth(0)).to_contain_text("5 punktów")
    expect(rows.nth(0)).to_contain_text("zestaw nr 1: 6, a niżej 4")
    expect(rows.nth(2)).to_contain_text("decyduje odległość od Edynburga: 9, a wyżej 7")
    expect(rows.nth(4)).to_contain_text("Wykluczenie z rozgrywki: ostatnie miejsce.")
    expect(card.get_by_text("Organizator poprawi go")).to_be_visible()


def tap_while_it_is_counted(phone: Page, form: Locator) -> None:
    """What the count says comes while the finger is down: it moves nothing away from under it."""
    distance = form.locator("fieldset").nth(2).get_by_label("Ile pól do Edynburga")
    distance.fill("9")
    expect(form.get_by_role("alert")).to_contain_text("polu")
    slow_line(phone, 1000)
    distance.fill("7")
    button = form.get_by_role("button", name="Zapisz wynik")
    button.scroll_into_view_if_needed()
    with phone.expect_response(lambda told: "preview" in (told.request.post_data or "")):
        button.hover()
        phone.mouse.down()
    slow_line(phone, 0)
    phone.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    phone.mouse.up()


def slow_line(phone: Page, latency_ms: int) -> None:
    """Every answer takes so long from now on."""
    line = {"offline": False, "latency": latency_ms, "downloadThroughput": -1}
    session = phone.context.new_cdp_session(phone)
    session.send("Network.emulateNetworkConditions", {**line, "uploadThroughput": -1})


PLACE = "e => e.getBoundingClientRect().y - e.closest('section').getBoundingClientRect().y"


def set_up_without(phone: Page, name: str) -> None:
    """Who did not come gets no bear, and the result knows it; then they come after all."""
    area = phone.get_by_role("region", name="Przed grą: misie, karty startowe, kolejność")
    area.get_by_label(name).uncheck()
    area.get_by_role("button", name="Telefon losuje wszystko").click()
    expect(area.locator("ol.seats li")).to_have_count(SIZE - 1)
    expect(area.get_by_text(f"bez miejsca): {name}")).to_be_visible()
    phone.reload()
    write, fold = (re.compile(word) for word in ("Wpisz wynik", "Przed grą 1"))
    phone.get_by_role("button", name=write).click()
    absent = phone.get_by_label(f"nieobecność: 0 punktów, bez miejsca: {name}")
    expect(absent).to_be_checked()
    phone.get_by_role("button", name=write).click()
    phone.get_by_role("button", name=fold).click()
    area.get_by_role("button", name="Od nowa").click()
    area.get_by_role("button", name="Tak: Od nowa").click()
    area.get_by_label(name).check()


def draw_start_cards(phone: Page) -> None:
    """Red, red again, a rainbow, and three more: the order is that of the start fields."""
    phone.get_by_role("button", name="Losuj misie, karty dobiorę z talii").click()
    area = phone.get_by_role("region", name="Przed grą: misie, karty startowe, kolejność")
    for colour in ("czerwony", "czerwony"):
        area.get_by_role("button", name=colour).click()
    # Who taps twice has drawn one card, for one pupil.
    area.get_by_role("button", name="tęczowa").dblclick()
    expect(area.get_by_text("wybiera wolne pole startowe")).to_be_visible()
    expect(area.get_by_role("button", name="Kraj Krasnojarski")).to_have_count(0)
    area.get_by_role("button", name="Obwód Archangielski").click()
    area.get_by_role("button", name="żółty").click()
    phone.reload()  # the phone was put away
    phone.get_by_role("button", name=re.compile("Przed grą 1")).click()
    pink = area.get_by_role("button", name="różowy")
    place = pink.evaluate(PLACE)
    area.get_by_role("button", name="zielony").click()
    expect(area.locator("ol.seats li").nth(3).locator(".soft")).to_be_visible()
    assert pink.evaluate(PLACE) == place, "what is tapped moves under the finger"
    pink.click()
    order = area.locator("ol.order li")
    expect(order).to_have_count(SIZE)
    seats = area.locator("ol.seats li strong").all_inner_texts()
    # Archangielsk, Komi, Krasnojarsk, Kazachstan, Uzbekistan.
    assert order.all_inner_texts() == [seats[1], seats[3], seats[0], seats[4], seats[2]]


def enter_cards(form: Locator) -> None:
    """A complete set by two specials, a level pair that the distance parts, two excluded."""
    rows = form.locator("fieldset")
    sets = [("5 2", 1, 1), ("4 3", 0, 0), ("4 3", 0, 0)]
    for row, (sizes, portraits, cities) in zip(rows.all()[:3], sets, strict=True):
        row.get_by_label("Zestawy").fill(sizes)
        row.get_by_label("Portrety").fill(str(portraits))
        row.get_by_label("Karty miast").fill(str(cities))
    rows.nth(0).get_by_label("Edynburg: jako który").select_option("1")
    rows.nth(1).get_by_label("Ile pól do Edynburga").fill("9")
    rows.nth(2).get_by_label("Ile pól do Edynburga").fill("9")
    # One by the ledger while the form lay open, one by the judge's own hand.
    expect(rows.nth(3).get_by_label(re.compile("wykluczenie zapisane w karach"))).to_be_checked()
    rows.nth(4).get_by_label(re.compile("wykluczenie")).check()
    expect(form.get_by_role("alert")).to_contain_text("polu")  # two bears on one field
    rows.nth(2).get_by_label("Ile pól do Edynburga").fill("7")
    expect(rows.nth(0).locator("output")).to_contain_text("Portrety i karty miast")
    expect(rows.nth(2).locator("output")).to_contain_text("Miejsce 2.")


def test_a_board_of_ones_own_is_drawn_signed_and_chosen(people: People):
    page = people.organiser()
    page.goto("/boards")
    expect(page.get_by_text("Plansza niezweryfikowana.")).to_be_visible()
    for number in (1, 12, 20):
        expect(page.locator("strong", has_text=re.compile(f"^W{number}$"))).to_be_visible()
    own_files(page)
    page.get_by_label("Plansza").select_option("trasa")
    page.get_by_label("Portrety i karty miast").select_option("wild")
    page.get_by_label("Sekund na turę").fill("9999")
    page.get_by_label("Sekund na turę").blur()
    expect(page.get_by_role("alert")).to_contain_text("clock.turn_time_s")
    page.get_by_label("Plansza").select_option("trasa")
    page.get_by_label("Portrety i karty miast").select_option("wild")
    page.get_by_label("Sędzia potwierdza karty miast").check()
    page.get_by_label("Nazwa planszy").fill("Wydanie drugie")
    page.get_by_role("button", name="Zapisz planszę").click()
    expect(page.get_by_text("Zapisano.")).to_be_visible()
    expect(page.get_by_role("button", name="Podpisz jako sprawdzoną")).to_be_disabled()
    page.get_by_label("Kto sprawdził").fill("Sędzia Główny")
    page.get_by_role("button", name="Podpisz jako sprawdzoną").click()
    expect(page.get_by_text("Sprawdzona: Sędzia Główny.")).to_be_visible()
    expect(page.get_by_role("img", name="Plansza: Wydanie drugie")).to_be_visible()
    page.goto("/organise")
    page.get_by_role("button", name=re.compile("Wybierz.*Turniej Miś Wojtek")).click()
    page.get_by_label("Plansza").select_option(label="Wydanie drugie ✔")
    page.get_by_label("Stoliki").select_option("4")
    expected = page.get_by_label("Ile osób się spodziewasz")
    expected.fill("1000000")
    expect(page.get_by_role("alert")).to_contain_text("od 4 do")
    expect(page.get_by_text("Tak będzie")).to_have_count(0)
    expected.fill("20")
    expect(page.get_by_text("5 stolików po 4")).to_be_visible()
    page.reload()  # nothing of what was chosen is lost
    expect(expected).to_have_value("20")
    expect(page.get_by_label("Plansza")).to_have_value(re.compile(".+"))
    expect(page.get_by_text("5 stolików po 4")).to_be_visible()
    page.get_by_label("Liczba rund").select_option("2")
    page.get_by_label("Bez finału").check()
    page.get_by_role("button", name="Dalej").click()
    page.get_by_role("button", name="Utwórz turniej").click()
    expect(page.get_by_role("heading", name="Zgłoszenia")).to_be_visible()
    page.goto(page.url.partition("/organise")[0])
    expect(page.get_by_text("Turniej Miś Wojtek: 2 rundy bez finału").first).to_be_visible()
    assert page.viewport_size == {"width": LAPTOP[0], "height": LAPTOP[1]}


def own_files(page: Page) -> None:
    """A picture is refused in our words; a board brings its own name."""
    chosen = page.get_by_label("Własny plik planszy")
    picture = {"name": "mapa.png", "mimeType": "image/png", "buffer": b"\x89PNG\r\n\x1a\n\x00"}
    chosen.set_input_files(picture)
    expect(page.get_by_role("alert")).to_contain_text("mapa.png nie jest plikiem tekstowym")
    text = 'based_on = "trasa"\nid = "moja"\ntitle = "Wydanie z pudełka"\n'
    chosen.set_input_files({"name": "m.toml", "mimeType": "text/plain", "buffer": text.encode()})
    expect(page.get_by_label("Nazwa planszy")).to_have_value("Wydanie z pudełka")


def test_a_result_is_corrected_by_the_cards_that_lay_there(people: People):
    day, page = class_of_25(people)
    for n in range(SIZE):
        more = {"team": f"Drużyna {n}", "guardian": f"Opiekun {n // 4}"}
        day.ask(do="enter", name=f"Zawodnik {n + 1}", **more)
    day.round()
    play(day, 1)
    desk = Organising(page)
    desk.go("Runda i wyniki")
    page.get_by_role("button", name=re.compile("Partia 1")).click()
    form = page.get_by_role("form", name=re.compile("Wynik: stolik 1"))
    form.get_by_role("button", name="Karty i misie").click()
    rows = form.locator("fieldset")
    for i, row in enumerate(rows.all()):
        row.get_by_label("Zestawy").fill(f"{i + 1}")
        row.get_by_label("Ile pól do Edynburga").fill(str(20 + i))
    rows.nth(0).get_by_label("Zestawy").fill("32")
    expect(rows.nth(0).get_by_role("alert")).to_contain_text("32? Może 3 i 2?")
    rows.nth(0).get_by_label("Zestawy").fill("1")
    expect(rows.nth(4).locator("output")).to_contain_text("Miejsce 1.")
    form.get_by_label("Powód").fill("policzono karty jeszcze raz")
    form.get_by_role("button", name="Popraw").click()
    expect(form).to_have_count(0)  # it closes when the result is kept
    (table,) = day.ask(do="round", round=1)["tables"]
    assert [line["place"] for line in table["games"][0]["lines"]] == [5, 4, 3, 2, 1]
