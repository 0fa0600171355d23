"""`stolik rank`: places and points of a finished game of Miś Wojtek."""

from typing import Any

import click

from stolik.adapters.cli import requests
from stolik.adapters.cli.jsonl import answer_stdin
from stolik.adapters.cli.parts import lang_option
from stolik.app.games.wojtek.entered import EnteredFinish, entered_ranking, reasons
from stolik.app.library import board
from stolik.app.reading.typed import read


@click.command()
@lang_option
def rank(lang: str) -> None:
    """Rank a game of Miś Wojtek from cards, arrival and distance.

    \b
    echo '{"board": "trasa", "seats": [
      {"cards": {"honey": 5, "bath": 2}, "portraits": 1, "cities": 1, "distance": 12},
      {"cards": {"tree": 5, "bath": 3}, "arrival": 1}]}' | tr -d '\\n' | stolik rank
    """
    answer_stdin(lambda value: answer(value, lang), lang)


def answer(value: object, lang: str = "pl") -> dict[str, Any]:
    """The answer to one request."""
    request = read(requests.RankRequest, value)
    track = board(request.board)
    standings = entered_ranking([_entered(seat) for seat in request.seats], track)
    return {
        "seats": [
            {
                "place": standing.place,
                "points": track.points(standing.place, len(standings)) if standing.place else 0,
                "sets": list(standing.sets.sizes),
                "reason": why,
            }
            for standing, why in zip(standings, reasons(standings, lang), strict=True)
        ]
    }


def _entered(seat: requests.FinishRequest) -> EnteredFinish:
    return EnteredFinish(
        seat.cards,
        tuple(seat.portraits) if isinstance(seat.portraits, list) else seat.portraits,
        tuple(seat.cities) if isinstance(seat.cities, list) else seat.cities,
        seat.arrival,
        seat.distance,
        seat.start,
        seat.excluded,
        seat.absent,
    )
