"""The arrows of ARCHITECTURE.md, guarded: who may import whom, and what a core may know."""

import ast
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

import pytest

from stolik.app.games.registry import GAMES
from tools.names import tree

SOURCE = Path(__file__).parent.parent / "src" / "stolik"

CORES = (*GAMES, "tournament", "table_clock")  # a game's core is called like the game
PROFILES = {p.stem for kind in ("rules", "boards") for p in (SOURCE / "data" / kind).glob("*.toml")}

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
    "seats": frozenset(),
    "free_text": frozenset(),
    "judging": frozenset({"free_text", "seats"}),
    "data": frozenset(),
    **{core: frozenset({"refusal", "identity", "free_text", "seats", "judging"}) for core in CORES},
    "fair": frozenset({"refusal"}),
    "solver": frozenset({"refusal", "seats", "rummikub"}),
    "bots": frozenset({"refusal", "seats", *CORES, "solver", "lab"}),
    "lab": frozenset({"refusal", "seats", *CORES, "solver", "bots", "fair"}),
    "client": frozenset({"refusal", "seats", *CORES, "fair"}),
    "app": frozenset(
        {
            "refusal",
            "free_text",
            "seats",
            "judging",
            *CORES,
            "bots",
            "lab",
            "fair",
            "data",
            "__version__",
        }
    ),
    "adapters": frozenset(
        {
            "refusal",
            "seats",
            *CORES,
            "solver",
            "bots",
            "lab",
            "fair",
            "data",
            "client",
            "app",
            "__version__",
        }
    ),
}

# The folders of `app/`, from the ground up: each imports those before it, never one after it.
APP_STOREYS = (
    *("reading", "thinking", "streams", "access", "fairness", "tables", "games", "lab"),
    *("tournaments", "hall", "people", "paper", "sheets"),
)

# Modules that decide by chance or make secrets: by a word of their path, or named one by one.
CHANCE_WORDS = {
    *("fair", "deal", "dealing", "draw", "draws", "drawing", "lot", "seating", "shuffle"),
    *("token", "tokens", "secret", "secrets", "nonce", "nonces", "join", "joining"),
}
CHANCE_MODULES = (
    "app/tournaments/telling/schedule.py",
    "app/games/rummikub/transcript.py",
    "lab/table.py",
    "tournament/seating/planning.py",
)
UNFAIR = ("random", "time", "datetime", "uuid", "numpy", "importlib")

# Where a profile may be named: in its own file, and in the defaults of the command line.
MAY_NAME_PROFILES = ("adapters/cli/", "wiring/", "data/")

# Beside a game's own folders, who may name it, and why. Everybody else asks the registry.
MAY_NAME_GAMES = {
    "app/games/registry.py": "one line for each game",
    "app/library.py": "files of data/ become values of the cores",
    "app/texts.py": "the words of the cores that are said to people",
    "app/tables/setup.py": "records older than the second game do not say which",
    "app/lab/": "analyses of the solver's game",
    "app/paper/referee_card.py": "verdicts on tiles left, in a table of their own",
    "app/paper/rules_card.py": "the rules of tiles, or a board, on one page",
    "app/paper/rules_sheet.py": "the rules of tiles on a screen",
    "app/paper/rules_told.py": "the rules of tiles in words, for both",
    "app/paper/scores.py": "how a game of tiles can end, to be ticked",
    "app/sheets/reading/game.py": "tiles left, typed into a workbook",
    "app/sheets/writing/points.py": "formulas that count tiles left",
    "adapters/web/device/device_answers.py": "what a referee asks about tiles",
    "adapters/web/routes/boards.py": "the boards of a game, looked at and kept",
    "adapters/web/routes/tools.py": "what a referee asks about tiles",
    "adapters/cli/": "a game's commands and their requests",
    "wiring/": "the solver is handed to its game, the demo shows one",
    "solver/": "solves one game",
    "bots/": "players; each knows its game",
    "lab/": "games between bots",
    "fair/": "the verifier: it imports no engine and reads the transcripts of both",
    "client/games/": "a file and a line for each game that is read and played",
    "client/messages.py": "tables older than the second game do not say which",
}


def test_the_arrows_hold():
    assert [fault for path in _files() for fault in arrow_faults(*_module(path))] == []


def test_no_adapter_reaches_another_through_wiring():
    assert list(reach_faults(dict(map(_module, _files())))) == []


def test_the_folders_of_app_stand_on_each_other():
    assert [fault for path in _files() for fault in storey_faults(*_module(path))] == []


def test_cores_know_nothing_of_the_world():
    assert [fault for path in _files() for fault in purity_faults(*_module(path))] == []


def test_chance_comes_from_the_key_alone():
    assert [fault for path in _files() for fault in chance_faults(*_module(path))] == []


def test_no_code_asks_which_profile_it_is():
    assert [fault for path in _files() for fault in profile_faults(*_module(path))] == []


