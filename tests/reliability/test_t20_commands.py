"""T20, commands: every request about a tournament and every message at a table × ten subjects."""

import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from stolik.adapters.web.sockets.clock_messages import MESSAGES as CLOCK_MESSAGES
from stolik.adapters.web.sockets.table_messages import MESSAGES
from stolik.app.access.roles import Rule
from stolik.app.tables.setup import SeatSetup, TableSetup, Watching
from stolik.app.tournaments.answering import answer as tournament_answer
from stolik.app.tournaments.offices import Offices
from stolik.app.tournaments.requests import REQUESTS
from stolik.app.tournaments.trying import Asking
from tests.adapters.web.people import SUBJECTS, fresh_token
from tests.adapters.web.serving import Server, serving_everything
from tests.reliability.report import figure
from tests.reliability.test_t20_roles import ALLOWED, private_tournament

_REFUSED = {"access.login_needed", "access.not_allowed"}

_QUESTIONS = (
    *("overview", "round", "standings", "teams", "outlook", "check", "plan", "penalties"),
    "start_cards",
)
_TABLE = ("result", "confirm", "slip", "seat_tiles")
_PLAYER = ("file_report",)
_REFEREE = ("slips", "slip_back", "unplayed", "penalty", "report", "disqualify", "ladder")
_DOOR = ("check_in", "people", "tray")
_ORGANISER = (
    *("create", "describe", "enter", "withdraw", "no_show", "return", "resign", "resign_back"),
    *(
        "amend",
        "remove",
        "substitute",
        "cancel_penalty",
        "test",
        "keep_apart",
        "guardian",
        "fix_table",
        "pledge",
        "draw",
        "swap",
        "take_seat",
        "lock",
        "publish",
    ),
    *(
        "unpublish",
        "correct",
        "lots",
        "extra_game",
        "tie_back",
        "cut",
        "cut_back",
        "set_rounds",
        "ending",
        "finish",
        "reopen",
        "tables",
        "draft",
    ),
)
EXPECTED_REQUESTS: Mapping[str, Rule] = {
    **dict.fromkeys(_QUESTIONS, Rule.WATCHER_HERE),
    **dict.fromkeys(_TABLE, Rule.WRITER_HERE),
    **dict.fromkeys(_PLAYER, Rule.PLAYER_HERE),
    **dict.fromkeys(_DOOR, Rule.DOOR_HERE),
    **dict.fromkeys(_REFEREE, Rule.REFEREE_HERE),
    **dict.fromkeys(_ORGANISER, Rule.ORGANISER_HERE),
}

