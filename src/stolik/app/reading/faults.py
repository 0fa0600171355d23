"""Why a request does not fit its type, read from the words of the decoder."""

import re
from collections.abc import Mapping
from typing import Any, get_args, get_type_hints

from stolik.app.reading.codes import Limit, Refusal
from stolik.refusal import Violation

LARGEST_COORDINATE = 1_000_000
MOST_DECIMALS = 9

_PATH = r"(?: - at `(?P<path>.*)`)?"
_UNKNOWN = re.compile(rf"Object contains unknown field `(?P<field>.*?)`{_PATH}", re.DOTALL)
_MISSING = re.compile(rf"Object missing required field `(?P<field>.*?)`{_PATH}", re.DOTALL)
_TYPE = re.compile(rf"Expected `(?P<expected>.*?)`, got `(?P<got>.*?)`{_PATH}", re.DOTALL)
_CHOICE = re.compile(rf"Invalid enum value .*?{_PATH}", re.DOTALL)
# A length, a size or a pattern: `Expected `str` of length >= 1`.
_RANGE = re.compile(rf"Number out of range{_PATH}")
_FORM = re.compile(
    rf"Invalid (?:RFC3339|UUID|decimal|base64|value|epoch|MessagePack).*?{_PATH}", re.DOTALL
)
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
        limit = _limit(match["kind"], match["limit"])
        return Violation(Refusal.LIMIT, facts={"field": _field(match), "limit": limit})
    for pattern, what in ((_RANGE, Limit.RANGE), (_FORM, Limit.FORM)):
        if match := pattern.fullmatch(message):
            return Violation(Refusal.LIMIT, facts={"field": _field(match), "limit": what.value})
    return None


# How msgspec words a constraint, with what it is about; of what may be long, how long it is.
_WORDED = (
    (r"of (?:length >=|at least length) (\d+)", Limit.SIGNS_LEAST, Limit.ITEMS_LEAST),
    (r"of (?:length <=|at most length) (\d+)", Limit.SIGNS_MOST, Limit.ITEMS_MOST),
    (r"of length (\d+)", Limit.SIGNS, Limit.ITEMS),
    (r">= (\S+)", Limit.LEAST, Limit.LEAST),
    (r"<= (\S+)", Limit.MOST, Limit.MOST),
    (r"> (\S+)", Limit.ABOVE, Limit.ABOVE),
    (r"< (\S+)", Limit.BELOW, Limit.BELOW),
    (r"that's a multiple of (\S+)", Limit.MULTIPLE, Limit.MULTIPLE),
)
_LISTS = ("array", "object")


def _limit(kind: str, words: str) -> str:
    """A constraint as a word of ours and its number: `most 600`."""
    plain = words.partition(", got")[0]
    for pattern, of_texts, of_lists in _WORDED:
        if match := re.fullmatch(pattern, plain):
            number = match[1].removesuffix(".0")
            return f"{(of_lists if kind in _LISTS else of_texts).value} {number}"
    return Limit.FORM.value


def _field(match: re.Match[str], name: str = "") -> str:
    """Where, as people write it: `seats[0].rack`; `$` is the request itself."""
    path = (match["path"] or "$").removeprefix("$").removeprefix(".")
    return ".".join(part for part in (path, name) if part) or "$"


def _choices(kind: type[Any], field: str) -> tuple[str, ...]:
    hints: Mapping[str, Any] = get_type_hints(kind)
    return tuple(str(choice) for choice in get_args(hints.get(field)))
