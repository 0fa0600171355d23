"""Whatever a desk changes by hand or decides against somebody, it must say why."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from stolik.app.tournaments import amended_names
from stolik.app.tournaments.requests import REQUESTS
from stolik.tournament import draws, seat_draw
from stolik.tournament.codes import Refusal
from stolik.tournament.story import Story
from tests.tournament.hall import Hall
from tests.tournament.test_cut_told import level, ties
from tests.tournament.test_refusals import until

Asked = tuple[Hall, dict[str, Any]]
MISSING = {"request.reason", "tournament.reason_missing", "draw.again_reason", "seat_draw.drawn"}


def begun(*, published: bool = True) -> Hall:
    hall = Hall().create("szkoly2015", 16)
    hall.do("draw")
    if published:
        hall.do("publish")
    return hall


def unexplained() -> Iterator[Asked]:
    """Requests that would be done if only they gave a reason, each before a desk of its own."""
    for do, said in (("withdraw", "game"), ("no_show", "game"), ("disqualify", "leaving")):
        yield begun(), {"do": do, "entrant": 1, said: "without"}
    away = begun()
    away.do("withdraw", entrant=1, reason="x", game="without")
    yield away, {"do": "return", "entrant": 1}
    yield Hall().create("szkoly2015", 16), {"do": "remove", "entrant": 1}
    late = Hall().create("szkoly2015", 18)
    late.do("draw")
    late.do("enter", name="Zawodnik 19")
    yield late, {"do": "take_seat", "entrant": 19, "table": late.do("tray")["chairs"][0]}
    yield begun(), {"do": "substitute", "entrant": 1, "name": "Zawodnik 101"}
    yield begun(), {"do": "amend", "entrant": 1, "team": "Dzięcioły"}
    yield begun(), {"do": "penalty", "entrant": 1}
    penalised = begun()
    penalised.do("penalty", entrant=1, reason="x")
    yield penalised, {"do": "cancel_penalty", "penalty": 1}
    yield begun(), {"do": "report", "by": 2, "entrant": 1, "decision": "rejected"}
    yield Hall().create("wojtek", 8), {"do": "test", "entrant": 1, "points": 4}
    yield begun(), {"do": "unpublish"}
    game = {"round": 1, "table": 1, "game": 1}
    yield begun(), {"do": "unplayed", **game}
    yield _corrected(begun(), game)
    yield _drawn_again(begun())
    draft = begun(published=False)
    one, other = (table.seats[0] for table in draft.state.rounds[0].tables[:2])
    yield draft, {"do": "swap", "one": one, "other": other}
    yield begun(published=False), {"do": "draw"}
    over = Hall().create("szkoly2015", 20).to_the_end()
    yield over, {"do": "resign", "entrant": over.state.going[0]}
    given_up = Hall().create("szkoly2015", 20).to_the_end()
    first = given_up.state.going[0]
    given_up.do("resign", entrant=first, reason="x")
    yield given_up, {"do": "resign_back", "entrant": first}
    yield over, {"do": "reopen"}
    cut = until(Hall().create("eliminacje", 14), "cut")
    while cut.do("check")["next"] == "cut":
        cut.step(Random(1))
    yield cut, {"do": "cut_back"}
    yield cut, {"do": "set_rounds", "rounds": 3}
    tied = level(14)
    group = ties(tied.do("standings")["rows"])[0]
    tied.do("lots", drawn=[{"entrant": n, "tile": i} for i, n in enumerate(group, start=1)])
    yield tied, {"do": "tie_back", "entrants": group}


def _corrected(hall: Hall, game: dict[str, int]) -> Asked:
    entrants = list(hall.state.rounds[0].tables[0].seats)
    hall.do("result", seats=hall.seats(entrants, Random(1)), **game)
    return hall, {"do": "correct", "seats": hall.seats(entrants, Random(2)), **game}


def _drawn_again(hall: Hall) -> Asked:
    rows = [
        {"entrant": n, "drawn": [str(13 - i)]}
        for i, n in enumerate(hall.state.rounds[0].tables[0].seats)
    ]
    drawn = {"round": 1, "table": 1, "tiles": rows}
    hall.do("seat_tiles", **drawn)
    return hall, {"do": "seat_tiles", **drawn}


def done_without() -> list[str]:
    """What was done though nobody said why."""
    found = []
    for hall, request in unexplained():
        for reason in ("", " \t "):
            code = hall.code(**request, reason=reason)
            if code is None:
                found.append(request["do"])
                break
            assert code in MISSING, (request, code)
        else:
            assert hall.code(**request, reason="bo tak trzeba") is None, request
    return found


def test_nothing_is_done_by_hand_without_a_reason():
    assert done_without() == []


def test_every_request_that_asks_for_a_reason_is_tried():
    asking = {do for do, kind in REQUESTS.items() if "reason" in kind.shape.__struct_fields__}
    # A lock changes no seat; one without a reason is named so on the public page.
    assert {request["do"] for _, request in unexplained()} == asking - {"lock"}


def test_the_mutant_desk_that_does_not_ask_why_is_caught(monkeypatch: pytest.MonkeyPatch):
    real = draws.no

    def careless(code: Refusal, **facts: Any) -> None:
        if code not in (Refusal.DRAW_AGAIN_REASON, Refusal.SEATS_DRAWN):
            real(code, **facts)

    monkeypatch.setattr(Story, "reason", lambda *_: None)
    monkeypatch.setattr(amended_names, "says_something", lambda _: True)
    for module in (draws, seat_draw):
        monkeypatch.setattr(module, "no", careless)
    assert done_without() == [request["do"] for _, request in unexplained()]
