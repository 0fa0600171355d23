"""Two people penalise at once: nobody does another thing than he was asked about."""

from playwright.sync_api import expect

from tests.adapters.web.day import Day
from tests.browser.people import People
from tests.browser.test_referee import as_referee, at_an_online_table, at_the_desk


def test_the_panel_follows_the_ledger_and_a_question_about_an_old_step_is_asked_again(
    people: People,
):
    """000 L128: the third violation disqualifies, wherever the first two were given."""
    day = Day(people.server, "grandprix", 12, confirmations=0)
    player, _ = at_an_online_table(people, day)
    table = day.ask(do="round")["tables"][0]
    entrant = table["seats"][1]["entrant"]
    referee = as_referee(people, day)
    referee.get_by_role("link", name="Do stolika").first.click()
    panel = referee.get_by_role("complementary", name="Stolik sędziego")
    chosen = panel.get_by_role("combobox", name="Gracz")
    expect(panel.get_by_text("Tylko przy zatrzymanym zegarze")).to_have_count(0)  # of whom?
    chosen.select_option("1")
    panel.get_by_label("Powód").fill("podpowiada")
    panel.get_by_role("button", name="naruszenie → ").click()
    question = panel.get_by_role("group", name="naruszenie")
    expect(question).to_contain_text("bez straty punktów")
    for _ in range(2):
        day.ask(do="penalty", entrant=entrant, reason="hałas")
    expect(question).to_have_count(0)  # it is another step now: it is asked again
    expect(chosen.locator("option").nth(2)).to_contain_text("upomnienia: 2")
    out = panel.get_by_role("button", name="dyskwalifikacja → koniec turnieju")
    expect(out).to_have_count(1)
    expect(player.get_by_text("upomnienia: 2")).to_have_count(1)
    out.click()
    panel.get_by_role("button", name="Tak: dyskwalifikacja").click()
    desk = at_the_desk(people, day, "organise/penalties")
    expect(desk.locator("ol li", has_text="dyskwalifikacja").first).to_be_visible()


def test_the_desk_says_that_an_exclusion_taken_back_stays_at_the_online_table(people: People):
    """Before it is taken back and after: the table's own log is not the ledger's."""
    day = Day(people.server, "grandprix", 12, confirmations=0)
    at_an_online_table(people, day)
    entrant = day.ask(do="round")["tables"][0]["seats"][1]["entrant"]
    day.ask(do="disqualify", entrant=entrant, reason="oszustwo", leaving="stands")
    desk = at_the_desk(people, day, "organise/penalties")
    desk.get_by_role("button", name="Anuluj").first.click()
    told = desk.get_by_text("stolik 1 gra online")
    expect(told).to_be_visible()
    desk.get_by_label("Powód").last.fill("pomyłka")
    desk.get_by_role("button", name="Cofnij wykluczenie").click()
    expect(desk.get_by_role("status").filter(has_text="stolik 1 gra online")).to_be_visible()
    expect(desk.get_by_role("link", name="Do stolika 1")).to_have_count(1)
    desk.get_by_role("button", name="Rozumiem").click()
    expect(told).to_have_count(0)
