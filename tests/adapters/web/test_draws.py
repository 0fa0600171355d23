"""Draws over HTTP that anybody can check: pledge, dice, draw, publication, transcript."""

import json
import re
from base64 import b64encode
from typing import Any

import pytest

from stolik.app.fairness.dealing import FairDraw
from stolik.app.fairness.drawing import next_draw
from stolik.app.fairness.trail_checking import checked_trail
from stolik.app.ports import Put
from stolik.app.tournaments.card import SECRET, secret_key
from stolik.fair import verify
from stolik.fair.codes import Phrase
from stolik.fair.trail_shapes import Trail
from stolik.refusal import Refused
from stolik.tournament.engine import evolve
from stolik.tournament.events import RoundDrawn
from stolik.tournament.state import TournamentState
from tests.adapters.web.day import Day
from tests.adapters.web.node import OpenStore, serving_node

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
        bare = {"dice": True, "chosen": False, "commit": bound["commit"], "public": ""}
        assert overview["chance"] == bare
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


def proof(day: Day) -> dict[str, Any]:
    return draws(day)["proof"]


def codes(found: Trail) -> list[str]:
    return [str(remark.code) for remark in found.remarks]


@pytest.mark.parametrize("kind", ["lot", "planned"])
def test_the_tables_played_are_drawn_again_by_anybody(open_store: OpenStore, kind: str):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 11, seed="", draw=kind)
        bound = day.ask(do="pledge")
        day.ask(do="draw", dice=DICE)
        day.ask(do="publish")
        found = checked_trail(proof(day), bound["commit"], "dice:31652441")
        assert (found.draws, found.redrawn, found.changes) == (1, 1, 0)
        tables = day.ask(do="round", round=1)["tables"]
        shown = [[t["table"], [seat["entrant"] for seat in t["seats"]]] for t in tables]
        assert found.published == {1: shown}


def test_every_change_by_hand_is_told_with_reason_role_and_moment(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 12, seed="")
        day.ask(do="pledge")
        first = day.ask(do="draw", dice=DICE)["tables"]
        a, b = first[0]["seats"][0], first[1]["seats"][0]
        day.ask(do="swap", one=a, other=b, reason=" ", refused="tournament.reason_missing")
        day.ask(do="swap", one=a, other=b, reason="rodzeństwo")
        day.ask(do="lock", table=1, reason="zostają")
        day.ask(do="keep_apart", entrants=[1, 2])
        day.ask(do="draw", reason="życzenie doszło")
        day.ask(do="publish")
        day.ask(do="unpublish", reason="pomyłka")
        day.ask(do="publish")
        found = checked_trail(proof(day))
        assert codes(found) == [
            "draws.swapped",
            "draws.locked",
            "draws.wish",
            "draws.redrawn",
            "draws.unpublished",
        ]
        swapped = found.remarks[0].facts
        assert (swapped["by"], swapped["reason"]) == ("organiser", "rodzeństwo")
        (summary,) = day.ask(do="overview")["rounds"]
        assert (summary["draws"], summary["changes"]) == (2, 3)
        assert summary["commit"] == draws(day)["pledges"][0]["commit"]


def test_a_draft_is_counted_and_hidden_until_it_is_published(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 12, seed="")
        day.ask(do="draw")
        first = proof(day)
        drawn = [one for one in first["entries"] if one["what"] == "drawn"]
        assert drawn[0].keys() == {"n", "at", "by", "what", "hidden"}
        day.ask(do="draw", reason="jeszcze raz")
        seen = checked_trail(proof(day))
        assert (seen.draws, seen.redrawn) == (2, 0)
        day.ask(do="publish")
        found = checked_trail(proof(day), first["head"])
        assert (found.draws, found.redrawn) == (2, 2), "a head seen before is on the same chain"
        assert "draws.house_alone" in codes(found)


def test_grinding_is_there_for_all_to_see(open_store: OpenStore):
    """Twenty pledges, each undone by an entrant who comes and goes; the last one is used."""
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, seed="")
        for turn in range(10):
            day.ask(do="pledge")
            guest = day.ask(do="enter", name=f"Zawodnik {100 + turn}")["entrant"]
            day.ask(do="pledge")
            day.ask(do="withdraw", entrant=guest, reason="tylko na chwilę", game="without")
        day.ask(do="draw")
        day.ask(do="publish")
        found = checked_trail(proof(day))
        assert found.pledges == 21
        assert codes(found).count("draws.pledge_left") == 20
        assert codes(found).count("draws.late") == 10


def test_a_chosen_seed_is_called_that_and_told_when_all_is_over(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, seed="siedemnaście")
        day.round()
        told = proof(day)
        assert "siedemnaście" not in json.dumps(told, ensure_ascii=False)
        assert codes(checked_trail(told))[0] == "draws.seed_chosen"


def test_neither_names_nor_clubs_are_told(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, seed="")
        day.ask(do="enter", name="Zawodnik Dziewiąty", club="Klub Pod Lipą")
        day.round()
        told = json.dumps(draws(day), ensure_ascii=False)
        assert "Zawodnik" not in told
        assert "Lipą" not in told


