"""`stolik melds`: which tiles on the felt lie together, by the regulation's geometry."""

from typing import Any

import click

from stolik.adapters.cli import requests
from stolik.adapters.cli.jsonl import answer_stdin
from stolik.adapters.cli.parts import lang_option
from stolik.app.library import rules_profile
from stolik.app.reading.typed import read
from stolik.rummikub.layout import PlacedTile, TileSize, read_layout
from stolik.rummikub.notation import checked_tiles


@click.command()
@lang_option
def melds(lang: str) -> None:
    """Read melds from tiles with coordinates (top-left corners).

    \b
    echo '{"profile": "mp2023", "tile_width": 30, "tile_height": 42, "tiles": [
      {"tile": "r5", "x": 0, "y": 0}, {"tile": "r6", "x": 30, "y": 0},
      {"tile": "r7", "x": 60, "y": 21}]}' | tr -d '\\n' | stolik melds
    """
    answer_stdin(answer, lang)


def answer(value: object) -> dict[str, Any]:
    """The answer to one request."""
    request = read(requests.MeldsRequest, value)
    rules = rules_profile(request.profile)
    tiles = checked_tiles([placed.tile for placed in request.tiles], rules)
    placed = [PlacedTile(tile, at.x, at.y) for tile, at in zip(tiles, request.tiles, strict=True)]
    layout = read_layout(placed, TileSize(request.tile_width, request.tile_height), rules)
    return {
        "melds": [
            {"tiles": meld.tiles, "kind": meld.kind, "value": meld.value} for meld in layout.melds
        ],
        "loose": [loose.tiles for loose in layout.loose],
    }
