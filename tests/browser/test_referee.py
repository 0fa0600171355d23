"""A dispute from both sides: a player's click, the referee's way to it, ruling and rewind."""

from playwright.sync_api import Page, expect

from tests.adapters.web.day import Day
from tests.browser.people import LAPTOP, People


def at_an_online_table(people: People, day: Day) -> tuple[Page, str]:
    """The starter of table 1 in a browser, the house's bots on the other seats."""
    seats = day.round()[0]
    (table,) = day.organiser.post(f"{day.here}/rounds/1/online", {"tables": [1]})
    for seat in range(1, len(seats)):
        path = f"{day.here}/rounds/1/online/1/bot"
        day.organiser.put(path, {"seat": seat, "bot": "greedy"})
    wanted = {"passes": [{"role": "player", "entrant": seats[0]}]}
    (told,) = day.organiser.post(f"{day.here}/passes", wanted)
    page = people.follow(told["link"], LAPTOP)
    page.goto(f"/table/{table['id']}")
    page.get_by_role("button", name="Gotowy", exact=True).click()
    return page, table["id"]


def as_referee(people: People, day: Day) -> Page:
    """A referee of table 1, come in by PIN."""
    wanted = {"passes": [{"role": "referee", "tables": ["1"]}]}
    (told,) = day.organiser.post(f"{day.here}/passes", wanted)
    page = people.somebody(LAPTOP)
    page.goto("/enter")
    page.get_by_label("PIN").fill(told["code"])
    page.locator("form", has_text="PIN").get_by_role("button").click()
    page.wait_for_url("**/referee")
    return page


def at_the_desk(people: People, day: Day, screen: str) -> Page:
    """The organiser at one of the tournament's screens."""
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.goto(f"/tournament/{tournament}/{screen}")
    return page


def disputes(player: Page) -> None:
    """A hand goes up, and he means it."""
    player.get_by_role("button", name="Spór o ostatni ruch").click()
    player.get_by_role("button", name="Zgłoś spór").click()


