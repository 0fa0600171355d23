"""Tournaments to print from."""

from functools import cache

from stolik.app.paper.content import PlayerPass, Wish
from stolik.app.paper.source import Source
from tests.tournament.hall import Hall

HEAD = "0f" * 32
PAGE = "http://192.168.1.5:8000/tournament/0123456789abcdef"
WISH = Wish(passes={1: PlayerPass("CDF-GH3-468", f"{PAGE}#pass")})


@cache
def begun(shape: str, entrants: int) -> Hall:
    """The first round is published and partly played."""
    hall = _entered(shape, entrants)
    hall.do("draw")
    hall.do("publish")
    return hall


@cache
def over(shape: str, entrants: int) -> Hall:
    """Everything is played and finished."""
    hall = _entered(shape, entrants)
    hall.do("penalty", entrant=2, reason="głośne rozmowy")
    return hall.to_the_end()


def source(hall: Hall, lang: str = "pl") -> Source:
    book = hall.session.book
    commits = {(1, 1): {"1": "ab" * 32, "2": "cd" * 32}}
    return Source(
        hall.session.desk, "Turniej próbny", lang, book.rules, book.board, HEAD, PAGE, commits
    )


def _entered(shape: str, entrants: int) -> Hall:
    hall = Hall()
    hall.do("create", format=shape, seed="17")
    for n in range(1, entrants + 1):
        club = ("SP 3 Łódź", "LO Gdynia", "")[n % 3]
        team = f"Drużyna {(n + 1) // 2}" if hall.session.book.rules is None else ""
        hall.do("enter", name=f"Zawodnik {n}", club=club, team=team)
    return hall
