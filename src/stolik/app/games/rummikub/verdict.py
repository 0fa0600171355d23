"""−100 or −200 for a player who had not opened, with the proof: what a referee asks."""

from typing import Any

import msgspec

from stolik.app.games.rummikub.entered import checked_rack
from stolik.app.library import rules_profile
from stolik.app.reading.codes import Refusal
from stolik.app.reading.typed import Request, read
from stolik.refusal import Violation, refuse
from stolik.rummikub.notation import checked_tiles
from stolik.rummikub.openings import BestOpening
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import Tiles
from stolik.rummikub.verdict import OpenVerdict, Unopened, Verdict, verdict, verdict_for_unknown

UNKNOWN = "unknown"


class VerdictRequest(Request, frozen=True):
    """`last_drawn` may be left out only where it is ignored: without a turn."""

    profile: str
    rack: list[str]
    last_drawn: str | msgspec.UnsetType | None = msgspec.UNSET
    announced: bool = False
    had_turn: bool = True
    announced_before_game: bool = False
    time_out: bool = False  # the last drawn tile was received for a time-out


def judged(value: object, best_opening: BestOpening) -> dict[str, Any]:
    """The answer to one request."""
    request = read(VerdictRequest, value)
    rules = rules_profile(request.profile)
    rack, last_drawn = checked_rack(request.rack, rules), _last_drawn(request, rules)
    unknown = request.last_drawn == UNKNOWN
    player = Unopened(
        rack,
        last_drawn,
        had_turn=request.had_turn,
        announced=request.announced,
        announced_before_game=request.announced_before_game,
        for_time_out=(rack if unknown else last_drawn) if request.time_out else (),
    )
    if not request.had_turn or not unknown:
        return _written(verdict(player, rules, best_opening))
    found = verdict_for_unknown(player, rules, best_opening)
    cases = [{"last_drawn": tile, "small_points": v.small_points} for tile, v in found.cases]
    return {**_written(found), "cases": cases}


def _last_drawn(request: VerdictRequest, rules: RulesProfile) -> Tiles:
    """The tile to take away before asking whether he could have opened."""
    if not request.had_turn:
        return ()
    if request.last_drawn is msgspec.UNSET:
        refuse(Violation(Refusal.MISSING_FIELD, facts={"field": "last_drawn"}))
    if not isinstance(request.last_drawn, str) or request.last_drawn == UNKNOWN:
        return ()
    return checked_tiles([request.last_drawn], rules)


def _written(found: Verdict | OpenVerdict) -> dict[str, Any]:
    return {
        "small_points": found.small_points,
        "rule": found.rule,
        "article": found.article,
        "melds": found.melds,
    }