_ASK = {"id": "0" * 32, "after": 0}
_SAID = {"reason": "trying", **_ASK}
_EMPTY = "0" * 64
# Every message with its rule; a seat's own message is for whoever sits at some seat here.
EXPECTED_MESSAGES: Mapping[str, tuple[Rule, dict[str, Any]]] = {
    "resume": (Rule.WATCHER_HERE, {"last_seq": 0}),
    "pong": (Rule.SEAT_HERE, {"n": 0}),
    "react": (Rule.SEAT_HERE, {"what": "bravo"}),
    "draft": (Rule.SEAT_HERE, {"felt": []}),
    "order": (Rule.SEAT_HERE, {"rack": []}),
    "nonce_hash": (Rule.SEAT_HERE, {"hash": _EMPTY}),
    "nonce": (Rule.SEAT_HERE, {"nonce": _EMPTY}),
    "draw": (Rule.SEAT_HERE, _ASK),
    "lay": (Rule.SEAT_HERE, {**_ASK, "melds": []}),
    "announce": (Rule.SEAT_HERE, _ASK),
    "click": (Rule.SEAT_HERE, _ASK),
    "restart": (Rule.SEAT_HERE, _ASK),
    "ready": (Rule.SEAT_HERE, _ASK),
    "redeal": (Rule.SEAT_HERE, _ASK),
    "confirm": (Rule.SEAT_HERE, _ASK),
    "challenge": (Rule.SEAT_HERE, {**_ASK, "event": 0}),
    "begin": (Rule.REFEREE_HERE, _ASK),
    "pause": (Rule.REFEREE_HERE, _SAID),
    "go_on": (Rule.REFEREE_HERE, _ASK),
    "add_time": (Rule.REFEREE_HERE, {**_SAID, "seconds": 1}),
    "void_turn": (Rule.REFEREE_HERE, _SAID),
    "rewind": (Rule.REFEREE_HERE, {**_SAID, "to": 1}),
    "ruling": (Rule.REFEREE_HERE, _SAID),
    "warn": (Rule.REFEREE_HERE, {**_SAID, "seat": 0}),
    "disqualify": (Rule.REFEREE_HERE, {**_SAID, "seat": 0}),
    "inspect": (Rule.REFEREE_HERE, {**_SAID, "seat": 0}),
    "call_time": (Rule.REFEREE_HERE, _ASK),
    "start": (Rule.SEAT_HERE, {**_ASK, "colour": "r"}),
    "exchange": (Rule.SEAT_HERE, {**_ASK, "cards": ["r"]}),
    "move": (Rule.SEAT_HERE, {**_ASK, "colour": "r"}),
    "rainbow": (Rule.SEAT_HERE, {**_ASK, "to": 3}),
    "three": (Rule.SEAT_HERE, {**_ASK, "cards": ["r", "r", "r"], "slot": "r"}),
    "colour": (Rule.SEAT_HERE, {**_ASK, "colour": "r"}),
    "report": (Rule.SEAT_HERE, {**_SAID, "about": 1}),
    "seen": (Rule.REFEREE_HERE, _ASK),
    "answer_report": (Rule.REFEREE_HERE, {**_SAID, "report": 1, "decision": "rejected"}),
    "pass_turn": (Rule.REFEREE_HERE, {**_SAID, "seat": 1}),
    "overrule": (Rule.REFEREE_HERE, {**_SAID, "places": [1, 2, 3, 4]}),
}
_TOUCH = {"id": "0" * 32}
EXPECTED_AT_CLOCK: Mapping[str, tuple[Rule, dict[str, Any]]] = {
    "status": (Rule.WATCHER_HERE, {"pending": []}),
    "start": (Rule.TABLE_HERE, _TOUCH),
    "tap": (Rule.TABLE_HERE, {**_TOUCH, "seat": 0, "move": 1}),
    "pause": (Rule.TABLE_HERE, _TOUCH),
    "resume": (Rule.TABLE_HERE, _TOUCH),
    "restart": (Rule.TABLE_HERE, {**_TOUCH, "move": 1}),
    "announce": (Rule.TABLE_HERE, {**_TOUCH, "seat": 0}),
    "correct": (Rule.TABLE_HERE, {**_TOUCH, "seat": 0, "reason": "trying"}),
    "bank_empty": (Rule.TABLE_HERE, {**_TOUCH, "seat": 0}),
    "bank_not_empty": (Rule.TABLE_HERE, _TOUCH),
    "stop": (Rule.TABLE_HERE, _TOUCH),
    "seen": (Rule.TABLE_HERE, {**_TOUCH, "seat": 0}),
    "next": (Rule.TABLE_HERE, _TOUCH),
    "add_time": (Rule.REFEREE_HERE, {**_TOUCH, "seconds": 1, "reason": "trying"}),
    "call_time": (Rule.REFEREE_HERE, _TOUCH),
}
AT_A_SEAT = {"player here", "bot"}


@pytest.fixture(scope="module")
def server():
    with serving_everything() as running:
        yield running


def test_every_request_is_expected():
    todo = "each request has its line in EXPECTED_REQUESTS of this file: who may ask it"
    assert set(EXPECTED_REQUESTS) == set(REQUESTS), todo


