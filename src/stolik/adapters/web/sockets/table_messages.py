"""A client's messages at a table read from JSON: unknown fields refused, `t` names the message.

The shapes are plain classes (`app/tables/asks.py`, `app/games/<game>/asks.py`); of each a strict
twin is made here that reads it.
"""

import dataclasses
from functools import cache, reduce
from operator import or_
from typing import Any, ClassVar, cast, get_type_hints

import msgspec

from stolik.adapters.web.sockets.strictly import read_strictly
from stolik.app.access.roles import Rule
from stolik.app.games.registry import ASKS
from stolik.app.tables.asks import COMMON, Hello, Message


class Twin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    """The strict twin of a message."""

    of: ClassVar[type[Message]]
    rule: ClassVar[Rule]


class MessageReader:
    """Reads what may be said at the tables of a house, by the games played there."""

    def __init__(self, kinds: tuple[type[Message], ...]) -> None:
        self.twins = tuple(twin_of(kind) for kind in kinds)
        self._decoder: msgspec.json.Decoder[Twin] = msgspec.json.Decoder(reduce(or_, self.twins))
        self._kinds = {twin.of.tag: twin for twin in self.twins}

    def read(self, raw: str | bytes) -> Message:
        """A message; one that cannot be read is refused by its field."""
        found = read_strictly(raw, self._decoder, self._kinds)
        return found.of(*[getattr(found, name) for name in found.__struct_fields__])


def is_hello(raw: str | bytes) -> bool:
    """Whether somebody who comes says hello; what nobody can read is looked at more closely.

    A stranger may say a hundred other things: none of them is worth a look at its fields.
    """
    try:
        return _TAGGED.decode(raw).t == Hello.tag
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return True


class _Tagged(msgspec.Struct):
    """What kind of message it is, whatever else it says."""

    t: str = ""


_TAGGED = msgspec.json.Decoder(_Tagged)


@cache
def reader_of(of_games: tuple[type[Message], ...]) -> MessageReader:
    """The reader of a house in which these are said beside what is common to all games."""
    return MessageReader((*COMMON, *of_games))


def twin_of(kind: type[Message]) -> type[Twin]:
    """The class that reads a message."""
    hints = get_type_hints(kind, include_extras=True)
    fields = [(f.name, hints[f.name], *_default(f)) for f in dataclasses.fields(kind)]
    told = {"of": kind, "rule": kind.rule, "__doc__": _said_of(kind)}
    name, tag = kind.__name__, kind.tag
    made = msgspec.defstruct(name, fields, bases=(Twin,), namespace=told, tag=tag, frozen=True)
    return cast("type[Twin]", made)


def _default(field: "dataclasses.Field[Any]") -> tuple[Any, ...]:
    if field.default_factory is not dataclasses.MISSING:
        return (msgspec.field(default_factory=field.default_factory),)
    return () if field.default is dataclasses.MISSING else (field.default,)


def _said_of(kind: type[Message]) -> str | None:
    """Its docstring; a dataclass without one has one that only repeats its fields."""
    own = kind.__doc__ or ""
    return None if own.startswith(f"{kind.__name__}(") else own


MESSAGES = reader_of(ASKS).twins  # all that may be said where every game is played
