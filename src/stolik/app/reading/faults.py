"""Why a value does not fit its type, found by looking at both.

The decoder says only that something is wrong, in words of its own that change with its editions.
Here the value is walked beside its type in the order in which the decoder reads it.
"""

import re
from collections.abc import Iterator, Mapping
from decimal import Context, Decimal
from functools import cache
from typing import Any

from msgspec import inspect

from stolik.app.reading.codes import Limit, Refusal
from stolik.app.reading.reasons import MAYBE_WHY, WHY
from stolik.refusal import Fact, Violation

LARGEST_COORDINATE = 1_000_000
MOST_DECIMALS = 9

_WHOLE = re.compile(r"[-+]?[0-9]+")
_LISTS = inspect.ListType | inspect.VarTupleType
# The JSON types in the order in which a choice of them is told.
_ORDER = ("bool", "int", "str", "decimal", "object", "array", "null")
_GOT: Mapping[type[Any], str] = {
    bool: "bool",
    int: "int",
    str: "str",
    Decimal: "decimal",
    dict: "object",
    list: "array",
    type(None): "null",
}
type_of = cache(inspect.type_info)


def fault_in(value: object, kind: inspect.Type, field: str = "") -> Violation | None:
    """The first fault of a JSON value, with the field as people write it: `seats[0].rack`."""
    return next(_faults(value, kind, field), None)


def fault_in_address(text: str, kind: inspect.Type, field: str) -> Violation | None:
    """The same for a value of an address: a number is written as a text there."""
    numbers = any(isinstance(arm, inspect.IntType) for arm in _arms(kind))
    return fault_in(int(text) if numbers and _WHOLE.fullmatch(text) else text, kind, field)


