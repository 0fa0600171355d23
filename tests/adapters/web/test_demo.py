"""`stolik demo` by itself: results come in, somebody objects, and a visitor may be faster."""

import asyncio
from contextlib import contextmanager
from random import Random

from stolik.tournament.progress import missing_games
from stolik.wiring.demo import CALLING, DISPUTED, ONLINE, Show, Tempo, set_up
from tests.adapters.web.node import OpenStore, Running, serving_node

QUICK = Tempo(between_results_s=0, events_before_dispute=8, look_s=0.05)


@contextmanager
def showing(open_store: OpenStore):
    with serving_node(open_store) as server:
        _, show = server.run(set_up(server.node, Random(17)))
        show.tempo = QUICK
        yield server, show


def go_on(server: Running, show: Show) -> None:
    """Bots take their time on a busy machine: this is over when it is over."""
    asyncio.run_coroutine_threadsafe(show.go_on(), server.loop).result(120)


def owing(show: Show) -> set[int]:
    state = show.office.state
    return {int(table.number) for table, _ in missing_games(state, state.rounds[1])}


def glance(server: Running, show: Show, table: int) -> dict:
    here = f"/api/tournaments/{show.office.card.id}/rounds/2/tables"
    return next(one for one in server.client().get(here) if one["table"] == table)


def test_results_come_in_and_one_table_objects(open_store: OpenStore):
    with showing(open_store) as (server, show):
        tables = {int(table.number) for table in show.office.state.rounds[1].tables}
        assert owing(show) == tables
        here = f"/api/tournaments/{show.office.card.id}"
        (call,) = server.client().get(f"{here}/hall")["referee"]
        assert call["table"] == CALLING
        fourth = server.client().post(here, {"do": "round", "round": 2})["tables"][3]
        assert fourth["games"][0]["result"] == "entered"  # somebody has to look
        go_on(server, show)
        assert owing(show) <= set(ONLINE)  # every table of the hall has all its results
        table = glance(server, show, DISPUTED)
        assert (len(table["disputes"]), table["paused"]) == (1, True)


def test_a_visitor_may_be_faster_than_the_demo(open_store: OpenStore):
    with showing(open_store) as (server, show):
        last = show.office.state.rounds[1].tables[-1]
        seats = [int(n) for n in last.seats]
        server.run(show.result(2, int(last.number), 3, seats, by="referee"))  # he was faster
        mine = show.office.state.rounds[1].results[last.number, 3]
        go_on(server, show)
        assert show.office.state.rounds[1].results[last.number, 3] == mine
        assert owing(show) <= set(ONLINE)