def test_one_function_says_what_an_opening_is():
    assert [fault for path in _files() for fault in opening_faults(*_module(path))] == []


def test_every_module_says_what_it_is():
    assert [fault for path in _files() for fault in docstring_faults(*_module(path))] == []


def test_no_file_names_a_game_that_is_not_its_own():
    assert [fault for path in _files() for fault in game_faults(*_module(path))] == []


def test_nobody_is_let_name_games_who_does_not():
    naming = {_module(path)[0] for path in _files() if list(_games_named(_module(path)[1]))}
    spare = [who for who in MAY_NAME_GAMES if not any(name.startswith(who) for name in naming)]
    assert spare == []


def test_what_may_be_nothing_is_no_plain_refusal():
    assert [fault for path in _files() for fault in refusal_faults(*_module(path))] == []


def test_there_is_something_to_guard():
    names = [path.relative_to(SOURCE).as_posix() for path in _files()]
    assert {"rummikub/engine.py", "wojtek/engine.py", "refusal.py", "app/library.py"} <= set(names)


# The guards: (module path below src/stolik, its source) → faults


def arrow_faults(name: str, tree: ast.Module) -> Iterator[str]:
    """Imports that go against the arrows."""
    package = _package(name)
    if package in ("wiring", "__init__", "__main__"):
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


def storey_faults(name: str, tree: ast.Module) -> Iterator[str]:
    """A folder of `app/` that imports one above it; loose files stand on `reading` alone."""
    package, _, below = name.partition("/")
    if package != "app":
        return
    own = below.split("/")[0]
    if "/" in below and own not in APP_STOREYS:
        yield f"{name}: app/{own} is on no storey"
        return
    height = APP_STOREYS.index(own) if "/" in below else 0
    for imported in _imports(tree):
        target = imported.removeprefix("stolik.app.").split(".")[0]
        if imported.startswith("stolik.app.") and target in APP_STOREYS[height + 1 :]:
            yield f"{name} imports {imported} above it"


# What of the command line the wiring of the server may know: the types of the parts it fills.
TYPES_OF_PARTS = ("stolik.adapters.cli.server.parts.", "stolik.adapters.cli.server.codes.")


def reach_faults(modules: Mapping[str, ast.Module]) -> Iterator[str]:
    """Wiring that hands something to the web and reaches, even by other wiring, for the CLI."""
    wiring = {
        f"stolik.{name.removesuffix('.py').replace('/', '.')}": set(_imports(tree))
        for name, tree in modules.items()
        if _package(name) == "wiring"
    }
    for name, imported in wiring.items():
        if not any(one.startswith("stolik.adapters.web.") for one in imported):
            continue
        for one in sorted(_reached(name, wiring)):
            if one.startswith("stolik.adapters.cli") and not one.startswith(TYPES_OF_PARTS):
                yield f"{name} reaches {one} and hands things to the web"


def _reached(name: str, wiring: Mapping[str, set[str]]) -> set[str]:
    """Everything a module of the wiring imports, by itself or by other modules of the wiring."""
    seen, todo = set(), [name]
    while todo:
        module = todo.pop()
        if module not in seen:
            seen.add(module)
            todo += [m for m in wiring if any(f"{i}.".startswith(f"{m}.") for i in wiring[module])]
    return {imported for module in seen for imported in wiring[module]}


def purity_faults(name: str, tree: ast.Module) -> Iterator[str]:
    """What a core imports beside itself, `refusal` and harmless parts of the standard library."""
    if _package(name) not in (*CORES, "refusal", "identity", "seats", "judging"):
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


OPENS = "rummikub/openings.py"


def opening_faults(name: str, tree: ast.Module) -> Iterator[str]:
    """A comparison with the least value of an opening: a second rule of what opens."""
    if name == OPENS:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            for side in (node.left, *node.comparators):
                if ast.unparse(side).endswith("minimum"):
                    yield f"{name}:{node.lineno}: {ast.unparse(node)}; ask `opens` of {OPENS}"


def game_faults(name: str, tree: ast.Module) -> Iterator[str]:
    """A game named outside its own folders: what holds of one only is asked of the registry."""
    if name.startswith(tuple(MAY_NAME_GAMES)):
        return
    own = set(re.split(r"[/_.]", name))
    yield from (f"{name} names {game}" for game in _games_named(tree) if game not in own)


def _games_named(tree: ast.Module) -> Iterator[str]:
    """Games that stand anywhere in a file: imports, identifiers, texts and docstrings."""
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", ast.unparse(tree))
    yield from set(GAMES) & {word.lower() for word in words}


def docstring_faults(name: str, tree: ast.Module) -> Iterator[str]:
    """Modules that hold code and do not say what they are."""
    if tree.body and not ast.get_docstring(tree):
        yield f"{name} has no docstring"


