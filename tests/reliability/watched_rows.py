"""The dearest thing that can be asked of every route, about every tournament and at every table.

A route, a request or a message without a row here fails T31: whoever adds one says what it costs.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import httpx

from stolik.adapters.web.edge.bounds import LARGEST_LIST
from stolik.adapters.web.routes.pages import SCREENS
from stolik.app.bounds import LONGEST_REASON
from stolik.app.paper.documents import DOCUMENTS
from stolik.app.sheets.exports import EXPORTS
from stolik.app.sheets.open_data import FILES
from tests.pictures import png
from tests.reliability.test_t20_commands import EXPECTED_AT_CLOCK, EXPECTED_MESSAGES
from tests.reliability.watched import Large

# A file as large as any, whose only line is read at a stroke; rules and boards full of nothing.
DENSE = ("x = [" + "1," * 29_000 + "]\n", "".join(f"[a{n}]\nb=1\n" for n in range(4000)))
# As much as a sound file can say: articles for everything, every stage and every range of a cut.
ARTICLES = "[articles]\n" + "".join(f'a{n} = "§ {n}"\n' for n in range(3_000))
CUTS = "".join(f"{{least={n}, most={n}, size=2}}," for n in range(2, 52))
STAGES = "".join(
    f'[[stages]]\nid="s{n}"\ntitle="Etap {n}"\nfield="{"cut" if n else "all"}"\nrounds=30\n'
    f'games=20\nseating="draw"\ndraw="lot"\ncriteria=["big_points"]\n'
    f"{f'cut=[{CUTS}]' if n else ''}\n"
    for n in range(10)
)
SOUND = {
    "rules": f'based_on = "mp2023"\ntitle = "Z"\n{ARTICLES}',
    "format": f'based_on = "zimowy"\ntitle = "F"\n{STAGES}',
}
SOUND_BOARD = f'based_on = "trasa"\ntitle = "P"\n{ARTICLES}'
ONE_LINE = b'{"stolik": "tournament", "x": [' + b"1," * 3_900_000 + b"1]}\n"
_T = "/api/tournaments/{tournament:str}"
_R = _T + "/rounds/{round_number:int}"
_O = _R + "/online"
REASON = "x" * LONGEST_REASON
TILES = [f"{c}{n}" for c in "kbor" for n in range(1, 14)] * 2 + ["j", "j"]


@dataclass(frozen=True)
class Asked:
    """One request: what is appended to the path, what is sent, where."""

    query: str = ""
    body: Any = None
    content: bytes | None = None
    where: Mapping[str, str] | None = None
    fresh: bool = False  # at the tournament that has not begun
    anonymous: bool = False


Row = Callable[[Large], Iterable[Asked]]


def plain(*asked: Asked) -> Row:
    return lambda _: asked or (Asked(),)


def said(**body: Any) -> Row:
    return plain(Asked(body=body))


def hard_racks(count: int = 6) -> Iterable[list[str]]:
    """Racks a verdict takes long for."""
    return [Random(seed).sample(TILES, size) for seed in range(count) for size in (60, 90, 106)]


def verdicts(_: Large) -> Iterable[Asked]:
    return [Asked(body={"rack": rack, "last_drawn": "unknown"}) for rack in hard_racks(2)]


def everybody(large: Large) -> Iterable[Asked]:
    names = "\n".join(f"Nowy zawodnik {n}" for n in range(large.entrants)).encode()
    here = {"tournament": large.empty}
    return [Asked(f"?apply={apply}", content=names, where=here) for apply in ("false", "true")]


def all_passes(large: Large) -> Iterable[Asked]:
    wanted = [{"role": "player", "entrant": n} for n in range(1, large.entrants + 1)]
    # As many tables as a body holds, for referees; and one table that is not there, at the end.
    tables = [str(n) for n in range(1, min(large.tables, 1000) + 1)]
    referee = {"role": "referee", "tables": tables, "label": "S" * 80}
    count = LARGEST_LIST // (8 * len(tables) + 200) // (1 if large.thorough else 2)
    strange = {**referee, "tables": [*tables[1:], "0"]}
    # Again and again, as often as it is let: each batch is read with those before it.
    return [
        *(Asked(body={"passes": wanted[:1000]}) for _ in range(4)),
        Asked(body={"passes": [referee] * count}),
        Asked(body={"passes": [*[referee] * (count - 1), strange]}),
    ]


def all_badges(large: Large) -> Iterable[Asked]:
    codes = [
        {"entrant": n, "code": "ABCD-EFGH", "link": f"/enter#{secrets.token_urlsafe(48)}"}
        for n in range(1, large.entrants + 1)
    ]
    return (Asked(body={"passes": codes}),)


def online(large: Large) -> Iterable[Asked]:
    return (Asked(body={"tables": list(range(2, large.tables + 1))}),)


def papers(large: Large) -> Iterable[Asked]:
    names = DOCUMENTS if large.thorough else ("scores", "standings")
    return [Asked(where={"document": name}) for name in names]


def exports(large: Large) -> Iterable[Asked]:
    names = EXPORTS if large.thorough else ("log", "standings")
    return [Asked(where={"file": f"{name}.{kind}"}) for name in names for kind in ("csv", "json")]


def requests(large: Large) -> Iterable[Asked]:
    for do, wishes in about_a_tournament(large).items():
        for wish in wishes:
            fresh = bool(wish.pop("fresh", False))
            yield Asked(body={"do": do, **wish}, fresh=fresh)


_FILM = {"table": "boty", "game": "1"}
_LOGIN = {"name": "Organizator", "password": "x" * 200}
_LANG = ("?lang=pl", "?lang=en")

# In this order: what looks, what changes, what ends.
ROUTES: Mapping[tuple[str, str], Row] = {
    ("/healthz", "GET"): plain(),
    ("/readyz", "GET"): plain(),
    ("/api/mirror", "GET"): plain(),
    ("/api/copies", "GET"): plain(),
    ("/metrics", "GET"): plain(),
    ("/api/time", "GET"): plain(),
    ("/openapi.json", "GET"): plain(),
    **{(path, "GET"): plain() for path in SCREENS},
    ("/icon.svg", "GET"): plain(),
    ("/icon-192.png", "GET"): plain(),
    ("/icon-512.png", "GET"): plain(),
    ("/icon-maskable.png", "GET"): plain(),
    ("/manifest.webmanifest", "GET"): plain(),
    ("/sw.js", "GET"): plain(),
    ("/shell.json", "GET"): plain(),
    ("/device/parts.json", "GET"): plain(),
    ("/device/{name:str}", "GET"): plain(Asked(where={"name": "missing.wasm"})),
    ("/device/{folder:str}/{name:str}", "GET"): plain(
        Asked(where={"folder": "pyodide", "name": "missing.wasm"})
    ),
    ("/assets/{name:str}", "GET"): plain(Asked(where={"name": "missing.js"})),
    ("/api/demo", "GET"): plain(),
    ("/api/demo/organiser", "POST"): plain(),
    ("/api/formats", "GET"): plain(*(Asked(lang) for lang in _LANG)),
    ("/api/formats/{name:str}/forecast", "GET"): lambda _: [
        Asked(f"?entrants={n}&minutes=1440", where={"name": name})
        for n in (9_999, 10_000, 1_000_000)
        for name in ("grandprix", "zimowy", "eliminacje", "wojtek")
    ],
    ("/api/texts/{lang:str}/{part:str}", "GET"): plain(
        Asked(where={"lang": "pl", "part": "tournament"})
    ),
    ("/docs", "GET"): plain(),
    ("/docs/{path:str}", "GET"): plain(Asked(where={"path": "missing"})),
    ("/docs/openapi.json", "GET"): plain(),
    ("/docs/style.css", "GET"): plain(),
    ("/docs/manual", "GET"): plain(),
    ("/docs/manual/{name:path}", "GET"): plain(Asked(where={"name": "rules/sentences.html"})),
    ("/api/https", "GET"): plain(),
    ("/api/https/stolik.crt", "GET"): plain(),
    ("/api/qr", "GET"): lambda _: [
        Asked(f"?path=/tournament/{secrets.token_hex(32)}") for _ in range(3)
    ],
    ("/api/qr", "POST"): said(path="/enter#" + "x" * 64),
    ("/api/reach", "GET"): plain(),
    ("/api/reach", "PUT"): said(address="http://192.0.2.1:8000"),
    ("/api/whoami", "GET"): plain(),
    ("/api/tournaments", "GET"): plain(),
    (_T, "GET"): plain(),
    (_T + "/public", "GET"): plain(Asked("?lang=pl"), Asked("?lang=en", anonymous=True)),
    (_T + "/history", "GET"): plain(Asked("?after=0"), Asked(f"?after={2**53 - 1}")),
    (_T + "/history/access", "GET"): plain(),
    (_T + "/history/hall", "GET"): plain(),
    (_T + "/draws", "GET"): plain(),
    (_T + "/hall", "GET"): plain(),
    (_T + "/me", "GET"): plain(),
    (_T + "/me/data", "GET"): plain(),
    (_T + "/me/push", "GET"): plain(),
    (_T + "/me/push", "PUT"): said(endpoint="https://" + "e" * 492, p256dh="k" * 87, auth="a" * 22),
    (_T + "/me/push", "DELETE"): plain(),
    (_T + "/people/{entrant:int}", "GET"): plain(),
    (_T + "/organisers", "GET"): plain(),
    (_T + "/head-judge", "GET"): plain(),
    (_T + "/head-judge", "PUT"): said(id=""),
    (_T + "/passes", "POST"): all_passes,
    (_T + "/passes", "GET"): plain(),
    (_T + "/registrations", "GET"): plain(),
    (_T + "/reports", "GET"): plain(),
    (_T + "/reports/{report:str}/dismiss", "POST"): plain(Asked(where={"report": "0" * 32})),
    (_T + "/print", "GET"): plain(),
    (_T + "/print/{document:str}", "GET"): papers,
    (_T + "/badges", "POST"): all_badges,
    (_T + "/tables/{table:int}/sheet", "GET"): plain(),
    (_T + "/mail", "GET"): plain(),
    (_T + "/mail/winners", "GET"): plain(),
    (_T + "/mail/winners", "POST"): said(version="", entrants=list(range(1, 101))),
    (_T + "/form/winners", "GET"): plain(),
    (_T + "/form/winners", "PUT"): said(entrant=1, address="a" * 200),
    (_T + "/form/winners", "DELETE"): plain(),
    (_T + "/consents", "GET"): plain(),
    (_T + "/consents", "POST"): lambda large: [
        Asked(body={"to": ["photo"], "entrants": list(range(1, min(large.entrants, 1000) + 1))})
    ],
    (_T + "/form", "GET"): plain(Asked("?kind=json"), Asked("?kind=csv")),
    (_T + "/sheets/workbook", "GET"): plain(),
    (_T + "/sheets/workbook", "POST"): plain(Asked(content=b"no workbook" * 1000)),
    (_T + "/sheets/{file:str}", "GET"): exports,
    (_T + "/file/out", "POST"): plain(),
    (_T + "/file/heat", "POST"): plain(),
    (_T + "/file/heat/to/{final:str}", "POST"): plain(
        Asked("?school=1", where={"final": "0" * 16})
    ),
    (_T + "/heats", "GET"): plain(),
    (_T + "/heats", "POST"): plain(
        Asked("?school=1", content=b'{"stolik": 1}\n' * 10_000),
        Asked("?school=1", content=ONE_LINE),
    ),
    (_T + "/heats/{heat:str}/accept", "POST"): plain(Asked(where={"heat": "0" * 32})),
    (_T + "/heats/{heat:str}", "DELETE"): plain(Asked(where={"heat": "0" * 32})),
    (_T + "/file/back", "POST"): plain(
        Asked(content=b'{"stolik": "tournament"}\n' * 10_000),
        Asked(content=ONE_LINE),
    ),
    (_R + "/missing", "GET"): plain(),
    (_R + "/tables", "GET"): plain(),
    (_O, "GET"): plain(),
    ("/api/tables/{table:str}/people", "GET"): plain(Asked(where={"table": "boty"})),
    ("/api/tables/{table:str}/hint", "GET"): plain(Asked(where={"table": "boty"})),
    ("/api/tables/{table:str}/rewind", "GET"): plain(
        Asked(where={"table": "boty"}, query="?event=9")
    ),
    ("/api/tables/{table:str}/games/{game:int}/transcript", "GET"): plain(Asked(where=_FILM)),
    ("/api/tables/{table:str}/games/{game:int}/film", "GET"): plain(Asked(where=_FILM)),
    ("/api/tables/{table:str}/games/{game:int}/study", "GET"): plain(Asked(where=_FILM)),
    ("/api/tables/{table:str}/games/{game:int}/record", "GET"): plain(Asked(where=_FILM)),
    ("/api/own", "GET"): plain(),
    ("/api/own", "POST"): lambda _: [
        Asked(body={"kind": "rules", "title": "P" * 200, "based_on": "mp2023"}),
        *(Asked(body={"kind": "format", "text": text}) for text in DENSE),
        *(Asked(body={"kind": kind, "text": text}) for kind, text in SOUND.items()),
    ],
    ("/api/own/check", "POST"): lambda _: [
        Asked(body={"kind": "format", "title": "T", "text": 'based_on = "zimowy"\n'}),
        Asked(body={"kind": "rules", "text": 'based_on = "mp2023"\n' + "# …\n" * 12_000}),
        *(Asked(body={"kind": kind, "text": text}) for kind, text in SOUND.items()),
    ],
    ("/api/own/{kind:str}/{number:str}", "GET"): plain(
        Asked(where={"kind": "rules", "number": "mp2023"})
    ),
    # As many as are kept, then all of them at once.
    ("/api/own/{kind:str}/{number:str}", "DELETE"): plain(
        Asked(where={"kind": "rules", "number": "0" * 16})
    ),
    ("/api/boards/{number:str}", "DELETE"): plain(Asked(where={"number": "0" * 16})),
    ("/api/boards", "POST"): lambda large: [
        *(
            Asked(body={"title": f"P {n}", "changes": {"clock.turn_time_s": 30}})
            for n in range(51 if large.thorough else 20)
        ),
        *(Asked(body={"text": text}) for text in (*DENSE, SOUND_BOARD)),
    ],
    ("/api/boards", "GET"): plain(),
    ("/api/boards/check", "POST"): lambda _: [
        Asked(body={"changes": {"ranking.specials": "wild"}}),
        Asked(body={"text": 'based_on = "trasa"\n' + "# …\n" * 12_000}),
        Asked(body={"text": SOUND_BOARD}),
    ],
    ("/api/boards/{number:str}", "GET"): plain(Asked(where={"number": "trasa"})),
    ("/api/boards/{number:str}", "PUT"): lambda _: [
        Asked(where={"number": "0" * 16}, body={"verified_by": "S" * 200})
    ],
    ("/api/tools/verdict", "POST"): verdicts,
    ("/api/tools/profiles", "GET"): plain(),
    ("/api/tools/guide/{profile:str}", "GET"): plain(Asked(where={"profile": "szkoly2015"})),
    ("/api/tools/rules/{profile:str}", "GET"): plain(
        Asked("?move_s=0", where={"profile": "szkoly2015"})
    ),
    ("/api/tools/opening", "POST"): lambda _: [Asked(body={"rack": r}) for r in hard_racks(2)],
    ("/api/tools/melds", "POST"): lambda _: [Asked(body={"rows": [r]}) for r in hard_racks(2)],
    ("/api/tools/solve", "POST"): lambda _: [
        Asked(body={"tableau": [], "rack": r}) for r in hard_racks(2)
    ],
    ("/api/friends", "POST"): said(people=2, open=True),
    ("/api/friends", "GET"): plain(),
    ("/api/friends/join", "POST"): plain(
        Asked(body={"code": "CDF-GH3"}),
        Asked(body={"token": "x" * 64}),
        Asked(body={"table": "boty"}),
    ),
    ("/api/friends/{table:str}", "GET"): plain(Asked(where={"table": "boty"})),
    ("/api/friends/{table:str}/bots", "POST"): plain(Asked(body={}, where={"table": "boty"})),
    ("/api/friends/{table:str}/again", "POST"): plain(Asked(where={"table": "boty"})),
    ("/api/practice", "POST"): plain(
        Asked(body={"bots": ["patient"] * 3}), Asked(body={"game": "wojtek"})
    ),
    ("/api/login", "POST"): said(**_LOGIN),
    ("/api/login/look", "POST"): said(token="x" * 1000),
    ("/api/login/link", "POST"): said(token="x" * 1000, **_LOGIN),
    ("/api/login/code", "POST"): said(code="ABCD-EFGH"),
    ("/api/login/pin", "POST"): said(code="123456"),
    ("/api/lines", "POST"): plain(Asked(body={"t": "hello", "table": "stol"})),
    ("/api/lines/{line:str}", "GET"): plain(Asked(where={"line": "x" * 32})),
    ("/api/lines/{line:str}", "POST"): plain(Asked(body={"t": "pong"}, where={"line": "x" * 32})),
    ("/api/lines/{line:str}/stream", "GET"): plain(Asked(where={"line": "x" * 32})),
    (_T + "/lines", "POST"): plain(),
    (_T + "/tables/{table:int}/clock/lines", "POST"): plain(),
    ("/api/tournaments", "POST"): said(name="T" * 200, format="grandprix"),
    (_T, "PUT"): said(name="T" * 200, registration=True),
    (_T + "/registrations", "POST"): said(name="Z" * 200, club="K" * 200),
    (_T + "/registrations/{form:str}/accept", "POST"): plain(),
    (_T + "/registrations/{form:str}", "DELETE"): plain(),
    (_T + "/registrations", "DELETE"): plain(),
    (_T + "/sheets/entrants", "POST"): everybody,
    (_T + "/logo", "POST"): plain(Asked(content=png(1200, 1200, mode="RGBA"))),
    (_T + "/logo", "GET"): plain(),
    (_T + "/logo", "DELETE"): plain(),
    (_T + "/entrants/{entrant:int}/time", "PUT"): said(percent=150, reason="wzrok"),
    (_R + "/clock", "POST"): said(minutes=50),
    (_R + "/clock/extend", "POST"): said(minutes=5, reason=REASON),
    (_R + "/moves/extend", "POST"): said(seconds=20, reason=REASON),
    (_R + "/pause", "POST"): said(reason=REASON),
    (_R + "/resume", "POST"): plain(),
    (_O, "POST"): online,
    (_O + "/{table:int}/bot", "PUT"): said(seat=0, bot="greedy"),
    (_O + "/{table:int}/watching", "PUT"): said(watching="no_racks"),
    (_R + "/shown", "PUT"): said(table=1),
    (_T + "/scene", "PUT"): said(scene="rules", page=1),
    (_T + "/open/event.ics", "GET"): plain(Asked("", anonymous=True)),
    (_T + "/open/{file:str}", "GET"): lambda _: [
        Asked(where={"file": name}, anonymous=True) for name in FILES
    ],
    (_T + "/picture", "GET"): plain(Asked("?lang=pl"), Asked("?lang=en", anonymous=True)),
    (_T + "/rules", "GET"): plain(Asked("?lang=pl"), Asked("?lang=en", anonymous=True)),
    (_T + "/tables/{table:int}/referee", "POST"): plain(),
    (_T + "/tables/{table:int}/referee", "DELETE"): plain(),
    (_R + "/call-time", "POST"): plain(),
    (_R + "/call-time", "DELETE"): plain(),
    (_R + "/call-results", "POST"): plain(),
    (_T + "/break", "POST"): said(minutes=10),
    (_T + "/break", "DELETE"): plain(),
    (_T, "POST"): requests,
    (_T + "/people/{entrant:int}", "PUT"): said(consent=True),
    (_T + "/people/{entrant:int}", "DELETE"): plain(),
    (_T + "/passes/{entry:str}/renew", "POST"): plain(),
    (_T + "/passes/{entry:str}", "DELETE"): plain(),
    (_T + "/organisers/invitations", "POST"): plain(),
    (_T + "/organisers/invitations", "GET"): plain(),
    (_T + "/organisers/invitations/{invitation:str}", "DELETE"): plain(
        Asked(where={"invitation": "nobody"})
    ),
    (_T + "/organisers/{account:str}", "DELETE"): plain(Asked(where={"account": "nobody"})),
    ("/api/password/look", "POST"): said(password="a1b2c3d4e5" * 20),
    ("/api/password", "POST"): said(old="x" * 200, new="y" * 200),
    ("/api/logout", "POST"): plain(),
    ("/api/logout/everywhere", "POST"): plain(),
}

SOCKETS = {
    ("/api/socket", "WEBSOCKET"),
    (_T + "/socket", "WEBSOCKET"),
    (_T + "/tables/{table:int}/clock/socket", "WEBSOCKET"),
}


def path_of(pattern: str, asked: Asked, large: Large) -> str:
    """A route's pattern with what it is asked about put in."""
    values = {
        "tournament": large.fresh if asked.fresh else large.big,
        "round_number": str(large.rounds),
        "table": "1",
        "entrant": "5",
        "form": "0" * 32,
        "entry": "0" * 32,
        **(asked.where or {}),
    }
    for name, value in values.items():
        for kind in ("str", "int"):
            pattern = pattern.replace(f"{{{name}:{kind}}}", value)
    return pattern + asked.query


