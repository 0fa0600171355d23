"""`stolik seats`: the whole drawn schedule of a tournament."""

from typing import Any

import click

from stolik.adapters.cli import requests
from stolik.adapters.cli.jsonl import answer_stdin
from stolik.adapters.cli.parts import lang_option
from stolik.app.reading.typed import read
from stolik.app.tournaments.telling.schedule import SeatsRequest, seats_answer


@click.command()
@lang_option
def seats(lang: str) -> None:
    """Seat a number of entrants over all drawn rounds, with as few repeats as possible.

    Tables are listed by draw number in seat order; the first starts game 1.

    \b
    echo '{"format": "grandprix", "entrants": 9, "rounds": 1, "seed": "x"}' | stolik seats
    """
    answer_stdin(answer, lang)


def answer(value: object) -> dict[str, Any]:
    """The answer to one request."""
    request = read(requests.SeatsRequest, value)
    return seats_answer(
        SeatsRequest(
            format=request.format,
            entrants=request.entrants,
            rounds=request.rounds,
            seed=str(request.seed),
            table_size=request.table_size,
        )
    )