def refusal_faults(name: str, tree: ast.Module) -> Iterator[str]:
    """A `refuse` of a list that may be empty (that is `refuse_any`), and code after a refusal."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="refuse"), args=[ast.Starred(), *_]):
                yield f"{name}:{node.lineno} refuses a list that may be empty"
            case ast.Raise(exc=ast.Name(id="AssertionError")):
                yield f"{name}:{node.lineno} raises AssertionError and does not say why"
        for block in (getattr(node, part, None) for part in ("body", "orelse", "finalbody")):
            for said, after in pairwise(block if isinstance(block, list) else ()):
                match said:
                    case ast.Expr(value=ast.Call(func=ast.Name(id="refuse"))):
                        yield f"{name}:{after.lineno} is never reached: `refuse` does not return"


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
    return path.relative_to(SOURCE).as_posix(), tree(path)


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
        ("adapters/cli/main.py", "from stolik.wiring.cli import main"),
        ("adapters/cli/main.py", "from stolik.adapters.web import routes"),
        ("adapters/cli/main.py", "from stolik.adapters import web"),
        ("surprise/new.py", "import json"),
    ],
)
def test_a_planted_wrong_arrow_is_caught(name: str, source: str):
    assert list(arrow_faults(name, ast.parse(source)))


_TO_THE_WEB = "from stolik.adapters.web.application import make_app\n"


@pytest.mark.parametrize(
    "planted",
    [
        {"serving": _TO_THE_WEB + "from stolik.adapters.cli.tournament.command import Session"},
        {"serving": _TO_THE_WEB + "def late():\n    from stolik.adapters.cli.game import verdict"},
        {
            "serving": _TO_THE_WEB + "from stolik.wiring.picked import answer",
            "picked": "from stolik.wiring import deeper",
            "deeper": "from stolik.adapters.cli import jsonl",
        },
    ],
)
def test_a_reach_through_wiring_is_caught(planted: dict[str, str]):
    modules = {f"wiring/{name}.py": ast.parse(source) for name, source in planted.items()}
    assert list(reach_faults(modules))


def test_types_of_parts_and_a_command_line_that_serves_are_left_alone():
    source = {
        "wiring/server.py": _TO_THE_WEB + "from stolik.adapters.cli.server.parts import ServePlan",
        "wiring/cli.py": "from stolik.adapters.cli import group\nfrom stolik.wiring import server",
    }
    assert not list(reach_faults({name: ast.parse(one) for name, one in source.items()}))


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("app/access/devices.py", "from stolik.app.tables import setup"),
        ("app/texts.py", "from stolik.app.streams.chain import chained"),
        ("app/tables/rooms.py", "from stolik.app.games.registry import GAMES"),
        ("app/attic/new.py", "import json"),
    ],
)
def test_a_step_up_the_stairs_is_caught(name: str, source: str):
    assert list(storey_faults(name, ast.parse(source)))
    assert not list(storey_faults("app/sheets/book.py", ast.parse("import stolik.app.hall.hall")))


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("wiring/cli.py", "from stolik.adapters.cli import main\nfrom stolik import solver"),
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


@pytest.mark.parametrize(
    "source", ["found = best.value >= rules.opening.minimum", "if minimum > value: pass"]
)
def test_a_second_rule_of_what_opens_is_caught(source: str):
    assert list(opening_faults("bots/greedy.py", ast.parse(source)))


@pytest.mark.parametrize(
    "source", ["refuse(*found)", "refuse(one)\nraise AssertionError", "refuse(one)\nraise"]
)
def test_a_refusal_that_might_come_back_is_caught(source: str):
    assert list(refusal_faults("rummikub/engine.py", ast.parse(source)))


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("app/tables/rooms.py", "from stolik.app.games.wojtek.play import WojtekPlay"),
        ("app/tournaments/offices.py", "board = None if shape.game != 'wojtek' else 1"),
        ("app/hall/times.py", "from stolik.rummikub.rules import TimeOverPolicy"),
        ("adapters/web/routes/tables.py", "def kind() -> str:\n    return RUMMIKUB"),
        ("app/games/wojtek/film.py", "from stolik.app.games.rummikub.speaking import noted"),
        ("app/games/game.py", '"""All that is asked of Rummikub."""'),
    ],
)
def test_a_game_named_by_others_is_caught(name: str, source: str):
    assert list(game_faults(name, ast.parse(source)))


def test_a_game_names_itself():
    source = ast.parse("from stolik.wojtek.board import Board")
    assert not list(game_faults("app/games/wojtek/play.py", source))
    assert not list(game_faults("wojtek/engine.py", source))


def test_a_module_without_a_word_about_itself_is_caught():
    assert list(docstring_faults("rummikub/new.py", ast.parse("x = 1")))
    assert not list(docstring_faults("rummikub/__init__.py", ast.parse("")))


@pytest.mark.parametrize(
    "name",
    [
        *("fair/shuffle.py", "app/fairness/dealing.py", "app/fairness/drawing.py", "lab/table.py"),
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
    assert {
        *CHANCE_MODULES,
        "fair/commit.py",
        "app/fairness/drawing.py",
        "app/fairness/dealing.py",
    } <= guarded
