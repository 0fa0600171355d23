"""One word, one thing: every folder and shared class says what it is, and no two share a name."""

import ast
from collections import defaultdict
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

# Aliases that once stood in file after file; what else has two owners is private to both.
ALIASES = ("Answer", "Asking", "HttpRequest", "Wish")


def test_every_folder_and_shared_class_says_what_it_is():
    assert names.without_a_word() == []


def test_no_two_shared_classes_have_the_same_name():
    assert {name: where for name, where in _owners().items() if len(where) > 1} == {}


def test_the_list_of_twins_names_no_more_than_there_are():
    assert {name for name in TWINS if len(_owners(but=())[name]) < 2} == set()


def test_a_request_an_answer_and_a_wish_are_written_down_once():
    found = defaultdict(list)
    for path in sorted(names.SOURCE.rglob("*.py")):
        if _core(path.relative_to(names.SOURCE).as_posix()):
            continue
        for node in ast.parse(path.read_text("utf-8")).body:
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
