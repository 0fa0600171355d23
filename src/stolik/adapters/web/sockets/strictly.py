"""A message read from JSON by its decoder, and what is wrong with one that cannot be.

The decoder is fast and says what it dislikes in its own English; only a message it refuses is
looked at again, slowly, for the field at fault.
"""

from collections.abc import Mapping
from typing import Any, NoReturn, TypeVar

import msgspec

from stolik.adapters.web.edge.budget import LARGEST
from stolik.app.reading.codes import Refusal as Unread
from stolik.app.reading.faults import fault_in, type_of
from stolik.app.reading.strict_json import parse, turns
from stolik.app.tables.codes import Refusal
from stolik.refusal import Refused, Violation, refuse

T = TypeVar("T")
Kinds = Mapping[str, type[msgspec.Struct]]  # of messages, by what stands in `t`
_BY_HAND = (Unread.LIMIT, Unread.REASON)  # a person can mend it: a number, a text, a reason


def read_strictly(raw: str | bytes, decoder: "msgspec.json.Decoder[T]", kinds: Kinds) -> T:
    """The message; what is longer than anything that may be said is not read at all."""
    sent = raw.encode("utf-8", "surrogatepass") if isinstance(raw, str) else raw
    if len(sent) > LARGEST:
        _refuse(Violation(Unread.TOO_LONG, facts={"most": LARGEST}))
    if turns(sent):
        refuse(Violation(Unread.TURNING))
    try:
        return decoder.decode(sent)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        _refuse(_fault(sent, kinds))


def _refuse(fault: Violation | None) -> NoReturn:
    if fault and fault.code in _BY_HAND:
        refuse(fault)
    refuse(Violation(Refusal.MESSAGE_UNREADABLE), *([fault] if fault else []))


def _fault(raw: bytes, kinds: Kinds) -> Violation | None:
    try:
        value = parse(raw)
    except Refused as refused:
        return refused.violations[0]
    if not isinstance(value, dict):
        return Violation(
            Unread.WRONG_TYPE, facts={"field": "$", "expected": "object", "got": "any"}
        )
    kind = kinds.get(_name(value))
    if kind is None:
        return Violation(Unread.WRONG_CHOICE, facts={"field": "t", "choices": tuple(kinds)})
    return fault_in({name: item for name, item in value.items() if name != "t"}, type_of(kind))


def _name(value: dict[str, Any]) -> str:
    name = value.get("t")
    return name if isinstance(name, str) else ""
