"""docs/names.md: every folder of the code and every class that one folder takes from another.

    python -m tools.names          writes the page anew
    python -m tools.names --check  fails if it is not what the code says

What a folder or class is stands in its docstring; a class without one, that others use, is a fault.
"""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "stolik"
PAGE = ROOT / "docs" / "names.md"

_HEAD = """# Names in the code

Made by `python -m tools.names` from the docstrings: the folders, and the classes that folders take
from each other. What the words mean to people stands in [glossary.md](glossary.md).
"""


@cache
def tree(path: Path) -> ast.Module:
    """A file as Python reads it."""
    return ast.parse(path.read_text("utf-8"))


def page() -> str:
    """The page as the code has it now."""
    shared = classes_used_elsewhere()
    parts = [_HEAD]
    for folder in _folders():
        parts.append(f"\n## {folder or 'stolik'}\n\n{_said(SOURCE / folder / '__init__.py')}\n")
        rows = [f"| `{name}` | {file} | {said} |" for name, file, said in shared.get(folder, ())]
        if rows:
            parts.append("\n".join(["\n| class | in | what it is |", "|---|---|---|", *rows, ""]))
    return "".join(parts)


def classes_used_elsewhere() -> dict[str, list[tuple[str, str, str]]]:
    """By folder: classes that another folder imports, their file and what they say they are."""
    taken = {pair for path in _files() for pair in _taken(path)}
    found: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
    for path in _files():
        module = _module(path)
        for node in tree(path).body:
            if isinstance(node, ast.ClassDef) and (module, node.name) in taken:
                folder = path.parent.relative_to(SOURCE).as_posix().removeprefix(".")
                found[folder].append((node.name, path.name, _first(node)))
    return {folder: sorted(rows) for folder, rows in found.items()}


def without_a_word() -> list[str]:
    """Folders and shared classes that do not say what they are."""
    folders = [folder for folder in _folders() if not _said(SOURCE / folder / "__init__.py")]
    shared = classes_used_elsewhere()
    return folders + [
        f"{folder}/{file}: {name}"
        for folder, rows in shared.items()
        for name, file, said in rows
        if not said
    ]


@cache
def _taken(path: Path) -> tuple[tuple[str, str], ...]:
    """What a file imports from other folders: module and name."""
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[tuple[str, str]]:
    own = _module(path).rpartition(".")[0]
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("stolik."):
            module = str(node.module)
            if module.rpartition(".")[0] != own:
                yield from ((module, alias.name) for alias in node.names)
                # a folder's __init__ hands on what its files define
                inner = SOURCE / Path(*module.split(".")[1:])
                yield from (
                    (_module(file), alias.name)
                    for alias in node.names
                    for file in inner.glob("*.py")
                )


def _first(node: ast.ClassDef) -> str:
    said = (ast.get_docstring(node) or "").strip().split("\n")[0]
    return said.replace("|", "\\|")


def _said(path: Path) -> str:
    text = ast.get_docstring(tree(path)) if path.exists() else None
    return (text or "").strip()


def _folders() -> list[str]:
    return sorted(
        {path.parent.relative_to(SOURCE).as_posix().removeprefix(".") for path in _files()}
    )


def _files() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def _module(path: Path) -> str:
    dotted = ".".join(("stolik", *path.relative_to(SOURCE).with_suffix("").parts))
    return dotted.removesuffix(".__init__")


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(
            PAGE.read_text("utf-8") != page() and "docs/names.md is old: python -m tools.names"
        )
    PAGE.write_text(page(), "utf-8")
