"""Four browsers at an online table: an opening, a time-out, a joker swap, a dispute, a rewind."""

from playwright.sync_api import expect

from tests.adapters.web.day import Day
from tests.browser.dealt import dealt_table, passes, player_at, says, time_runs_out
from tests.browser.people import People
from tests.browser.test_referee import as_referee

RACKS = {0: "r10 r11 j", 1: "k10 k11 k12 r12"}


def test_a_game_with_everything_in_it(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, RACKS)
    seats = day.ask(do="round")["tables"][0]["seats"]
    one, two, three, four = (player_at(people, day, table, s["entrant"]) for s in seats)

    says(one, "r10 r11 j new", "lay")
    says(two, "k10 k11 k12 new", "lay")
    expect(three.locator(".stage.mine")).to_be_visible()
    time_runs_out(people, table, 45)
    for page in (one, three, four):  # everybody is told, in words
        expect(page.get_by_role("status").filter(has_text="czas minął")).to_be_visible()
    passes(four)
    passes(one)
    # The joker is taken for the tile it stands for, and laid again in the same move.
    says(two, "1.3 > 2", "r12 > 1", "lay")
    expect(three.locator(".stage.mine")).to_be_visible()
    melds = people.server.run(people.server.node.live.rooms.host(table)).room.table.state.tableau
    assert melds == (("r10", "r11", "r12"), ("k10", "k11", "k12", "j"))

    three.get_by_role("button", name="Spór o ostatni ruch").click()
    three.get_by_role("button", name="Zgłoś spór").click()
    for page in (one, two, three, four):
        expect(page.get_by_text("Spór: gra stoi")).to_be_visible()

    referee = as_referee(people, day)
    referee.get_by_role("link", name="Do stolika").click()
    panel = referee.get_by_role("complementary", name="Stolik sędziego")
    expect(panel.get_by_text("czas minął").first).to_be_visible()
    swap = panel.get_by_role("button", name="wykłada 12 czerwona")
    swap.click()
    panel.get_by_role("button", name="Krok wstecz").first.click()
    panel.get_by_label("Powód").fill("Joker zostaje")
    panel.get_by_role("button", name="Orzeknij").click()
    expect(panel.get_by_text("Orzeczono: Joker zostaje")).to_be_visible()
    swap.click()
    panel.get_by_label("Powód").fill("Ruch od nowa")
    # Two ways, each named by what it does; whoever made the move is to move again, or the next one.
    names = [seat["name"] for seat in seats]
    stays = panel.get_by_role("button", name="Cofnij grę: po tym ruchu")
    expect(stays).to_contain_text(f"na ruchu {names[2]}")
    expect(stays).to_contain_text("nie przepada żadna tura")
    undo = panel.get_by_role("button", name="Cofnij grę: przed tym ruchem")
    expect(undo).to_contain_text(f"na ruchu {names[1]}")
    undo.click()
    question = panel.get_by_role("group", name="Cofnij grę: przed tym ruchem")
    expect(question).to_contain_text(f"przepada 1 tura: {names[1]}. Na pewno?")
    panel.get_by_role("button", name="Tak: Cofnij grę").click()
    expect(two.get_by_role("status").filter(has_text="Ruch od nowa")).to_be_visible()
    panel.get_by_role("button", name="Gramy dalej").click()
    expect(two.locator(".stage.mine")).to_be_visible()
    passes(two)
    expect(three.locator(".stage.mine")).to_be_visible()
