"""Miś Wojtek online: the judge on a phone, a player who is not there, one game after another."""

from time import sleep

import pytest
from playwright.sync_api import Locator, Page, expect

from stolik.app.access import passes
from stolik.app.access.roles import PRACTICE, PersonRole
from stolik.app.tables.host import Host
from stolik.app.tables.setup import SeatSetup, TableSetup
from stolik.seats import Seat
from stolik.wojtek.commands import (
    CallTime,
    Command,
    ExchangeCards,
    PassTurn,
    ReportMisconduct,
)
from stolik.wojtek.state import Phase
from tests.browser.people import LAPTOP, PHONE, People
from tests.browser.test_wojtek import let_in
from tests.browser.test_wojtek_children import small_letters, under_the_tools
from tests.browser.wojtek_table import begun, set_table

_MOST_TURNS = 20


def test_the_judge_on_a_phone_passes_the_turns_of_who_is_not_there(people: People):
    here, table, links = let_in(people, 4)
    player = people.follow(links[0], LAPTOP)
    player.goto(f"/table/{table}")
    judge = people.organiser_of(here, PHONE)
    judge.goto(f"/table/{table}")
    judge.get_by_role("button", name="⚑ Sędzia").click()
    judge.get_by_role("button", name="Rozdaj, nie czekając na nieobecnych").click()
    mine = player.locator(".actions button:not([disabled])").first
    absent = judge.get_by_role("button", name="Pomiń ten ruch")
    passed = 0
    for _ in range(_MOST_TURNS):
        mine.or_(player.get_by_text("nie ma przy stole")).first.wait_for()
        if passed and mine.is_visible():
            break
        before = player.locator(".log li").first.inner_text()
        if mine.is_visible():  # the one who came may be the first to move
            mine.click()
        else:
            absent.click()
            passed += 1
        expect(player.locator(".log li").first).not_to_have_text(before)
    expect(mine).to_be_visible()
    expect(absent).to_have_count(0)
    expect(judge.get_by_text("ruch pominięty. nieobecność").first).to_be_attached()
    judge.get_by_role("button", name="Zamknij").click()
    size = judge.locator(".frame").bounding_box()
    assert size
    assert size["height"] > PHONE[1] / 3, "the map is the largest thing on the phone"
    assert size["width"] == PHONE[0]
    judge.get_by_role("button", name="Cała mapa").click()
    drawn = judge.locator(".frame .part svg").bounding_box()
    assert drawn
    assert drawn["width"] <= PHONE[0]
    called_by_the_table(people, here, player, judge)


def test_the_judge_on_a_laptop_has_the_absent_pupils_turn_in_sight(people: People):
    here, table, links = let_in(people, 4)
    player = people.follow(links[0], LAPTOP)
    player.goto(f"/table/{table}")
    expect(player.get_by_text("Czekamy na graczy. Brakuje: ")).to_be_visible()
    judge = people.organiser_of(here, (1366, 768))
    judge.goto(f"/table/{table}")
    judge.get_by_role("button", name="Rozdaj, nie czekając na nieobecnych").click()
    mine = player.locator(".actions button:not([disabled])").first
    absent = judge.get_by_role("button", name="Pomiń ten ruch", exact=True)
    mine.or_(player.get_by_text("nie ma przy stole")).first.wait_for()
    while mine.is_visible():  # the one who came may be the first to move
        mine.click()
        mine.or_(player.get_by_text("nie ma przy stole")).first.wait_for()
    expect(absent).to_be_visible()
    judge.locator(".judge").evaluate("e => e.parentElement.scrollTo(0, 2000)")
    assert in_sight(absent)
    told, drawn = (judge.locator(one).bounding_box() for one in (".map .notices > div", ".frame"))
    assert told
    assert drawn
    assert told["y"] + told["height"] <= drawn["y"] + 1, "what is told lies above the map"


