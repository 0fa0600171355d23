"""Every field of a request that holds a number or words of people, by its name."""

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from inspect import getmembers, isclass
from typing import Any

from msgspec import inspect

from stolik.adapters.web import routes
from stolik.adapters.web.edge.reading import Body
from stolik.app.tournaments.requests import REQUESTS

_TYPED = (inspect.IntType, inspect.StrType, inspect.CustomType)
# Never typed on a screen: chosen from a list, or made by a program.
CHOSEN = {
    *("based_on", "board", "bot", "bots", "by", "consent_text", "do", "format", "id", "key"),
    *("kind", "last_drawn", "one", "other", "over", "page", "penalty", "preview", "profile"),
    *("report", "rows", "scene", "sheet", "sign", "stage", "step", "tableau", "tiles", "token"),
    *("choices", "drawn", "absent", "changes", "flat", "watching", "role"),
    *("also", "passes", "seats", "to"),
}


def typed_fields() -> set[str]:
    """Those a person fills in."""
    shapes = [kind.shape for kind in REQUESTS.values()]
    for module in pkgutil.walk_packages(routes.__path__, routes.__name__ + "."):
        for _, kind in getmembers(import_module(module.name), isclass):
            if issubclass(kind, Body) and kind is not Body:
                shapes.append(kind)
    return {name for shape in shapes for name in _typed(inspect.type_info(shape), "")} - CHOSEN


def _typed(kind: Any, name: str) -> Iterator[str]:
    match kind:
        case inspect.Metadata(type=inner):
            yield from _typed(inner, name)
        case inspect.UnionType(types=arms):
            for arm in arms:
                yield from _typed(arm, name)
        case inspect.StructType(fields=fields):
            for field in fields:
                yield from _typed(field.type, field.encode_name)
        case inspect.ListType(item_type=inner) | inspect.VarTupleType(item_type=inner):
            yield name  # there may be too many of them
            yield from _typed(inner, name)
        case inspect.DictType(value_type=inner):
            yield from _typed(inner, name)
        case _ if isinstance(kind, _TYPED):
            yield name
