"""Draws over HTTP that anybody can check: pledge, dice, draw, publication, transcript."""

import json
from typing import Any

import pytest

from stolik.app.dealing import FairDraw
from stolik.app.drawing import next_draw
from stolik.app.office.event import SECRET
from stolik.fair import verify
from stolik.refusal import Refused
from stolik.tournament.engine import evolve
from stolik.tournament.events import RoundDrawn
from stolik.tournament.state import TournamentState
from tests.web.day import Day
from tests.web.node import OpenStore, serving_node

DICE = "3 1 6 5 2 4 4 1"


def draws(day: Day) -> dict[str, Any]:
    return day.server.client().get(day.here + "/draws")


def test_the_hall_throws_after_the_server_is_bound_and_anybody_can_check(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 9, seed="")
        day.ask(do="draw", dice=DICE, refused="draw.not_pledged")
        bound = day.ask(do="pledge")
        assert day.ask(do="pledge") == bound, "a pledge stands until it is used"
        overview = day.ask(do="overview")
        assert overview["chance"] == {"dice": True, "commit": bound["commit"], "public": ""}
        first = day.ask(do="draw", dice=DICE)["tables"]
        day.ask(do="draw", dice="1 1 1", reason="jeszcze raz", refused="draw.other_dice")
        again = day.ask(do="draw", reason="ktoś podejrzał kartkę")["tables"]
        assert again != first
        told = draws(day)
        assert told["draws"] == [], "a draft is nobody's business yet"
        assert told["pledges"][0]["transcript"] is None
        day.ask(do="publish")

        told = draws(day)
        (pledge,) = told["pledges"]
        assert pledge["commit"] == bound["commit"]
        assert pledge["public"] == "dice:31652441"
        assert [(d["number"], d["reason"]) for d in told["draws"]] == [
            (1, ""),
            (2, "ktoś podejrzał kartkę"),
        ]
        assert told["draws"][1]["tables"] == again
        found = verify(pledge["transcript"], bound["commit"], "dice:31652441")
        assert (found.kind, found.size, found.entries) == ("draw", 9, 2)
        # A lot fills the tables in the order of the slips.
        order = iter(int(slip) for slip in pledge["transcript"]["log"][1][3])
        for table in again:
            assert {next(order) for _ in table["seats"]} == set(table["seats"])


def test_without_dice_the_server_draws_alone_and_says_so(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, seed="")
        day.round()
        (pledge,) = draws(day)["pledges"]
        assert pledge["public"].startswith("house:")
        verify(pledge["transcript"], pledge["commit"], pledge["public"])
        lied = {**pledge["transcript"], "seed": "0" * 64}
        with pytest.raises(Refused):
            verify(lied, pledge["commit"], pledge["public"])


def test_the_secret_lies_in_no_event_until_the_round_is_announced(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, seed="")
        day.ask(do="draw")
        (seed,) = server.run(server.node.access.store.all(SECRET)).values()
        assert len(seed) == 32
        assert seed.hex() not in json.dumps(day.organiser.get(day.here + "/history"))
        assert seed.hex() not in json.dumps(draws(day))
        day.ask(do="publish")
        assert seed.hex() in json.dumps(draws(day))


def test_a_list_that_changed_needs_a_new_pledge_and_shows_the_old_one(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, seed="")
        day.ask(do="pledge")
        day.ask(do="draw", dice=DICE)
        day.ask(do="enter", name="Zawodnik 9")
        assert day.ask(do="overview")["chance"]["commit"] == "", "the desk offers to pledge anew"
        day.ask(do="draw", dice=DICE, reason="spóźniony", refused="draw.not_pledged")
        day.ask(do="draw", reason="spóźniony")
        old, new = draws(day)["pledges"]
        assert verify(old["transcript"], old["commit"], "dice:31652441").size == 8
        assert new["transcript"] is None
        day.ask(do="publish")
        new = draws(day)["pledges"][1]
        assert verify(new["transcript"], new["commit"], new["public"]).size == 9


def test_a_published_draw_can_be_made_again_by_anybody(open_store: OpenStore):
    """Same key, same state, same tables: nothing else has a say in who sits where."""
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 11, seed="")
        day.round()
        office = server.run(server.node.live.offices.office(day.here.rpartition("/")[2]))
        events = server.run(office.events())
        state = TournamentState(office.state.format)
        made = next(e for e in events if isinstance(e, RoundDrawn))
        for event in events[: events.index(made)]:
            state = evolve(state, event)
        (pledge,) = draws(day)["pledges"]
        secret = FairDraw(
            bytes.fromhex(pledge["transcript"]["seed"]), pledge["ctx"], tuple(pledge["entrants"])
        )
        again = next_draw(state, seed=secret.tournament_seed(made.public), public=made.public)
        assert again.command.tables == made.tables


def test_a_tournament_with_its_own_seed_takes_no_dice(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8)
        day.ask(do="pledge", refused="draw.by_seed")
        day.ask(do="draw", dice=DICE, refused="draw.by_seed")
        assert day.ask(do="overview")["chance"]["dice"] is False
        day.round()
        assert draws(day)["pledges"] == []
