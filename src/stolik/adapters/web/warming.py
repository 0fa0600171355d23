"""What is made once and kept, made before anybody asks: the first must not hold up a hall."""

from litestar import Litestar

from stolik.adapters.web.docs import description
from stolik.adapters.web.pages import parts
from stolik.app.library import BOARDS, FORMATS, RULES, board, rules_profile, tournament_format
from stolik.app.texts import LANGUAGES, catalogue


def warm_up(app: Litestar) -> None:
    """Read every file and describe every route."""
    parts()
    description(app)
    for lang in LANGUAGES:
        catalogue(lang)
    for name in FORMATS:
        tournament_format(name)
    for name in RULES:
        rules_profile(name)
    for name in BOARDS:
        board(name)
