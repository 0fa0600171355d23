"""T29: phones without a network keep what was typed and send it later, each result exactly once."""

import secrets
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from stolik.adapters import store_sqlite
from stolik.adapters.web.services import Settings
from tests.adapters.web.day import Day
from tests.adapters.web.node import serving_node
from tests.browser.chrome import no_page_throws
from tests.browser.conftest import chrome, people, server  # noqa: F401 - a browser is needed here
from tests.browser.people import People
from tests.browser.playing import Phone, phone_of
from tests.reliability.report import figure
from tools.chromium import FLAGS, chromium

GAMES = 4


def sums(phone: int, game: int) -> tuple[int, list[int]]:
    """Who goes out, and racks that tell every sheet from every other."""
    winner = (phone + game) % 4
    return winner, [0 if i == winner else 10 * game + i + 1 + 4 * phone for i in range(4)]


def hall(everybody: People, phones: int) -> tuple[Day, list[Phone]]:
    """Phones at as many tables of a round of four games."""
    day = Day(everybody.server, "grandprix", 12)
    tables = day.round()
    return day, [phone_of(everybody, day, seats[0]) for seats in tables[:phones]]


def played_offline(phones: list[Phone]) -> None:
    """Every result of two tables is typed while no phone has a line."""
    for number, phone in enumerate(phones):
        phone.page.context.set_offline(True)
        for game in range(1, GAMES + 1):
            winner, held = sums(number, game)
            phone.enter(game, winner, held)
            phone.expect(game, "nie wysłano jeszcze")
        expect(phone.page.get_by_text("4 wpisy czekają na wysłanie")).to_be_visible()


def recorded(day: Day) -> Iterator[tuple[int, int]]:
    """Every result in the tournament's own record, in order: table and game."""
    for entry in day.organiser.get(day.here + "/history"):
        event = entry["event"]
        if event["event"] == "ResultRecorded":
            yield event["table"], event["game"]


def faults_of(day: Day, phones: list[Phone]) -> list[str]:
    """What is not as it should be once every phone is back."""
    found = [] if list(day_wanted()) == sorted(recorded(day)) else [f"kept {list(recorded(day))}"]
    for phone in phones:
        # What was typed is confirmed by its author and waits for a second person.
        for game in range(1, GAMES + 1):
            if "czeka na potwierdzenie" not in phone.game(game).locator(".status").inner_text():
                found.append(f"game {game} is not shown as entered")
        if phone.page.locator(".refused").count():
            found.append("the phone was refused what it had done already")
    return found


def day_wanted() -> Iterator[tuple[int, int]]:
    return ((table, game) for table in (1, 2) for game in range(1, GAMES + 1))


def settled(day: Day, phones: list[Phone], owing: set[int]) -> None:
    """Until nothing waits on these phones any more, and only these tables owe results."""
    for phone in phones:
        expect(phone.page.get_by_text("na wysłanie")).to_have_count(0)
    deadline = monotonic() + 5
    while set(day.missing(1)) != owing and monotonic() < deadline:
        phones[0].page.wait_for_timeout(50)


def test_results_typed_without_a_network_arrive_exactly_once(people: People):  # noqa: F811
    day, phones = hall(people, 2)
    played_offline(phones)
    assert list(recorded(day)) == []
    # One phone comes back as it is; the other's page is closed and opened again.
    phones[0].page.context.set_offline(False)
    address, context = phones[1].page.url, phones[1].page.context
    phones[1].page.close()
    context.set_offline(False)
    phones[1].page = context.new_page()
    phones[1].page.goto(address)
    settled(day, phones, {3})
    for phone in phones:
        phone.expect(GAMES, "czeka na potwierdzenie")
    people.complaints.clear()  # the browser itself complains of lines that break
    assert faults_of(day, phones) == []
    assert lines_right(day)
    figure("T29", "results typed offline, lost or doubled", f"{2 * GAMES}, 0", tier="quick")


def test_answers_lost_on_the_way_change_nothing(people: People):  # noqa: F811
    assert answers_lost(people, lambda headers: headers) == []


