"""How large a request may be before anybody reads it, and the numbers in its address.

The kinds are those of `app/bounds`; Litestar wants the limits of an address in words of its own.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from litestar.params import QueryParameter
from litestar.types import Scope

from stolik.adapters.web.edge.codes import Refusal
from stolik.app import bounds as b
from stolik.app.reading.codes import Refusal as Asked
from stolik.refusal import Fact, Violation, refuse

LARGEST_LIST = 200_000  # bytes of a body that holds a whole list: a thousand passes or badges
LARGEST_REQUEST = 1_000_000  # about a tournament: lots and tables of everybody, read beside
READ_ON_THE_LOOP = 20_000  # bytes; longer ones are read beside it
MOST_FIELDS = 50  # after the question mark
LONGEST_TARGET = 4096
MOST_HEADERS = 60  # a browser behind two proxies sends half of that
LONGEST_HEADERS = 16 * 1024
_MOST_NUMBER = 1_000_000  # in a path: of a table, a round, a game
_LONGEST_PART = 200  # of a path

Entrants = Annotated[int, QueryParameter(ge=0, le=b.MOST_ENTRANTS)]
Seq = Annotated[int, QueryParameter(ge=-1, le=b.MOST_SEQ)]
MaybeTableSize = Annotated[int | None, QueryParameter(ge=-1, le=100)]
Minutes = Annotated[int, QueryParameter(ge=-b.MOST_MINUTES, le=b.MOST_MINUTES)]
Seconds = Annotated[int, QueryParameter(ge=-1, le=600)]
MaybeSeconds = Annotated[int | None, QueryParameter(ge=0, le=600)]
Clock = Annotated[str, QueryParameter(max_length=b.LONGEST_WORD)]
Path = Annotated[str, QueryParameter(max_length=500)]
MaybeRound = Annotated[int | None, QueryParameter(ge=-1, le=b.MOST_ROUNDS)]
MaybePlaces = Annotated[int | None, QueryParameter(ge=-1, le=b.MOST_ENTRANTS)]
Places = Annotated[int, QueryParameter(ge=1, le=100)]
School = Annotated[str, QueryParameter(min_length=1, max_length=200)]
MaybeNumber = Annotated[int | None, QueryParameter(ge=-1, le=_MOST_NUMBER)]


def target_fault(scope: Scope) -> Violation | None:
    """What is wrong with an address or with what stands around it, whatever it asks for."""
    asked, headers = scope["query_string"], tuple(scope["headers"])
    if len(asked) + len(scope["path"]) > LONGEST_TARGET:
        return Violation(Refusal.TARGET_TOO_LONG, facts={"most": LONGEST_TARGET})
    if len(headers) > MOST_HEADERS:
        return Violation(Refusal.TOO_MANY_HEADERS, facts={"most": MOST_HEADERS})
    if sum(len(name) + len(value) for name, value in headers) > LONGEST_HEADERS:
        return Violation(Refusal.HEADERS_TOO_LONG, facts={"most": LONGEST_HEADERS})
    if asked.count(b"&") >= MOST_FIELDS:
        return _limit("?", f"<= {MOST_FIELDS} &")
    # No text of ours holds it, and PostgreSQL takes none that does.
    if b"%00" in asked or "\0" in scope["path"]:
        return _limit("?", "\\x00")
    return None


def refuse_unbounded(path_params: Mapping[str, Any]) -> None:
    """Refused: a number or a name in the path that is larger than any of ours."""
    for name, value in path_params.items():
        if isinstance(value, int) and abs(value) > _MOST_NUMBER:
            refuse(_limit(name, f"<= {_MOST_NUMBER}"))
        if isinstance(value, str) and len(value) > _LONGEST_PART:
            refuse(_limit(name, f"of length <= {_LONGEST_PART}"))


def _limit(field: str, limit: str) -> Violation:
    facts: dict[str, Fact] = {"field": field, "limit": limit}
    return Violation(Asked.LIMIT, facts=facts)
