"""Once a tournament is over nobody is still in play for a cut."""

from tests.tournament.hall import Hall


def test_after_the_end_nobody_is_in_play_any_more():
    hall = Hall()
    hall.do("create", format="wojtek", seed="17")
    for n in range(10):
        hall.do("enter", name=f"Zawodnik {n + 1}")
    hall.do("draw")
    hall.do("publish")
    seats = [
        {"entrant": n, "place": i + 1} for i, n in enumerate(hall.state.rounds[0].tables[0].seats)
    ]
    hall.do("result", round=1, table=1, game=1, seats=seats)
    assert hall.do("outlook")["entrants"]
    hall.do("finish", early="koniec lekcji")
    assert not hall.do("outlook")["entrants"]
