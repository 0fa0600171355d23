"""Why a request does not fit its type, read from the words of the decoder."""

import re
from collections.abc import Mapping
from typing import Any, get_args, get_type_hints

from stolik.app.request_codes import Refusal
from stolik.refusal import Violation

LARGEST_COORDINATE = 1_000_000
MOST_DECIMALS = 9

_PATH = r"(?: - at `(?P<path>.*)`)?"
_UNKNOWN = re.compile(rf"Object contains unknown field `(?P<field>.*?)`{_PATH}", re.DOTALL)
_MISSING = re.compile(rf"Object missing required field `(?P<field>.*?)`{_PATH}", re.DOTALL)
_TYPE = re.compile(rf"Expected `(?P<expected>.*?)`, got `(?P<got>.*?)`{_PATH}", re.DOTALL)
_CHOICE = re.compile(rf"Invalid enum value .*?{_PATH}", re.DOTALL)
# A length, a size or a pattern: `Expected `str` of length >= 1`.
_LIMIT = re.compile(rf"Expected `(?P<kind>.*?)` (?P<limit>[a-z<>].*?){_PATH}", re.DOTALL)
_NUMBER = re.compile(rf"number{_PATH}")


def fault_of(message: str, kind: type[Any]) -> Violation:
    """msgspec's English as a code of ours and its facts."""
    found = known_fault(message, kind)
    assert found is not None, message
    return found


def known_fault(message: str, kind: type[Any]) -> Violation | None:
    """The same for words that may be somebody else's: those are None."""
    if match := _UNKNOWN.fullmatch(message):
        return Violation(Refusal.UNKNOWN_FIELD, facts={"field": _field(match, match["field"])})
    if match := _MISSING.fullmatch(message):
        return Violation(Refusal.MISSING_FIELD, facts={"field": _field(match, match["field"])})
    if match := _TYPE.fullmatch(message):
        facts = {"field": _field(match), "expected": match["expected"], "got": match["got"]}
        return Violation(Refusal.WRONG_TYPE, facts=facts)
    if match := _CHOICE.fullmatch(message):
        choices = _choices(kind, _field(match))
        return Violation(Refusal.WRONG_CHOICE, facts={"field": _field(match), "choices": choices})
    if match := _NUMBER.fullmatch(message):
        limits = {"most": LARGEST_COORDINATE, "decimals": MOST_DECIMALS}
        return Violation(Refusal.NUMBER, facts={"field": _field(match), **limits})
    if match := _LIMIT.fullmatch(message):
        return Violation(Refusal.LIMIT, facts={"field": _field(match), "limit": match["limit"]})
    return None


def _field(match: re.Match[str], name: str = "") -> str:
    """Where, as people write it: `seats[0].rack`; `$` is the request itself."""
    path = (match["path"] or "$").removeprefix("$").removeprefix(".")
    return ".".join(part for part in (path, name) if part) or "$"


def _choices(kind: type[Any], field: str) -> tuple[str, ...]:
    hints: Mapping[str, Any] = get_type_hints(kind)
    return tuple(str(choice) for choice in get_args(hints.get(field)))
