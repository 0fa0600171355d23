"""A refusal as an answer: its status, and the words in its body."""

from collections.abc import Mapping

import msgspec

from stolik.adapters.web.edge.codes import Refusal as Http
from stolik.app.access.codes import Refusal as Access
from stolik.app.hall.codes import Refusal as Hall
from stolik.app.reading.codes import Refusal as Asked
from stolik.app.sheets.codes import Refusal as Sheets
from stolik.app.streams.codes import Refusal as Streams
from stolik.app.tables.codes import Refusal as Live
from stolik.app.telling import as_labelled, refusal_told
from stolik.app.thinking.codes import Refusal as Busy
from stolik.refusal import Refused

_STATUS: Mapping[str, int] = {
    Access.LOGIN_NEEDED: 401,
    Access.NOT_ALLOWED: 403,
    Access.NO_REPLAY: 404,
    Live.REPLAY_LATER: 403,
    Access.HEAD_JUDGE_ONLY: 403,
    Access.HEAD_JUDGE_UNKNOWN: 404,
    Access.LINK_UNKNOWN: 403,
    Access.CODE_UNKNOWN: 403,
    Access.PASSWORD_WRONG: 403,
    Access.TOO_MANY_GUESSES: 429,
    Access.BUSY: 503,
    Access.PASS_UNKNOWN: 404,
    Access.ORGANISER_UNKNOWN: 404,
    Access.INVITATION_UNKNOWN: 404,
    Asked.TOO_LONG: 413,
    Sheets.TOO_LARGE: 413,
    Sheets.UNKNOWN_EXPORT: 404,
    Http.NOT_FOUND: 404,
    Http.METHOD: 405,
    Http.HOST: 421,
    Http.ORIGIN: 403,
    Http.BAD_REQUEST: 400,
    Http.NOT_SAVED: 503,
    Http.NOT_READ: 503,
    Streams.OVERTAKEN: 503,
    Http.TOO_MANY_CONNECTIONS: 429,
    Live.TOO_FAST: 429,
    Hall.TOO_OFTEN: 429,
    Live.NO_SUCH_LINE: 404,
    Live.FRIENDS_GONE: 404,
    Http.FAILED: 500,
    Http.TARGET_TOO_LONG: 414,
    Http.TOO_MANY_HEADERS: 431,
    Http.HEADERS_TOO_LONG: 431,
    Busy.HERE: 429,
    Busy.EVERYWHERE: 503,
    Busy.TOO_LONG: 422,
    Busy.NOBODY_WAITS: 503,
}
_BY_FAMILY = {"request": 400, "access": 422, "field": 422, "sheet": 422}


def status_of(refused: Refused) -> int:
    """The status of an answer that refuses; the rules of a game are a conflict."""
    code = refused.violations[0].code
    return _STATUS.get(code, _BY_FAMILY.get(code.partition(".")[0], 409))


def refusal_body(refused: Refused, lang: str) -> bytes:
    """The same shape as the command line's errors."""
    return msgspec.json.encode({"error": refusal_told(as_labelled(refused, lang), lang)})
