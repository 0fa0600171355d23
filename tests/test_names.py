"""One word, one thing: every folder and shared class says what it is, and no two share a name."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import names

# Cores have the same file names and classes in the same roles by design (ARCHITECTURE.md).
CORES = ("rummikub", "wojtek", "tournament", "table_clock", "season")

# Names that may stand for more than one class, each with its reason.
TWINS = {
    "Refusal": "the codes of a folder; what is refused there is said where it is imported",
    "Phrase": "the keys of a folder's texts, as Refusal",
    "Game": "tournaments/telling/answers.py: sent as it is, the web app's types bear its name",
}

# Answers that are all there is to say of the thing itself.
ANSWER_TWINS = {
    *("Due", "Entrant", "EntrantEntered", "Line", "Price"),
    *("Round", "Slot", "Title"),
}

# Aliases that once stood in file after file; what else has two owners is private to both.
ALIASES = ("Answer", "Asking", "HttpRequest", "Wish")

# The rooms around the cores, in which every public class counts, nested ones too, and every file.
ROOMS = ("app", "adapters", "wiring")

# Files whose classes are words of the wire or of a catalogue: they repeat the cores' by design.
WIRE = ("asks.py", "requests.py", "clock_messages.py", "orders.py", "codes.py", "phrases.py")

# Folders in equal roles, with equal names in them.
ROLES = {
    "games/rummikub": "games/*",
    "games/wojtek": "games/*",
    "store_sqlite": "store_*",
    "store_postgres": "store_*",
}

# Routes and commands of the command line are called as the use case they serve.
DOORS = ("adapters/web/routes/", "adapters/cli/")

# Two files of one name, each with what makes it bearable. No other may come.
FILE_TWINS = {
    "asks.py": "a game's own beside those of every table",
    "book.py": "a tournament's book, a workbook",
    "bounds.py": "the same bounds, as Litestar wants them",
    "consent.py": "kept with an entry, printed on paper",
    "copying.py": "how copies are doing, how one is made",
    "counting.py": "what is asked of a game, each game's answer; a workbook's formulas",
    "dealing.py": "fair deals, and the pieces of a game in one",
    "drafts.py": "of a turn, of a draw",
    "faults.py": "of a value, of a request's end",
    "game.py": "what is asked of a game, each game's answer; a game in a workbook",
    "hall.py": "the hall and its socket",
    "log.py": "of a stream, of the hall",
    "play.py": "what is asked of a live game, each game's answer",
    "reading.py": "of a store, of a body",
    "results.py": "on paper, in a workbook",
    "speaking.py": "what every table says, what each game's does",
    "table.py": "each game's table, the socket of one",
    "tools.py": "of a referee, wired",
    "writing.py": "of a store, of a workbook",
}

# The same for classes that no other folder imports; answers bear the names the web app knows.
CLASS_TWINS = {
    "Address": "of a server, of who guesses",
    "Beside": "words beside a stream, the same in what is rescued",
    "Column": "on paper, in a workbook",
    "Consent": "the body of a request, what is kept",
    "Draft": "of a draw, of a board of one's own",
    "Due": "at a table, on the organiser's desk",
    "Line": "of a poll, of a result",
    "Page": "on paper, in a workbook, of the public",
    "Papers": "what the web asks, who answers",
    "Readings": "what the web asks, who answers",
    "Part": "of a page, of a heading",
    "Pass": "on paper, in the records",
    "Person": "on a card, in an answer",
    "Said": "in the hall, in a workbook, in an answer",
    "ScoreSheet": "typed, printed",
    "Standing": "of a table, in the standings",
    "Unreadable": "a workbook in its own process, a value",
    "Watching": "a table, the hall",
}


def test_every_folder_and_shared_class_says_what_it_is():
    assert names.without_a_word() == []


def test_no_two_shared_classes_have_the_same_name():
    assert {name: where for name, where in _owners().items() if len(where) > 1} == {}


def test_no_two_files_around_the_cores_have_the_same_name():
    assert _twin_files() == set(FILE_TWINS)


def test_no_two_classes_around_the_cores_have_the_same_name():
    assert _twin_classes() - set(TWINS) == set(CLASS_TWINS)


def test_no_answer_has_the_name_of_a_class_it_tells_of_unless_it_is_listed():
    """The web app reads both words: a stage of a format, and what is told of one."""
    told = _classes_in(names.SOURCE / "app" / "tournaments" / "telling" / "answers.py")
    core = {
        name for path in (names.SOURCE / "tournament").rglob("*.py") for name in _classes_in(path)
    }
    assert told & core == ANSWER_TWINS


def test_the_list_of_twins_names_no_more_than_there_are():
    assert {name for name in TWINS if len(_owners(but=())[name]) < 2} == set()


def test_a_request_an_answer_and_a_wish_are_written_down_once():
    found = defaultdict(list)
    for path in sorted(names.SOURCE.rglob("*.py")):
        if _core(path.relative_to(names.SOURCE).as_posix()):
            continue
        for node in names.tree(path).body:
            for name in _bound(node):
                found[name].append(path.name)
    assert {name: found[name] for name in ALIASES if len(found[name]) > 1} == {}


def test_every_folder_has_a_place_on_the_page_of_names():
    page = names.page()
    folders = {path.parent.relative_to(names.SOURCE) for path in names.SOURCE.rglob("*.py")}
    for folder in sorted(folders - {Path()}):
        assert f"\n## {folder.as_posix()}\n" in page


def test_a_folder_a_class_and_a_twin_without_a_word_are_found(tmp_path: Path, monkeypatch):
    """The guards bite: a house of three folders with one of each fault."""
    for folder, body in (
        ("app/one", '"""One."""\n'),
        ("app/two", '"""Two."""\n'),
        ("app/mute", ""),
    ):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "__init__.py").write_text(body)
    (tmp_path / "app" / "one" / "a.py").write_text('class Twin:\n    """A."""\nclass Mute: ...\n')
    (tmp_path / "app" / "two" / "b.py").write_text('class Twin:\n    """B."""\n')
    (tmp_path / "app" / "mute" / "c.py").write_text(
        "from stolik.app.one.a import Mute, Twin\nfrom stolik.app.two.b import Twin as Other\n"
    )
    monkeypatch.setattr(names, "SOURCE", tmp_path)
    assert names.without_a_word() == ["app/mute", "app/one/a.py: Mute"]
    assert _owners()["Twin"] == ["app/one/a.py", "app/two/b.py"]


def test_twins_that_nobody_imports_are_found_too(tmp_path: Path, monkeypatch):
    for place, body in (
        ("app/one/asking.py", "class Outer:\n    class Seated: ...\n"),
        ("adapters/web/edge/asking.py", "class Seated: ...\n"),
        ("app/games/rummikub/play.py", "class Same: ...\n"),
        ("app/games/wojtek/play.py", "class Same: ...\n"),
    ):
        (tmp_path / place).parent.mkdir(parents=True)
        (tmp_path / place).write_text(body)
    monkeypatch.setattr(names, "SOURCE", tmp_path)
    assert _twin_files() == {"asking.py"}
    assert _twin_classes() == {"Seated"}


@pytest.mark.parametrize("word", ["decide", "evolve", "append", "believe", "send", "notify"])
def test_the_verbs_of_the_machinery_stand_in_the_glossary(word: str):
    assert f"| {word} |" in (names.ROOT / "docs" / "glossary.md").read_text("utf-8")


def _owners(but: tuple[str, ...] = tuple(TWINS)) -> dict[str, list[str]]:
    """By name: the files outside the cores with a shared class of that name; a core counts once."""
    found: dict[str, list[str]] = defaultdict(list)
    for folder, rows in names.classes_used_elsewhere().items():
        for name, file, _ in rows:
            place = "a core" if _core(folder) else f"{folder}/{file}"
            if name not in but and place not in found[name]:
                found[name].append(place)
    return found


def _twin_files() -> set[str]:
    found = defaultdict(set)
    for path, role in _around():
        if path.name not in ("__init__.py", "codes.py", "phrases.py") and not role.startswith(
            DOORS
        ):
            found[path.name].add(role)
    return {name for name, roles in found.items() if len(roles) > 1}


def _twin_classes() -> set[str]:
    found = defaultdict(set)
    for path, role in _around():
        for name in _classes_in(path) if path.name not in WIRE else ():
            found[name].add(role)
    return {name for name, roles in found.items() if len(roles) > 1}


def _around() -> Iterator[tuple[Path, str]]:
    """Every file of the rooms and its role: its path, where folders in equal roles are one."""
    for room in ROOMS:
        for path in sorted((names.SOURCE / room).rglob("*.py")):
            role = path.relative_to(names.SOURCE).as_posix()
            for folder, same in ROLES.items():
                role = role.replace(folder, same)
            yield path, role


def _classes_in(path: Path) -> set[str]:
    """Public classes, nested ones too."""
    tree = ast.walk(names.tree(path))
    return {n.name for n in tree if isinstance(n, ast.ClassDef) and not n.name.startswith("_")}


def _core(place: str) -> bool:
    return place.split("/")[0] in CORES


def _bound(node: ast.stmt) -> list[str]:
    match node:
        case ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case _:
            return []
