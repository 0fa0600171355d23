"""A correction after the end says, before it is made, to whom titles would go."""

from collections.abc import Iterator
from random import Random

from tests.tournament.hall import Hall


def champion(hall: Hall) -> int:
    return hall.do("standings")["rows"][0]["entrant"]


def made_last(hall: Hall, entrant: int) -> Iterator[dict]:
    """Corrections, the last game first, each of which makes somebody the last of the table."""
    for r in reversed(hall.state.rounds):
        table = next(t for t in r.tables if entrant in t.seats)
        order = sorted(table.seats, key=lambda n: n == entrant)
        seats = [{"entrant": n, "rack_sum": 30 * i} for i, n in enumerate(order)]
        for game in range(1, r.games + 1):
            wish = {"round": r.number, "table": table.number, "game": game, "seats": seats}
            yield wish | {"reason": "pomyłka", "sure": True}


def test_every_correction_after_the_end_names_the_titles_that_move():
    """The first one opens the tournament again; what was read aloud was read aloud."""
    hall = Hall().create("zimowy", 8).to_the_end()
    first, moved = champion(hall), []
    for wish in made_last(hall, first):
        told = hall.do("correct", **wish, preview=True)["changes"]["titles"]
        before = [row["entrant"] for row in hall.do("standings")["rows"]]
        assert hall.do("correct", **wish)["changes"]["titles"] == told
        now = [row["entrant"] for row in hall.do("standings")["rows"]]
        names = ("school_champion", "vice_champion", "vice_champion")
        assert told == [
            {"title": title, "place": place, "was": [was], "now": [is_now]}
            for place, (title, was, is_now) in enumerate(
                zip(names, before[:3], now[:3], strict=True), 1
            )
            if was != is_now
        ]
        moved += told
    assert [one["was"] for one in moved if one["place"] == 1] == [[first]]
    assert champion(hall) != first


def test_before_the_end_no_title_has_been_given():
    hall, chance = Hall().create("zimowy", 8), Random(1)
    while hall.do("check")["next"] != "finish":
        hall.step(chance)
    r = hall.state.rounds[-1]
    table = r.tables[0]
    seats = [{"entrant": n, "rack_sum": 10 * i} for i, n in enumerate(table.seats)]
    wish = {"round": r.number, "table": table.number, "game": 1, "seats": seats}
    told = hall.do("correct", **wish, reason="x", sure=True, preview=True)["changes"]
    assert told["titles"] == []
