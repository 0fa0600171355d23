"""The description of the API, as generators of clients want it.

Litestar describes addresses, parameters and bodies. Here it gets what Litestar cannot know: one
shape for every refusal, whom each route is for, the requests about a tournament, examples, and
names that stay. It is made once, when somebody first asks for it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import Litestar
from litestar.routes import HTTPRoute

from stolik.adapters.web.edge.cookies import login_cookie
from stolik.adapters.web.edge.versions import VERSIONED, as_versioned
from stolik.adapters.web.routes.api_examples import EXAMPLES
from stolik.app.access.roles import PersonRole, Rule
from stolik.app.tournaments.requests import REQUESTS

Json = dict[str, Any]

_ASK = "tournaments_ask"
_REQUEST = "TournamentRequest"
_ANY_FILE = {"schema": {"type": "string", "format": "binary"}}
_NOTHING_SAID: tuple[object, ...] = (
    {},
    [],
    False,
    None,
)  # what Litestar writes where nothing is to be said

# Whom a rule lets in, by role; organisers of a tournament are let in there only. None: whoever
# has come in.
_PLAYERS = (PersonRole.PLAYER, PersonRole.BOT)
_ROLES: Mapping[Rule, tuple[PersonRole, ...]] = {
    Rule.ANYONE: (),
    Rule.WATCHER_HERE: (),
    Rule.LOOKER_BACK_HERE: (),
    Rule.SEAT_HERE: _PLAYERS,
    Rule.PLAYER_HERE: _PLAYERS,
    Rule.TABLE_HERE: (*_PLAYERS, PersonRole.REFEREE, PersonRole.ORGANISER),
    Rule.WRITER_HERE: (PersonRole.PLAYER, PersonRole.REFEREE, PersonRole.ORGANISER),
    Rule.DOOR_HERE: (PersonRole.DOOR, PersonRole.ORGANISER),
    Rule.REFEREE_HERE: (PersonRole.REFEREE, PersonRole.ORGANISER),
    Rule.HEAD_JUDGE_HERE: (PersonRole.REFEREE, PersonRole.ORGANISER),
    Rule.ORGANISER_HERE: (PersonRole.ORGANISER,),
    Rule.ORGANISER: (PersonRole.ORGANISER,),
    Rule.LOCAL_OR_ORGANISER: (PersonRole.ORGANISER,),
}
# Where somebody without a login may be let in too: what is public, this very machine.
_MAYBE_ANYONE = (Rule.WATCHER_HERE, Rule.LOOKER_BACK_HERE, Rule.LOCAL_OR_ORGANISER)

_REFUSALS = {
    400: ("NotUnderstood", "Something of the request cannot be read.", "request.missing_field"),
    401: ("LoginNeeded", "Show who you are: a token or the cookie.", "access.login_needed"),
    403: ("NotAllowed", "Not for you, or not from this page.", "access.not_allowed"),
    404: ("NotFound", "There is no such thing.", "http.not_found"),
    409: ("Refused", "The rules do not allow it as things stand.", "draft.none"),
    422: ("NotAccepted", "It was read, and what it says cannot be.", "access.pass_place"),
    429: ("TooOften", "Wait; `Retry-After` says how many seconds.", "access.too_many_guesses"),
}
_OTHERWISE = ("NotNow", "Any other refusal, in the same shape.", "http.not_saved")

_MESSAGE = {"content": {"application/json": {"schema": {"type": "object"}}}, "required": True}
_A_FILE = {"content": {"application/octet-stream": _ANY_FILE}, "required": True}
# Bodies that are read by hand.
_BODIES: Mapping[str, Json] = {
    "tables_open_line": _MESSAGE,
    "tables_say": _MESSAGE,
    "logo_hang": _A_FILE,
    "heats_take_heat": _MESSAGE,
    "rescue_take_back": _MESSAGE,
    "sheets_take_workbook": _A_FILE,
    "sheets_take_list": _A_FILE,
}


_PDF, _PNG = ("application/pdf",), ("image/png",)
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# Answers that are files; all others are JSON.
_FILES: Mapping[str, tuple[str, ...]] = {
    "health_metrics": ("text/plain",),
    "heats_heat_file": ("application/x-ndjson",),
    "https_authority": ("application/x-x509-ca-cert",),
    "logo_picture": _PNG,
    "open_data_event": ("text/calendar",),
    "open_data_open_file": ("application/json", "text/csv"),
    "papers_badges": _PDF,
    "papers_form": (*_PDF, "text/csv", "application/json"),
    "papers_printed": _PDF,
    "papers_sheet": _PDF,
    "postcards_picture": _PNG,
    "reach_qr": ("image/svg+xml",),
    "reach_way_in_qr": ("image/svg+xml",),
    "rescue_carry_out": ("application/x-ndjson",),
    "sheets_export": ("text/csv", "application/json"),
    "sheets_workbook": (_XLSX,),
    "tables_stream": ("text/event-stream",),
}
_WITH_A_TAG = ("open_data_event", "open_data_open_file", "public_public")


@dataclass(frozen=True)
class Violation:
    """One thing that is wrong: a code for programs, a sentence for people."""

    code: str
    article: str | None
    message: str
    tiles: list[str]
    melds: list[list[str]]


@dataclass(frozen=True)
class Error:
    """All that is wrong; the code is that of the first violation."""

    code: str
    message: str
    violations: list[Violation]


@dataclass(frozen=True)
class Refusal:
    """How every request is refused, whatever the status."""

    error: Error


def described(app: Litestar, made: Json) -> Json:
    """What Litestar has made, completed."""
    schemas = {**made["components"]["schemas"], **_request_schemas(), **_refusal_schemas()}
    rules = {
        (route.path_format, method.lower()): handler.opt["rule"]
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method, (handler, _) in route.route_handler_map.items()
        if "rule" in handler.opt
    }
    paths = {
        as_versioned(path): {
            method: _operation(method, operation, rules[path, method])
            for method, operation in item.items()
        }
        for path, item in made["paths"].items()
    }
    return {
        "openapi": made["openapi"],
        "info": {**made["info"], "description": _ABOUT, "license": {"name": "MIT"}},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": {name: _tidy(schemas[name]) for name in sorted(schemas)},
            "responses": dict(_responses()),
            "securitySchemes": _SCHEMES,
        },
    }


_ABOUT = (
    f"Addresses below `{VERSIONED}` keep their meaning: fields and addresses are added, none is "
    "taken away. A request that writes either shows a token (`Authorization: Bearer …`) or comes "
    "with the `Origin` of the server's own pages."
)
_SCHEMES = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a pass's link (what stands after `#`), or of a login.",
    },
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": login_cookie(secure=False),
        "description": f"As a browser has it after a login; by https `{login_cookie(True)}`.",
    },
}


def _operation(method: str, made: Json, rule: Rule) -> Json:
    name, writes = made["operationId"], method != "get"
    told: Json = {key: value for key, value in _tidy(made).items() if key != "responses"}
    told["security"] = _security(rule)
    if name in _BODIES:
        told["requestBody"] = _BODIES[name]
    if name == _ASK:
        told["requestBody"] = _ask_body()
    if writes:
        told["parameters"] = [*told.get("parameters", ()), _COMMAND]
    good = {
        status: _answer(name, one) for status, one in made["responses"].items() if status < "400"
    }
    if name in _WITH_A_TAG:
        good["304"] = {"description": "Nothing has changed since the `ETag` you showed."}
    hindrances = [
        *((400, 429) if made.get("parameters") or writes else (429,)),
        *(() if rule is Rule.ANYONE else (401, 403)),
        *((403, 409, 422) if writes else ()),
        *((404,) if "parameters" in made else ()),
    ]
    refused = {str(status): _refers(_REFUSALS[status][0]) for status in sorted(set(hindrances))}
    told["responses"] = {**good, **refused, "default": _refers(_OTHERWISE[0])}
    return told


_COMMAND = {
    "name": "Stolik-Command",
    "in": "header",
    "description": "An id of your own: under it the same request is done once, and answered alike.",
    "schema": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
}


def roles_of(rule: Rule) -> tuple[PersonRole, ...]:
    """Those one of which is needed; none: any login."""
    return _ROLES[rule]


def _security(rule: Rule) -> list[Json]:
    """The roles stand in the lists: one of them is needed, at this place."""
    if rule is Rule.ANYONE:
        return []
    roles = [str(role) for role in roles_of(rule)]
    anyone: list[Json] = [{}] if rule in _MAYBE_ANYONE else []
    return [{"bearer": roles}, {"cookie": roles}, *anyone]


def _answer(name: str, made: Json) -> Json:
    """What is answered; what we write as bytes is a file, or JSON that has no shape of its own."""
    told: Json = {"description": made["description"]}
    files: Json = {
        kind: {"schema": {}} if kind == "application/json" else _ANY_FILE
        for kind in _FILES.get(name, ())
    }
    for kind, content in made.get("content", {}).items():
        schema = _tidy(content["schema"])
        if schema != {"type": "null"}:
            bare = schema == {"type": "string"}
            told["content"] = files or {kind: {"schema": {} if bare else schema}}
    return told


def _tidy(made: Any) -> Any:
    """Without what says nothing."""
    if isinstance(made, list):
        return [_tidy(one) for one in made]
    if not isinstance(made, dict):
        return made
    if "properties" in made:  # fields may be called like a keyword, and mean something if empty
        # With a default a field need not be sent; some generators would want it to be.
        fields = {
            name: {key: value for key, value in _tidy(one).items() if key != "default"}
            for name, one in made["properties"].items()
        }
        return {**_tidy({k: v for k, v in made.items() if k != "properties"}), "properties": fields}
    if set(made.get("enum", ("",))) <= {True, None}:  # no generator knows such a choice
        return {key: value for key, value in made.items() if key != "enum"}
    silent = ("headers", "deprecated", "allowEmptyValue", "allowReserved", "required")
    return {k: _tidy(v) for k, v in made.items() if not (k in silent and v in _NOTHING_SAID)}


# Refusals


def _refers(name: str) -> Json:
    return {"$ref": f"#/components/responses/{name}"}


def _responses() -> Iterator[tuple[str, Json]]:
    for name, words, code in (*_REFUSALS.values(), _OTHERWISE):
        violation = Violation(code, None, words, [], [])
        example = msgspec.to_builtins(Refusal(Error(code, words, [violation])))
        content = {"schema": {"$ref": "#/components/schemas/Refusal"}, "example": example}
        yield name, {"description": words, "content": {"application/json": content}}


def _refusal_schemas() -> Json:
    return _components(Refusal)


# Requests about a tournament


def request_name(do: str) -> str:
    """`check_in` ─▶ `CheckInRequest`."""
    return "".join(part.capitalize() for part in do.split("_")) + "Request"


def _request_schemas() -> Json:
    """A schema for each, told apart by `do`."""
    found = _components(*(kind.shape for kind in REQUESTS.values()))
    shapes = {kind.shape.__name__ for kind in REQUESTS.values()}
    schemas = {name: schema for name, schema in found.items() if name not in shapes}
    for do, kind in REQUESTS.items():
        schema = found[kind.shape.__name__]
        fields = {**schema["properties"], "do": {"type": "string", "const": do}}
        schemas[request_name(do)] = {**schema, "title": request_name(do), "properties": fields}
    names = {do: f"#/components/schemas/{request_name(do)}" for do in REQUESTS}
    schemas[_REQUEST] = {
        "oneOf": [{"$ref": name} for name in names.values()],
        "discriminator": {"propertyName": "do", "mapping": names},
    }
    return schemas


def _components(*kinds: type[Any]) -> Json:
    template = "#/components/schemas/{name}"
    return msgspec.json.schema_components(kinds, ref_template=template)[1]


def _ask_body() -> Json:
    examples = {do: {"value": {"do": do, **EXAMPLES[do]}} for do in REQUESTS}
    content = {"schema": {"$ref": f"#/components/schemas/{_REQUEST}"}, "examples": examples}
    return {"content": {"application/json": content}, "required": True}
