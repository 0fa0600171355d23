"""The arrows of ARCHITECTURE.md, guarded: who may import whom, and what a core may know."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "stolik"

CORES = ("rummikub", "wojtek", "tournament", "table_clock")
PROFILES = ("mp2023", "eliminacje", "zimowy", "szkoly2015", "trasa")

# What of the standard library a core may use: nothing that asks the world.
PURE = [
    "__future__",
    "abc",
    "bisect",
    "collections",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "heapq",
    "itertools",
    "json",
    "math",
    "operator",
    "re",
    "string",
    "types",
    "typing",
]

WORLDLY = [
    "asyncio",
    "os",
    "random",
    "socket",
    "sqlite3",
    "time",
    "pathlib",
    "datetime",
    "uuid",
    "secrets",
    "subprocess",
    "threading",
    "sys",
    "logging",
    "importlib",
    "urllib.request",
]

# Packages of ours each package may import, beside itself. Not listed: everything.
ARROWS: dict[str, frozenset[str]] = {
    "refusal": frozenset(),
    "identity": frozenset(),
    "free_text": frozenset(),
    "data": frozenset(),
    **{core: frozenset({"refusal", "identity", "free_text"}) for core in CORES},
    "fair": frozenset({"refusal"}),
    "solver": frozenset({"refusal", "rummikub"}),
    "bots": frozenset({"refusal", *CORES, "solver", "lab"}),
    "lab": frozenset({"refusal", *CORES, "solver", "bots", "fair"}),
    "client": frozenset({"refusal", *CORES, "fair"}),
    "app": frozenset(
        {"refusal", "free_text", *CORES, "bots", "lab", "fair", "data", "__version__"}
    ),
    "adapters": frozenset(
        {"refusal", *CORES, "solver", "bots", "lab", "fair", "data", "client", "app", "__version__"}
    ),
}

# Modules that decide by chance or make secrets: by a word of their path, or named one by one.
CHANCE_WORDS = {
    *("fair", "deal", "dealing", "draw", "draws", "drawing", "lot", "seating", "shuffle"),
    *("token", "tokens", "secret", "secrets", "nonce", "nonces", "join", "joining"),
}
CHANCE_MODULES = (
    "app/seats.py",
    "app/transcripts.py",
    "lab/table.py",
    "tournament/seating/planning.py",
)
UNFAIR = ("random", "time", "datetime", "uuid", "numpy", "importlib")

# Where a profile may be named: the list of ours, and the defaults of the command line.
MAY_NAME_PROFILES = ("app/library.py", "adapters/cli/", "wiring.py", "demo.py", "data/")


def test_the_arrows_hold():
    assert [fault for path in _files() for fault in arrow_faults(*_module(path))] == []


def test_cores_know_nothing_of_the_world():
    assert [fault for path in _files() for fault in purity_faults(*_module(path))] == []


def test_chance_comes_from_the_key_alone():
    assert [fault for path in _files() for fault in chance_faults(*_module(path))] == []


def test_no_code_asks_which_profile_it_is():
    assert [fault for path in _files() for fault in profile_faults(*_module(path))] == []


def test_every_module_says_what_it_is():
    assert [fault for path in _files() for fault in docstring_faults(*_module(path))] == []


def test_there_is_something_to_guard():
    names = [path.relative_to(SOURCE).as_posix() for path in _files()]
    assert {"rummikub/engine.py", "wojtek/engine.py", "refusal.py", "app/library.py"} <= set(names)


# The guards: (module path below src/stolik, its source) → faults


def arrow_faults(name: str, tree: ast.Module) -> Iterator[str]:
    """Imports that go against the arrows."""
    package = _package(name)
    if package in ("wiring", "wiring_server", "serving", "demo", "__init__", "__main__"):
        return
    if package not in ARROWS:
        yield f"{name}: {package} is not on the map; give it its arrows"
        return
    for imported in _imports(tree):
        root, _, rest = imported.partition(".")
        if root != "stolik":
            continue
        target = rest.split(".")[0]
        if target != package and target not in ARROWS[package]:
            yield f"{name} imports {imported}"
        if package == target == "adapters" and _adapter(rest) != _adapter(name):
            yield f"{name} imports another adapter, {imported}"


def purity_faults(name: str, tree: ast.Module) -> Iterator[str]:
    """What a core imports beside itself, `refusal` and harmless parts of the standard library."""
    if _package(name) not in (*CORES, "refusal", "identity"):
        return
    for imported in _imports(tree):
        root = imported.split(".")[0]
        if root != "stolik" and root not in PURE:
            yield f"{name} imports {imported}"
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="open" | "input" | "print" | "__import__" as asked)):
                yield f"{name} calls {asked}"


def chance_faults(name: str, tree: ast.Module) -> Iterator[str]:
    """A Mersenne Twister or the time of day where tiles, seats or tokens are decided."""
    if not _decides_by_chance(name):
        return
    for imported in _imports(tree):
        if imported.split(".")[0] in UNFAIR:
            yield f"{name} imports {imported}"
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="hash" | "id" | "__import__" as asked)):
                yield f"{name}:{node.lineno} calls {asked}"


def _decides_by_chance(name: str) -> bool:
    words = set(re.split(r"[/_.]", name))
    return bool(words & CHANCE_WORDS) or name in CHANCE_MODULES


def profile_faults(name: str, tree: ast.Module) -> Iterator[str]:
    """Comparisons of a profile's id, and any profile named in code."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, comparators=others):
                for side in (left, *others):
                    if isinstance(side, ast.Attribute) and _is_profile_id(side):
                        yield f"{name}:{node.lineno} compares {ast.unparse(side)}"
            case ast.Match(subject=ast.Attribute() as subject) if _is_profile_id(subject):
                yield f"{name}:{node.lineno} matches {ast.unparse(subject)}"
            case ast.Constant(value=str() as text) if text in PROFILES:
                if not name.startswith(MAY_NAME_PROFILES):
                    yield f"{name}:{node.lineno} names {text}"


