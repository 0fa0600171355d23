"""Requests as typed values; what does not fit is refused by the name of its field."""

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from stolik.app.reading.faults import fault_in, is_exact, type_of
from stolik.refusal import Violation, refuse

_OF_SEAT = re.compile(r"seats\[(\d{1,6})\]\.")


class Request(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """What every request has in common: nothing in it may be unknown."""


T = TypeVar("T", bound=Request)


def read(kind: type[T], value: object) -> T:
    """A JSON value as a request of some kind."""
    try:
        return msgspec.convert(value, kind, dec_hook=_exact)
    except msgspec.ValidationError as error:
        fault = fault_in(value, type_of(kind))
        if fault is None:
            raise RuntimeError(f"a value that fits its type was not read: {error}") from error
        refuse(replace(fault, facts={**fault.facts, **_whose(value, fault)}))


def _whose(value: Any, fault: Violation) -> dict[str, int]:
    """The entrant whose row is wrong: people know each other by number, not by row of a request."""
    found = _OF_SEAT.match(str(fault.facts.get("field", "")))
    row = value["seats"][int(found[1])] if found else None
    entrant = row.get("entrant") if isinstance(row, dict) else None
    return {"entrant": entrant} if isinstance(entrant, int) else {}


def _exact(_kind: type[Any], value: Any) -> Fraction:
    """A length as written; what is wrong with another is found by `fault_in`."""
    if not is_exact(value):
        raise ValueError("not a length")
    return Fraction(value)
