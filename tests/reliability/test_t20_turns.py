"""T20, rights lost on the way: a request that waits for its turn is asked again before it writes.

Every route that writes is held just before its first write; meanwhile its sender is logged out.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest

from stolik.adapters.web.edge.guard import declared_rules
from stolik.app.access import in_turn, invitations, passes
from stolik.app.access.in_turn import HeldRight
from stolik.app.access.passes import Wanted
from stolik.app.access.roles import PersonRole, Rule
from tests.pictures import png
from tests.reliability.losing import PASSWORD, SUBJECTS, WAYS, Stage, one_node
from tests.reliability.losing import organiser as another_organiser
from tests.reliability.report import figure

_HERE = "/api/tournaments/{tournament:str}"
_ROUND = f"{_HERE}/rounds/{{round_number:int}}"
_ONLINE = f"{_ROUND}/online/{{table:int}}"

Given = Mapping[str, str]
# What fills the path, and what is sent.
BODIES: Mapping[tuple[str, str], Any] = {
    ("POST", "/api/tournaments"): {"name": "Drugi", "format": "zimowy"},
    ("POST", "/api/password"): {"old": PASSWORD, "new": "another password of it"},
    ("POST", "/api/logout/everywhere"): None,
    ("PUT", _HERE): {"name": "Inny"},
    ("POST", _HERE): {"do": "enter", "name": "Zawodnik 100"},
    ("POST", f"{_HERE}/passes"): {"passes": [{"role": "referee"}]},
    ("POST", f"{_HERE}/passes/{{entry:str}}/renew"): None,
    ("DELETE", f"{_HERE}/passes/{{entry:str}}"): None,
    ("POST", f"{_HERE}/organisers/invitations"): None,
    ("DELETE", f"{_HERE}/organisers/invitations/{{invitation:str}}"): None,
    ("DELETE", f"{_HERE}/organisers/{{account:str}}"): None,
    ("POST", f"{_HERE}/registrations/{{form:str}}/accept"): None,
    ("DELETE", f"{_HERE}/registrations/{{form:str}}"): None,
    ("DELETE", f"{_HERE}/registrations"): None,
    ("DELETE", f"{_HERE}/heats/{{heat:str}}"): None,
    ("PUT", f"{_HERE}/people/{{entrant:int}}"): {"consent": True},
    ("DELETE", f"{_HERE}/people/{{entrant:int}}"): None,
    ("POST", f"{_HERE}/consents"): {"to": ["photo"], "entrants": [1]},
    ("PUT", f"{_HERE}/form/winners"): {"entrant": 1, "phone": "600 000 000"},
    ("DELETE", f"{_HERE}/form/winners"): None,
    ("PUT", f"{_HERE}/entrants/{{entrant:int}}/time"): {"percent": 150, "reason": "wzrok"},
    ("PUT", f"{_ROUND}/shown"): {"table": 1},
    ("PUT", f"{_HERE}/scene"): {"scene": "names"},
    ("POST", f"{_ROUND}/online"): {"tables": [2]},
    ("PUT", f"{_ONLINE}/bot"): {"seat": 0, "bot": "greedy"},
    ("PUT", f"{_ONLINE}/watching"): {"watching": "nobody"},
    ("POST", f"{_ROUND}/clock"): {"minutes": 50},
    ("POST", f"{_ROUND}/clock/extend"): {"minutes": 5, "reason": "x"},
    ("POST", f"{_ROUND}/moves/extend"): {"seconds": 5, "reason": "x"},
    ("POST", f"{_ROUND}/pause"): {"reason": "x"},
    ("POST", f"{_ROUND}/resume"): None,
    ("POST", f"{_ROUND}/call-time"): None,
    ("DELETE", f"{_ROUND}/call-time"): None,
    ("POST", f"{_ROUND}/call-results"): None,
    ("POST", f"{_HERE}/break"): {"minutes": 5},
    ("DELETE", f"{_HERE}/break"): None,
    ("POST", f"{_HERE}/tables/{{table:int}}/referee"): None,
    ("DELETE", f"{_HERE}/tables/{{table:int}}/referee"): None,
    ("POST", f"{_HERE}/file/out"): None,
    ("POST", f"{_HERE}/sheets/entrants"): b"name\nZawodnik 101\n",
    ("POST", f"{_HERE}/logo"): png(),
    ("DELETE", f"{_HERE}/logo"): None,
}
# What keeps nothing, and what is asked about in a table of its own.
KEEPS_NOTHING = {
    ("POST", "/api/password/look"),
    ("POST", f"{_HERE}/badges"),
    ("POST", "/api/qr"),
    ("PUT", "/api/reach"),  # a fact of the machine, and no tournament's
    *(("POST", f"/api/{shelf}/check") for shelf in ("boards", "own")),
    # Files of one's own account: they are part of no tournament until one is made of them.
    *(("POST", f"/api/{shelf}") for shelf in ("boards", "own")),
    ("PUT", "/api/boards/{number:str}"),
    ("DELETE", "/api/boards/{number:str}"),
    ("DELETE", "/api/own/{kind:str}/{number:str}"),
    ("POST", f"{_HERE}/lines"),
    # Tables among friends: test_t20_friends.py.
    *(("POST", f"/api/friends/{{table:str}}/{what}") for what in ("again", "bots")),
    ("POST", f"{_HERE}/tables/{{table:int}}/clock/lines"),
    # Refused where no letters are sent: tests/adapters/test_mail.py.
    ("POST", f"{_HERE}/mail/winners"),
    # A player's phone, gone with its login in one write: tests/adapters/test_push.py.
    *((method, f"{_HERE}/me/push") for method in ("PUT", "DELETE")),
}
# They write by `office.do` like the list of entrants, but take a workbook, a file or a lost report.
LIKE_OTHERS = {
    ("PUT", f"{_HERE}/head-judge"),
    ("POST", f"{_HERE}/sheets/workbook"),
    ("POST", f"{_HERE}/file/back"),
    ("POST", f"{_HERE}/file/heat"),
    ("POST", f"{_HERE}/file/heat/to/{{final:str}}"),
    ("POST", f"{_HERE}/heats"),
    ("POST", f"{_HERE}/heats/{{heat:str}}/accept"),
    ("POST", f"{_HERE}/reports/{{report:str}}/dismiss"),
}
# What has to be done first for a route to have anything to write.
BEFORE: Mapping[tuple[str, str], tuple[str, str]] = {
    ("POST", f"{_ROUND}/clock/extend"): ("POST", f"{_ROUND}/clock"),
    ("POST", f"{_ROUND}/pause"): ("POST", f"{_ROUND}/clock"),
    ("POST", f"{_ROUND}/moves/extend"): ("POST", f"{_ROUND}/clock"),
    ("POST", f"{_ROUND}/resume"): ("POST", f"{_ROUND}/pause"),
    ("POST", f"{_ROUND}/call-time"): ("POST", f"{_ROUND}/clock"),
    ("DELETE", f"{_ROUND}/call-time"): ("POST", f"{_ROUND}/call-time"),
    ("DELETE", f"{_HERE}/break"): ("POST", f"{_HERE}/break"),
    ("DELETE", f"{_HERE}/tables/{{table:int}}/referee"): (
        "POST",
        f"{_HERE}/tables/{{table:int}}/referee",
    ),
    ("DELETE", f"{_HERE}/form/winners"): ("PUT", f"{_HERE}/form/winners"),
    ("PUT", f"{_ONLINE}/bot"): ("POST", f"{_ROUND}/online"),
    ("PUT", f"{_ONLINE}/watching"): ("POST", f"{_ROUND}/online"),
}


class Held:
    """The next request that is about to write waits until it is let go."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self._go = asyncio.Event()
        self._armed = False

    def next(self) -> None:
        self.reached.clear()
        self._go.clear()
        self._armed = True

    def let_go(self) -> None:
        self._go.set()

    def before(self, demand: Callable[[HeldRight], Awaitable[None]]) -> Callable[[HeldRight], Any]:
        async def wait(turn: HeldRight) -> None:
            if self._armed:
                self._armed = False
                self.reached.set()
                await self._go.wait()
            await demand(turn)

        return wait


