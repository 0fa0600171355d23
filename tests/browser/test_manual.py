"""The manual: one click from a screen, found by words without accents, readable on a phone."""

from playwright.sync_api import TimeoutError as NeverShown
from playwright.sync_api import expect

from tests.browser.people import PATIENCE_MS, PHONE, People


def test_the_question_mark_opens_the_page_about_this_screen(people: People):
    page = people.somebody(PHONE, phone=True)
    page.goto("/phone-test")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Podręcznik").click()
    manual = opened.value
    expect(manual.get_by_role("heading", level=1)).to_have_text("Uruchomienie", timeout=PATIENCE_MS)
    assert manual.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_a_word_without_its_accents_is_found(people: People):
    page = people.somebody(PHONE, phone=True)
    page.goto("/docs/manual/pl/index.html")
    page.keyboard.press("/")
    page.keyboard.type("-200")  # written −100 czy −200?**
    expect(page.locator("#found").get_by_role("link", name="Sędzia", exact=True)).to_be_visible()
    page.locator("#find").fill("sedzia pin")
    found = page.locator("#found").get_by_role("link", name="Sędzia", exact=True)
    found.click(timeout=PATIENCE_MS)
    expect(page.get_by_role("heading", level=1)).to_have_text("Sędzia")
    page.go_back()
    page.get_by_role("link", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Documentation")


# Forms of words that stand in the manual, most of them in another form there, and their page.
FORMS = {
    "sędziemu sędziowie sędziów": "sedzia",
    "jokera jokerem": "klasyfikacja",
    "remisie remisów remisami": "klasyfikacja",
    "kartkami kartce kartek": "losowanie",
    "hasła hasłem haśle": "uruchomienie",
    "spóźnienie spóźniony spóźnić": "zgloszenia",
    "dyplomów dyplomem dyplomami": "wydruki",
    "rundom rundzie rund rundami": "runda",
    "zegarowi zegarem zegarach": "runda",
    "losować losowaniu losujemy losowała": "losowanie",
    "kościami kościom": "losowanie",
    "zobowiązaniem zobowiązania": "losowanie",
    "karze karami karom": "sedzia",
    "sporem sporowi": "sedzia",
    "orzeczeniem orzeczenia": "sedzia",
    "drużynie drużynom": "mis",
    "telefonach telefonem telefonami": "uruchomienie",
    "certyfikaty certyfikatu": "uruchomienie",
    "zaporą zaporze": "uruchomienie",
    "kreatora kreatorowi kreatorze": "nowy-turniej",
    "plakaty plakatem": "nowy-turniej",
    "partnerom partnerzy": "nowy-turniej",
    "zgodami zgodzie": "dane",
    "wydrukami wydruku": "wydruki",
    "protokołem protokołu": "wydruki",
    "pendrivem": "awaria",
    "klasyfikacją klasyfikacjami": "klasyfikacja",
    "poprawką poprawkami": "wyniki",
    "powiadomieniach powiadamiać": "powiadomienia",
    "zaloguję zalogować": "uruchomienie",
    "zatrzymałem zatrzymali": "sedzia",
    "potwierdzeniem potwierdzał": "wyniki",
    "wychodzą wychodzenie": "zgloszenia",
}


def test_every_form_of_a_word_finds_its_page(people: People):
    page = people.somebody(PHONE, phone=True)
    page.goto("/docs/manual/pl/index.html")
    lost = []
    for forms, name in FORMS.items():
        for form in forms.split():
            page.locator("#find").fill(form)
            try:
                page.locator(f'#found a[href*="{name}.html"]').first.wait_for(timeout=1_000)
            except NeverShown:
                lost.append((form, name))
    assert lost == []


def test_what_is_found_is_opened_from_the_keyboard(people: People):
    page = people.somebody(PHONE, phone=True)
    page.goto("/docs/manual/pl/index.html")
    page.keyboard.press("/")
    page.keyboard.type("sędziemu")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sędzia")
    page.keyboard.press("/")
    page.keyboard.type("remisie")
    found = page.locator("#found a")
    expect(found.nth(1)).to_be_visible()
    second = found.nth(1).get_attribute("href")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(found.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#find")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{second.rpartition('/')[2]}")


def test_the_page_of_the_api_shows_what_is_looked_for(people: People):
    page = people.somebody(PHONE, phone=True)
    page.goto("/docs")
    expect(page.get_by_role("heading", name="POST /api/v1/login/link")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("forecast")
    expect(page.get_by_role("heading", name="GET /api/v1/formats/{name}/forecast")).to_be_visible()
    expect(page.get_by_role("heading", name="POST /api/v1/login/link")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
