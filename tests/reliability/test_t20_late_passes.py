"""T20, passes in a race: who is dismissed between the question and the write makes none.

The store asks for the right before it writes. A dismissal may be written between the two; the
passes that come behind it must be good for nothing, and players' passes too.
"""

import asyncio
from typing import Any

import pytest

from stolik.app.access import in_turn, passes
from stolik.app.access.passes import Wanted
from stolik.app.access.records import Pass
from stolik.app.access.roles import PersonRole
from stolik.app.ports import Append, Appended
from tests.reliability.losing import SUBJECTS, WAYS, Stage, one_node
from tests.reliability.report import figure

ROLES = ("player", "referee", "spectator")


class Behind:
    """Passes of whoever asks wait between the store's question and its write."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached, self.go = asyncio.Event(), asyncio.Event()
        store_of = in_turn._InTurn
        plain = store_of.append

        async def append(store: Any, act: Append) -> Appended:
            asked = in_turn.TURN.get() is not None
            if asked and any(one.kind == Pass.KIND and one.body for one in act.puts):
                await in_turn._demand()
                self.reached.set()
                await self.go.wait()
                return await store._store.append(act)
            return await plain(store, act)

        monkeypatch.setattr(store_of, "append", append)


async def made_late(monkeypatch: pytest.MonkeyPatch, role: str, *, renewed: bool) -> list[str]:
    """Answer and passes left, where a dismissal is written just before a pass."""
    async with one_node() as stage:
        token, path, body = await _asks(stage, role, renewed=renewed)
        before = await _good(stage)
        with monkeypatch.context() as patch:
            behind = Behind(patch)
            async with stage.using.client(token) as client:
                asking = asyncio.ensure_future(client.post(path, json=body))
                await asyncio.wait_for(behind.reached.wait(), 10)
                await WAYS["dismissed as co-organiser"][1](stage, token)
                behind.go.set()
                status = (await asking).status_code
        new = await _good(stage) - before
        return [f"{role} {status}"] if status < 400 or new else []


async def _asks(stage: Stage, role: str, *, renewed: bool) -> tuple[str, str, Any]:
    token = await SUBJECTS["organiser"](stage)
    entrant = stage.player if role == "player" else None
    if not renewed:
        wanted = {"role": role, **({"entrant": entrant} if entrant else {})}
        return token, f"{stage.here}/passes", {"passes": [wanted]}
    access, wish = stage.acting.node.access, Wanted(PersonRole(role), entrant=entrant)
    (issued,) = await passes.issue(access, stage.tournament, [wish])
    return token, f"{stage.here}/passes/{issued.entry.id}/renew", None


async def _good(stage: Stage) -> set[str]:
    found = await passes.passes_of(stage.acting.node.access, stage.tournament)
    return {entry.id for entry in found}


async def _all(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    ways = [(role, renewed) for role in ROLES for renewed in (False, True)]
    found = [await made_late(monkeypatch, role, renewed=renewed) for role, renewed in ways]
    return [fault for faults in found for fault in faults]


def test_a_pass_written_after_the_dismissal_is_refused(monkeypatch: pytest.MonkeyPatch):
    found = asyncio.run(_all(monkeypatch))
    said = "passes written just after their maker's dismissal, good"
    figure("T20", said, f"{2 * len(ROLES)}, {len(found)}", tier="quick")
    assert found == []


@pytest.mark.full
def test_a_house_that_does_not_look_again_is_caught(monkeypatch: pytest.MonkeyPatch):
    async def careless(*_: object) -> None:
        pass

    monkeypatch.setattr(passes, "_still_organises", careless)
    assert "player 201" in asyncio.run(_all(monkeypatch))
