"""A file says nothing that only the server can say."""

import pytest

from stolik.app.fairness.drawing import next_draw
from stolik.app.tournaments.claims import demand_claimable
from stolik.refusal import Refused
from stolik.tournament import events as e
from stolik.tournament.state import GameNumber, RoundNumber, TableNumber
from tests.tournament.hall import Hall

FIRST = (RoundNumber(1), TableNumber(1), GameNumber(1))


@pytest.mark.parametrize(
    "event",
    [
        e.ResultRecorded(*FIRST, (), "referee", "", online=True),
        e.ResultCorrected(*FIRST, (), "rewind", online=True),
    ],
)
def test_no_file_speaks_for_a_table_online(event: e.Event):
    """Decision 29: such a result may name who has left, so nobody else says it."""
    with pytest.raises(Refused, match=r"office\.file_server_only"):
        demand_claimable((event,), Hall().create("zimowy").state, next_draw)
