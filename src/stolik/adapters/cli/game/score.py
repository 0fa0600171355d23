"""`stolik score`: places, small and big points of a finished game."""

from typing import Any

import click

from stolik.adapters.cli import requests
from stolik.adapters.cli.jsonl import answer_stdin
from stolik.adapters.cli.parts import lang_option
from stolik.app.games.rummikub.entered import EnteredSeat, final_racks
from stolik.app.library import rules_profile
from stolik.app.reading.exact import write_exact
from stolik.app.reading.typed import read
from stolik.rummikub.scoring import Ending, is_zero_sum
from stolik.rummikub.scoring import score as score_of


@click.command()
@lang_option
def score(lang: str) -> None:
    """Score a game from its racks or their sums.

    \b
    echo '{"profile": "mp2023", "ending": "went_out", "seats": [
      {"rack": []}, {"rack_sum": 12}, {"rack": ["k7", "j"]},
      {"opened": false, "flat": -100}]}' | tr -d '\\n' | stolik score
    """
    answer_stdin(answer, lang)


def answer(value: object) -> dict[str, Any]:
    """The answer to one request."""
    request = read(requests.ScoreRequest, value)
    rules = rules_profile(request.profile)
    entered = [
        EnteredSeat(
            None if seat.rack is None else tuple(seat.rack), seat.rack_sum, seat.opened, seat.flat
        )
        for seat in request.seats
    ]
    scores = score_of(Ending(request.ending), final_racks(entered, rules), rules)
    seats = [
        {
            "place": line.place,
            "small_points": write_exact(line.small_points),
            "big_points": write_exact(line.big_points),
        }
        for line in scores
    ]
    return {"seats": seats, "zero_sum": is_zero_sum(scores)}
