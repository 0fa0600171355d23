"""`stolik solve`: the most that can be laid."""

from typing import Any

import click

from stolik.adapters.cli import requests
from stolik.adapters.cli.jsonl import answer_stdin
from stolik.adapters.cli.parts import Parts, lang_option, pass_parts
from stolik.app.games.rummikub.guiding import Solve
from stolik.app.reading.typed import read
from stolik.rummikub.tiles import Tile


@click.command()
@lang_option
@pass_parts
def solve(parts: Parts, lang: str) -> None:
    """The most tiles (or points) that can be laid from a rack, exactly.

    \b
    echo '{"tableau": [["r1", "r2", "r3"]], "rack": ["r4", "k9"]}' | stolik solve
    {"tiles":1,"points":4,"laid":["r4"],"tableau":[["r1","r2","r3","r4"]]}
    """
    answer_stdin(lambda value: answer(value, parts.solve), lang)


def answer(value: object, solve: Solve) -> dict[str, Any]:
    """The answer to one request."""
    request = read(requests.SolveRequest, value)
    tableau = [[Tile(name) for name in meld] for meld in request.tableau]
    found = solve(tableau, [Tile(name) for name in request.rack], maximise=request.maximise)
    return {
        "tiles": found.tiles,
        "points": found.points,
        "laid": found.laid,
        "tableau": found.tableau,
    }
