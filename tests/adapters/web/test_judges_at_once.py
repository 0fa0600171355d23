"""Two referees at one online table and the desk give a penalty for the same thing at once."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from stolik.app.tables.messages import PROTOCOL
from tests.adapters.web.day import Day
from tests.adapters.web.node import OpenStore, Talk, serving_node

RESUMES_AT_ONCE = 10


def at_table(day: Day, table: str) -> Talk:
    """A referee's phone that has said hello."""
    talk = day.referee(1).socket("/api/socket")
    talk.socket.send(json.dumps({"t": "hello", "proto": PROTOCOL, "table": table, "last_seq": 0}))
    talk.wait(lambda m: m["t"] == "snapshot")
    return talk


def online(day: Day) -> tuple[str, int]:
    """A table that is being played, and who sits first at it."""
    day.round()
    day.organiser.post(f"{day.here}/rounds/1/online", {"tables": [1]})
    day.seat_bots(1, [1])
    (found,) = day.organiser.get(f"{day.here}/rounds/1/online")
    return found["id"], found["seats"][0]


@pytest.mark.parametrize("desk_too", [False, True])
def test_of_penalties_at_once_the_second_is_told_of_the_first(
    open_store: OpenStore, *, desk_too: bool
):
    """000 L128: two who were shown "no points lost" put nobody a step further than they read."""
    with serving_node(open_store) as server:
        day = Day(server, "grandprix", 12, confirmations=0)
        table, entrant = online(day)
        with at_table(day, table) as one, at_table(day, table) as two:
            playing = server.run(server.node.live.rooms.host(table)).room.table
            while one.ask("pause", reason="spór", after=playing.seq)["t"] == "no":
                pass  # a bot was quicker
            seq = playing.seq

            def warn(talk: Talk) -> Any:
                told = talk.ask("warn", seat=0, reason="rozmowy", over=0, after=seq)
                return told["faults"][0]["code"] if told["t"] == "no" else "given"

            def penalty() -> Any:
                asked = {"do": "penalty", "entrant": entrant, "reason": "rozmowy", "over": 0}
                told = day.organiser.http.post(day.here, json=asked)
                return "given" if told.is_success else told.json()["error"]["code"]

            with ThreadPoolExecutor(3) as at_once:
                asked = [at_once.submit(warn, talk) for talk in (one, two)]
                asked += [at_once.submit(penalty)] if desk_too else []
                answers = sorted(each.result() for each in asked)
        assert answers == ["given", *["penalty.overtaken"] * (len(answers) - 1)]
        assert len(day.ask(do="penalties")["penalties"]) == 1


def test_who_has_the_table_told_anew_again_and_again_is_sent_away(open_store: OpenStore):
    """The dearest thing a stranger may ask for: twenty of them held up everybody for a second."""
    with serving_node(open_store) as server:
        day = Day(server, "grandprix", 12, confirmations=0)
        table, _ = online(day)
        with at_table(day, table) as talk:
            with suppress(ConnectionClosed):  # it may be so quick
                for _ in range(4 * RESUMES_AT_ONCE):
                    talk.socket.send(json.dumps({"t": "resume", "last_seq": 0}))
            count = sum(1 for _ in snapshots(talk))
            assert RESUMES_AT_ONCE <= count < 2 * RESUMES_AT_ONCE


def snapshots(talk: Talk) -> Iterator[None]:
    """As often as the table is told, until the line ends."""
    with suppress(ConnectionClosed):  # after a word why, if it still gets through
        while talk.wait(lambda m: m["t"] in ("snapshot", "bye"))["t"] == "snapshot":
            yield
