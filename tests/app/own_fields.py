"""Every field that a file of rules or a format can have, by its type and not by an example."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints

from stolik.app.tournaments.own_rules import OwnKind
from stolik.rummikub.rules import RulesProfile
from stolik.tournament.format import TournamentFormat

WORDS = {"id", "title", "document", "articles"}
KINDS = {OwnKind.RULES: RulesProfile, OwnKind.FORMAT: TournamentFormat}


def field_names(kind: OwnKind) -> list[str]:
    """As a file names them; `stages` is never empty and told field by field."""
    return [name for name in _names(KINDS[kind]) if name not in {*WORDS, "stages"}]


def _names(kind: Any, before: str = "") -> Iterator[str]:
    hints = get_type_hints(kind)
    for field in fields(kind):
        hint, name = hints[field.name], before + field.name
        if not is_dataclass(hint):
            yield name
        for one in (hint, *get_args(hint)):
            if is_dataclass(one):
                yield from _names(one, f"{name}.")
