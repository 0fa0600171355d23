"""T20, rights that are lost: every way to lose one × every channel × every message of it.

A connection of a login that has ended dies at once on every node. Where it does not (the closing is
taken away here), each message is refused all the same: it is checked against the login as it is
now. Where the word between two nodes is lost, the record beside it ends all of it within 5 seconds.
"""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from stolik.adapters.bus.postgres import PostgresBus
from stolik.adapters.web.sockets import lines
from stolik.adapters.web.sockets.clock_messages import MESSAGES as CLOCK_MESSAGES
from stolik.adapters.web.sockets.lines import Lines
from stolik.adapters.web.sockets.table_messages import MESSAGES
from stolik.app.access import accounts, logins, passes, roles
from stolik.app.access.access import Access
from stolik.app.access.in_turn import HeldRight
from stolik.app.access.passes import Wanted
from stolik.app.access.records import KeptLogin, find
from stolik.app.access.roles import PersonRole
from stolik.app.access.standing import LoginNow
from stolik.app.hall.clock_room import ClockRoom
from stolik.app.hall.elsewhere import Elsewhere
from stolik.app.streams.errand import always
from stolik.app.tables.room import Room
from stolik.app.tables.setup import Watching
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.trying import Asking
from tests.postgres import Postgres
from tests.reliability.losing import (
    SUBJECTS,
    TABLE,
    WAYS,
    Gone,
    LineWay,
    SocketWay,
    Stage,
    Way,
    channels,
    maker_dismissed,
    of_a_co_organiser,
    one_node,
    two_nodes,
    with_pass,
)
from tests.reliability.machine import slack
from tests.reliability.report import figure
from tests.reliability.test_t20_commands import EXPECTED_AT_CLOCK, EXPECTED_MESSAGES

SOON_S = 3.0  # generous: the machine may be busy
LOST_WORD_S = 5.0  # promised where the word between two nodes was lost

# At the same time: a seat has one live connection.
GROUPS = (
    ("table socket", "clock socket", "hall socket"),
    ("table line, polled", "clock line", "hall line"),
    ("table line, streamed",),
)
SAID: Mapping[str, list[dict[str, Any]]] = {
    "table": [{"t": name, **fields} for name, (_, fields) in EXPECTED_MESSAGES.items()],
    "clock": [{"t": name, **fields} for name, (_, fields) in EXPECTED_AT_CLOCK.items()],
    "hall": [{"t": "hello"}],
}
_DEAD = {"live.not_yours", "live.line_unknown"}
Staged = Callable[[], AbstractAsyncContextManager[Stage]]


def test_the_lists_of_messages_are_whole():
    known = {kind.__struct_config__.tag for kind in MESSAGES} - {"hello"}
    assert {message["t"] for message in SAID["table"]} == known
    at_clock = {kind.__struct_config__.tag for kind in CLOCK_MESSAGES}
    assert {message["t"] for message in SAID["clock"]} == at_clock


async def survivors(
    stage: Stage, ways: Iterable[str], within_s: float = SOON_S, *, closes: bool = True
) -> list[str]:
    """What outlives the loss of its right: way, channel, message."""
    found = []
    for way in ways:
        for seat, group in enumerate(GROUPS):
            stage.seat = seat
            found += [
                f"{way}: {what}" async for what in _after(stage, way, group, within_s, closes)
            ]
    return found


async def _after(
    stage: Stage, way: str, group: Iterable[str], within_s: float, closes: bool
) -> AsyncIterator[str]:
    subject, lose = WAYS[way]
    token = await SUBJECTS[subject](stage)
    opened = {
        name: (kind, make()) for name, (kind, make) in channels(stage).items() if name in group
    }
    for name, (_, channel) in opened.items():
        await channel.open(token)
        told = await channel.next(5)
        assert told, name
        assert told["t"] in ("welcome", "clock", "changed"), (name, told)
    before = await _standing(stage)
    await lose(stage, token)
    for name, (kind, channel) in opened.items():
        if closes and not await _ends(channel, within_s, way):
            yield f"{name} is still open"
        async for what in _heard(channel, kind):
            yield f"{name} hears {what}"
        await channel.close()
    async for what in _requests(stage, token):
        yield what
    if before != await _standing(stage):
        yield "something was changed"