def ask(client: httpx.Client, method: str, path: str, asked: Asked) -> httpx.Response:
    more: dict[str, Any] = {}
    if asked.content is not None:
        more["content"] = asked.content
    elif asked.body is not None:
        more["json"] = asked.body
    known = {"stolik-command": secrets.token_hex(16)}
    return client.request(method, path, headers=known, **more)


def about_a_tournament(large: Large) -> dict[str, list[dict[str, Any]]]:
    """Every request of `stolik tournament`, each where it costs most."""
    game = {"round": large.rounds, "table": 1, "game": 1}
    seats = [{"entrant": n, "rack_sum": 0 if n == 1 else 50} for n in range(1, 5)]
    of = {"entrant": 3, "reason": REASON}
    new: dict[str, Any] = {"fresh": True}
    everybody_ = list(range(1, large.entrants + 1))
    return {
        "create": [{"format": "zimowy"}],
        "describe": [{"details": {"partners": ["P" * 200] * 50, "place": "M" * 200}}],
        "overview": [{}],
        "round": [{"round": 1}, {}],
        "standings": [{}, {"stage": 1, "after_round": large.rounds - 1}, {"club": "Klub 3"}],
        "teams": [{}],
        "outlook": [{}],
        "check": [{}, dict(new)],
        "plan": [{"minutes": 1440, "long_breaks": [{"after_round": 1, "minutes": 5}] * 1000}],
        "people": [{}],
        "tables": [{}],
        "penalties": [{}],
        "ladder": [{"entrant": 1}],
        "draft": [{}, dict(new)],
        "enter": [{"name": "Z" * 200, "club": "K" * 200, **new}],
        "check_in": [{"entrant": 1, **new}],
        "keep_apart": [{"entrants": everybody_[:200], **new}],
        "fix_table": [{"entrant": 1, "table": 1, **new}],
        "guardian": [{"team": "Klub 1", "name": "Opiekun 1"}],
        "test": [{"entrant": 1, "points": 5, "reason": REASON, **new}],
        "pledge": [dict(new)],
        "draw": [{**new, "dice": "123456"}, {**new, "reason": "jeszcze raz"}],
        "slip": [{"entrant": 1, "slip": "1A", **new}],
        "slips": [dict(new)],
        "tray": [dict(new)],
        "start_cards": [{"seats": 5, "key": "k" * 40, **new}],
        "slip_back": [{"entrant": 1, "slip": "1A", **new}],
        "seat_tiles": [
            {
                "round": large.rounds,
                "table": 1,
                "tiles": [{"entrant": n, "drawn": ["7"] * 4 + [str(n)]} for n in range(1, 5)],
            }
        ],
        "take_seat": [{"entrant": 1, "table": 1, "reason": REASON, **new}],
        "swap": [{"one": 1, "other": 9, "reason": REASON, **new}],
        "lock": [{"table": 1, **new}],
        "publish": [dict(new)],
        "unpublish": [{"reason": REASON, **new}],
        "result": [{**game, "seats": seats}, {**game, "seats": seats, "preview": True}],
        "correct": [
            {**game, "round": 1, "seats": seats, "reason": REASON, "preview": preview}
            for preview in (True, False)
        ],
        "unplayed": [{**game, "table": 2, "reason": REASON}],
        "confirm": [{**game, "by": "1"}],
        "penalty": [{**of, "big_points": 1}],
        "cancel_penalty": [{"penalty": 1, "reason": REASON}],
        "file_report": [{"entrant": 2, "words": REASON}],
        "report": [{"by": 1, "entrant": 2, "decision": "warning", "reason": REASON}],
        "amend": [{"entrant": 1, "name": "Z" * 200, "club": "Z" * 200, "reason": "x" * 200}],
        "remove": [dict(of)],
        "substitute": [{**of, "name": "Z" * 200}],
        "withdraw": [{**of, "game": "without"}],
        "return": [dict(of)],
        "no_show": [{**of, "entrant": 6}],
        "resign": [{**of, "entrant": 7}],
        "resign_back": [{**of, "entrant": 7}],
        "disqualify": [{**of, "entrant": 8, "leaving": "without"}],
        "lots": [{"drawn": [{"entrant": n, "tile": n % 13 + 1} for n in everybody_]}],
        "extra_game": [{"places": [{"entrant": n, "place": n} for n in range(1, 5)]}],
        "tie_back": [{"entrants": list(everybody_), "reason": REASON}],
        "cut": [{"size": 4}],
        "cut_back": [{"reason": REASON}],
        "ending": [{}],
        "set_rounds": [{"rounds": 30, "reason": "R" * 200}],
        "finish": [{}],
        "reopen": [{"reason": REASON}],
    }


