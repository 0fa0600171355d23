"""`stolik play`: whole games between bots."""

from random import Random
from typing import Any

import click

from stolik.adapters.cli import requests
from stolik.adapters.cli.jsonl import answer_stdin
from stolik.adapters.cli.parts import Parts, lang_option, pass_parts
from stolik.app.library import rules_profile
from stolik.app.playing import play_game
from stolik.app.record import head_of, write_log, write_result
from stolik.app.request_codes import Refusal
from stolik.refusal import Violation, refuse
from stolik.rummikub.rules import RulesProfile


@click.command()
@lang_option
@pass_parts
def play(parts: Parts, lang: str) -> None:
    """Play a game between bots; the same request gives the same game.

    \b
    echo '{"game": "rummikub", "profile": "mp2023", "seats": 4, "bots": "random", "seed": 7}' \\
      | stolik play > game.json
    stolik replay game.json
    """
    answer_stdin(lambda value: answer(value, parts), lang)


def answer(value: object, parts: Parts) -> dict[str, Any]:
    """The answer to one request."""
    request = requests.read(requests.PlayRequest, value)
    rules = rules_profile(request.profile)
    seed = str(request.seed)
    bots = [
        parts.make_bot(name, rules, Random(f"{seed}/{seat}"))
        for seat, name in enumerate(_bot_names(request, rules))
    ]
    state = play_game(rules, bots, seed, best_opening=parts.best_opening)
    log = write_log(state.log, rules)
    return {"log": log, "result": write_result(state), "head": head_of(log)}


def _bot_names(request: requests.PlayRequest, rules: RulesProfile) -> list[str]:
    """One name per seat, however they were given."""
    if isinstance(request.bots, list):
        if len(request.bots) != request.seats:
            counts = {"bots": len(request.bots), "seats": request.seats}
            refuse(Violation(Refusal.BOTS_COUNT, facts=counts))
        return request.bots
    # How many may sit is the table's question; here it only bounds the list.
    most = rules.seating.seats_max + 1
    return [request.bots] * max(0, min(request.seats, most))