async def _standing(stage: Stage) -> Any:
    """What the messages could change."""
    host = await stage.using.node.live.rooms.host(TABLE)
    hall = await stage.using.node.live.halls.hall(stage.tournament)
    table = host.room.table
    return table.seq, table.draft, dict(table.rack_orders), (await hall.clock(1, 1)).seq


async def _ends(channel: Way, within_s: float, way: str = "") -> bool:
    """Whether a channel says good-bye, or is gone."""
    try:
        async with asyncio.timeout(within_s * slack()):
            while True:
                told = await channel.next(within_s)
                if told and told["t"] == "bye":
                    assert told["code"] == "bye.logged_out", (way, told)
                    return True
    except Gone:
        return True
    except TimeoutError:
        return False


async def _heard(channel: Way, kind: str) -> AsyncIterator[str]:
    """Which messages are carried out, or answered as if he were still somebody."""
    for message in SAID[kind]:
        fresh = {"id": secrets.token_hex(16)} if "id" in message else {}
        await channel.say({**message, **fresh})
        if kind == "hall":
            return
    # Refused like everything else; where it is not, everything before it has been answered.
    await channel.say({"t": "hello", "table": TABLE} if kind == "table" else {"t": "status"})
    try:
        while told := await channel.next(0.3):
            codes = {fault["code"] for fault in told.get("faults", ())}
            if told["t"] == "no" and not codes <= _DEAD:
                yield f"{told}"
            if told["t"] in ("ack", "status"):
                yield f"{told}"
    except Gone:
        return


async def _requests(stage: Stage, token: str) -> AsyncIterator[str]:
    """Plain requests that still know him, and lines he can still open."""
    async with stage.using.client(token) as client:
        who = (await client.get("/api/whoami")).json()
        if who["role"] != "anonymous":
            yield "a request is still his"
        for path in (stage.here, f"{stage.here}/hall", f"/api/tables/{TABLE}/people"):
            if (await client.get(path)).status_code != 401:
                yield f"GET {path}"
        wish = await client.post(stage.here, json={"do": "standings"})
        if wish.status_code != 401:
            yield "POST standings"
        for path in (f"{stage.here}/lines", f"{stage.here}/tables/1/clock/lines"):
            if (await client.post(path)).status_code != 401:
                yield f"POST {path}"


async def _lost(staged: Staged, ways: Iterable[str], *more: Any, **named: Any) -> list[str]:
    async with staged() as stage:
        found = await survivors(stage, ways, *more, **named)
        return found + stage.using.errors


def two_of(postgres: Postgres) -> Staged:
    @asynccontextmanager
    async def staged() -> AsyncIterator[Stage]:
        async with two_nodes(await postgres.new_database()) as stage:
            yield stage

    return staged


def _told(where: str, tier: str, ways: Iterable[str]) -> None:
    """Only what was really lost and said is counted."""
    count = len(list(ways))
    each = 3 * len(SAID["table"]) + 2 * len(SAID["clock"]) + 2 * len(SAID["hall"])
    said = f"messages after a lost right: {count} ways × 7 channels, outlived ({where})"
    figure("T20", said, f"{count * each}, 0", tier=tier)


