"""T08: what is changed beside the streams on one node, the other node of the database knows too."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from io import StringIO
from time import perf_counter

import pytest

from stolik.adapters.bus.postgres import PostgresBus
from stolik.adapters.store_postgres import open_store
from stolik.adapters.web.edge.logs import json_log
from stolik.adapters.web.services import Settings
from stolik.app.hall.times import write_percent
from stolik.app.people.forgetting import ForgetWish, forget_person
from stolik.app.tables.setup import Watching
from stolik.app.tournaments.reading_eyes import ALL
from stolik.app.tournaments.trying import Asking
from stolik.tournament.commands import Enter
from stolik.tournament.state import EntrantNumber
from stolik.wiring.serving import Node, make_node
from tests.postgres import Postgres
from tests.reliability.nodes import people, prepared
from tests.reliability.report import figure


@asynccontextmanager
async def node_on(url: str) -> AsyncIterator[Node]:
    store, bus = await open_store(url), PostgresBus(url)
    node = await make_node(store, bus, Settings(), json_log(StringIO()), alone=False)
    try:
        yield node
    finally:
        await node.stop()
        await bus.close()
        await store.close()


async def unknown_elsewhere(postgres: Postgres, patience_s: float) -> tuple[list[str], float]:
    """What is changed on one node and not known on the other, and after how many seconds."""
    url = await postgres.new_database()
    async with node_on(url) as one, node_on(url) as other:
        made = await prepared(one, people("stol"))
        office = await one.live.offices.office(made.tournament)
        await office.do(_enter, Asking("test", eyes=ALL))
        here, there = [await n.live.rooms.host("stol") for n in (one, other)]
        hall = await one.live.halls.hall(made.tournament)
        far = await other.live.halls.hall(made.tournament)
        seats = (replace(here.room.table.setup.seats[0], bot="greedy", time_percent=150),)
        seats = (*seats, *here.room.table.setup.seats[1:])
        changed = replace(here.room.table.setup, seats=seats, watching=Watching.NOBODY)
        await one.live.rooms.change(changed)
        await hall.set_percent(2, 200, [write_percent(office, 2, 200)])
        await office.describe(lambda card: replace(card, public=False))
        assert far.office.state.entrants[EntrantNumber(1)].club == "Klub 1"
        await forget_person(one.live.offices, one.access, office, 1, ForgetWish())
        return await _unknown(
            {
                "bot, watching, time of a seat": lambda: there.room.table.setup == changed,
                "time of an entrant": lambda: far.percents == {2: 200},
                "publicity": lambda: not far.office.card.public,
                "erased name": lambda: EntrantNumber(1) not in far.office.people,
                "erased club": lambda: far.office.state.entrants[EntrantNumber(1)].club == "·1",
                "the same state": lambda: far.office.state == office.state,
            },
            patience_s,
        )


def _enter(book: object) -> dict[str, object]:
    for n in (1, 2):
        book.desk.do(Enter(f"Klub {n}"), name=f"Zawodnik {n}")  # type: ignore[attr-defined]
    return {}


async def _unknown(facts: dict[str, Callable[[], bool]], patience_s: float):
    began = perf_counter()
    while perf_counter() < began + patience_s and not all(known() for known in facts.values()):
        await asyncio.sleep(0.02)
    return [fact for fact, known in facts.items() if not known()], perf_counter() - began


def test_settings_changed_on_one_node_are_known_on_the_other(postgres: Postgres):
    unknown, seconds = asyncio.run(unknown_elsewhere(postgres, 10))
    figure("T08", "settings known on the other node after, s", round(seconds, 3), tier="quick")
    assert unknown == []


def test_nodes_that_do_not_whisper_are_caught(postgres: Postgres, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(PostgresBus, "whisper", lambda *_: None)
    unknown, _ = asyncio.run(unknown_elsewhere(postgres, 0.5))
    # The rest may come along with what is read again in that time for other reasons.
    assert {"time of an entrant", "erased name", "erased club"} <= set(unknown)