def test_every_message_is_expected():
    found = {kind.__struct_config__.tag: kind.rule for kind in MESSAGES}
    assert found.pop("hello") is Rule.WATCHER_HERE
    assert found == {name: rule for name, (rule, _) in EXPECTED_MESSAGES.items()}


def test_requests_about_a_tournament(server: Server):
    assert list(request_surprises(server, EXPECTED_REQUESTS)) == []


def test_a_request_opened_by_mistake_is_caught(server: Server):
    assert list(request_surprises(server, {"standings": Rule.ORGANISER_HERE}))


def request_surprises(server: Server, expected: Mapping[str, Rule]) -> Iterator[str]:
    """Requests about table 1 and who sits there, whose fate is not the expected one."""
    here = private_tournament(server)
    seated = server.run(_round_published(server.app.state.live.offices, here))
    with server.client() as client:
        for subject in SUBJECTS:
            token = server.run(fresh_token(server.services.access, subject, here))
            headers = {"authorization": f"Bearer {token}"} if token else {}
            for do, rule in expected.items():
                asked = {"do": do, "round": 1, "table": 1, "entrant": seated}
                answer = client.post(f"/api/tournaments/{here}", json=asked, headers=headers)
                assert answer.status_code < 500, answer.text
                code = answer.json().get("error", {}).get("code")
                if (code not in _REFUSED) != (subject in ALLOWED[rule]):
                    yield f"{do}: {subject} got {code}"


async def _round_published(offices: Offices, tournament: str) -> int:
    """A round in which table 1 is taken; the number of somebody there."""
    office = await offices.office(tournament)
    entered = [{"do": "enter", "name": f"Zawodnik {n}"} for n in range(1, 5)]
    for request in (*entered, {"do": "draw"}, {"do": "publish"}):
        await office.do(partial(tournament_answer, value=request, lang="pl"), Asking(by="test"))
    return int(office.state.rounds[0].tables[0].seats[0])


@pytest.mark.parametrize(("game", "profile"), [("rummikub", "mp2023"), ("wojtek", "trasa")])
def test_messages_at_a_table(server: Server, game: str, profile: str):
    here = private_tournament(server)
    table = f"{game}-table-of-t20"
    setup = TableSetup(
        table,
        profile,
        (SeatSetup(), SeatSetup(), SeatSetup(), SeatSetup()),
        tournament=here,
        table=1,
        game=game,
    )
    server.run(server.app.state.live.rooms.create(setup))
    assert list(message_surprises(server, here, table)) == []
    asked = (len(EXPECTED_REQUESTS) + len(EXPECTED_MESSAGES)) * len(SUBJECTS)
    said = f"requests and messages × subjects asked, unexpected ({game})"
    figure("T20", said, f"{asked}, 0", tier="quick")


def test_a_closed_table_hears_nobody_from_outside(server: Server):
    here, seats = private_tournament(server), (SeatSetup(),) * 4
    closed = TableSetup(
        "closed", "mp2023", seats, tournament=here, table=1, watching=Watching.NOBODY
    )
    server.run(server.app.state.live.rooms.create(closed))
    for subject in SUBJECTS:
        token = server.run(fresh_token(server.services.access, subject, here))
        heard = _is_heard(server, "closed", token, {"t": "resume", "last_seq": 0})
        assert heard == (subject in ALLOWED[Rule.TABLE_HERE]), subject


def message_surprises(server: Server, here: str, table: str) -> Iterator[str]:
    """Messages at table 1 whose fate is not the expected one."""
    for subject in SUBJECTS:
        token = server.run(fresh_token(server.services.access, subject, here))
        for name, (rule, fields) in EXPECTED_MESSAGES.items():
            allowed = AT_A_SEAT if rule is Rule.SEAT_HERE else ALLOWED[rule]
            if _is_heard(server, table, token, {"t": name, **fields}) != (subject in allowed):
                yield f"{name}: {subject}"


