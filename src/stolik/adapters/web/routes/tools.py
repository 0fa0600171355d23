"""Questions that belong to no tournament: a referee's pocket tools. Nothing is kept."""

from functools import partial
from typing import Any

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from stolik.adapters.web.edge import bounds as q
from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.guard import login_of
from stolik.adapters.web.edge.language import language_of
from stolik.adapters.web.edge.reading import Strict
from stolik.adapters.web.edge.thinking import thought
from stolik.adapters.web.routes.asked import MostAsked, RackAsked, SetsAsked, VerdictWanted
from stolik.adapters.web.sockets.live import live_of
from stolik.app.access.roles import Rule
from stolik.app.codes import Refusal
from stolik.app.games.rummikub import guiding as g
from stolik.app.library import RULES, is_written_out
from stolik.app.paper.rules_sheet import RulesSheet, rules_sheet
from stolik.app.texts import text
from stolik.refusal import Violation, refuse

_ASKED: dict[str, Any] = {"status_code": 200, "opt": {"rule": Rule.ANYONE}, "tags": ["tools"]}


@post(
    "/api/tools/verdict",
    dto=Strict[VerdictWanted],
    status_code=200,
    opt={"rule": Rule.ANYONE},
    tags=["tools"],
)
async def verdict(request: HttpRequest, data: JSONBody[VerdictWanted]) -> dict[str, Any]:
    """−100 or −200, with the melds that prove it and the rule in words."""
    judge = live_of(request).judge
    asked = {**msgspec.to_builtins(data), "profile": await _rules(request, data.profile)}
    found = await thought(request, lambda: judge(asked), "")
    return {**found, "text": text(f"verdict.rule.{found['rule']}", language_of(request.scope))}


async def _rules(request: HttpRequest, asked: str) -> str:
    """A name of ours, or the number of a tournament one may follow that has rules of its own."""
    if asked in RULES:
        return asked
    card = await live_of(request).offices.card(asked) if asked.isalnum() else None
    if card is not None and is_written_out(card.profile):
        login = await login_of(request)
        if card.public or card.id in login.tournaments | {login.tournament}:
            return card.profile
    refuse(Violation(Refusal.PROFILE_UNKNOWN, facts={"profile": asked, "known": RULES}))


@get("/api/tools/profiles", opt={"rule": Rule.ANYONE}, tags=["tools"], sync_to_thread=False)
def profiles() -> tuple[g.ProfileTold, ...]:
    """The regulations a referee can judge by."""
    return g.profiles_told()


@get("/api/tools/guide/{profile:str}", opt={"rule": Rule.ANYONE}, tags=["tools"])
async def guide(request: HttpRequest, profile: FromPath[str]) -> g.Guide:
    """A time-out by questions, and what follows when the bank is empty or the time over."""
    return g.guide_of(await _rules(request, profile), language_of(request.scope), profile)


@get("/api/tools/rules/{profile:str}", opt={"rule": Rule.ANYONE}, tags=["tools"])
async def sheet(
    request: HttpRequest, profile: FromPath[str], move_s: q.MaybeSeconds = None
) -> RulesSheet:
    """The rules in force in words; `move_s`: another time for a move than they say, 0 for none."""
    return rules_sheet(await _rules(request, profile), language_of(request.scope), move_s)


@post("/api/tools/opening", dto=Strict[RackAsked], return_dto=None, **_ASKED)
async def opening(request: HttpRequest, data: JSONBody[RackAsked]) -> g.OpeningFound:
    """Could this rack have opened, and by what?"""
    best, rules = live_of(request).tools.best_opening, await _rules(request, data.profile)
    return await thought(request, lambda: g.opening_of(data.rack, rules, best), "")


@post("/api/tools/melds", dto=Strict[SetsAsked], return_dto=None, **_ASKED)
async def melds(request: HttpRequest, data: JSONBody[SetsAsked]) -> tuple[g.SetFound, ...]:
    """Which of these tiles form a set, and why others do not."""
    lang, rules = language_of(request.scope), await _rules(request, data.profile)
    return await thought(request, lambda: g.sets_of(data.rows, rules, lang), "")


@post("/api/tools/solve", dto=Strict[MostAsked], return_dto=None, **_ASKED)
async def most(request: HttpRequest, data: JSONBody[MostAsked]) -> g.MostLaid:
    """The most tiles of a rack that could be laid on a table."""
    solve = live_of(request).tools.solve
    rules = await _rules(request, data.profile)
    work = partial(g.most_laid, data.tableau, data.rack, rules, solve)
    return await thought(request, work, "")


HANDLERS = (verdict, profiles, guide, sheet, opening, melds, most)
