"""T20: every route and every rule × ten subjects; what is not expected does not pass.

A new route fails here until somebody has written down whom it is for.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import pytest
from litestar import get, post, websocket
from litestar.connection import WebSocket
from litestar.handlers import HTTPRouteHandler
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from stolik.adapters.web.edge import places
from stolik.adapters.web.edge.guard import declared_rules
from stolik.adapters.web.edge.places import Places
from stolik.adapters.web.routes.pages import SCREENS
from stolik.app.access.logins import login_of
from stolik.app.access.roles import Login, PersonRole, Place, Rule, may
from stolik.app.tables.setup import SeatSetup, TableSetup, Watching
from stolik.app.tables.table_rights import table_place
from tests.adapters.web.people import HERE, OTHER_TABLE, SUBJECTS, TABLE, fresh_token
from tests.adapters.web.serving import Server, serving, serving_everything
from tests.fakes import MemoryStore, everything
from tests.reliability.report import figure

_ORGANISERS = {"organiser here", "organiser elsewhere"}
_LOGGED_IN = set(SUBJECTS) - {"anonymous"}

# Whom each rule lets in, written down a second time and by hand.
ALLOWED: Mapping[Rule, set[str]] = {
    Rule.ANYONE: set(SUBJECTS),
    Rule.WATCHER_HERE: _LOGGED_IN - {"organiser elsewhere"},
    Rule.LOOKER_BACK_HERE: _LOGGED_IN - {"organiser elsewhere"},  # in a tournament
    Rule.SEAT_HERE: {"player here"},
    Rule.PLAYER_HERE: {"player here", "bot"},
    Rule.TABLE_HERE: {"player here", "bot", "referee here", "organiser here"},
    Rule.WRITER_HERE: {"player here", "referee here", "organiser here"},
    Rule.DOOR_HERE: {"door", "organiser here"},
    Rule.REFEREE_HERE: {"referee here", "organiser here"},
    Rule.HEAD_JUDGE_HERE: {"organiser here"},  # nobody is named here
    Rule.ORGANISER_HERE: {"organiser here"},
    Rule.ORGANISER: _ORGANISERS,
    Rule.LOCAL_OR_ORGANISER: _ORGANISERS,  # the matrix comes from elsewhere, see `_FROM_AFAR`
}

_HALL = "/api/tournaments/{tournament:str}"
_ROUND = _HALL + "/rounds/{round_number:int}"

# Whom each route is for.
EXPECTED: Mapping[tuple[str, str], Rule] = {
    ("/healthz", "GET"): Rule.ANYONE,
    ("/readyz", "GET"): Rule.ANYONE,
    ("/api/mirror", "GET"): Rule.ORGANISER,
    ("/api/copies", "GET"): Rule.ORGANISER,
    ("/api/tournaments/{tournament:str}/reports", "GET"): Rule.ORGANISER_HERE,
    ("/api/tournaments/{tournament:str}/reports/{report:str}/dismiss", "POST"): (
        Rule.ORGANISER_HERE
    ),
    ("/metrics", "GET"): Rule.LOCAL_OR_ORGANISER,
    ("/api/time", "GET"): Rule.ANYONE,
    ("/openapi.json", "GET"): Rule.ANYONE,
    **{(path, "GET"): Rule.ANYONE for path in SCREENS},
    ("/icon.svg", "GET"): Rule.ANYONE,
    ("/icon-192.png", "GET"): Rule.ANYONE,
    ("/icon-512.png", "GET"): Rule.ANYONE,
    ("/icon-maskable.png", "GET"): Rule.ANYONE,
    ("/manifest.webmanifest", "GET"): Rule.ANYONE,
    ("/sw.js", "GET"): Rule.ANYONE,
    ("/shell.json", "GET"): Rule.ANYONE,
    ("/device/parts.json", "GET"): Rule.ANYONE,
    ("/device/{name:str}", "GET"): Rule.ANYONE,
    ("/device/{folder:str}/{name:str}", "GET"): Rule.ANYONE,
    ("/assets/{name:str}", "GET"): Rule.ANYONE,
    ("/api/demo", "GET"): Rule.ANYONE,
    ("/api/demo/organiser", "POST"): Rule.ANYONE,
    ("/api/formats", "GET"): Rule.ANYONE,
    ("/api/own", "GET"): Rule.ORGANISER,
    ("/api/own", "POST"): Rule.ORGANISER,
    ("/api/own/check", "POST"): Rule.ORGANISER,
    ("/api/own/{kind:str}/{number:str}", "GET"): Rule.ORGANISER,
    ("/api/own/{kind:str}/{number:str}", "DELETE"): Rule.ORGANISER,
    ("/api/boards/{number:str}", "DELETE"): Rule.ORGANISER,
    ("/api/boards", "GET"): Rule.ORGANISER,
    ("/api/boards", "POST"): Rule.ORGANISER,
    ("/api/boards/check", "POST"): Rule.ORGANISER,
    ("/api/boards/{number:str}", "GET"): Rule.ORGANISER,
    ("/api/boards/{number:str}", "PUT"): Rule.ORGANISER,
    ("/api/tournaments/{tournament:str}/registrations", "POST"): Rule.ANYONE,
    ("/api/tournaments/{tournament:str}/registrations", "GET"): Rule.ORGANISER_HERE,
    ("/api/tournaments/{tournament:str}/registrations", "DELETE"): Rule.ORGANISER_HERE,
    ("/api/tournaments/{tournament:str}/registrations/{form:str}", "DELETE"): Rule.ORGANISER_HERE,
    (
        "/api/tournaments/{tournament:str}/registrations/{form:str}/accept",
        "POST",
    ): Rule.ORGANISER_HERE,
    ("/api/formats/{name:str}/forecast", "GET"): Rule.ANYONE,
    ("/api/tournaments/{tournament:str}", "PUT"): Rule.ORGANISER_HERE,
    ("/api/tournaments/{tournament:str}/history", "GET"): Rule.ORGANISER_HERE,
    ("/api/tournaments/{tournament:str}/history/access", "GET"): Rule.ORGANISER_HERE,
    ("/api/tournaments/{tournament:str}/history/hall", "GET"): Rule.ORGANISER_HERE,
    ("/api/tournaments/{tournament:str}/draws", "GET"): Rule.WATCHER_HERE,
    ("/api/tournaments/{tournament:str}/lines", "POST"): Rule.WATCHER_HERE,
    ("/api/texts/{lang:str}/{part:str}", "GET"): Rule.ANYONE,
    ("/docs", "GET"): Rule.ANYONE,
    ("/docs/{path:str}", "GET"): Rule.ANYONE,
    ("/docs/openapi.json", "GET"): Rule.ANYONE,
    ("/docs/style.css", "GET"): Rule.ANYONE,
    ("/docs/manual", "GET"): Rule.ANYONE,
    ("/docs/manual/{name:path}", "GET"): Rule.ANYONE,
    ("/api/practice", "POST"): Rule.ANYONE,
    ("/api/friends", "POST"): Rule.ANYONE,
    ("/api/friends", "GET"): Rule.ANYONE,
    ("/api/friends/join", "POST"): Rule.ANYONE,
    ("/api/friends/{table:str}", "GET"): Rule.PLAYER_HERE,
    ("/api/friends/{table:str}/bots", "POST"): Rule.PLAYER_HERE,
    ("/api/friends/{table:str}/again", "POST"): Rule.PLAYER_HERE,
    ("/api/socket", "WEBSOCKET"): Rule.ANYONE,
    ("/api/lines", "POST"): Rule.ANYONE,
    ("/api/lines/{line:str}", "GET"): Rule.ANYONE,
    ("/api/lines/{line:str}", "POST"): Rule.ANYONE,
    ("/api/lines/{line:str}/stream", "GET"): Rule.ANYONE,
    ("/api/tournaments", "GET"): Rule.ANYONE,
    ("/api/tournaments", "POST"): Rule.ORGANISER,
    ("/api/tournaments/{tournament:str}", "GET"): Rule.WATCHER_HERE,
    ("/api/tournaments/{tournament:str}", "POST"): Rule.WATCHER_HERE,
    ("/api/tournaments/{tournament:str}/socket", "WEBSOCKET"): Rule.WATCHER_HERE,
    ("/api/tables/{table:str}/games/{game:int}/transcript", "GET"): Rule.LOOKER_BACK_HERE,
    ("/api/tables/{table:str}/games/{game:int}/film", "GET"): Rule.LOOKER_BACK_HERE,
    ("/api/tables/{table:str}/people", "GET"): Rule.WATCHER_HERE,
    ("/api/tables/{table:str}/games/{game:int}/study", "GET"): Rule.LOOKER_BACK_HERE,
    ("/api/tables/{table:str}/games/{game:int}/record", "GET"): Rule.LOOKER_BACK_HERE,
    ("/api/tables/{table:str}/hint", "GET"): Rule.PLAYER_HERE,
    ("/api/tables/{table:str}/rewind", "GET"): Rule.REFEREE_HERE,
    ("/api/tools/verdict", "POST"): Rule.ANYONE,
    ("/api/tools/profiles", "GET"): Rule.ANYONE,
    ("/api/tools/guide/{profile:str}", "GET"): Rule.ANYONE,
    ("/api/tools/rules/{profile:str}", "GET"): Rule.ANYONE,
    ("/api/tools/opening", "POST"): Rule.ANYONE,
    ("/api/tools/melds", "POST"): Rule.ANYONE,
    ("/api/tools/solve", "POST"): Rule.ANYONE,
    (f"{_HALL}/head-judge", "GET"): Rule.ORGANISER_HERE,
    (f"{_HALL}/head-judge", "PUT"): Rule.ORGANISER_HERE,
    (f"{_HALL}/break", "POST"): Rule.ORGANISER_HERE,
    (f"{_HALL}/break", "DELETE"): Rule.ORGANISER_HERE,
    (f"{_HALL}/entrants/{{entrant:int}}/time", "PUT"): Rule.ORGANISER_HERE,
    (f"{_HALL}/hall", "GET"): Rule.WATCHER_HERE,
    (f"{_HALL}/file/heat", "POST"): Rule.ORGANISER_HERE,
    (f"{_HALL}/file/heat/to/{{final:str}}", "POST"): Rule.ORGANISER_HERE,
    (f"{_HALL}/heats", "GET"): Rule.ORGANISER_HERE,
    (f"{_HALL}/heats", "POST"): Rule.ORGANISER_HERE,
    (f"{_HALL}/heats/{{heat:str}}", "DELETE"): Rule.ORGANISER_HERE,
    (f"{_HALL}/heats/{{heat:str}}/accept", "POST"): Rule.ORGANISER_HERE,
    (f"{_HALL}/file/out", "POST"): Rule.ORGANISER_HERE,
    (f"{_HALL}/file/back", "POST"): Rule.ORGANISER_HERE,
    (f"{_HALL}/sheets/entrants", "POST"): Rule.ORGANISER_HERE,
    (f"{_HALL}/sheets/workbook", "GET"): Rule.ORGANISER_HERE,
    (f"{_HALL}/sheets/workbook", "POST"): Rule.ORGANISER_HERE,
    (f"{_HALL}/sheets/{{file:str}}", "GET"): Rule.ORGANISER_HERE,
    (f"{_HALL}/public", "GET"): Rule.WATCHER_HERE,
    (f"{_HALL}/tables/{{table:int}}/referee", "POST"): Rule.TABLE_HERE,
    (f"{_HALL}/tables/{{table:int}}/referee", "DELETE"): Rule.TABLE_HERE,
    ("/api/https", "GET"): Rule.ANYONE,
    ("/api/https/stolik.crt", "GET"): Rule.ANYONE,
    ("/api/qr", "GET"): Rule.ANYONE,
    ("/api/qr", "POST"): Rule.ORGANISER,
    ("/api/reach", "GET"): Rule.ANYONE,
    ("/api/reach", "PUT"): Rule.ORGANISER,
    (f"{_HALL}/me", "GET"): Rule.WATCHER_HERE,
    (f"{_HALL}/me/data", "GET"): Rule.PLAYER_HERE,
    **{(f"{_HALL}/me/push", method): Rule.PLAYER_HERE for method in ("GET", "PUT", "DELETE")},
    **{
        (f"{_HALL}/people/{{entrant:int}}", method): Rule.ORGANISER_HERE
        for method in ("GET", "PUT", "DELETE")
    },
    (f"{_HALL}/print", "GET"): Rule.ORGANISER_HERE,
    (f"{_HALL}/logo", "GET"): Rule.WATCHER_HERE,
    **{(f"{_HALL}/logo", method): Rule.ORGANISER_HERE for method in ("POST", "DELETE")},
    (f"{_HALL}/print/{{document:str}}", "GET"): Rule.ORGANISER_HERE,
    (f"{_HALL}/badges", "POST"): Rule.ORGANISER_HERE,
    (f"{_HALL}/tables/{{table:int}}/sheet", "GET"): Rule.REFEREE_HERE,
    (f"{_HALL}/form", "GET"): Rule.ORGANISER_HERE,
    (f"{_HALL}/mail", "GET"): Rule.ANYONE,
    **{(f"{_HALL}/mail/winners", method): Rule.ORGANISER_HERE for method in ("GET", "POST")},
    **{
        (f"{_HALL}/form/winners", method): Rule.ORGANISER_HERE
        for method in ("GET", "PUT", "DELETE")
    },
    **{(f"{_HALL}/consents", method): Rule.DOOR_HERE for method in ("GET", "POST")},
    (f"{_HALL}/tables/{{table:int}}/clock/socket", "WEBSOCKET"): Rule.WATCHER_HERE,
    (f"{_HALL}/tables/{{table:int}}/clock/lines", "POST"): Rule.WATCHER_HERE,
    (f"{_ROUND}/call-results", "POST"): Rule.ORGANISER_HERE,
    (f"{_ROUND}/call-time", "POST"): Rule.ORGANISER_HERE,
    (f"{_ROUND}/call-time", "DELETE"): Rule.ORGANISER_HERE,
    (f"{_ROUND}/clock", "POST"): Rule.ORGANISER_HERE,
    (f"{_ROUND}/clock/extend", "POST"): Rule.ORGANISER_HERE,
    (f"{_ROUND}/missing", "GET"): Rule.WATCHER_HERE,
    (f"{_ROUND}/moves/extend", "POST"): Rule.ORGANISER_HERE,
    (f"{_ROUND}/tables", "GET"): Rule.WATCHER_HERE,
    (f"{_ROUND}/shown", "PUT"): Rule.ORGANISER_HERE,
    (f"{_HALL}/scene", "PUT"): Rule.ORGANISER_HERE,
    (f"{_HALL}/rules", "GET"): Rule.WATCHER_HERE,
    (f"{_HALL}/open/event.ics", "GET"): Rule.WATCHER_HERE,
    (f"{_HALL}/open/{{file:str}}", "GET"): Rule.WATCHER_HERE,
    (f"{_HALL}/picture", "GET"): Rule.WATCHER_HERE,
    (f"{_ROUND}/online", "GET"): Rule.WATCHER_HERE,
    (f"{_ROUND}/online", "POST"): Rule.ORGANISER_HERE,
    (f"{_ROUND}/online/{{table:int}}/bot", "PUT"): Rule.ORGANISER_HERE,
    (f"{_ROUND}/online/{{table:int}}/watching", "PUT"): Rule.ORGANISER_HERE,
    (f"{_ROUND}/pause", "POST"): Rule.ORGANISER_HERE,
    (f"{_ROUND}/resume", "POST"): Rule.ORGANISER_HERE,
    ("/api/whoami", "GET"): Rule.ANYONE,
    ("/api/login", "POST"): Rule.ANYONE,
    ("/api/login/look", "POST"): Rule.ANYONE,
    ("/api/login/link", "POST"): Rule.ANYONE,
    ("/api/login/code", "POST"): Rule.ANYONE,
    ("/api/login/pin", "POST"): Rule.ANYONE,
    ("/api/logout", "POST"): Rule.ANYONE,
    ("/api/logout/everywhere", "POST"): Rule.ORGANISER,
    ("/api/password", "POST"): Rule.ORGANISER,
    ("/api/password/look", "POST"): Rule.ORGANISER,
    ("/api/tournaments/{tournament:str}/organisers", "GET"): Rule.ORGANISER_HERE,
    ("/api/tournaments/{tournament:str}/organisers/invitations", "POST"): Rule.ORGANISER_HERE,
    ("/api/tournaments/{tournament:str}/organisers/invitations", "GET"): Rule.ORGANISER_HERE,
    (
        "/api/tournaments/{tournament:str}/organisers/invitations/{invitation:str}",
        "DELETE",
    ): Rule.ORGANISER_HERE,
    ("/api/tournaments/{tournament:str}/organisers/{account:str}", "DELETE"): Rule.ORGANISER_HERE,
    ("/api/tournaments/{tournament:str}/passes", "GET"): Rule.ORGANISER_HERE,
    ("/api/tournaments/{tournament:str}/passes", "POST"): Rule.ORGANISER_HERE,
    ("/api/tournaments/{tournament:str}/passes/{entry:str}", "DELETE"): Rule.ORGANISER_HERE,
    ("/api/tournaments/{tournament:str}/passes/{entry:str}/renew", "POST"): Rule.ORGANISER_HERE,
}

_PROBE = "/probe/{tournament:str}/{table:str}/{seat:int}/"
_FROM_AFAR = {"x-forwarded-for": "203.0.113.7"}
_CODES = {
    *("access.login_needed", "access.not_allowed"),
    "access.no_replay",
}


def probe(rule: Rule) -> HTTPRouteHandler:
    """A route for each rule, so that those no route uses yet are tried too."""

    @post(_PROBE + rule.value, opt={"rule": rule}, name=rule.value)
    async def probed() -> None:
        return None

    return probed


@websocket("/probe/{tournament:str}/socket", opt={"rule": Rule.ORGANISER_HERE})
async def socket_probe(socket: WebSocket) -> None:
    await socket.accept()
    await socket.close()


PROBES = [*(probe(rule) for rule in Rule), socket_probe]
PROBED = {(f"{_PROBE}{rule.value}", "POST"): rule for rule in Rule} | {
    ("/probe/{tournament:str}/socket", "WEBSOCKET"): Rule.ORGANISER_HERE
}


def test_nobody_passes_who_should_not():
    with serving_everything() as server:
        todo = "each route has its line in EXPECTED of this file: who may ask it"
        assert declared_rules(server.app) == EXPECTED, todo
        here = private_tournament(server)
        seats = (SeatSetup(), SeatSetup())
        # Not closed: that its tournament is private is all that keeps strangers away.
        setup = TableSetup(TABLE, "mp2023", seats, tournament=here, table=1)
        server.run(server.app.state.live.rooms.create(setup))
        assert list(surprises(server, EXPECTED, here)) == []
    asked = len(EXPECTED) * len(SUBJECTS)
    figure("T20", "routes × subjects asked, unexpected", f"{asked}, 0", tier="quick")


_OF_A_TABLE = (
    *("/api/tables/{table:str}/games/{game:int}/film", "/api/tables/{table:str}/people"),
    "/api/tables/{table:str}/games/{game:int}/transcript",
    "/api/tables/{table:str}/games/{game:int}/study",
    "/api/tables/{table:str}/games/{game:int}/record",
)


@pytest.mark.parametrize(
    ("watching", "public", "rule"),
    [
        (Watching.RACKS_AFTER, False, Rule.WATCHER_HERE),
        (Watching.NO_RACKS, False, Rule.WATCHER_HERE),
        (Watching.NOBODY, False, Rule.TABLE_HERE),
        (Watching.RACKS_AFTER, True, Rule.ANYONE),
        (Watching.NO_RACKS, True, Rule.ANYONE),
        (Watching.NOBODY, True, Rule.TABLE_HERE),
    ],
)
def test_to_know_a_table_is_no_right_to_watch_it(watching: Watching, public: bool, rule: Rule):
    assert list(watching_surprises(watching, public, rule)) == []


def test_the_mutant_that_thinks_every_tournament_public_is_caught(monkeypatch: pytest.MonkeyPatch):
    async def yes(*_: object) -> bool:
        return True

    monkeypatch.setattr(Places, "is_followed", yes)
    assert list(watching_surprises(Watching.RACKS_AFTER, False, Rule.WATCHER_HERE))


def test_the_mutant_that_closes_no_table_is_caught(monkeypatch: pytest.MonkeyPatch):
    def open_to_all(setup: TableSetup, seat: int | None = None, *, followed: bool = False) -> Place:
        return replace(table_place(setup, seat, followed=followed), closed=False)

    monkeypatch.setattr(places, "table_place", open_to_all)
    assert list(watching_surprises(Watching.NOBODY, False, Rule.TABLE_HERE))


def watching_surprises(watching: Watching, public: bool, rule: Rule) -> Iterator[str]:
    """Who gets film, transcript and people of a table and should not, or the other way round."""
    expected = {(path, "GET"): rule for path in _OF_A_TABLE}
    with serving_everything() as server:
        here = private_tournament(server, public=public)
        seats = (SeatSetup(), SeatSetup())
        setup = TableSetup(TABLE, "mp2023", seats, tournament=here, table=1, watching=watching)
        server.run(server.app.state.live.rooms.create(setup))
        yield from surprises(server, expected, here)


def test_practice_is_its_own_players_alone():
    with serving_everything() as server, server.client() as one, server.client() as other:
        mine, theirs = (client.post("/api/practice", json={}).json() for client in (one, other))
        for client, told in ((one, mine), (other, theirs)):
            client.post("/api/login/link", json={"token": told["link"].partition("#")[2]})
        path = f"/api/tables/{mine['table']}/people"
        assert one.get(path).status_code == 200
        assert other.get(path).json()["error"]["code"] == "access.not_allowed"
        with server.client() as stranger:
            assert stranger.get(path).json()["error"]["code"] == "access.login_needed"


def test_every_rule_lets_in_whom_it_should():
    with serving(handlers=PROBES) as server:
        assert list(surprises(server, PROBED)) == []


def test_a_route_opened_by_mistake_is_caught():
    @get("/api/tournaments/{tournament:str}/racks", opt={"rule": Rule.WATCHER_HERE})
    async def racks() -> None: ...

    meant = {("/api/tournaments/{tournament:str}/racks", "GET"): Rule.REFEREE_HERE}
    with serving(handlers=[racks]) as server:
        assert list(surprises(server, meant))


def surprises(
    server: Server, expected: Mapping[tuple[str, str], Rule], here: str = HERE
) -> Iterator[str]:
    """Each request whose fate is not the expected one, or that changed something though refused."""
    store = server.store
    assert isinstance(store, MemoryStore)
    with server.client(**_FROM_AFAR) as client:
        for (path, method), rule in expected.items():
            for subject in SUBJECTS:
                token = server.run(fresh_token(server.services.access, subject, here))
                before = everything(store)
                passed = _passes(
                    server, client, path.replace("{tournament:str}", here), method, token
                )
                if passed != (subject in _allowed(rule, path)):
                    yield f"{method} {path}: {subject} {'passed' if passed else 'was refused'}"
                if not passed and everything(store) != before:
                    yield f"{method} {path}: {subject} was refused and changed something"


def _allowed(rule: Rule, path: str) -> set[str]:
    """Where no table is named, players of the whole tournament are players here."""
    everywhere = rule is Rule.PLAYER_HERE and "{table:" not in path
    return ALLOWED[rule] | ({"player elsewhere"} if everywhere else set())


def _passes(server: Server, client, path: str, method: str, token: str | None) -> bool:
    filled = path.replace("{table:str}", TABLE).replace("{table:int}", TABLE)
    for name in (
        "{invitation:str}",
        "{account:str}",
        "{entry:str}",
        "{path:str}",
        "{line:str}",
        "{file:str}",
    ):
        filled = filled.replace(name, "0" * 32)
    filled = filled.replace("{seat:int}", "0")
    for name in ("{round_number:int}", "{table:int}", "{entrant:int}", "{game:int}"):
        filled = filled.replace(name, "1")
    headers = {"authorization": f"Bearer {token}"} if token else {}
    if method == "WEBSOCKET":
        return _socket_passes(server, filled, headers)
    answer = client.request(method, filled, headers=headers)
    assert answer.status_code < 500, (method, filled, answer.text)
    if "application/json" not in answer.headers.get("content-type", ""):
        return True
    told = answer.json()
    code = told.get("error", {}).get("code") if isinstance(told, dict) else None
    return code not in _CODES


def _socket_passes(server: Server, path: str, headers: Mapping[str, str]) -> bool:
    url = server.url.replace("http", "ws") + path
    try:
        with connect(url, additional_headers=headers, origin=server.url):
            return True
    except InvalidStatus as refused:
        if refused.response.status_code != 403:
            raise
        return False


def private_tournament(server: Server, *, public: bool = False) -> str:
    """A tournament that only its own people may follow."""
    token = server.run(fresh_token(server.services.access, "organiser elsewhere"))
    wanted = {"name": "Turniej", "format": "zimowy", "public": public}
    with server.client(authorization=f"Bearer {token}") as client:
        return str(client.post("/api/tournaments", json=wanted).json()["id"])


# The one function that decides, against the same table


Decide = Callable[[Login, Rule, Place], bool]


def wrong_decisions(decide: Decide) -> list[str]:
    with serving() as server:
        access = server.services.access
        people = {
            subject: server.run(login_of(access, server.run(fresh_token(access, subject))))
            for subject in SUBJECTS
        }
    at_seat = Place(HERE, TABLE, 0)
    return [
        f"{rule} {subject}"
        for rule in Rule
        for subject, login in people.items()
        if decide(login, rule, at_seat) != (subject in ALLOWED[rule])
    ]


def test_the_one_function_decides_as_written_down():
    assert wrong_decisions(may) == []


def _blind_to_tables(login: Login, rule: Rule, place: Place) -> bool:
    return may(login, rule, Place(place.tournament, "", None))


def _blind_to_tournaments(login: Login, rule: Rule, place: Place) -> bool:
    return any(may(login, rule, Place(t, place.table, place.seat)) for t in (HERE, "elsewhere"))


def _blind_to_seats(login: Login, rule: Rule, place: Place) -> bool:
    return any(may(login, rule, Place(place.tournament, place.table, seat)) for seat in range(4))


def _all_tables(login: Login, rule: Rule, place: Place) -> bool:
    tables = (TABLE, OTHER_TABLE)
    return any(may(login, rule, Place(place.tournament, table, place.seat)) for table in tables)


@pytest.mark.parametrize(
    "mutant",
    [
        lambda *_: True,
        lambda login, rule, place: may(login, rule, place) or login.role is PersonRole.ORGANISER,
        _blind_to_tables,
        _blind_to_tournaments,
        _blind_to_seats,
        _all_tables,
    ],
)
def test_a_function_that_decides_wrongly_is_caught(mutant: Decide):
    assert wrong_decisions(mutant)


# Players who sit where the draw puts them


def test_an_entrant_sits_where_the_table_says():
    login = Login("1", PersonRole.PLAYER, tournament=HERE, entrant=17)
    seated = Place(HERE, TABLE, 2, seated=(3, 5, 17, None))
    assert may(login, Rule.SEAT_HERE, seated)
    assert may(login, Rule.PLAYER_HERE, Place(HERE, TABLE, seated=(3, 5, 17, None)))
    assert not may(login, Rule.SEAT_HERE, Place(HERE, TABLE, 1, seated=(3, 5, 17, None)))
    assert not may(login, Rule.SEAT_HERE, Place(HERE, TABLE, 2, seated=(3, 5, 18, None)))
    assert not may(login, Rule.SEAT_HERE, Place(HERE, TABLE, 2))
    assert not may(login, Rule.SEAT_HERE, Place("elsewhere", TABLE, 2, seated=(3, 5, 17, None)))


def test_an_empty_seat_is_nobodys():
    nobody = Login("1", PersonRole.PLAYER, tournament=HERE)
    assert not may(nobody, Rule.SEAT_HERE, Place(HERE, TABLE, 3, seated=(3, 5, 17, None)))


def test_a_public_table_may_be_watched_by_anybody_and_nothing_more():
    public = Place(HERE, TABLE, 0, public=True)
    anonymous = Login("", PersonRole.ANONYMOUS)
    allowed = {rule for rule in Rule if may(anonymous, rule, public)}
    assert allowed == {Rule.ANYONE, Rule.WATCHER_HERE, Rule.LOOKER_BACK_HERE}


def test_metrics_are_for_this_very_machine():
    with serving() as server, server.client() as client:
        assert client.get("/metrics").status_code == 200
        assert client.get("/metrics", headers=_FROM_AFAR).status_code == 401