def _no_closing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is sent away: only what he says is checked."""

    async def nothing(*_: object) -> None:
        pass

    monkeypatch.setattr(Lines, "revoked", lambda *_: None)
    monkeypatch.setattr(Lines, "look", nothing)


async def _stays() -> list[int]:
    """What a player gets whose pass was made by an organiser who is dismissed meanwhile."""
    async with one_node() as stage:
        token = await of_a_co_organiser(stage, Wanted(PersonRole.PLAYER, entrant=stage.player))
        async with stage.using.client(token) as client:
            before = await client.get(f"{stage.here}/me")
            await maker_dismissed(stage, token)
            after = await client.get(f"{stage.here}/me")
        async with stage.using.client(stage.chief) as chief:
            (told,) = (await chief.get(f"{stage.here}/passes")).json()
        assert told["by_gone"] is True, "the organiser is shown whose it was"
        return [before.status_code, after.status_code]


def test_a_players_pass_outlives_who_made_it():
    """The hall plays on, whoever printed its badges; the desk shows such passes."""
    assert asyncio.run(_stays()) == [200, 200]


async def _issued_by(stage: Stage, account: str, entrant: int) -> passes.Issued:
    wanted = Wanted(PersonRole.PLAYER, entrant=entrant)
    (issued,) = await passes.issue(stage.acting.node.access, stage.tournament, [wanted], account)
    return issued


async def _links_of_who_is_gone() -> dict[str, int]:
    """What the links and logins of players are worth when who made them organises no longer."""
    async with one_node() as stage:
        access, first, second = stage.acting.node.access, stage.entrants[0], stage.entrants[1]
        co = await _account(stage, await SUBJECTS["organiser"](stage))
        chief = await _account(stage, stage.chief)
        unused, alone = [await _issued_by(stage, co, first) for _ in range(2)]
        await _issued_by(stage, chief, second)
        beside = await _issued_by(stage, co, second)
        logins = {"alone": alone, "beside another's": beside}
        came = {name: (await passes.enter(access, one.entry))[0] for name, one in logins.items()}
        async with stage.acting.client(stage.chief) as client:
            gone = await client.delete(f"{stage.here}/organisers/{co}")
            assert gone.status_code < 300
        found = {}
        async with stage.using.client("") as client:
            for name, one in {"unused": unused, **logins}.items():
                answer = await client.post("/api/login/link", json={"token": one.link})
                found[f"link {name}"] = answer.status_code
        for name, secret in came.items():
            async with stage.using.client(secret.token) as client:
                found[f"login {name}"] = (await client.get(f"{stage.here}/me/data")).status_code
        return found


_ENDED = {
    "link unused": 403,
    "link alone": 200,
    "link beside another's": 403,
    "login alone": 200,
    "login beside another's": 401,
}


def test_players_links_nobody_used_and_second_ones_end_with_who_made_them():
    """Else who was dismissed uses two of them and confirms a result alone."""
    assert asyncio.run(_links_of_who_is_gone()) == _ENDED


def test_the_mutant_that_lets_every_players_pass_stay_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("stolik.app.access.outliving._stays", lambda *_: True)
    found = asyncio.run(_links_of_who_is_gone())
    assert {found["link unused"], found["link beside another's"]} == {200}


def test_a_players_link_is_checked_at_use_though_nothing_was_erased(
    monkeypatch: pytest.MonkeyPatch,
):
    async def nothing(*_: Any) -> None:
        pass

    monkeypatch.setattr(accounts, "revoke_made_by", nothing)
    assert asyncio.run(_links_of_who_is_gone()) == _ENDED


async def _account(stage: Stage, token: str) -> str:
    kept = await find(stage.acting.node.access.store, KeptLogin, _id(token))
    assert kept
    return kept.account


def test_the_mutants_that_let_passes_outlive_who_made_them_are_caught(
    monkeypatch: pytest.MonkeyPatch,
):
    async def good(*_: Any) -> bool:
        return True

    async def nothing(*_: Any) -> None:
        pass

    ways = ("dismissed who made the PIN",)
    monkeypatch.setattr(accounts, "revoke_made_by", nothing)
    assert asyncio.run(_lost(one_node, ways)) == [], "checked at use too"
    monkeypatch.setattr(logins, "lets_in", good)
    assert asyncio.run(_lost(one_node, ways, 0.3))


FEW = ("log-out", "another password", "PIN renewed", "spectator revoked", "time is over")


def test_whoever_loses_a_right_is_gone_at_once():
    assert asyncio.run(_lost(one_node, WAYS)) == []
    _told("one node", "quick", WAYS)


def test_what_he_says_is_checked_though_nobody_closed_it(monkeypatch: pytest.MonkeyPatch):
    _no_closing(monkeypatch)
    assert asyncio.run(_lost(one_node, FEW, closes=False)) == []


def test_on_another_node_too(postgres: Postgres):
    assert asyncio.run(_lost(two_of(postgres), FEW)) == []
    _told("two nodes", "quick", FEW)


@pytest.mark.full
def test_on_another_node_by_every_way(postgres: Postgres):
    assert asyncio.run(_lost(two_of(postgres), WAYS)) == []
    _told("two nodes", "full", WAYS)


def test_where_the_word_between_nodes_is_lost_it_ends_in_time(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(PostgresBus, "whisper", lambda *_: None)
    assert asyncio.run(_lost(two_of(postgres), ("log-out", "PIN renewed"), LOST_WORD_S)) == []


def _last_word(postgres: Postgres) -> dict[str, Any]:
    """The answer to a referee's command, revoked on another node just before.

    No whisper has come, and nobody is sent away.
    """

    async def story() -> dict[str, Any]:
        async with two_nodes(await postgres.new_database()) as stage:
            for each in (stage.acting, stage.using):
                each.node.live.lines.stop()
            token = await SUBJECTS["referee"](stage)
            channel = SocketWay(stage, "/api/socket", {"t": "hello", "table": TABLE})
            await channel.open(token)
            while (await _next(channel))["t"] != "present":
                pass
            await WAYS["referee revoked"][1](stage, token)
            table = (await stage.using.node.live.rooms.host(TABLE)).room.table
            pause = {"t": "pause", "id": secrets.token_hex(16), "after": table.seq, "reason": "x"}
            await channel.say(pause)
            while (told := await _next(channel))["t"] not in ("no", "bye", "ack"):
                pass
            await channel.close()
            return told

    return asyncio.run(story())


def test_a_command_right_after_the_loss_finds_the_record(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(PostgresBus, "whisper", lambda *_: None)
    _no_closing(monkeypatch)
    assert _last_word(postgres)["code"] == "bye.logged_out"


def test_the_mutant_that_only_believes_whispers_is_caught(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
):
    async def blind(_: Access) -> None:
        pass

    monkeypatch.setattr(PostgresBus, "whisper", lambda *_: None)
    monkeypatch.setattr(Access, "look", blind)
    _no_closing(monkeypatch)
    assert _last_word(postgres)["t"] == "ack"


async def _next(channel: Way) -> dict[str, Any]:
    for _ in range(6):  # a busy machine is no answer
        if told := await channel.next(5):
            return told
    raise AssertionError("no word")


# --- while it waits ----------------------------------------------------------------------------


async def carried_out_late(stage: Stage) -> list[str]:
    """Commands that waited for their turn while the right was lost, and were carried out."""
    found = []
    host = await stage.using.node.live.rooms.host(TABLE)
    hall = await stage.using.node.live.halls.hall(stage.tournament)
    clock = await hall.clock(1, 1)
    office = hall.office
    waits = {
        "table": (host.room._runner.turn, lambda: host.room.table.seq),
        "clock": (clock._log.runner.turn, lambda: clock.seq),
    }
    for kind, (lock, seq) in waits.items():
        token = await SUBJECTS["referee"](stage)
        name = f"{kind} socket"
        channel = channels(stage)[name][1]()
        await channel.open(token)
        await _next(channel)
        before = seq()
        async with lock:
            done = (
                {"t": "ruling", "reason": "x", "after": before}
                if kind == "table"
                else {"t": "start"}
            )
            await channel.say({**done, "id": secrets.token_hex(16)})
            await asyncio.sleep(0.1)
            await WAYS["referee revoked"][1](stage, token)
        await asyncio.sleep(0.2)
        found += [name] if seq() != before else []
        await channel.close()
    organiser = await SUBJECTS["organiser"](stage)
    before = office.seq
    async with stage.using.client(organiser) as client:
        async with office._runner.turn:
            wish = {"do": "enter", "name": "Zawodnik 100"}
            asking = asyncio.ensure_future(client.post(stage.here, json=wish))
            await asyncio.sleep(0.1)
            await WAYS["log-out everywhere"][1](stage, organiser)
        answer = await asking
    found += ["request"] if office.seq != before or answer.status_code != 401 else []
    return found


async def _late() -> list[str]:
    async with one_node() as stage:
        return await carried_out_late(stage)


def test_a_command_that_waited_while_its_right_was_lost_is_not_carried_out():
    assert asyncio.run(_late()) == []


def _careless(monkeypatch: pytest.MonkeyPatch, doing: type[Any]) -> None:
    """Whoever was let in once is asked no more."""
    real = doing.do

    async def careless(self: Any, *args: Any, **more: Any) -> Any:
        more.pop("allowed", None)
        return await real(self, *args, **more)

    monkeypatch.setattr(doing, "do", careless)


def _careless_office(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the office asks when it is the request's turn nor the store before its write."""
    real = Office.do

    async def careless(self: Office, work: Any, asking: Asking, *args: Any, **more: Any) -> Any:
        return await real(self, work, replace(asking, allowed=always), *args, **more)

    monkeypatch.setattr(Office, "do", careless)
    monkeypatch.setattr(HeldRight, "demand", lambda _: asyncio.sleep(0))