def test_the_challenged_move_is_voided_not_that_of_who_challenges(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    player, _ = at_an_online_table(people, day)
    draws = player.get_by_role("button", name="Dobierz")
    draws.click()
    expect(draws).to_have_count(0)
    draws.wait_for()
    disputes(player)
    referee = as_referee(people, day)
    referee.get_by_role("link", name="Do stolika").first.click()
    panel = referee.get_by_role("complementary", name="Stolik sędziego")
    mine = referee.get_by_role("button", name="Unieważnij trwający ruch")
    starter = mine.inner_text().rpartition(": ")[2]
    void = panel.get_by_role("button", name="Unieważnij zakwestionowany ruch")
    expect(void).not_to_contain_text("?")
    mover = void.inner_text().rpartition(": ")[2]
    assert mover != starter
    reason = panel.get_by_label("Powód")
    reason.fill("Dotknął kostek po czasie")
    mine.click()
    yes = panel.get_by_role("button", name="Tak: ")
    yes.click()
    expect(panel.get_by_role("alert")).to_contain_text("sprzeciw bez orzeczenia")
    expect(void).to_contain_text(": Zawodnik")  # whose turns go
    void.dblclick()  # the reason is still there; the second click has read nothing
    expect(reason).to_have_value("Dotknął kostek po czasie")
    yes.click()
    expect(panel.get_by_text("Orzeczono: Dotknął kostek po czasie")).to_be_visible()
    expect(void).to_have_count(0)
    expect(reason).to_have_value("")
    mine.click()  # a reason serves one act: without another nothing is even asked
    expect(panel.get_by_role("alert")).to_contain_text("Najpierw wpisz powód")
    expect(yes).to_have_count(0)
    panel.get_by_role("button", name="Gramy dalej").click()
    player.get_by_role("button", name="Dobierz").wait_for()  # it is his turn as before


def test_a_challenged_move_is_ruled_on_and_taken_back(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    player, _ = at_an_online_table(people, day)
    player.get_by_role("button", name="Dobierz").click()
    player.get_by_role("button", name="Dobierz").wait_for()
    disputes(player)
    standing = player.get_by_text("Spór: gra stoi")
    expect(standing).to_be_visible()

    referee = as_referee(people, day)
    first = referee.locator("section", has_text="Najpierw tutaj").locator("li.card").first
    expect(first).to_contain_text("Spór")
    first.get_by_role("link", name="Do stolika").click()
    panel = referee.get_by_role("complementary", name="Stolik sędziego")
    panel.get_by_role("button", name="Pokaż to zdarzenie").click()
    expect(panel.get_by_role("button", name="Cofnij grę: po tym ruchu")).to_be_enabled()
    panel.get_by_role("button", name="Orzeknij").click()
    expect(panel.get_by_role("alert")).to_contain_text("Najpierw wpisz powód")
    panel.get_by_label("Powód").fill("Źle dobrana kostka")
    panel.get_by_role("button", name="Orzeknij").click()
    expect(panel.get_by_text("Orzeczono: Źle dobrana kostka")).to_be_visible()

    expect(panel.get_by_role("button", name="Obejrzyj tabliczkę")).to_have_count(0)  # whose?
    panel.get_by_role("combobox", name="Gracz").select_option("0")
    panel.get_by_label("Powód").fill("Gracz prosi o sprawdzenie")
    panel.get_by_role("button", name="Obejrzyj tabliczkę").click()
    expect(panel.locator(".rack [role=img]")).not_to_have_count(0)
    expect(player.get_by_text("Sędzia ogląda Twoją tabliczkę").first).to_be_visible()
    panel.get_by_label("Powód").fill("Ruch powtórzony")
    back = panel.get_by_role("button", name="Cofnij grę: przed tym ruchem")
    back.click()
    question = panel.get_by_role("group", name="Cofnij grę: przed tym ruchem")
    expect(question).to_contain_text("przepada 1 tura")  # what it costs
    question.get_by_role("button", name="Tak: ").click()
    expect(panel.get_by_text("Gra cofnięta (Ruch powtórzony)").first).to_be_visible()
    gone = panel.get_by_role("list", name="Zapis gry").locator(".gone").last
    gone.click()
    expect(back).to_be_disabled()  # nobody goes back to what is gone
    panel.get_by_role("button", name="Gramy dalej").click()
    expect(player.get_by_text("Sędzia zatrzymał grę.")).to_have_count(0)
    expect(standing).to_have_count(0)
    player.get_by_role("button", name="Dobierz").wait_for()


def test_the_judge_counts_a_rack(people: People):
    page = people.somebody()
    page.goto("/judge")
    page.get_by_role("radio", name="czerwona").click()
    for number in ("12", "13"):
        page.get_by_role("button", name=f"{number} czerwona", exact=True).click()
    page.get_by_role("button", name="joker", exact=True).click()
    page.get_by_role("radio", name="czarna").click()
    page.get_by_role("button", name="5 czarna", exact=True).click()
    page.get_by_label("Ostatnio dobrana kostka").select_option("k5")
    expect(page.locator(".points")).to_have_text("−200")
    expect(page.locator(".meld [role=img]")).to_have_count(3)
    page.get_by_label("Ostatnio dobrana kostka").select_option("j")
    expect(page.locator(".points")).to_have_text("−200")
    page.get_by_label("Zapowiedziano").check()
    expect(page.locator(".points")).to_have_text("−100")


def test_the_judge_takes_the_rules_of_the_tournament_and_stays_under_the_finger(people: People):
    day = Day(people.server, "szkoly2015", 16, confirmations=0)
    day.round()
    page = at_the_desk(people, day, "referee")
    page.get_by_role("link", name="−100 czy −200?").click()
    expect(page.get_by_label("Regulamin")).to_have_value("szkoly2015")
    expect(page.get_by_text("Regulamin turnieju")).to_be_visible()
    names = page.get_by_label("Regulamin").locator("option").all_inner_texts()
    assert len(names) == 4, "only what is played with tiles"
    key = page.get_by_role("button", name="10 czarna", exact=True)
    place = "key => key.getBoundingClientRect().top + scrollY"
    before = key.evaluate(place)
    for number in range(1, 14):
        page.get_by_role("button", name=f"{number} czarna", exact=True).click()
    expect(page.locator(".points")).to_be_visible()
    assert key.evaluate(place) == before

    page.get_by_role("link", name="Co jest układem?").click()
    for number in (5, 6, 7):
        page.get_by_role("button", name=f"{number} czarna", exact=True).click()
    expect(page.get_by_text("Seria")).to_be_visible()
    page.get_by_role("link", name="Czy dało się wyłożyć?").click()
    for number in (9, 10, 11):
        page.get_by_role("button", name=f"{number} czarna", exact=True).click()
    expect(page.locator(".points")).to_have_text("✔ Dało się wyłożyć")


def test_a_table_that_calls_is_first_until_the_referee_has_come(people: People):
    day = Day(people.server, "zimowy", 8, confirmations=0)
    seats = day.round()[1]
    day.let_in(seats[0])
    referee = at_the_desk(people, day, "referee")
    trouble = referee.locator("section", has_text="Najpierw tutaj").locator("li.card")
    expect(referee.get_by_text("Nigdzie nie trzeba sędziego.")).to_be_visible()
    day.players[seats[0]].post(day.here + "/tables/2/referee")
    expect(trouble).to_have_count(1)
    expect(trouble).to_contain_text("Stolik wzywa sędziego")
    trouble.get_by_role("button", name="Jestem przy stoliku 2").click()
    expect(trouble).to_have_count(0)
    assert day.organiser.get(day.here + "/hall")["referee"] == []


def test_two_different_results_are_compared_and_decided(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=2)
    seats = day.round()[0]
    day.let_in(*seats[:2])
    sheet = day.sheet(1, 1, 1, seats)
    other = [{**row, "rack_sum": 2 * row["rack_sum"]} for row in sheet["seats"]]
    day.players[seats[0]].post(day.here, sheet)
    day.players[seats[1]].post(day.here, {**sheet, "seats": other}, refused="hall.sheets_differ")
    referee = as_referee(people, day)
    card = referee.locator("section", has_text="Najpierw tutaj").locator("li.card")
    expect(card).to_contain_text("Dwa różne wyniki jednej partii")
    expect(card.locator("tr.differs")).to_have_count(4)
    expect(card).to_contain_text("Organizator poprawi")

    desk = at_the_desk(people, day, "organise/round")
    expect(desk.locator(".counts")).to_contain_text("dwa różne wyniki: 1")
    desk.get_by_role("button", name="Popraw wynik").first.click()
    expect(desk.get_by_role("form", name="Wynik: stolik 1, partia 1")).to_be_visible()

    card.get_by_role("button", name="Partia 1: pierwszy jest dobry").click()
    expect(card).to_have_count(0)
    expect(desk.locator(".counts")).not_to_contain_text("dwa różne wyniki")


def test_a_report_that_waits_comes_first_until_it_is_answered(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    about, by = day.round()[0][:2]
    day.let_in(by)
    told = {"do": "file_report", "by": by, "entrant": about, "words": "podpowiada"}
    day.players[by].post(day.here, told)
    referee = as_referee(people, day)
    expect(referee.get_by_role("heading", name="Najpierw tutaj (1)")).to_be_visible()
    referee.get_by_role("link", name="1 zgłoszenie czeka na odpowiedź").click()
    referee.get_by_role("button", name="Odpowiedz").click()
    referee.get_by_label("Uzasadnienie decyzji").fill("słyszałem")
    referee.get_by_role("button", name="stopień kar: ").wait_for()
    referee.get_by_role("button", name="upomnienie, bez stopnia kar").click()
    referee.get_by_role("button", name="Tak: ").click()
    expect(referee.get_by_role("heading", name="Najpierw tutaj (0)")).to_be_visible()


def test_a_referee_at_the_table_is_told_that_it_calls(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    player, table = at_an_online_table(people, day)
    referee = as_referee(people, day)
    referee.goto(f"/table/{table}")
    panel = referee.get_by_role("complementary", name="Stolik sędziego")
    panel.get_by_role("button", name="Dodaj czas").click()
    missing = panel.get_by_text("Najpierw wpisz powód")
    expect(missing).to_be_visible()
    panel.get_by_label("Powód").fill("Pytanie")
    expect(missing).to_have_count(0)
    player.get_by_role("button", name="Wezwij sędziego").click()
    player.locator(".said.told").get_by_role("button").first.click()
    expect(panel.get_by_role("alert")).to_contain_text("Ten stolik")
    referee.set_viewport_size({"width": 390, "height": 844})
    expect(referee.get_by_role("alert")).to_contain_text("Ten stolik")
    referee.get_by_role("alert").get_by_role("button").click()
    expect(referee.get_by_role("alert")).to_have_count(0)
