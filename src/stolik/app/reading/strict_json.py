"""JSON without the liberties parsers take: no NaN, no field twice, no number without end."""

import json
import re
from collections import Counter
from decimal import Decimal
from typing import Any, NoReturn

from stolik.app.reading.codes import Refusal
from stolik.refusal import Violation, refuse

# The sign without a shape: it ends texts in other programs, and PostgreSQL takes none with it.
_NOTHING = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
# Signs by which a line reads the other way round, as they are or escaped: no language needs them.
_TURNED = re.compile(rb"\xe2(?:\x80[\xaa-\xae]|\x81[\xa6-\xa9])")
_TURNED_ESCAPED = re.compile(rb"\\u20(?:2[a-eA-E]|6[6-9])")
_BACKSLASH = ord("\\")
_LONGEST_NUMBER = 40
_SHOWN = 20  # characters from the fault on, so that it can be found


def parse(raw: bytes) -> Any:
    """The value of a JSON text that was sent; numbers with a point or exponent stay exact
    (`Decimal`). Signs that turn the reading direction are refused."""
    value = parse_kept(raw)
    if turns(raw):
        refuse(Violation(Refusal.TURNING))
    return value


def parse_kept(raw: bytes) -> Any:
    """The same for a record: what was let in before is read as it stands, to be checked."""
    try:
        value = json.loads(
            raw.decode("utf-8"),
            object_pairs_hook=_object,
            parse_constant=_not_json,
            parse_int=_integer,
            parse_float=_decimal,
        )
        _refuse_half_characters(raw, value)
        if b"\\u0000" in raw and _NOTHING.search(raw):
            _not_json("\\u0000")
    except UnicodeDecodeError as error:
        _not_json(raw[error.start : error.start + _SHOWN].decode("ascii", "replace"))
    except json.JSONDecodeError as error:
        _not_json(error.doc[error.pos : error.pos + _SHOWN].strip() or "⏎")
    except RecursionError:
        _not_json("[[[[[[…")
    return value


def turns(raw: bytes) -> bool:
    """Whether a text of a JSON value holds a sign that turns the reading direction."""
    # Two patterns that each begin with a plain byte: both are found as fast as a text is read.
    escaped = (found.start() for found in _TURNED_ESCAPED.finditer(raw))
    return _TURNED.search(raw) is not None or any(_is_escape(raw, at) for at in escaped)


def _is_escape(raw: bytes, at: int) -> bool:
    """Whether the backslash here is no second half of one that somebody wrote."""
    first = at
    while first and raw[first - 1] == _BACKSLASH:
        first -= 1
    return (at - first) % 2 == 0


def _refuse_half_characters(raw: bytes, value: Any) -> None:
    """Half of a surrogate pair can be written as an escape, but is no character."""
    if b"\\ud" in raw.lower():
        try:
            json.dumps(value, default=str, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError:
            _not_json("\\ud…")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        counted = Counter(name for name, _ in pairs)  # counting each by itself took hours
        twice = next(name for name, times in counted.items() if times > 1)
        refuse(Violation(Refusal.DUPLICATE_FIELD, facts={"field": twice}))
    return table


def _integer(text: str) -> int:
    return int(text) if len(text) <= _LONGEST_NUMBER else _not_json(text)


def _decimal(text: str) -> Decimal:
    # Nothing we measure needs an exponent of four digits, and Decimal has its own limits.
    exponent = text.lower().partition("e")[2]
    if len(text) > _LONGEST_NUMBER or len(exponent) > 4:
        _not_json(text)
    return Decimal(text)


def _not_json(where: str) -> NoReturn:
    refuse(Violation(Refusal.NOT_JSON, facts={"where": where}))
