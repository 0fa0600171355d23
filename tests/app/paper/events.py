"""Tournaments to print from."""

from functools import cache

from stolik.app.paper.source import PaperSource
from stolik.app.paper.wishes import PlayerPass, Wish
from stolik.app.tournaments.details import Details, Prize
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
    if hall.state.format.ladder:
        hall.do("penalty", entrant=2, reason="głośne rozmowy")
    return hall.to_the_end()


@cache
def troubled(shape: str, entrants: int) -> Hall:
    """A day on which people left, were fined and were put out."""
    hall = _entered(shape, entrants)
    hall.do("no_show", entrant=1, reason="nie przyszedł")
    hall.do("draw")
    hall.do("publish")
    for n in (2, 3):
        hall.do("penalty", entrant=n, big_points=-5, reason="głośne rozmowy")
    hall.do("penalty", entrant=3, step="exclusion", leaving="without", reason="nie słucha")
    hall.do("penalty", entrant=4, reason="pomyłka")
    hall.do("cancel_penalty", penalty=4, reason="to nie on")
    hall.do("withdraw", entrant=5, game="without", reason="choroba")
    return hall.to_the_end()


DETAILS = Details(
    date="2026-11-20",
    place="Sala Sportowa, Sztum",
    organiser="Klub Gier",
    head_judge="Sędzia Główny 1",
    partners=("Partner A", "Partner B"),
    prizes=(Prize(1, "tablet", "629 zł"), Prize(2, "gra", "69 zł"), Prize(0, "upominek")),
)


def source(hall: Hall, lang: str = "pl") -> PaperSource:
    book = hall.session.book
    commits = {(1, 1): {"1": "ab" * 32, "2": "cd" * 32}}
    return PaperSource(
        hall.session.desk,
        "Turniej próbny",
        lang,
        book.counting.rules,
        book.counting.board,
        HEAD,
        PAGE,
        commits,
        details=DETAILS,
    )


def _entered(shape: str, entrants: int) -> Hall:
    hall = Hall()
    hall.do("create", format=shape, seed="17")
    for n in range(1, entrants + 1):
        club = ("SP 3 Łódź", "LO Gdynia", "")[n % 3]
        team = f"Drużyna {(n + 1) // 2}" if hall.session.book.counting.rules is None else ""
        hall.do("enter", name=f"Zawodnik {n}", club=club, team=team)
    return hall
