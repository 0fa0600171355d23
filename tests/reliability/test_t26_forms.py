"""T26, forms: of two that come under one number on two nodes at once, one waits; none replaces it.

Whoever knows the number of a form must not put another name on it, not even in the same moment.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import pytest

from stolik.app.people import registrations
from stolik.app.people.registrations import Registration, ask_to_play, turn_away, waiting_to_play
from stolik.app.ports import EventStore, Put
from stolik.app.tournaments.office import Office
from stolik.refusal import Refused
from tests.postgres import Postgres
from tests.reliability.losing import two_nodes
from tests.reliability.report import figure

ROUNDS = 20


async def _race(postgres: Postgres) -> tuple[int, list[str]]:
    """How often two names were both taken for waiting, and who waits in the end."""
    doubled, names = 0, []
    async with two_nodes(await postgres.new_database()) as stage:
        nodes = [stage.acting.node, stage.using.node]
        offices = [await node.live.offices.office(stage.tournament) for node in nodes]
        for office in offices:
            office.card = replace(office.card, registration=True)
        stores = [node.live.rooms.house.store for node in nodes]
        for n in range(ROUNDS):
            told = await _both(offices, stores, f"{n:032x}")
            doubled += told.count(True) != 1
        waiting = await waiting_to_play(offices[0], stores[0])
        names = [one.name for one in waiting.values()]
        # The number goes with the form, and the same form sent twice is one.
        await turn_away(offices[0], stores[0], f"{0:032x}")
        for _ in range(2):
            await ask_to_play(offices[1], stores[1], f"{0:032x}", Registration("Zawodnik 3"))
    return doubled, names


async def _both(offices: Sequence[Office], stores: Sequence[EventStore], id_: str) -> list[bool]:
    async def one(n: int) -> bool:
        with suppress(Refused):
            await ask_to_play(offices[n], stores[n], id_, Registration(f"Zawodnik {n + 1}"))
            return True
        return False

    return list(await asyncio.gather(one(0), one(1)))


def test_of_two_forms_under_one_number_one_waits(postgres: Postgres):
    doubled, names = asyncio.run(_race(postgres))
    assert doubled == 0
    assert len(names) == ROUNDS
    figure(
        "T26",
        "forms under one number on two nodes at once, both taken",
        f"{ROUNDS}, 0",
        tier="quick",
    )


def test_the_mutant_that_only_looks_before_it_writes_is_caught(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
):
    async def careless(_: Office, store: EventStore, __: str, form: Put) -> bool:
        await store.put([form])
        return True

    monkeypatch.setattr(registrations, "_taken", careless)
    assert asyncio.run(_race(postgres))[0] > 0