def called_by_the_table(people: People, here: str, player: Page, judge: Page) -> None:
    """Seats stand as on paper; a call is seen at the table, and from the round it is one tap."""
    signs = player.get_by_role("list", name="Gracze przy stoliku").locator("li > svg text")
    assert signs.all_text_contents() == ["A", "B", "C", "D"]
    call = f"/api/tournaments/{here}/tables/1/referee"
    assert player.request.post(call, headers={"origin": people.server.url}).ok
    judge.get_by_role("button", name="Jestem przy stoliku").click()
    expect(judge.get_by_text("Ten stolik wzywa sędziego.")).to_have_count(0)
    judge.goto(f"/tournament/{here}/referee")
    assert player.request.post(call, headers={"origin": people.server.url}).ok
    judge.get_by_role("button", name="Zatrzymaj zegar 1").click()
    expect(judge.get_by_text("Zegar zatrzymany")).to_be_visible()
    judge.get_by_role("button", name="Idę do stolika").click()
    judge.wait_for_url("**/table/*")
    expect(judge.get_by_role("button", name="⚑ Sędzia")).to_be_visible()
    expect(judge.get_by_text("Ten stolik wzywa sędziego.")).to_have_count(0)


@pytest.fixture
def series(people: People) -> tuple[str, Page]:
    """A table for two games against a bot, and the browser of who plays there."""
    node = people.server.node
    seats = (SeatSetup(), SeatSetup(bot="greedy"))
    setup = TableSetup(id="5" * 24, profile="trasa", seats=seats, games=2, game="wojtek")
    people.server.run(node.live.rooms.create(setup))
    wanted = passes.Wanted(role=PersonRole.PLAYER, table=setup.id, seat=0)
    (issued,) = people.server.run(passes.issue(node.access, PRACTICE, [wanted]))
    page = people.follow(f"/enter#{issued.link}", LAPTOP)
    page.goto(f"/table/{setup.id}")
    return setup.id, page


def test_one_game_follows_another(people: People, series: tuple[str, Page]):
    table, page = series
    ways, over = page.locator(".actions button"), page.get_by_role("region", name="Wynik gry")
    ways.first.wait_for()
    host = people.server.run(people.server.node.live.rooms.host(table))
    for _ in range(_MOST_TURNS):
        ways.first.or_(over).first.wait_for()
        if over.is_visible():
            break
        state = host.room.table.state
        if state.phase is Phase.PLAYING and not state.time_called:
            people.server.run(host.room.do(CallTime(), by="test"))
        told = page.locator(".log li")  # none yet where a rainbow leaves the start to choose
        seen = told.first.inner_text() if told.count() else ""
        ways.first.click()
        expect(told.first).not_to_have_text(seen)
    expect(over.get_by_role("heading")).to_have_text("Wynik gry 1 z 2")
    page.get_by_role("button", name="Widzę wynik, gramy dalej").click()
    expect(page.get_by_role("heading", name="Przebieg gry 2 z 2")).to_be_visible()
    expect(over).to_have_count(0)
    page.goto(f"/table/{table}/replay")
    expect(page.locator(".choices select").first).to_have_value("1")
    expect(page.get_by_text("Koniec gry.").first).to_be_attached()


