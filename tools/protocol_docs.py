"""Writes the tables of docs/protocol.md from the classes the server itself speaks with.

    python -m tools.protocol_docs

Everything between `<!-- made from … -->` and `<!-- end -->` is made; the rest is written by hand.
"""

import dataclasses
import re
import typing
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec

from stolik.adapters.web.edge.codes import Refusal as Http
from stolik.adapters.web.sockets import table_messages as said_by_client
from stolik.app.access.codes import Refusal as Access
from stolik.app.games.wojtek.speaking import BoardShown
from stolik.app.reading.codes import Refusal as Unread
from stolik.app.reading.reasons import WHY
from stolik.app.streams.codes import Refusal as Streams
from stolik.app.tables import messages as said_by_server
from stolik.app.tables.codes import NoticeCode, Refusal
from stolik.app.texts import text
from stolik.rummikub import events, view
from stolik.rummikub.codes import Refusal as Rummikub
from stolik.wojtek import events as wojtek_events
from stolik.wojtek import view as wojtek_view
from stolik.wojtek.codes import Refusal as Wojtek
from stolik.wojtek.options import Options
from tools.protocol_types import row_of

PAGE = Path(__file__).parents[1] / "docs" / "protocol.md"
_MADE = re.compile(r"(<!-- made from (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
# What a socket is told besides: it cannot be read, it is not for him, nobody can say just now.
_UNREAD = tuple(code for code in Unread if code.startswith("request."))
_ELSEWHERE = (*_UNREAD, Access.LOGIN_NEEDED, Access.HEAD_JUDGE_ONLY, Http.NOT_READ, Http.FAILED)
# Results that are entered, questions and files: they come by other ways.
_NO_MOVES = ("score", "rack", "verdict", "layout", "profile", "rank", "board")
_PARTS = (said_by_server.ClockShown, said_by_server.Item, said_by_server.Fault)


def page(written: str) -> str:
    """The page with its tables made anew."""
    tables = {
        "client": client_tables,
        "server": server_tables,
        "view": lambda: view_tables(view.TableView),
        "wojtek-view": lambda: view_tables(wojtek_view.TableView),
        "wojtek-options": lambda: view_tables(Options),
        "wojtek-board": lambda: view_tables(BoardShown),
        "events": lambda: event_table(events.Event),
        "wojtek-events": lambda: event_table(wojtek_events.Event),
        "refusals": lambda: code_table([*Refusal, *Streams, *_ELSEWHERE]),
        "rummikub-refusals": lambda: code_table(asked_for(Rummikub, _NO_MOVES)),
        "wojtek-refusals": lambda: code_table(asked_for(Wojtek, _NO_MOVES)),
        "notices": lambda: code_table(NoticeCode),
    }
    return _MADE.sub(
        lambda found: f"{found[1]}\n{''.join(tables[found[2]]())}\n{found[3]}", written
    )


def client_tables() -> Iterator[str]:
    """What a client may say, and who may."""
    for message in said_by_client.MESSAGES:
        tag = str(message.__struct_config__.tag)
        yield f"**`{tag}`** · {message.rule.value}{_sentence(message)}\n\n"
        yield from _fields(
            (field.encode_name, _type(field.type), _default(field))
            for field in msgspec.structs.fields(message)
        )


def server_tables() -> Iterator[str]:
    """What the server says, and the parts of it."""
    for message in (*get_args(said_by_server.ServerMessage), *_PARTS):
        yield from _shape(message)


def view_tables(shown: Any) -> Iterator[str]:
    """A view and the parts it is made of."""
    for shape in dict.fromkeys((shown, *_parts(shown))):
        yield from _shape(shape)


def _shape(shape: Any) -> Iterator[str]:
    kinds, fields = get_type_hints(shape), dataclasses.fields(shape)
    tags = get_args(kinds.get("t"))  # what names a message; elsewhere `t` is a field like others
    tag = tags[0] if tags else shape.__name__
    yield f"**`{tag}`**{_sentence(shape)}\n\n"
    yield from _fields(
        (one.name, _type(kinds[one.name])) for one in fields if not tags or one.name != "t"
    )


def _parts(kind: Any) -> Iterator[Any]:
    """The dataclasses inside a dataclass."""
    inside = get_type_hints(kind).values() if dataclasses.is_dataclass(kind) else get_args(kind)
    for one in inside:
        if dataclasses.is_dataclass(one):
            yield one
        yield from _parts(one)


def event_table(of_game: Any) -> Iterator[str]:
    """Every kind of event with all its fields; a viewer gets those that are his."""
    yield "| kind | fields |\n|---|---|\n"
    for event in get_args(of_game):
        kinds = get_type_hints(event)
        named = (f"`{one.name}`: {_type(kinds[one.name])}" for one in dataclasses.fields(event))
        yield f"| `{event.__name__}` | {', '.join(named) or '–'} |\n"


def asked_for(codes: Iterable[str], besides: tuple[str, ...]) -> Iterator[str]:
    """What is refused of a move or a ruling, and not of a form, a file or a profile."""
    return (code for code in codes if code.partition(".")[0] not in besides)


def code_table(codes: Any) -> Iterator[str]:
    """Codes and their sentences."""
    yield "| code | sentence |\n|---|---|\n"
    for code in codes:
        sentence = text(code, "en").replace("|", "\\|")
        yield f"| `{code}` | {sentence} |\n"


def _fields(rows: Iterator[tuple[str, ...]]) -> Iterator[str]:
    """Name and type; of what a client says also what is taken if it is left out."""
    listed = list(rows)
    if not listed:
        yield "No fields.\n\n"
        return
    heads = ("field", "type", "if left out")[: len(listed[0])]
    yield f"| {' | '.join(heads)} |\n{'|---' * len(heads)}|\n"
    yield from (f"| `{name}` | {' | '.join(more)} |\n" for name, *more in listed)
    yield "\n"


def _sentence(kind: Any) -> str:
    # A dataclass without a docstring has one that only repeats its fields.
    own = kind.__dict__.get("__doc__") or ""
    return "" if own.startswith(f"{kind.__name__}(") or not own else f" · {' '.join(own.split())}"


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return "refused"
    value = field.default
    if value is msgspec.NODEFAULT:
        value = field.default_factory()
    return f"`{msgspec.json.encode(value).decode()}`"


def _type(kind: Any) -> str:
    """A type in words of JSON."""
    kind = row_of(kind)
    origin, args = typing.get_origin(kind), get_args(kind)
    if origin is typing.Annotated:
        return " ".join((_type(args[0]), *filter(None, (_limits(one) for one in args[1:]))))
    if args and (origin is typing.Union or type(kind).__name__ == "UnionType"):
        return " or ".join(dict.fromkeys(_type(one) for one in args))
    if origin is tuple and args[-1] is not Ellipsis:
        return f"[{', '.join(_type(one) for one in args)}]"
    if origin is typing.Literal:
        return "one of " + ", ".join(f"`{one}`" for one in args)
    if origin is not None:
        mapping = issubclass(origin, typing.get_origin(typing.Mapping))
        return f"{{text: {_type(args[1])}}}" if mapping else f"list of {_type(args[0])}"
    kind = getattr(kind, "__supertype__", kind)
    plain = {str: "text", int: "number", bool: "true/false", type(None): "null", Any: "any"}
    if kind in plain:
        return plain[kind]
    if isinstance(kind, type) and hasattr(kind, "__members__"):
        return "one of " + ", ".join(f"`{one.value}`" for one in kind)  # type: ignore[attr-defined]
    return "exact number" if kind.__name__ == "Fraction" else f"`{kind.__name__}`"


def _limits(meta: Any) -> str:
    if not isinstance(meta, msgspec.Meta):
        return ""
    if meta.pattern == WHY:
        return f"(1…{meta.max_length}), words in one line"
    if meta.pattern:
        return f"like `{meta.pattern}`"
    ends = [meta.ge if meta.ge is not None else meta.min_length]
    ends.append(meta.le if meta.le is not None else meta.max_length)
    return f"({'…'.join('' if end is None else str(end) for end in ends)})"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