_FELT = [[tile, 40 * n, 60 * (n % 9)] for n, tile in enumerate(TILES)]
_MELDS = [[f"{c}{n}" for c in "kbor"] for n in range(1, 14)]
_DEAR: Mapping[str, dict[str, Any]] = {
    "draft": {"felt": _FELT},
    "order": {"rack": TILES},
    "lay": {"melds": _MELDS},
    "exchange": {"cards": ["r"] * 20},
    "three": {"cards": ["r"] * 20, "slot": "r"},
}


def at_a_table() -> dict[str, dict[str, Any]]:
    """Every message at a table with as much in it as it may hold."""
    hello = {"table": "stol", "pending": [secrets.token_hex(16) for _ in range(50)]}
    return {
        "hello": hello,
        **{name: _dear(name, body) for name, (_, body) in EXPECTED_MESSAGES.items()},
    }


def at_a_clock() -> dict[str, dict[str, Any]]:
    """Every message of a table's phone."""
    told = {name: _dear(name, body) for name, (_, body) in EXPECTED_AT_CLOCK.items()}
    return {**told, "status": {"pending": [secrets.token_hex(16) for _ in range(200)]}}


def _dear(name: str, body: Mapping[str, Any]) -> dict[str, Any]:
    dear = {**body, **_DEAR.get(name, {})}
    if "reason" in dear:
        dear["reason"] = REASON
    if "id" in dear:
        dear["id"] = secrets.token_hex(16)
    return dear
