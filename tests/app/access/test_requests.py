"""Whom requests about a tournament are for: a refusal must not tell what is not published."""

import asyncio
from contextlib import suppress

import pytest

from stolik.app.access.roles import Login, PersonRole
from stolik.app.tournaments import rights
from stolik.refusal import Refused
from tests.app.hall.venue import Venue


async def tables_found() -> list[int]:
    """The tables of a draft at which a player finds himself by asking for each."""
    venue = Venue()
    await venue.tournament()
    await venue.ask(do="unpublish", reason="pomyłka")
    office = await venue.office()
    assert office.state.draft
    player = Login("1", PersonRole.PLAYER, tournament="t", entrant=3)
    found = []
    for table in (1, 2):
        with suppress(Refused):
            rights.allowed(player, {"do": "result", "round": 1, "table": table}, office)
            found.append(table)
    return found


def test_nobody_learns_his_table_of_a_draft_by_asking():
    assert asyncio.run(tables_found()) == []


def test_the_mutant_that_knows_the_draft_is_caught(monkeypatch: pytest.MonkeyPatch):
    def seated_by_the_draft(request, office):
        table = office.state.draft.tables[request["table"] - 1]
        return rights.place_of(office, str(table.number), tuple(table.seats))

    monkeypatch.setattr(rights, "_place", seated_by_the_draft)
    assert asyncio.run(tables_found())
