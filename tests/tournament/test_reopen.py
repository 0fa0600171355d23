"""The end is taken back for as long as anybody wants."""

from random import Random

from tests.tournament.hall import Hall
from tests.tournament.test_refusals import until


def test_a_tournament_finished_too_soon_goes_on_where_it_was():
    hall = until(Hall().create("zimowy", 8), "finish")
    assert hall.code("reopen", reason="too soon") == "finish.not_finished"
    while hall.step(Random(1)) != "nothing":
        pass
    before = hall.state.rounds
    hall.do("reopen", reason="too soon")
    assert hall.do("check")["next"] == "finish"
    assert hall.state.rounds == before
    hall.do("finish")
    assert hall.state.finished
