"""What a referee sees of a dispute, and what everybody keeps of the referee's words."""

import re

from playwright.sync_api import Page, expect

from tests.adapters.web.day import Day
from tests.browser.dealt import dealt_table, passes, player_at, rests, says
from tests.browser.people import People
from tests.browser.test_referee import as_referee, at_an_online_table, at_the_desk, disputes

IN_VIEW = """(box) => {
    const {top, bottom} = box.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
}"""


def in_dispute(people: People, day: Day) -> tuple[Page, Page]:
    """A player who challenged the last move, and a referee at the list of tables."""
    player, _ = at_an_online_table(people, day)
    draws = player.get_by_role("button", name="Dobierz")
    draws.wait_for()
    tiles = player.locator("button.tile")
    before = tiles.count()
    draws.click()
    expect(tiles).not_to_have_count(before)  # the turn may be back before anybody has looked
    draws.wait_for()
    disputes(player)
    expect(player.get_by_text("Spór: gra stoi")).to_be_visible()
    return player, as_referee(people, day)


def test_the_list_leads_to_the_disputed_move_in_words(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    _, referee = in_dispute(people, day)
    card = referee.locator("section", has_text="Najpierw tutaj").locator("li.card").first
    expect(card).to_contain_text(re.compile(r"kwestionuje: \S+.* (dobiera|wykłada)"))
    expect(card).not_to_contain_text("zdarzenie")
    expect(card).to_contain_text("czeka")
    expect(referee).to_have_title("(1) Sędzia")
    card.get_by_role("link", name="Powtórka").click()
    expect(referee.locator("p.what")).to_contain_text(re.compile("dobiera|wykłada"))
    shown = referee.get_by_role("list", name="Zapis gry").locator('[aria-current="true"]')
    expect(shown).to_contain_text(re.compile("dobiera|wykłada"))


def test_a_refusal_keeps_the_words_and_what_is_settled_goes_down(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    player, referee = in_dispute(people, day)
    referee.get_by_role("link", name="Do stolika").click()
    panel = referee.get_by_role("complementary", name="Stolik sędziego")
    panel.get_by_role("button", name="Pokaż to zdarzenie").click()
    expect(panel.locator(".film .felt")).to_be_visible()
    assert panel.locator(".film .felt").evaluate(IN_VIEW), "the event is shown out of sight"
    reason = panel.get_by_label("Powód")
    # What is missing is far above the button that was pressed: the referee is led to it.
    panel.locator(".ways").get_by_role("button").first.click()
    expect(reason).to_be_focused()
    assert reason.evaluate(IN_VIEW), "what is missing is told out of sight"
    reason.fill("Sprawdzam zegar")
    panel.get_by_role("button", name="Unieważnij trwający ruch").click()
    panel.get_by_role("button", name="Tak: ").click()
    expect(panel.get_by_role("alert")).to_contain_text("sprzeciw bez orzeczenia")
    expect(reason).to_have_value("Sprawdzam zegar")
    panel.get_by_role("button", name="Orzeknij").click()
    settled = panel.get_by_role("region", name="Rozstrzygnięte (1)")
    expect(settled).to_contain_text("Orzeczono: Sprawdzam zegar")
    expect(panel.get_by_role("region", name="Spory")).to_have_count(0)
    expect(reason).to_have_value("")  # the next act has its own
    reason.fill("Drugie słowo")
    panel.get_by_role("button", name="Zapisz orzeczenie").click()
    notice = player.get_by_role("status").filter(has_text="Drugie słowo")
    expect(notice).to_contain_text("Sprawdzam zegar")  # the first word is not lost
    notice.get_by_role("button", name="Przeczytane").click()
    player.reload()
    player.get_by_role("button", name="Więcej").click()
    player.get_by_role("button", name="Co się działo").click()
    journal = player.get_by_role("dialog", name="Co się działo")
    journal.get_by_label("Słowa sędziego").check()
    for word in ("Sprawdzam zegar", "Drugie słowo", "Zgłaszasz spór"):
        expect(journal).to_contain_text(word)
    expect(journal).not_to_contain_text("Początek gry")


def test_seven_tables_fit_two_screens_of_a_phone(people: People):
    day = Day(people.server, "zimowy", 28, confirmations=0)
    seats = day.round()
    day.let_in(seats[2][0])
    referee = at_the_desk(people, day, "referee")
    referee.set_viewport_size({"width": 390, "height": 844})
    expect(referee.locator("li.card")).to_have_count(7)
    referee.get_by_role("button", name="Dźwięk, gdy stolik potrzebuje sędziego").click()
    referee.evaluate(
        "() => { window.shaken = 0; navigator.vibrate = () => (window.shaken += 1, true); }"
    )
    day.players[seats[2][0]].post(day.here + "/tables/3/referee")
    expect(referee.get_by_text("Stolik wzywa sędziego")).to_be_visible()
    expect(referee.get_by_text("czeka od chwili")).to_be_visible()
    assert referee.evaluate("() => window.shaken") == 1
    first, last = (referee.locator("li.card").nth(n).bounding_box() for n in (0, 6))
    assert first
    assert last
    assert last["y"] + last["height"] - first["y"] <= 2 * 844


# Tiles by their names, from the top, row by row.
READ = """(felt) => [...felt.querySelectorAll('[role="img"]')].map((face) => {
    const {top, left} = face.getBoundingClientRect();
    return [Math.round(top / 20), left, face.getAttribute("aria-label")];
}).sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(([, , name]) => name)"""


def test_the_film_has_the_melds_in_the_order_of_the_table(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, {0: "k8 k9 k10 k11 k12 r8 r9 r10"})
    seats = day.ask(do="round")["tables"][0]["seats"]
    one, *others = [player_at(people, day, table, seat["entrant"]) for seat in seats]
    says(one, "k8 k9 k10 new", "r8 r9 r10 new", "lay")
    for other in others:
        passes(other)
    says(one, "k11 k12 > 1", "lay")
    expect(others[0].locator(".stage.mine")).to_be_visible()
    lie = one.get_by_role("button", name=re.compile("układ 1,"))
    expect(lie).to_have_count(5)  # the grown meld is still the first
    referee = as_referee(people, day)
    referee.goto(f"/table/{table}")
    felt = referee.get_by_role("complementary", name="Stolik sędziego").locator(".film .felt")
    expect(felt.get_by_role("img")).to_have_count(8)
    rests(referee)
    runs = [f"{n} czarna" for n in range(8, 13)] + [f"{n} czerwona" for n in range(8, 11)]
    assert felt.evaluate(READ) == runs


SHOWN = """(button) => {
    const {left, top, width, height} = button.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + height / 2);
    return button.contains(at) && top >= 0 && top + height <= innerHeight;
}"""
APART = """(card) => {
    const box = card.getBoundingClientRect();
    const over = (one) => {
        const b = one.getBoundingClientRect();
        const beside = b.left >= box.right || b.right <= box.left;
        return b.width && !beside && b.top < box.bottom && b.bottom > box.top;
    };
    return ![...document.querySelectorAll(".judge, .show")].some(over);
}"""
RACKED = """() => {
    const rack = document.querySelector(".stage .rack");
    const {left, right, top, bottom} = rack.getBoundingClientRect();
    const seen = [];
    for (let x = Math.ceil(left); x < right; x += 2)
        for (let y = Math.ceil(top); y < bottom; y += 2)
            if (document.elementFromPoint(x, y)?.closest(".stage")) seen.push([x, y]);
    return seen;
}"""
GOES_OUT = {0: "k1 k2 k3 k4 k5 k6 k7 r1 r2 r3 r4 r5 r6 r7"}


def test_nothing_lies_over_the_end_of_a_game_or_looks_out_around_it(people: People):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    table = dealt_table(people, day, GOES_OUT)
    seats = day.ask(do="round")["tables"][0]["seats"]
    one, two, *_ = [player_at(people, day, table, seat["entrant"]) for seat in seats]
    referee = as_referee(people, day)
    referee.goto(f"/table/{table}")
    says(one, "k1 k2 k3 k4 k5 k6 k7 new", "r1 r2 r3 r4 r5 r6 r7 new", "lay")
    for page in (two, referee):
        expect(page.get_by_role("heading", name="Koniec gry")).to_be_visible()
    for width, height in ((360, 640), (390, 844), (667, 375), (844, 390)):
        for page in (two, referee):
            page.set_viewport_size({"width": width, "height": height})
            rests(page)
        card = referee.locator("section[aria-labelledby=over]")
        judge = referee.get_by_role("button", name="Sędzia")
        assert judge.evaluate(SHOWN), f"{width}×{height}"
        assert card.evaluate(APART), f"{width}×{height}"
        assert two.evaluate(RACKED) == [], f"{width}×{height}"
    judge.click()
    expect(referee.get_by_role("complementary", name="Stolik sędziego")).to_be_visible()
