"""The link to a position of a finished game: for whom it opens, and why not in words."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from stolik.app.tables.setup import SeatSetup, TableSetup, Watching
from stolik.rummikub.commands import DeclareReady, Disqualify
from stolik.seats import Seat
from tests.adapters.cli.asking import run
from tests.adapters.web.serving import Server, serving_everything
from tests.adapters.web.test_friends import joined, made, refused
from tests.adapters.web.test_friends_seats import sits
from tests.reliability.test_t20_roles import private_tournament


@pytest.fixture
def server() -> Iterator[Server]:
    with serving_everything() as running:
        yield running


def dealt(server: Server, host: httpx.Client, other: httpx.Client) -> str:
    """A table of two friends, with tiles on their racks."""
    told = made(host, turn_time_s=0)
    joined(other, code=told["code"])
    table: str = told["table"]
    with sits(server, host, table) as talk, sits(server, other, table):
        talk.wait(lambda said: said["t"] == "events")
    return table


def ended(server: Server, table: str) -> None:
    room = server.run(server.app.state.live.rooms.host(table)).room
    for seat in (0, 1):
        server.run(room.do(DeclareReady(Seat(seat)), by=f"seat {seat}"))
    server.run(room.do(Disqualify(Seat(1), "went home", left=True), by="house"))


def test_a_finished_game_among_friends_opens_to_who_has_its_link(server: Server, tmp_path: Path):
    with server.client() as host, server.client() as other, server.client() as stranger:
        table = dealt(server, host, other)
        game = f"/api/tables/{table}/games/1"
        parts = [f"{game}/{part}" for part in ("film", "study", "record", "transcript")]
        # While it is played it is nobody else's business, and he reads when it will be.
        assert {refused(stranger.get(part)) for part in parts} == {"live.replay_later"}
        ended(server, table)
        assert {stranger.get(part).status_code for part in parts} == {200}
        file = tmp_path / "game.json"
        file.write_bytes(stranger.get(f"{game}/record").content)
        assert run("analyse", str(file))[1] == 0
        film = stranger.get(parts[0]).json()
        assert film["seat"] is None
        racks = [seat["rack"] for frame in film["frames"] for seat in frame["seats"] or ()]
        assert racks
        assert None not in racks
        assert host.get(parts[0]).json()["seat"] == 0
        # A seat, its people and a look at the running table are another matter.
        assert refused(stranger.get(f"/api/tables/{table}/people")) == "access.login_needed"


def test_a_link_to_a_table_that_is_gone_says_so(server: Server):
    with server.client() as stranger:
        answer = stranger.get("/api/tables/0123456789abcdef01234567/games/1/film")
        assert (answer.status_code, refused(answer)) == (404, "access.no_replay")


@pytest.mark.parametrize(
    ("watching", "public", "why"),
    [
        (Watching.RACKS_AFTER, False, "access.no_replay"),
        (Watching.NOBODY, False, "access.no_replay"),
        (Watching.NOBODY, True, "access.no_replay"),
        (Watching.RACKS_AFTER, True, "live.game_unknown"),  # let in: nothing was dealt yet
    ],
)
def test_a_tournament_decides_itself_and_a_stranger_reads_why(
    server: Server, watching: Watching, public: bool, why: str
):
    here = private_tournament(server, public=public)
    setup = TableSetup(
        "abc", "mp2023", (SeatSetup(), SeatSetup()), tournament=here, table=1, watching=watching
    )
    server.run(server.app.state.live.rooms.create(setup))
    with server.client() as stranger:
        assert refused(stranger.get("/api/tables/abc/games/1/film")) == why