def docstring_faults(name: str, tree: ast.Module) -> Iterator[str]:
    """Modules that hold code and do not say what they are."""
    if tree.body and not ast.get_docstring(tree):
        yield f"{name} has no docstring"


def _is_profile_id(node: ast.Attribute) -> bool:
    """`rules.id`, `state.rules.id`, `profile.id`, `view.rules_id`; the same of a board."""
    owner = ast.unparse(node.value).split(".")[-1]
    named = node.attr == "id" and owner in ("rules", "profile", "board")
    return node.attr in ("rules_id", "board_id") or named


def _imports(tree: ast.Module) -> Iterator[str]:
    """Every module imported anywhere in a file, also inside functions."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module="stolik", names=names):
                yield from (f"stolik.{alias.name}" for alias in names)
            case ast.ImportFrom(module=str() as module, names=names):
                yield from (f"{module}.{alias.name}" for alias in names)
            case ast.ImportFrom(level=level) if level:
                yield "relative import"


def _package(name: str) -> str:
    return Path(name).parts[0].removesuffix(".py")


def _adapter(name: str) -> str:
    parts = name.replace("/", ".").split(".")
    return parts[1] if len(parts) > 1 else ""


def _files() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def _module(path: Path) -> tuple[str, ast.Module]:
    return path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text("utf-8"))


# The guards are guarded


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("rummikub/engine.py", "import stolik.solver"),
        ("rummikub/engine.py", "from stolik import tournament"),
        ("rummikub/engine.py", "from stolik.app.library import rules_profile"),
        ("rummikub/engine.py", "def late():\n    from stolik.bots import Bot"),
        ("tournament/engine.py", "from stolik.rummikub.scoring import Score"),
        ("wojtek/engine.py", "from stolik.fair import shuffled"),
        ("refusal.py", "from stolik.rummikub import decide"),
        ("solver/__init__.py", "from stolik.bots import Bot"),
        ("bots/random_bot.py", "from stolik.app import playing"),
        ("lab/season.py", "from stolik.adapters.cli import main"),
        ("app/library.py", "from stolik.adapters.cli import main"),
        ("app/library.py", "from stolik import wiring"),
        ("adapters/cli/main.py", "from stolik.wiring import main"),
        ("adapters/cli/main.py", "from stolik.adapters.web import routes"),
        ("adapters/cli/main.py", "from stolik.adapters import web"),
        ("surprise/new.py", "import json"),
    ],
)
def test_a_planted_wrong_arrow_is_caught(name: str, source: str):
    assert list(arrow_faults(name, ast.parse(source)))


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("wiring.py", "from stolik.adapters.cli import main\nfrom stolik import solver"),
        ("adapters/cli/main.py", "from stolik.adapters.cli.texts import say"),
        ("adapters/cli/main.py", "from stolik.app import playing"),
        ("solver/face.py", "from stolik.rummikub.tiles import Tile"),
        ("lab/season.py", "from stolik.bots.random_bot import RandomBot"),
        ("tournament/engine.py", "from stolik.refusal import refuse"),
    ],
)
def test_a_right_arrow_is_left_alone(name: str, source: str):
    assert not list(arrow_faults(name, ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        *(f"import {module}" for module in WORLDLY),
        "from random import Random",
        "from time import monotonic as now",
        "import msgspec",
        "def late():\n    import os",
        "text = open('file').read()",
        "print('hello')",
        "from . import tiles",
    ],
)
def test_a_core_that_asks_the_world_is_caught(source: str):
    assert list(purity_faults("rummikub/engine.py", ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        "minimum = 30 if rules.id == other else 50",
        "if state.rules.id != 'own': pass",
        "if profile.id in known: pass",
        "if view.rules_id == mine: pass",
        "match rules.id:\n    case _: pass",
        "if state.board.id == 'own': pass",
        "NAMES = ('trasa',)",
        "NAMES = ('mp2023',)",
        "match name:\n    case 'szkoly2015': pass",
    ],
)
def test_code_that_asks_for_a_profile_is_caught(source: str):
    assert list(profile_faults("rummikub/scoring.py", ast.parse(source)))


def test_a_module_without_a_word_about_itself_is_caught():
    assert list(docstring_faults("rummikub/new.py", ast.parse("x = 1")))
    assert not list(docstring_faults("rummikub/__init__.py", ast.parse("")))


@pytest.mark.parametrize(
    "name",
    [
        *("fair/shuffle.py", "app/dealing.py", "app/drawing.py", "lab/table.py"),
        *("adapters/web/tokens.py", "adapters/web/join_codes.py", "rummikub/dealing.py"),
    ],
)
@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "from random import SystemRandom",
        "def late():\n    from time import time_ns",
        "import datetime as clock",
        "from uuid import uuid1",
        "import numpy.random",
        "seed = hash('today')",
        "luck = __import__('random')",
    ],
)
def test_chance_that_is_not_fair_is_caught(name: str, source: str):
    assert list(chance_faults(name, ast.parse(source)))


def test_chance_is_guarded_where_tiles_and_seats_are_decided():
    guarded = {name for path in _files() if _decides_by_chance(name := _module(path)[0])}
    assert {*CHANCE_MODULES, "fair/commit.py", "app/drawing.py", "app/dealing.py"} <= guarded