def test_the_judge_on_a_laptop_sees_all_at_once_and_rewinds_by_picking_a_move(people: People):
    organiser = people.server.first_organiser()
    here, table, _ = set_table(organiser, 4)
    begun(people.server, table, turns=10)  # a turn is a command or two
    host = people.server.run(people.server.node.live.rooms.host(table))
    before = host.room.table.state
    judge = people.organiser_of(here, (1366, 768))
    judge.goto(f"/table/{table}")
    expect(judge.get_by_text("⚠ plansza niezweryfikowana")).to_be_visible()
    for part in (".frame", ".judge", ".log li >> nth=0"):
        expect(judge.locator(part).first).to_be_in_viewport()
    judge.wait_for_timeout(900)  # the map has come to rest
    assert not small_letters(judge)
    assert not under_the_tools(judge)
    for words in judge.locator(".who > *").all():
        assert words.evaluate("e => e.scrollWidth <= e.clientWidth"), "a seat's words are cut"
    pick = judge.get_by_role("button", name="Cofnij: wybierz ruch na filmie")
    pick.click()
    moves = judge.get_by_role("list", name="Ruchy tej gry").get_by_role("button")
    expect(moves.nth(before.turns - 1)).to_be_visible()
    running = moves.count() - before.turns  # cards were exchanged: the turn goes on
    assert running in (0, 1)
    sees_all_as_it_was(judge, moves)
    moves.nth(1).click()  # of the two last turns the earlier one
    expect(judge.get_by_role("button", name="Cofnij grę →")).to_be_disabled()
    # One reason serves both: the game stops, and goes back.
    judge.get_by_label("Uzasadnienie").fill("ruch nie na to pole")
    judge.get_by_role("button", name="Cofnij grę →").click()
    words = "Uzasadnienie „ruch nie na to pole” przeczytają wszyscy przy stoliku."
    expect(judge.get_by_text(words)).to_be_visible()
    judge.get_by_role("button", name="Tak: Cofnij grę").click()
    expect(pick).to_be_visible()
    expect(judge.get_by_text("Gra cofnięta przez sędziego do ruchu: ").first).to_be_visible()
    expect(judge.get_by_label("Uzasadnienie")).to_have_value("")  # it went with the act
    expect(judge.get_by_role("link", name="Wszystkie stoliki")).to_be_visible()
    assert host.room.table.state.turns == before.turns - 2 + running
    assert not host.room.table.state.time_called
    judge.get_by_role("button", name="Wznów").click()
    judge.get_by_role("button", name="Koniec czasu →").click()
    assert not host.room.table.state.time_called
    judge.get_by_role("button", name="Tak: Koniec czasu").click()
    expect(judge.get_by_text("Sędzia ogłosił koniec czasu.").first).to_be_visible()
    sees_the_moment_on_a_phone(judge)


def sees_all_as_it_was(judge: Page, moves: Locator) -> None:
    """Map and open cards are of the moment that is picked; the end of the picking shows today's."""
    now, display = shown(judge), judge.locator(".display")
    moves.last.click()
    expect(display).not_to_have_text(now[0])
    then = shown(judge)
    assert not [place for place in then[1] if "(" in place], "all stand at a start"
    moves.first.click()
    expect(display).not_to_have_text(then[0])
    moves.last.click()
    expect(display).to_have_text(then[0])
    hide = judge.locator(".rewind").get_by_role("button", name="Zamknij")
    hide.click()
    expect(display).to_have_text(now[0])
    assert shown(judge) == now
    judge.get_by_role("button", name="Cofnij: wybierz ruch na filmie").click()


def shown(judge: Page) -> tuple[str, list[str]]:
    """The open cards, and where the players stand."""
    return judge.locator(".display").inner_text(), judge.locator(".who .note").all_inner_texts()


def sees_the_moment_on_a_phone(judge: Page) -> None:
    """The hand leaves the map free while a moment is picked, and its own buttons at all times."""
    judge.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    judge.get_by_role("button", name="⚑ Sędzia").click()
    judge.locator(".judge").evaluate("e => e.parentElement.scrollTo(0, 120)")
    for word in ("Orzeczenie", "Zamknij"):
        assert in_sight(judge.get_by_role("button", name=word)), word
    judge.get_by_role("button", name="Cofnij: wybierz ruch na filmie").click()
    judge.get_by_role("list", name="Ruchy tej gry").get_by_role("button").first.click()
    for part in (judge.locator(".frame"), judge.get_by_label("Uzasadnienie")):
        assert in_sight(part)
    frame, sheet = (judge.locator(one).bounding_box() for one in (".frame", ".sheet"))
    assert frame
    assert sheet
    assert frame["y"] + frame["height"] <= sheet["y"] + 1
    assert frame["height"] > PHONE[1] / 4