@pytest.mark.parametrize(
    ("mutant", "carried_out"),
    [
        (lambda patch: _careless(patch, Room), "table socket"),
        (lambda patch: _careless(patch, ClockRoom), "clock socket"),
        (_careless_office, "request"),
    ],
)
def test_the_mutants_that_ask_before_the_wait_only_are_caught(
    mutant: Callable[[pytest.MonkeyPatch], None],
    carried_out: str,
    monkeypatch: pytest.MonkeyPatch,
):
    mutant(monkeypatch)
    assert asyncio.run(_late()) == [carried_out]


# --- who plays no longer -------------------------------------------------------------------------


async def _as_out(do: str) -> tuple[dict[str, int], set[str], dict[str, int]]:
    """What a player is answered who has withdrawn or was excluded: acts, messages, looks."""
    async with one_node() as stage:
        token = await SUBJECTS["player"](stage)
        talks = {"table": channels(stage)["table socket"][1]()}
        talks["clock"] = channels(stage)["clock socket"][1]()
        for talk in talks.values():
            await talk.open(token)
            await _next(talk)
        asked = {"withdraw": "game", "disqualify": "leaving"}[do]
        wish = {"do": do, "entrant": stage.player, "reason": "x"}
        async with stage.acting.client(stage.chief) as chief:
            if do == "disqualify":  # only after a warning
                await chief.post(stage.here, json={**wish, "do": "penalty"})
            told_out = await chief.post(stage.here, json={**wish, asked: "without"})
            assert told_out.status_code == 200
        codes: set[str] = set()
        said = {"table": {"t": "ready", "after": 10**6}, "clock": {"t": "start"}}
        for kind, talk in talks.items():
            await talk.say({**said[kind], "id": secrets.token_hex(16)})
            while (told := await _next(talk))["t"] not in ("no", "ack", "bye"):
                pass
            codes |= {fault["code"] for fault in told.get("faults", [{"code": told["t"]}])}
            await talk.close()
        sheet = {"round": 1, "table": 1, "game": 1}
        async with stage.using.client(token) as client:
            acts = {
                "confirm": await client.post(stage.here, json={"do": "confirm", **sheet}),
                "referee": await client.post(f"{stage.here}/tables/1/referee"),
            }
            looks = {
                path: await client.get(path)
                for path in (stage.here, f"{stage.here}/me", f"{stage.here}/me/data")
            }
        return (
            {what: answer.status_code for what, answer in acts.items()},
            codes,
            {what: answer.status_code for what, answer in looks.items()},
        )


