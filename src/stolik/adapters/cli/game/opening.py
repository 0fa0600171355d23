"""`stolik opening`: the most valuable melds of a rack."""

from typing import Any

import click

from stolik.adapters.cli import requests
from stolik.adapters.cli.jsonl import answer_stdin
from stolik.adapters.cli.parts import Parts, lang_option, pass_parts
from stolik.app.games.rummikub.entered import checked_rack
from stolik.app.library import rules_profile
from stolik.app.reading.typed import read
from stolik.rummikub.openings import BestOpening, opens


@click.command()
@lang_option
@pass_parts
def opening(parts: Parts, lang: str) -> None:
    """The most valuable disjoint melds of a rack, and whether they open.

    \b
    echo '{"rack": ["r12", "r13", "j"]}' | stolik opening
    {"value":36,"opens":true,"melds":[["j","r12","r13"]]}
    """
    answer_stdin(lambda value: answer(value, parts.best_opening), lang)


def answer(value: object, best_opening: BestOpening) -> dict[str, Any]:
    """The answer to one request."""
    request = read(requests.OpeningRequest, value)
    rules = rules_profile(request.profile)
    best = best_opening(checked_rack(request.rack, rules), rules)
    return {"value": best.value, "opens": opens(best, rules), "melds": best.melds}