def test_a_phone_in_the_hall_has_no_secure_origin_and_loses_nothing(
    chrome: Browser,  # noqa: F811
    tmp_path: Path,
):
    """On plain http with a name of the network many things of browsers do not exist."""
    name = "stolik.sala"
    settings = Settings(hosts=frozenset({name, "127.0.0.1"}))
    flags = [*FLAGS, f"--host-resolver-rules=MAP {name} 127.0.0.1"]
    window = chrome.browser_type.launch(executable_path=chromium(), args=flags)
    running_node = serving_node(lambda: store_sqlite.open_store(tmp_path), settings)
    with no_page_throws(window), running_node as running:
        day = Day(running, "grandprix", 12)
        seats = day.round()[0]
        everybody = People(window, replace(running, url=running.url.replace("127.0.0.1", name)))
        phone = phone_of(everybody, day, seats[0])
        assert phone.page.evaluate("() => [isSecureContext, 'serviceWorker' in navigator]") == [
            False,
            False,
        ]
        phone.page.context.set_offline(True)
        phone.enter(1, *sums(0, 1))
        phone.expect(1, "nie wysłano jeszcze")
        phone.page.context.set_offline(False)
        phone.expect(1, "czeka na potwierdzenie")
        assert list(recorded(day)) == [(1, 1)]
    window.close()


@pytest.mark.full
def test_the_mutant_that_makes_a_new_id_for_each_try_is_caught(people: People):  # noqa: F811
    fresh = lambda headers: {**headers, "stolik-command": secrets.token_hex(16)}  # noqa: E731
    assert answers_lost(people, fresh)


def answers_lost(everybody: People, change) -> list[str]:
    """The server gets every result at once, and the phone hears nothing of it until later."""
    day, phones = hall(everybody, 1)
    lost: list[str] = []

    def lose(route: Route) -> None:
        body = route.request.post_data_json or {}
        if body.get("do") != "result" or body.get("preview"):
            route.continue_()
            return
        headers = change(route.request.headers)
        if body["game"] in lost:
            route.continue_(headers=headers)
            return
        lost.append(body["game"])
        route.fetch(headers=headers)
        route.abort()

    phones[0].page.route(f"**{day.here}", lose)
    for game in range(1, GAMES + 1):
        phones[0].enter(game, *sums(0, game))
    settled(day, phones[:1], {2, 3})
    found = [] if len(lost) == GAMES else [f"lost {lost}"]
    doubled = len(list(recorded(day))) != GAMES
    refused = phones[0].page.locator(".refused").count()
    everybody.complaints.clear()  # the browser itself complains of lines that break
    return found + ["doubled"] * doubled + ["refused"] * (refused > 0)


def lines_right(day: Day) -> bool:
    """Every result is the one that was typed."""
    tables = day.ask(do="round", round=1)["tables"]
    for number in range(2):
        for game in range(1, GAMES + 1):
            winner, held = sums(number, game)
            lines = tables[number]["games"][game - 1]["lines"]
            wanted = [str(sum(held)) if i == winner else str(-held[i]) for i in range(4)]
            if [line["small_points"] for line in lines] != wanted:
                return False
    return True


def test_wrong_digits_on_sheets_typed_back_from_paper_are_caught(people: People):  # noqa: F811
    day = Day(people.server, "zimowy", 4, confirmations=0)
    seats = day.round()[0]
    right = [73, -10, -28, -35]
    planted = [
        [value + (by if i == wrong else 0) for i, value in enumerate(right)]
        for wrong in range(4)
        for by in (-9, -1, 1, 9)
    ]
    for points in planted:
        day.ask(refused="result.small_points_wrong", **sheet(seats, points))
    day.ask(**sheet(seats, right))
    figure("T29", "planted errors on typed sheets, missed", f"{len(planted)}, 0", tier="quick")


def sheet(seats: list[int], points: list[int]) -> dict[str, Any]:
    rows = [{"entrant": n, "small_points": p} for n, p in zip(seats, points, strict=True)]
    return {"do": "result", "round": 1, "table": 1, "game": 1, "seats": rows}
