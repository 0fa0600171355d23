"""What identifies a profile, a format or a board in logs: all that it says beyond its defaults.

A field added later has a default, and where it stands at its default it leaves no trace: a log
recorded before the field existed still names the same thing.
"""

import json
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from hashlib import sha256
from typing import Any, TypeVar

T = TypeVar("T")

# Fields, as `Class.field`, that have a default and were written out in the first logs all the same.
Written = frozenset[str]


def identity(value: Any, *, written: Written = frozenset(), without: frozenset[str]) -> str:
    """The hash of a frozen dataclass without its outermost fields `without` (words, pictures)."""
    return hash_of({k: v for k, v in facts_of(value, written).items() if k not in without})


def hash_of(facts: Mapping[str, Any]) -> str:
    """The hash of facts, whatever order they stand in."""
    return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def facts_of(value: Any, written: Written = frozenset()) -> Any:
    """A value as plain JSON, its dataclasses without the fields that stand at their default."""
    if is_dataclass(value) and not isinstance(value, type):
        kind = type(value).__name__
        return {
            field.name: facts_of(getattr(value, field.name), written)
            for field in fields(value)
            if f"{kind}.{field.name}" in written or not _is_default(field, value)
        }
    if isinstance(value, tuple | list):
        return [facts_of(item, written) for item in value]
    if isinstance(value, Mapping):
        return {key: facts_of(item, written) for key, item in value.items()}
    return value


def at_defaults(value: T) -> T:
    """A frozen dataclass with every field that was added later as it was before: at its default."""
    if not is_dataclass(value) or isinstance(value, type):
        return value
    earlier = {
        field.name: at_defaults(getattr(value, field.name))
        if field.default is MISSING
        else field.default
        for field in fields(value)
    }
    return replace(value, **earlier)


def _is_default(field: Field[Any], value: Any) -> bool:
    return field.default is not MISSING and bool(getattr(value, field.name) == field.default)