def test_the_judge_sets_places_where_somebody_did_not_come(people: People):
    """004 L101, L105: an absentee has no field, and a double click keeps the question open."""
    here, table, _ = set_table(people.server.first_organiser(), 5)
    host = people.server.run(people.server.node.live.rooms.host(table))
    people.server.run(host_begins(host))
    sat_out(people, host, away=4)
    judge = people.organiser_of(here, (1366, 768))
    judge.goto(f"/table/{table}")
    hand = judge.locator(".judge")
    fields = hand.locator("input[type=number]")
    expect(fields).to_have_count(4)
    expect(hand.locator(".absent")).to_contain_text("nieobecny")
    hand.get_by_label("Uzasadnienie").fill("karta wzięta dwa razy")
    for field, place in zip(fields.all(), (1, 2, 4, 4), strict=True):
        field.fill(str(place))
    hand.get_by_role("button", name="Ustal miejsca").click()
    expect(judge.get_by_text("idą od 1 bez przerw").first).to_be_visible()
    for field, place in zip(fields.all(), (4, 3, 2, 1), strict=True):
        field.fill(str(place))
    hand.get_by_role("button", name="Ustal miejsca").click()
    expect(hand.get_by_label("Uzasadnienie")).to_have_value("")
    places = [line.standing.place for line in host.room.table.state.results]
    assert places == [4, 3, 2, 1, 0]
    hand.get_by_role("button", name="Cofnij: wybierz ruch na filmie").click()
    judge.get_by_role("list", name="Ruchy tej gry").get_by_role("button").first.click()
    hand.get_by_label("Uzasadnienie").fill("ruch nie na to pole")
    judge.get_by_role("button", name="Cofnij grę →").dblclick()
    expect(judge.get_by_role("button", name="Tak: Cofnij grę")).to_be_visible()


async def host_begins(host: Host) -> None:
    host.dealing.begin()


def sat_out(people: People, host: Host, away: int) -> None:
    """One turn for everybody; one seat lets it go by."""
    for _ in range(200):
        state = host.room.table.state
        if state.phase is Phase.OVER:
            return
        if state.phase is Phase.CLOSED:
            sleep(0.05)
            continue
        command: Command
        if state.phase is Phase.PLAYING and not state.time_called:
            command = CallTime()
        elif state.turn == away or state.phase is Phase.SETTING_UP:
            command = PassTurn(state.turn, "nie ma go")
        else:
            command = ExchangeCards(state.turn, state.seats[state.turn].hand[:1])
        people.server.run(host.room.do(command, by="test"))
    raise AssertionError("the game does not end")


def test_the_judge_sees_the_ladder_of_whom_he_chooses(people: People):
    here, table, _ = set_table(people.server.first_organiser(), 4)
    judge = people.organiser_of(here, LAPTOP)
    judge.goto(f"/table/{table}")
    deal = judge.get_by_role("button", name="Rozdaj, nie czekając na nieobecnych")
    expect(deal).to_be_visible()
    who = judge.locator(".judge").get_by_role("combobox", name="Gracz")
    expect(who).to_have_count(0)  # nobody sits in the game yet: there is no one to punish
    deal.click()
    ladder, out = judge.get_by_role("list", name="Stopnie kar"), judge.get_by_text("Wyklucz z gry")
    expect(who.locator("option:checked")).to_have_text("– wybierz osobę –")
    expect(out).to_have_count(0)  # nobody is punished whom the judge has not chosen
    for seat in (0, 2, 1):
        who.select_option(str(seat))
        name = who.locator("option:checked").inner_text()
        expect(ladder).to_have_accessible_name(f"Stopnie kar: {name}")
        expect(out).to_be_visible()
    host = people.server.run(people.server.node.live.rooms.host(table))
    told = ReportMisconduct(Seat(1), Seat(3), "podpowiada")
    people.server.run(host.room.do(told, by="test"))
    expect(who).to_have_value("3")
    step = "ostrzeżenie jako stopień kar → ostrzeżenie (zapis w rejestrze kar"
    word = "ostrzeżenie bez stopnia kar →"
    for answer in (step, word):
        expect(judge.get_by_role("button", name=answer)).to_have_count(1)
    judge.get_by_label("Uzasadnienie").fill("podpowiada")
    judge.get_by_role("button", name=word).click()
    name = who.locator("option:checked").inner_text()
    expect(
        judge.get_by_role("button", name=f"Tak: ostrzeżenie bez stopnia kar ({name})")
    ).to_be_visible()