@pytest.mark.parametrize("do", ["withdraw", "disqualify"])
def test_who_plays_no_longer_reads_and_does_not_act(do: str):
    acts, codes, looks = asyncio.run(_as_out(do))
    assert set(acts.values()) == {403}
    assert codes == {"live.not_yours"}
    assert set(looks.values()) == {200}


def test_the_mutant_that_lets_him_act_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(roles, "_is_out", lambda *_: False)
    acts, codes, _ = asyncio.run(_as_out("withdraw"))
    assert 403 not in acts.values()
    assert "live.not_yours" not in codes


# --- a line's number is no right ---------------------------------------------------------------


async def _stolen() -> list[str]:
    """What somebody can do with a line of another player of the same table."""
    found = []
    async with one_node() as stage:
        mine = LineWay(stage, "/api/lines", {"t": "hello", "table": TABLE})
        await mine.open(await SUBJECTS["player"](stage))
        stage.seat = 1
        for token in ("", await SUBJECTS["player"](stage), await SUBJECTS["organiser"](stage)):
            async with stage.using.client(token) as thief:
                path = f"/api/lines/{mine.id}"
                answers = {
                    "says": await thief.post(path, content=json.dumps({"t": "resume"})),
                    "fetches": await thief.get(path),
                    "streams": await thief.send(
                        thief.build_request("GET", path + "/stream"), stream=True
                    ),
                }
                found += [did for did, answer in answers.items() if answer.status_code != 404]
                await answers["streams"].aclose()
        found += [] if found or (await _next(mine))["t"] == "welcome" else ["the owner cannot"]
        await mine.close()
    return found


