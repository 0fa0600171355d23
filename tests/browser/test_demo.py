"""`stolik demo`: a visitor is anybody with one click."""

from random import Random

from playwright.sync_api import expect

from stolik.wiring.demo import set_up
from tests.browser.people import PHONE, People


def test_every_role_is_one_click_away(people: People):
    server = people.server
    server.node.app.state.demo, _ = server.run(set_up(server.node, Random(17)))
    desk = people.somebody()
    desk.goto("/")
    desk.get_by_role("button", name="organizator").click()
    expect(desk.get_by_role("heading", name="Turniej pokazowy")).to_be_visible()
    desk.get_by_role("link", name="Runda i wyniki").click()
    expect(desk.get_by_role("heading", name="Stolik 4")).to_be_visible()
    player = people.somebody(PHONE, phone=True)
    player.goto("/")
    player.get_by_role("link", name="zawodnik na sali").click()
    expect(player.get_by_text("Stolik 5").first).to_be_visible()


def test_no_other_server_lets_a_visitor_organise(people: People):
    page = people.somebody()
    page.goto("/")
    answer = page.request.post("/api/demo/organiser", headers={"origin": people.server.url})
    assert answer.status == 404
