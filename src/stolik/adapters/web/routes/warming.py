"""What is made once and kept, or loaded by who first wants it, made before anybody asks.

It is made in a thread when the server answers already: nobody waits for it at the start, and the
first to ask does not hold up a hall.
"""

from importlib import import_module

from litestar import Litestar

from stolik.adapters.web.routes.docs import description
from stolik.adapters.web.routes.pages import parts
from stolik.app.games.registry import GAMES
from stolik.app.library import BOARDS, FORMATS, RULES, board, rules_profile, tournament_format
from stolik.app.texts import LANGUAGES, catalogue

# Not loaded before the server answers: tests/adapters/web/test_warming.py.
LATER = (
    *(module for game in GAMES.values() for module in game.later),
    "stolik.app.sheets.reading.entrants",
    "stolik.app.sheets.exports",
    "stolik.app.sheets.reading.results",
    "stolik.app.sheets.reading.taking",
    "stolik.app.sheets.writing.workbook",
    "stolik.app.paper.documents",
    "segno",
)


def warm_up(app: Litestar) -> None:
    """Read every file, describe every route, load what is left."""
    for lang in LANGUAGES:
        catalogue(lang)
    parts()
    for name in LATER:
        import_module(name)
    for name in FORMATS:
        tournament_format(name)
    for name in RULES:
        rules_profile(name)
    for name in BOARDS:
        board(name)
    description(app)
