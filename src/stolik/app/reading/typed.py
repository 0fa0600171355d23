"""Requests as typed values; what does not fit is refused by the name of its field."""

from decimal import Context, Decimal
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from stolik.app.reading.faults import LARGEST_COORDINATE, MOST_DECIMALS, fault_of
from stolik.refusal import refuse


class Request(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """What every request has in common: nothing in it may be unknown."""


T = TypeVar("T", bound=Request)


def read(kind: type[T], value: object) -> T:
    """A JSON value as a request of some kind."""
    try:
        return msgspec.convert(value, kind, dec_hook=_exact)
    except msgspec.ValidationError as error:
        refuse(fault_of(str(error), kind))


def _exact(_kind: type[Any], value: object) -> Fraction:
    """A length as written: 0.1 is a tenth. Raised words come back with the field's path."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise TypeError(f"Expected `decimal`, got `{_json_type(value)}`")
    number = Decimal(value)
    if abs(number) > LARGEST_COORDINATE:
        raise ValueError("number")
    exponent = number.normalize(Context(prec=60)).as_tuple().exponent
    if not isinstance(exponent, int) or exponent < -MOST_DECIMALS:
        raise ValueError("number")
    return Fraction(number)


def _json_type(value: object) -> str:
    names = {bool: "bool", str: "str", list: "array", dict: "object", type(None): "null"}
    return names.get(type(value), "any")