def test_who_learnt_the_number_of_a_line_can_do_nothing_with_it():
    assert asyncio.run(_stolen()) == []


def test_the_mutant_that_takes_the_number_for_a_right_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lines, "key_of", lambda _: b"")
    assert "says" in asyncio.run(_stolen())


# --- eyes that are no longer theirs --------------------------------------------------------------


async def _looking_on() -> list[str]:
    """Who still looks on after it was said otherwise."""
    found = []
    async with one_node() as stage:
        live = stage.using.node.live
        office = await live.offices.office(stage.tournament)
        await office.describe(lambda card: replace(card, public=True))
        host = await live.rooms.host(TABLE)
        await live.rooms.change(replace(host.room.table.setup, watching=Watching.RACKS_AFTER))
        stranger = {name: make() for name, (_, make) in channels(stage).items()}
        for channel in stranger.values():
            await channel.open("")
            await _next(channel)
        player = SocketWay(stage, "/api/socket", {"t": "hello", "table": TABLE})
        await player.open(await SUBJECTS["player"](stage))
        assert (await _next(player))["t"] == "welcome"
        await office.describe(lambda card: replace(card, public=False))
        setup = host.room.table.setup
        moved = (setup.seats[1], setup.seats[0], *setup.seats[2:])
        await live.rooms.change(replace(setup, watching=Watching.NOBODY, seats=moved))
        for name, channel in {**stranger, "player of another seat now": player}.items():
            if not await _sent_away(channel):
                found.append(name)
            await channel.close()
    return found


async def _sent_away(channel: Way, within_s: float = SOON_S) -> bool:
    try:
        async with asyncio.timeout(within_s * slack()):
            while (told := await channel.next(within_s)) is None or told["t"] != "bye":
                pass
    except (Gone, TimeoutError) as end:
        return isinstance(end, Gone)
    return bool(told["code"] == "bye.watching")


def test_eyes_that_are_no_longer_theirs_close():
    assert asyncio.run(_looking_on()) == []