def _is_heard(server: Server, table: str, token: str | None, message: dict[str, Any]) -> bool:
    """Whether a message was for this login; a second hello makes the server answer after it."""
    url = server.url.replace("http", "ws") + "/api/socket"
    hello = {"t": "hello", "table": table, "token": token or ""}
    with connect(url, origin=server.url) as socket:
        for one in (hello, message, hello):
            socket.send(json.dumps(one))
        codes = list(_codes(socket))
    assert codes[-1] in ("live.hello_twice", "live.not_yours"), codes
    return not {"live.not_yours", "live.hello_first"} & set(codes)


def _codes(socket: ClientConnection) -> Iterator[str]:
    """The codes of all refusals up to that of the second hello."""
    refusals = 0
    while True:
        try:
            told = json.loads(socket.recv(timeout=5))
        except ConnectionClosed:
            return
        if told["t"] == "no":
            code = told["faults"][0]["code"]
            yield code
            refusals += 1
            # Where the first hello was refused, so are the message and the second hello.
            if code == "live.hello_twice" or refusals == 3:
                return


def test_every_message_to_a_clock_is_expected():
    found = {kind.__struct_config__.tag: kind.rule for kind in CLOCK_MESSAGES}
    assert found == {name: rule for name, (rule, _) in EXPECTED_AT_CLOCK.items()}


def test_messages_to_a_clock(server: Server):
    here = round_in_the_hall(server)
    assert list(clock_surprises(server, here, EXPECTED_AT_CLOCK)) == []
    asked = len(EXPECTED_AT_CLOCK) * len(SUBJECTS)
    figure("T20", "messages to a clock × subjects asked, unexpected", f"{asked}, 0", tier="quick")


def test_a_message_to_a_clock_opened_by_mistake_is_caught(server: Server):
    meant = {"tap": (Rule.REFEREE_HERE, EXPECTED_AT_CLOCK["tap"][1])}
    assert list(clock_surprises(server, round_in_the_hall(server), meant))


def round_in_the_hall(server: Server) -> str:
    """A private tournament with a published round, for its own people only."""
    here = private_tournament(server)
    token = server.run(fresh_token(server.services.access, "organiser here", here))
    wishes = [{"do": "enter", "name": f"Zawodnik {n}"} for n in range(1, 9)]
    with server.client(authorization=f"Bearer {token}") as client:
        for wish in (*wishes, {"do": "draw"}, {"do": "publish"}):
            assert client.post(f"/api/tournaments/{here}", json=wish).status_code == 200
    return here


def clock_surprises(
    server: Server, here: str, expected: Mapping[str, tuple[Rule, dict[str, Any]]]
) -> Iterator[str]:
    """Messages to the clock of table 1 whose fate is not the expected one."""
    for subject in SUBJECTS:
        token = server.run(fresh_token(server.services.access, subject, here))
        heard = _heard_by_clock(server, here, token, expected)
        for name, (rule, _) in expected.items():
            if (name in heard) != (subject in ALLOWED[rule]):
                yield f"{name}: {subject}"


def _heard_by_clock(
    server: Server,
    here: str,
    token: str | None,
    messages: Mapping[str, tuple[Rule, dict[str, Any]]],
) -> set[str]:
    """The messages that were for this login, whatever the clock made of them."""
    url = server.url.replace("http", "ws") + f"/api/tournaments/{here}/tables/1/clock/socket"
    headers = {"authorization": f"Bearer {token}"} if token else {}
    try:
        with connect(url, origin=server.url, additional_headers=headers) as socket:
            return {
                name
                for name, (_, fields) in messages.items()
                if _clock_answer(socket, {"t": name, **fields}) != "live.not_yours"
            }
    except InvalidStatus as refused:
        if refused.response.status_code != 403:
            raise
        return set()


def _clock_answer(socket: ClientConnection, message: dict[str, Any]) -> str:
    socket.send(json.dumps(message))
    while True:
        told = json.loads(socket.recv(timeout=5))
        if told["t"] in ("ack", "status"):
            return ""
        if told["t"] == "no":
            return str(told["faults"][0]["code"])
