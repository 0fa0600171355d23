"""What an organiser has to know of other people's word: codes somebody kept, lone results."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.adapters.web.day import Day
from tests.adapters.web.node import PASSWORD
from tests.browser.people import People


def test_codes_of_who_organises_no_longer_are_renewed_by_one_click(people: People, tmp_path: Path):
    day = Day(people.server, "zimowy", 4)
    link = day.organiser.post(f"{day.here}/organisers/invitations")["link"].partition("#")[2]
    other = people.server.client()
    other.post("/api/login/link", {"token": link, "name": "Drugi", "password": PASSWORD})
    wanted = [{"role": "player", "entrant": n} for n in (1, 2)]
    told = other.post(f"{day.here}/passes", {"passes": [*wanted, {"role": "referee"}]})
    for way_in in told[:2]:  # two phones are in by what he made; a code nobody uses ends with him
        token = way_in["link"].partition("#")[2]
        people.server.client().post("/api/login/link", {"token": token})
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.goto(f"/tournament/{tournament}/organise/settings")
    expect(page.get_by_text("Z odebraniem dostępu kończą się")).to_be_visible()
    page.screenshot(path=tmp_path / "settings.png", full_page=True)
    page.get_by_role("button", name=re.compile("Odbierz dostęp.*Drugi")).click()
    expect(page.get_by_text("Z odebraniem dostępu kończą się")).to_be_hidden()
    page.goto(f"/tournament/{tournament}/organise/passes")
    expect(page.get_by_text("który już tu nie organizuje")).to_have_count(2)  # no referee's
    page.screenshot(path=tmp_path / "passes.png", full_page=True)
    page.get_by_role("button", name="Wymień te kody").click()
    expect(page.get_by_text("który już tu nie organizuje")).to_have_count(0)
    expect(page.locator("code")).to_have_count(2)


def test_results_of_one_player_are_named_on_the_desk(people: People, tmp_path: Path):
    day = Day(people.server, "zimowy", 4, confirmations=0)
    (seats,) = day.round()
    wanted = {"passes": [{"role": "player", "entrant": seats[0]}]}
    (told,) = day.organiser.post(f"{day.here}/passes", wanted)
    player = people.server.client()
    player.post("/api/login/link", {"token": told["link"].partition("#")[2]})
    player.post(day.here, day.sheet(1, 1, 1, seats))
    tournament = day.here.rpartition("/")[2]
    page = people.organiser_of(tournament)
    page.goto(f"/tournament/{tournament}/organise/round")
    lone = page.get_by_text(re.compile("podała jedna osoba i nikt inny nie potwierdził: 1"))
    expect(lone).to_be_visible()
    page.screenshot(path=tmp_path / "round.png", full_page=True)
    page.get_by_role("button", name=re.compile("^Potwierdź")).click()
    expect(lone).to_be_hidden()
