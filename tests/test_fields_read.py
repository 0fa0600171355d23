"""Every field of a rules profile and of a format is read by some code: a switch turns something.

The loader takes fields by their names and does not count. Who reads a field is found in the
source: an attribute of something that is known, by its name or its annotation, to be of the class.
"""

import ast
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from stolik.rummikub.rules import RulesProfile
from stolik.tournament.format import TournamentFormat
from tools.names import tree

SOURCE = Path(__file__).parent.parent / "src" / "stolik"
LOADER = {SOURCE / "app" / "library.py", SOURCE / "identity.py"}
# Names for who reads the file or a refusal of it; they turn nothing and are part of old hashes.
NAMES = {("RulesProfile", "document"), ("Stage", "id")}
WORDS = {"format": "TournamentFormat", "shape": "TournamentFormat", "rules": "RulesProfile"}


@cache
def trees() -> list[ast.Module]:
    """All of the source but what takes every field by its name."""
    read = (path for path in SOURCE.rglob("*.py") if path not in LOADER)
    return [tree(path) for path in read]


def parts(kind: type) -> Iterator[tuple[str, type]]:
    """The dataclasses a dataclass is made of, each with the field that holds it."""
    for name, hint in get_type_hints(kind).items():
        for held in (hint, *get_args(hint)):
            if isinstance(held, type) and is_dataclass(held):
                yield name, held
                yield from parts(held)


PARTS = [*parts(RulesProfile), *parts(TournamentFormat)]
HOLDERS = {name: kind.__name__ for name, kind in PARTS}
CLASSES = {kind.__name__: kind for kind in (RulesProfile, TournamentFormat, *dict(PARTS).values())}
FIELDS = [(name, field.name) for name, kind in CLASSES.items() for field in fields(kind)]


def named(annotation: ast.expr | None) -> str | None:
    """The class of ours an annotation names, alone or as what something holds."""
    words = [n.id for n in ast.walk(annotation) if isinstance(n, ast.Name)] if annotation else []
    return next((word for word in words if word in CLASSES), None)


@cache
def returns() -> dict[str, str]:
    """What functions of ours give back, where it is of one of the classes."""
    return {
        node.name: kind
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and (kind := named(node.returns))
    }


class Reader(ast.NodeVisitor):
    """Walks a module; `known` says of which class a name is."""

    def __init__(self) -> None:
        self.known: dict[str, str] = dict(WORDS)
        self.read: set[tuple[str, str]] = set()

    def kind(self, value: ast.expr) -> str | None:
        match value:
            case ast.Name(id=word):
                return self.known.get(word)
            case ast.Attribute(attr=word):
                return HOLDERS.get(word) or returns().get(word) or WORDS.get(word)
            case ast.Call(func=ast.Name(id=word) | ast.Attribute(attr=word)):
                return returns().get(word)
            case ast.Subscript(value=held):
                return self.kind(held)
            case _:
                return None

    def learn(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for one, its in zip(target.elts, value.elts, strict=False):
                self.learn(one, its)
        elif isinstance(target, ast.Name) and (kind := self.kind(value)):
            self.known[target.id] = kind

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        before = self.known.get("self", "")
        self.known["self"] = node.name if node.name in CLASSES else ""
        self.generic_visit(node)
        self.known["self"] = before

    def visit_arg(self, node: ast.arg) -> None:
        if kind := named(node.annotation):
            self.known[node.arg] = kind

    def visit_Assign(self, node: ast.Assign) -> None:
        self.learn(node.targets[0], node.value)
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        self.learn(node.target, node.iter)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self.learn(node.target, node.iter)
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.ctx, ast.Load) and (kind := self.kind(node.value)):
            self.read.add((kind, node.attr))
        self.generic_visit(node)


@cache
def all_read() -> set[tuple[str, str]]:
    read: set[tuple[str, str]] = set()
    for module in trees():
        reader = Reader()
        reader.visit(module)
        reader.visit(module)  # a comprehension's element stands before the name it uses
        read |= reader.read
    return read


@pytest.mark.parametrize(("kind", "field"), FIELDS, ids=str)
def test_a_field_is_read_by_some_code(kind: str, field: str):
    todo = "some code reads it as `rules.SECTION.FIELD`, or it is a mere name: NAMES"
    assert ((kind, field) in all_read()) is ((kind, field) not in NAMES), todo


def test_a_field_nobody_reads_is_found():
    reader = Reader()
    reader.visit(ast.parse("def f(rules):\n    clock = rules.clock\n    return clock.turn_time_s"))
    assert ("ClockRules", "turn_time_s") in reader.read
    assert ("ClockRules", "game_time_min") not in reader.read
