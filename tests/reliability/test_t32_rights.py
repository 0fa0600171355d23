"""T32: roles gained and lost at random × commands by every channel × restarts, on two nodes.

Against a model that was written from docs/access.md. A sequence that differs is printed whole; to
see it again: `asyncio.run(run(postgres, [seed]))`.
"""

import asyncio
from typing import Any

import pytest

from stolik.adapters.web.sockets.lines import Lines
from stolik.app.access import logins, roles
from stolik.app.access.roles import Login, PersonRole
from stolik.app.access.standing import LoginNow
from tests.postgres import Postgres
from tests.reliability.report import figure
from tests.reliability.rights_fuzz import run

_SAID = "sequences, asked, of these forbidden, different"
_BLOCK = 250
_FULL = [
    pytest.param("full", range(n, n + _BLOCK), marks=pytest.mark.full)
    for n in range(0, 1000, _BLOCK)
]


@pytest.mark.parametrize(("tier", "seeds"), [("quick", range(1000, 1010)), *_FULL])
def test_nobody_may_more_or_less_than_is_written_down(postgres: Postgres, tier: str, seeds: range):
    found, said = asyncio.run(run(postgres, seeds))
    figure("T32", f"{_SAID} (from {seeds[0]})", said, tier=tier)
    assert found == [], "\n\n".join(found[:3])


# --- mutants: one guard less, and a sequence shows it ---------------------------------------------


def differs(postgres: Postgres) -> bool:
    """Whether some sequence of the first ones shows it."""
    found, _ = asyncio.run(run(postgres, range(100), until_first=True))
    return bool(found)


@pytest.mark.full
def test_the_mutant_with_one_rule_loosened_is_caught(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(
        roles,
        "_referees",
        lambda login, place: login.role is PersonRole.REFEREE and place.table != "",
    )
    assert differs(postgres)


@pytest.mark.full
def test_the_mutant_that_does_not_hear_of_a_loss_is_caught(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
):
    async def as_it_came(standing: LoginNow) -> Login:
        return standing.login

    monkeypatch.setattr(Lines, "revoked", lambda *_: None)
    monkeypatch.setattr(LoginNow, "now", as_it_came)
    monkeypatch.setattr(LoginNow, "surely", as_it_came)
    assert differs(postgres)


@pytest.mark.full
def test_the_mutant_that_remembers_logins_is_caught(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
):
    known: dict[Any, Any] = {}
    find = logins.find

    async def remembered(store: Any, kind: Any, key: str) -> Any:
        if known.get((kind, key)) is None:
            known[kind, key] = await find(store, kind, key)
        return known[kind, key]

    monkeypatch.setattr(logins, "find", remembered)
    assert differs(postgres)