def test_between_pledge_and_dice_no_answer_holds_the_secret(open_store: OpenStore):
    """Whatever the organiser may read of his tournament: prints, lists, history, exports."""
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, seed="")
        day.ask(do="pledge")
        (seed,) = server.run(server.node.access.store.all(SECRET)).values()
        paths = day.organiser.get("/openapi.json")["paths"]
        here = [path for path, ways in paths.items() if "get" in ways and "{tournament}" in path]
        assert len(here) > 10
        tournament = day.here.rpartition("/")[2]
        known = {"tournament": tournament, "document": "seating", "kind": "results"}
        for path in here:
            asked = re.sub(r"{(\w+)}", lambda part: known.get(part[1], "1"), path)
            answer = day.organiser.http.get(asked)
            for written in (seed, seed.hex().encode(), b64encode(seed)[:40]):
                assert written not in answer.content, asked


def test_a_pledge_whose_secret_is_gone_is_refused_in_words(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, seed="")
        old = day.ask(do="pledge")["commit"]
        key = secret_key(day.here.rpartition("/")[2], old)
        server.run(server.store.put([Put(SECRET, key, None)]))
        day.ask(do="draw", refused="draw.secret_gone")
        day.ask(do="draw", dice=DICE, refused="draw.secret_gone")
        new = day.ask(do="pledge")["commit"]
        assert new != old
        day.ask(do="draw", dice=DICE)
        day.ask(do="publish")
        found = checked_trail(proof(day), new)
        assert (found.redrawn, "draws.pledge_left" in codes(found)) == (1, True)


def test_deals_of_an_online_table_that_was_dropped_stay_in_the_public_record(
    open_store: OpenStore,
):
    """The table is set, its round taken back, drawn otherwise and played in the hall."""
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8)
        seats = day.round()
        (told,) = day.organiser.post(f"{day.here}/rounds/1/online", {"tables": [1]})
        day.ask(do="unpublish", reason="pomyłka")
        day.ask(do="swap", one=seats[0][0], other=seats[1][0], reason="tak wolą")
        day.ask(do="publish")
        assert day.organiser.get(f"{day.here}/rounds/1/online") == []
        found = checked_trail(draws(day)["proof"])
        assert found.deals == told["commits"]
        assert Phrase.DEALS_LEFT in {remark.code for remark in found.remarks}
        day.organiser.post(f"{day.here}/rounds/1/online", {"tables": [1]})
        again = checked_trail(draws(day)["proof"])
        assert len(again.deals) == 2 * len(found.deals)
        assert Phrase.DEALS_AGAIN in {remark.code for remark in again.remarks}


def _carried_out(day: Day) -> dict[str, str]:
    """The secrets in the file of a tournament, by commit."""
    answer = day.organiser.http.post(f"{day.here}/file/out")
    assert answer.status_code == 200, answer.text
    lines = [json.loads(line) for line in answer.text.splitlines()]
    return {line["pledged"]: line["secret"] for line in lines if "pledged" in line}


@pytest.mark.parametrize(("more", "apart"), [({}, []), ({"table_size": 3}, []), ({}, [1, 2])])
def test_who_has_the_secret_of_a_draft_cannot_foretell_its_repeat(
    open_store: OpenStore, more: dict[str, Any], apart: list[int]
):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 9, seed="")
        bound = day.ask(do="pledge")
        day.ask(do="draw", dice=DICE)
        known = _carried_out(day)
        assert known.keys() == {bound["commit"]}, "the file must be able to publish the draft"
        assert _carried_out(day) == known
        if apart:
            day.ask(do="keep_apart", entrants=apart)
        assert day.ask(do="overview")["chance"]["commit"] == "", "the desk offers to pledge anew"
        day.ask(do="draw", dice=DICE, reason="jeszcze raz", refused="draw.not_pledged", **more)
        anew = day.ask(do="pledge")
        assert anew["commit"] not in known
        day.ask(do="draw", dice="6 6 6", reason="jeszcze raz", **more)
        day.ask(do="publish")
        told = draws(day)
        found = checked_trail(told["proof"], anew["commit"], "dice:666")
        assert codes(found).count("draws.carried_out") == 1
        assert codes(found).count("draws.redrawn") == 1


def test_a_draft_whose_secret_was_carried_out_is_published_as_it_was_drawn(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, seed="")
        drawn = day.ask(do="draw")["tables"]
        (commit,) = _carried_out(day)
        assert day.ask(do="publish")["tables"] == drawn
        found = checked_trail(draws(day)["proof"], commit)
        assert "draws.carried_out" in codes(found)
        assert _carried_out(day) == {}, "it is public by now"


def test_a_pledge_that_was_not_drawn_with_stays_with_the_server(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, seed="")
        bound = day.ask(do="pledge")
        assert _carried_out(day) == {}
        assert day.ask(do="overview")["chance"]["commit"] == bound["commit"]
