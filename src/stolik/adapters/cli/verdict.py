"""`stolik verdict`: −100 or −200 for a player who had not opened, with the proof."""

from typing import Any

import click
from msgspec import UNSET

from stolik.adapters.cli import requests
from stolik.adapters.cli.jsonl import answer_stdin
from stolik.adapters.cli.parts import Parts, lang_option, pass_parts
from stolik.app.library import rules_profile
from stolik.app.questions import checked_rack
from stolik.app.request_codes import Refusal
from stolik.refusal import Violation, refuse
from stolik.rummikub.notation import checked_tiles
from stolik.rummikub.openings import BestOpening
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import Tiles
from stolik.rummikub.verdict import OpenVerdict, Unopened, Verdict, verdict_for_unknown
from stolik.rummikub.verdict import verdict as verdict_on

UNKNOWN = "unknown"


@click.command()
@lang_option
@pass_parts
def verdict(parts: Parts, lang: str) -> None:
    """The −100/−200 verdict on a player who had not opened when another went out.

    \b
    echo '{"profile": "mp2023", "rack": ["r12", "r13", "j", "k5"], "last_drawn": "k5"}' \\
      | stolik verdict
    """
    answer_stdin(lambda value: answer(value, parts.best_opening), lang)


def answer(value: object, best_opening: BestOpening) -> dict[str, Any]:
    """The answer to one request."""
    request = requests.read(requests.VerdictRequest, value)
    rules = rules_profile(request.profile)
    player = Unopened(
        checked_rack(request.rack, rules),
        _last_drawn(request, rules),
        had_turn=request.had_turn,
        announced=request.announced,
        announced_before_game=request.announced_before_game,
    )
    if not request.had_turn or request.last_drawn != UNKNOWN:
        return _written(verdict_on(player, rules, best_opening))
    found = verdict_for_unknown(player, rules, best_opening)
    cases = [{"last_drawn": tile, "small_points": v.small_points} for tile, v in found.cases]
    return {**_written(found), "cases": cases}


def _last_drawn(request: requests.VerdictRequest, rules: RulesProfile) -> Tiles:
    """The tile to take away before asking whether he could have opened."""
    if not request.had_turn:
        return ()
    if request.last_drawn is UNSET:
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
