"""`stolik play`: whole games between bots."""

from collections.abc import Sequence
from random import Random
from typing import Any

import click

from stolik.adapters.cli import requests
from stolik.adapters.cli.jsonl import answer_stdin
from stolik.adapters.cli.parts import Parts, lang_option, pass_parts
from stolik.app.games.rummikub.record import head_of, write_log, write_result
from stolik.app.games.wojtek import record as wojtek_record
from stolik.app.lab.playing import play_game, play_wojtek
from stolik.app.library import board, rules_profile
from stolik.app.reading.codes import Refusal
from stolik.app.reading.typed import read
from stolik.bots.wojtek.registry import wojtek_bot_named
from stolik.refusal import Violation, refuse


@click.command()
@lang_option
@pass_parts
def play(parts: Parts, lang: str) -> None:
    """Play a game between bots; the same request gives the same game.

    \b
    echo '{"game": "rummikub", "profile": "mp2023", "seats": 4, "bots": "random", "seed": 7}' \\
      | stolik play > game.json
    stolik replay game.json
    echo '{"game": "wojtek", "board": "trasa", "seats": 5, "bots": "planner"}' | stolik play
    """
    answer_stdin(lambda value: answer(value, parts), lang)


def answer(value: object, parts: Parts) -> dict[str, Any]:
    """The answer to one request."""
    if isinstance(value, dict) and value.get("game") == wojtek_record.GAME:
        return _wojtek(read(requests.WojtekPlayRequest, value))
    request = read(requests.PlayRequest, value)
    rules = rules_profile(request.profile)
    seed = str(request.seed)
    bots = [
        parts.make_bot(name, rules, Random(f"{seed}/{seat}"))
        for seat, name in enumerate(
            _bot_names(request.bots, request.seats, rules.seating.seats_max)
        )
    ]
    state = play_game(rules, bots, seed, best_opening=parts.best_opening)
    log = write_log(state.log, rules)
    return {"log": log, "result": write_result(state), "head": head_of(log)}


def _wojtek(request: requests.WojtekPlayRequest) -> dict[str, Any]:
    track, seed = board(request.board), str(request.seed)
    names = _bot_names(request.bots, request.seats, track.seating.seats_max)
    bots = [
        wojtek_bot_named(name)(track, Random(f"{seed}/{seat}")) for seat, name in enumerate(names)
    ]
    state = play_wojtek(track, bots, seed)
    log = wojtek_record.write_log(state.log, track)
    return {"log": log, "result": wojtek_record.write_result(state), "head": head_of(log)}


def _bot_names(bots: str | list[str], seats: int, most: int) -> Sequence[str]:
    """One name per seat, however they were given."""
    if isinstance(bots, list):
        if len(bots) != seats:
            refuse(Violation(Refusal.BOTS_COUNT, facts={"bots": len(bots), "seats": seats}))
        return bots
    # How many may sit is the table's question; here it only bounds the list.
    return [bots] * max(0, min(seats, most + 1))