async def _looking_on_elsewhere(postgres: Postgres, within_s: float) -> list[str]:
    """Who still looks on at one node after it was said otherwise at another that cannot be heard.

    A tournament is made private, then the players of a table are set otherwise.
    """
    found = []
    async with two_nodes(await postgres.new_database()) as stage:
        acting, using = stage.acting.node.live, stage.using.node.live
        office = await acting.offices.office(stage.tournament)
        await office.describe(lambda card: replace(card, public=True))
        there = await using.offices.office(stage.tournament)
        while not there.card.public:
            await there.read_records()
        stranger = {name: make() for name, (_, make) in channels(stage).items()}
        for channel in stranger.values():
            await channel.open("")
            await _next(channel)
        player = SocketWay(stage, "/api/socket", {"t": "hello", "table": TABLE})
        await player.open(await SUBJECTS["player"](stage))
        assert (await _next(player))["t"] == "welcome"
        await office.describe(lambda card: replace(card, public=False))
        setup = (await acting.rooms.host(TABLE)).room.table.setup
        moved = (setup.seats[1], setup.seats[0], *setup.seats[2:])
        await acting.rooms.change(replace(setup, seats=moved))
        async with asyncio.timeout(within_s + 30):
            ended = await asyncio.gather(
                *(_sent_away(channel, within_s) for channel in (*stranger.values(), player))
            )
        for name, gone in zip((*stranger, "player of another seat now"), ended, strict=True):
            found += [] if gone else [name]
        for channel in (*stranger.values(), player):
            await channel.close()
    return found


def _deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PostgresBus, "whisper", lambda *_: None)
    monkeypatch.setattr(PostgresBus, "wake", lambda *_: None)


def test_where_the_word_is_lost_such_eyes_close_in_time_too(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
):
    _deaf(monkeypatch)
    assert asyncio.run(_looking_on_elsewhere(postgres, LOST_WORD_S)) == []


@pytest.mark.full
def test_the_mutant_that_only_hears_of_such_things_is_caught(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
):
    async def blind(_: Elsewhere) -> None:
        pass

    _deaf(monkeypatch)
    monkeypatch.setattr(Elsewhere, "look", blind)
    found = asyncio.run(_looking_on_elsewhere(postgres, LOST_WORD_S / 2))
    assert "player of another seat now" in found
    assert "hall socket" in found


# --- mutants -------------------------------------------------------------------------------------


@pytest.mark.full
def test_the_mutant_that_believes_the_login_it_was_opened_with_is_caught(
    monkeypatch: pytest.MonkeyPatch,
):
    _no_closing(monkeypatch)
    monkeypatch.setattr(LoginNow, "is_fresh", True)
    found = asyncio.run(_lost(one_node, ("log-out", "PIN renewed"), closes=False))
    assert any("table socket hears" in one for one in found)
    assert any("table line, polled hears" in one for one in found)
    assert any("clock line hears" in one for one in found)


def test_the_mutant_that_closes_nothing_is_caught(monkeypatch: pytest.MonkeyPatch):
    _no_closing(monkeypatch)
    found = asyncio.run(_lost(one_node, ("pass revoked",), 0.5))
    assert "pass revoked: hall socket is still open" in found


@pytest.mark.full
def test_the_mutant_that_never_looks_at_the_record_is_caught(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
):
    async def blind(_: Access) -> None:
        pass

    monkeypatch.setattr(PostgresBus, "whisper", lambda *_: None)
    monkeypatch.setattr(Access, "look", blind)
    found = asyncio.run(_lost(two_of(postgres), ("log-out",), LOST_WORD_S / 2))
    assert any("still open" in one for one in found)


def test_a_thousand_logins_that_end_at_once_are_heard_of(postgres: Postgres):
    """One whisper has less than 8 kB; what does not fit would be lost."""

    async def story() -> bool:
        async with two_nodes(await postgres.new_database()) as stage:
            stage.using.node.live.lines.stop()  # the whispers alone
            token = await with_pass(stage, Wanted(PersonRole.SPECTATOR))
            channel = SocketWay(stage, f"{stage.here}/socket", None)
            await channel.open(token)
            await _next(channel)
            stage.acting.node.access.revoked([*(f"{n:032x}" for n in range(1000)), _id(token)])
            ended = await _ends(channel, SOON_S)
            await channel.close()
            return ended

    assert asyncio.run(story())


def _id(token: str) -> str:
    from stolik.app.access.secrets_made import shown

    seen = shown(token)
    assert seen
    return seen.id
