"""Two tabs of the desk at one game: what one has corrected the other does not take back unseen."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from stolik.adapters import store_sqlite
from tests.adapters.web.day import Day
from tests.adapters.web.node import Browser, Running, serving_node


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as found:
        yield found


def test_a_correction_of_what_was_corrected_meanwhile_is_refused(server: Running):
    day = Day(server, "zimowy", 8, confirmations=0)
    (seats, *_) = day.round()
    day.ask(**sheet(seats, 0, 10, 20, 35))
    other = server.client()
    other.http.cookies = day.organiser.http.cookies
    seen = told(other, day)["version"]
    again = {"do": "correct", "reason": "pomyłka", "over": seen}
    mine = {**sheet(seats, 0, 10, 22, 35), **again}
    day.ask(**{**sheet(seats, 0, 10, 20, 40), **again})
    for preview in (True, False):  # asked before it is saved, and told so then
        other.post(day.here, {**mine, "preview": preview}, "result.changed_meanwhile")
    assert points(told(other, day)) == ["70", "-10", "-20", "-40"]
    # Seen now; and who does not say what was seen goes on as before.
    other.post(day.here, {**mine, "over": told(other, day)["version"]})
    del mine["over"]
    other.post(day.here, {**mine, "reason": "jeszcze raz"})
    assert points(told(other, day)) == ["67", "-10", "-22", "-35"]


def test_a_result_that_came_while_one_was_typed_is_not_written_over(server: Running):
    day = Day(server, "zimowy", 8, confirmations=0)
    (seats, *_) = day.round()
    day.ask(**sheet(seats, 0, 10, 20, 35))
    late = {**sheet(seats, 0, 10, 20, 3), "do": "correct", "reason": "pomyłka", "over": 0}
    day.ask("result.changed_meanwhile", **late)


def sheet(seats: list[int], *sums: int) -> dict[str, Any]:
    rows = [{"entrant": n, "rack_sum": rack} for n, rack in zip(seats, sums, strict=True)]
    return {"do": "result", "round": 1, "table": 1, "game": 1, "seats": rows}


def told(browser: Browser, day: Day) -> dict[str, Any]:
    found = browser.post(day.here, {"do": "round", "round": 1})
    game: dict[str, Any] = found["tables"][0]["games"][0]
    return game


def points(game: dict[str, Any]) -> list[str]:
    return [line["small_points"] for line in game["lines"]]


def test_two_settings_changed_at_the_same_moment_both_stay(server: Running):
    day = Day(server, "zimowy", 8, confirmations=0)
    office = server.run(server.node.live.offices.office(day.here.rpartition("/")[2]))

    async def both() -> None:
        await asyncio.gather(
            office.describe(lambda card: replace(card, name="Puchar")),
            office.describe(lambda card: replace(card, public=True)),
        )

    server.run(both())
    assert (office.card.name, office.card.public) == ("Puchar", True)