def test_a_child_reports_on_a_phone_and_reads_what_came_of_it(people: People):
    here, table, links = let_in(people, 4)
    begun(people.server, table, turns=2)
    child = people.somebody((390, 844), phone=True)
    child.goto(links[1])
    child.wait_for_url(lambda url: "/enter" not in url)
    child.goto(f"/table/{table}")
    for words in ("Zgłoś sędziemu", "Sędzia"):
        assert in_sight(child.get_by_text(words, exact=True)), "found by its words"
    child.get_by_text("Zgłoś sędziemu").click()
    about = child.get_by_role("combobox", name="Gracz")
    words = child.get_by_label("Uzasadnienie")
    assert in_sight(about)
    assert in_sight(words)
    about.select_option("0")
    words.fill("podpowiada")
    child.get_by_role("button", name="Zgłoś", exact=True).click()
    got = child.get_by_text("Przyjęte, czeka na sędziego.")
    expect(got).to_be_visible()
    assert in_sight(got)
    judge = people.organiser_of(here, LAPTOP)
    judge.goto(f"/table/{table}")
    expect(judge.locator(".report", has_text="podpowiada")).to_be_in_viewport()
    judge.get_by_label("Uzasadnienie").fill("nic się nie stało")
    judge.get_by_role("button", name="odrzucone →").click()
    judge.get_by_role("button", name="Tak: odrzucone").click()
    answer = child.get_by_text("podpowiada → odrzucone. nic się nie stało")
    hand = child.locator(".hand")
    expect(answer).to_be_visible()
    assert in_sight(answer)
    assert not in_sight(hand)
    child.get_by_role("button", name="Zamknij").click()
    expect(answer).to_be_hidden()
    assert in_sight(hand)
    told = child.get_by_role("alert").filter(has_text="Twoje zgłoszenie „podpowiada” → odrzucone.")
    assert in_sight(told)
    strip, frame = told.bounding_box(), child.locator(".frame").bounding_box()
    assert strip
    assert frame
    assert strip["y"] + strip["height"] <= frame["y"] + 1, "what is told hides no part of the map"
    child.get_by_role("button", name="Przeczytane").click()
    expect(told).to_have_count(0)


def in_sight(part: Locator) -> bool:
    """Whether its middle is on the screen with nothing over it."""
    look = """e => {
      const { x, y, width, height } = e.getBoundingClientRect();
      return e.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }"""
    return bool(part.evaluate(look))


def test_the_judge_gives_a_card_on_a_phone_and_the_child_reads_it(people: People):
    here, table, links = let_in(people, 4)
    begun(people.server, table, turns=2)
    child = people.somebody((390, 844), phone=True)
    child.goto(links[1])
    child.wait_for_url(lambda url: "/enter" not in url)
    child.goto(f"/table/{table}")
    judge = people.organiser_of(here, (390, 844))
    judge.goto(f"/table/{table}")
    judge.get_by_role("button", name="⚑ Sędzia").click()
    for step in ("ostrzeżenie", "żółta kartka"):
        judge.get_by_role("combobox", name="Gracz").select_option("1")
        judge.get_by_label("Uzasadnienie").fill("krzyki przy stoliku")
        due = judge.locator(".judge button", has_text="→").filter(has_text=step)
        due.first.click()
        sure = judge.get_by_role("button", name="Tak:")
        assert in_sight(sure)
        sure.click()
        expect(sure).to_have_count(0)
        expect(judge.get_by_label("Uzasadnienie")).to_have_value("")
        told = child.get_by_role("alert").filter(has_text=step)
        expect(told).to_be_visible()
        assert in_sight(told)