async def written_late(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which routes wrote though whoever asked was logged out everywhere meanwhile."""
    held = Held()
    monkeypatch.setattr(HeldRight, "demand", held.before(HeldRight.demand))
    found = []
    for method, path in BODIES:
        async with one_node() as stage:
            status = await _late(stage, held, method, path)
            found += [f"{method} {path}: {status}"] if status != 401 else []
            found += stage.using.errors
    return found


async def _late(stage: Stage, held: Held, method: str, path: str) -> int:
    filled = await _given(stage, path)
    if first := BEFORE.get((method, path)):
        await _prepare(stage, first)
    token = await SUBJECTS["organiser"](stage)
    async with stage.using.client(token) as client:
        held.next()
        asking = asyncio.ensure_future(
            client.request(method, filled, **_sent(BODIES[method, path]))
        )
        waiting = asyncio.ensure_future(held.reached.wait())
        await asyncio.wait({asking, waiting}, timeout=10, return_when=asyncio.FIRST_COMPLETED)
        assert held.reached.is_set(), (method, path, asking.done() and asking.result().text)
        await WAYS["log-out everywhere"][1](stage, token)
        held.let_go()
        return (await asking).status_code


async def _prepare(stage: Stage, what: tuple[str, str]) -> None:
    if first := BEFORE.get(what):
        await _prepare(stage, first)
    method, path = what
    async with stage.using.client(stage.chief) as client:
        answer = await client.request(
            method, await _given(stage, path), **_sent(BODIES[method, path])
        )
        assert answer.status_code < 300, (path, answer.text)


def _sent(body: Any) -> dict[str, Any]:
    return {"content": body, "params": {"apply": "true"}} if type(body) is bytes else {"json": body}


async def _given(stage: Stage, path: str) -> str:
    """The path with what it names, which is really there."""
    access, here = stage.acting.node.access, stage.tournament
    filled = path.replace("{tournament:str}", here).replace("{round_number:int}", "1")
    filled = filled.replace("{entrant:int}", str(stage.player))
    filled = filled.replace("{table:int}", "2" if "/online/" in path else "1")
    if "{entry:str}" in path:
        (issued,) = await passes.issue(access, here, [Wanted(PersonRole.REFEREE)])
        filled = filled.replace("{entry:str}", issued.entry.id)
    if "{invitation:str}" in path:
        token = await invitations.co_organiser_link(access, here)
        filled = filled.replace("{invitation:str}", (await invitations.look(access, token)).id)
    if "{account:str}" in path:
        await another_organiser(stage, here)
        async with stage.using.client(stage.chief) as chief:
            people = (await chief.get(f"/api/tournaments/{here}/organisers")).json()
        filled = filled.replace("{account:str}", people[-1]["id"])
    filled = filled.replace("{heat:str}", "0" * 32).replace("{final:str}", "0" * 16)
    if "registrations" in path:
        filled = filled.replace("{form:str}", await _form(stage))
    return filled


async def _form(stage: Stage) -> str:
    async with stage.using.client(stage.chief) as chief:
        await chief.put(stage.here, json={"registration": True})
        form = {"name": "Zawodnik 102"}
        assert (await chief.post(f"{stage.here}/registrations", json=form)).status_code == 204
        (told,) = (await chief.get(f"{stage.here}/registrations")).json()
        return str(told["id"])


def test_the_list_of_routes_is_whole():
    async def declared() -> set[tuple[str, str]]:
        async with one_node() as stage:
            rules = declared_rules(stage.using.node.app)
        return {
            (method, path)
            for (path, method), rule in rules.items()
            if rule is not Rule.ANYONE and method in ("POST", "PUT", "PATCH", "DELETE")
        }

    todo = "each route that writes has a body in BODIES, or stands in one of the lists beside it"
    assert asyncio.run(declared()) == set(BODIES) | KEEPS_NOTHING | LIKE_OTHERS, todo


def test_nothing_is_written_for_who_was_logged_out_meanwhile(monkeypatch: pytest.MonkeyPatch):
    assert asyncio.run(written_late(monkeypatch)) == []
    said = "routes held before their write while the right was lost, written"
    figure("T20", said, f"{len(BODIES)}, 0", tier="quick")


@pytest.mark.full
def test_the_mutant_that_asks_at_the_door_only_is_caught(monkeypatch: pytest.MonkeyPatch):
    async def careless(_: HeldRight) -> None:
        pass

    monkeypatch.setattr(HeldRight, "demand", careless)
    found = asyncio.run(written_late(monkeypatch))
    assert len(found) > len(BODIES) / 2
    assert any("/passes" in each for each in found)


def test_what_the_house_does_by_itself_is_not_asked_about():
    """A bot set to work by an organiser plays on when he is gone."""

    async def story() -> None:
        async def never() -> None:
            raise AssertionError

        in_turn.TURN.set(HeldRight(never))
        turn = in_turn.TURN.get()
        assert turn
        await asyncio.ensure_future(turn.demand())
        with pytest.raises(AssertionError):
            await turn.demand()

    asyncio.run(story())