def is_exact(value: object) -> bool:
    """Whether a number is a length that can be kept as written: 0.1 is a tenth."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return False
    number = Decimal(value)
    if abs(number) > LARGEST_COORDINATE:
        return False
    exponent = number.normalize(Context(prec=60)).as_tuple().exponent
    return isinstance(exponent, int) and exponent >= -MOST_DECIMALS


def _faults(value: object, kind: inspect.Type, field: str) -> Iterator[Violation]:
    arm = next((arm for arm in _arms(kind) if _takes(arm, value)), None)
    match arm:
        case None:
            wanted = sorted({_name(arm) for arm in _arms(kind)}, key=_ORDER.index)
            got = _GOT.get(type(value), "any")
            facts = {"expected": " | ".join(wanted), "got": got}
            yield _fault(Refusal.WRONG_TYPE, field, facts)
        case inspect.LiteralType() | inspect.EnumType():
            if value not in _choices(arm):
                yield _fault(Refusal.WRONG_CHOICE, field, {"choices": _choices(arm)})
        case inspect.CustomType():
            if not is_exact(value):
                limits: dict[str, Fact] = {"most": LARGEST_COORDINATE, "decimals": MOST_DECIMALS}
                yield _fault(Refusal.NUMBER, field, limits)
        case inspect.StructType():
            yield from _of_fields(value, arm, field)
        case _:
            if _is_no_reason(value, arm):
                yield _fault(Refusal.REASON, field)
            elif limit := _limit(value, arm):
                yield _fault(Refusal.LIMIT, field, {"limit": limit})
            yield from _of_items(value, arm, field)


def _of_fields(value: Any, kind: inspect.StructType, field: str) -> Iterator[Violation]:
    known = {one.encode_name: one for one in kind.fields}
    for name, item in value.items():
        if name in known:
            yield from _faults(item, known[name].type, _below(field, name))
        elif kind.forbid_unknown_fields:
            yield _fault(Refusal.UNKNOWN_FIELD, _below(field, name))
    for name, one in known.items():
        if one.required and name not in value:
            yield _fault(Refusal.MISSING_FIELD, _below(field, name))


def _of_items(value: Any, kind: inspect.Type, field: str) -> Iterator[Violation]:
    if isinstance(kind, _LISTS):
        for number, item in enumerate(value):
            yield from _faults(item, kind.item_type, f"{field or '$'}[{number}]")
    elif isinstance(kind, inspect.NamedTupleType):
        for one, item in zip(kind.fields, value, strict=False):  # how many there are is a limit
            yield from _faults(item, one.type, _below(field, one.name))
    elif isinstance(kind, inspect.DictType):
        for item in value.values():
            yield from _faults(item, kind.value_type, f"{field or '$'}[...]")


def _is_no_reason(value: Any, kind: inspect.Type) -> bool:
    """Whether somebody was asked why, and no words came."""
    if not isinstance(kind, inspect.StrType) or kind.pattern not in (WHY, MAYBE_WHY):
        return False
    return len(value) <= (kind.max_length or 0) and not re.search(kind.pattern, value)


def _limit(value: Any, kind: inspect.Type) -> str:
    """Which constraint is broken, as a word of ours and its number: `most 600`."""
    match kind:
        case inspect.IntType():
            return _outside(value, kind.ge, kind.le, (Limit.LEAST, Limit.MOST))
        case inspect.StrType():
            words = (Limit.SIGNS_LEAST, Limit.SIGNS_MOST)
            if limit := _outside(len(value), kind.min_length, kind.max_length, words):
                return limit
            return Limit.FORM.value if kind.pattern and not re.search(kind.pattern, value) else ""
        case inspect.ListType() | inspect.VarTupleType() | inspect.DictType():
            words = (Limit.ITEMS_LEAST, Limit.ITEMS_MOST)
            return _outside(len(value), kind.min_length, kind.max_length, words)
        case inspect.NamedTupleType(fields=fields):
            words = (Limit.ITEMS_LEAST, Limit.ITEMS_MOST)
            return _outside(len(value), len(fields), len(fields), words)
        case _:
            return ""


def _outside(number: int, low: int | None, high: int | None, words: tuple[Limit, Limit]) -> str:
    if low is not None and number < low:
        return f"{words[0].value} {low}"
    return f"{words[1].value} {high}" if high is not None and number > high else ""


def _arms(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    match kind:
        case inspect.Metadata(type=inner):  # what Litestar notes of a field of an address
            return _arms(inner)
        case inspect.UnionType(types=arms):
            return tuple(found for arm in arms for found in _arms(arm))
        case _:
            return (kind,)


def _takes(arm: inspect.Type, value: object) -> bool:
    """Whether a value is of the JSON type that an arm wants."""
    if isinstance(arm, inspect.AnyType):
        return True
    got = _GOT.get(type(value), "any")
    return got == _name(arm) or (isinstance(arm, inspect.CustomType) and got == "int")


def _name(arm: inspect.Type) -> str:
    match arm:
        case inspect.BoolType():
            return "bool"
        case inspect.IntType():
            return "int"
        case inspect.StrType() | inspect.EnumType() | inspect.LiteralType():
            return "str"
        case inspect.CustomType():  # the one of ours: an exact number
            return "decimal"
        case inspect.DictType() | inspect.StructType():
            return "object"
        case inspect.ListType() | inspect.VarTupleType() | inspect.NamedTupleType():
            return "array"
        case inspect.NoneType():
            return "null"
        case _:
            raise TypeError(f"no request has a field of the type {arm}")


def _choices(arm: inspect.LiteralType | inspect.EnumType) -> tuple[str, ...]:
    if isinstance(arm, inspect.LiteralType):
        return tuple(str(value) for value in arm.values)
    return tuple(member.value for member in arm.cls)


def _below(field: str, name: str) -> str:
    return f"{field}.{name}" if field else name


def _fault(code: Refusal, field: str, facts: Mapping[str, Fact] | None = None) -> Violation:
    return Violation(code, facts={"field": field or "$", **(facts or {})})
