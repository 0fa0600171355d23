"""Puts together what a browser needs to play alone: Python, our rules and bots, the solver.

python tools/build_device.py    # after the web app: Pyodide is installed with it, from its lock

Our own part is exactly what `stolik.wiring.browser` imports. The kernel needs the compiler of
`ziglang`; where it is missing the solver's twin answers, as it does in CPython. Nothing of this is
needed to serve: where a part cannot be had the server works without, and this says why.
"""

import ast
import gzip
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
FILES = SOURCE / "stolik" / "adapters" / "web" / "device" / "files"
PARTS = "parts.json"  # tells the worker what the others are called
PYODIDE = ROOT / "frontend" / "node_modules" / "pyodide"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCKED = ROOT / "requirements" / "device.txt"
# The only compiled package of ours, built for Pyodide by its authors.
_PLATFORM = ["--platform", "pyemscripten_2026_0_wasm32", "--python-version", "314"]

ENTRY = "stolik.wiring.browser"
_DATA = ("rules", "boards", "formats", "lessons", "texts")
# Imported where somebody prints or reads workbooks, which nobody does on a device.
_NEVER = ("stolik.adapters.pdf", "stolik.adapters.sheets", "stolik.app.sheets.writing")
_THE_SAME = (1980, 1, 1, 0, 0, 0)  # the same sources make the same bytes


def main() -> None:
    """What is not there yet, or a line that says what is missing."""
    if not PYODIDE.exists():
        sys.exit("device: Pyodide is not installed; build the web app first.")
    FILES.mkdir(parents=True, exist_ok=True)
    if compiled := _compiled():
        packages = [compiled, _kept("stolik", ".zip", packed())]
        parts = {"runtime": _runtime(), "packages": packages, "kernel": _kernel()}
        (FILES / PARTS).write_text(json.dumps(parts), "utf-8")
        _tidy_up({parts["runtime"], *packages, parts["kernel"]})
    else:
        shutil.rmtree(FILES)
        print("device: no msgspec for Pyodide was found; nobody plays offline", file=sys.stderr)


def is_stale() -> bool:
    """Whether our own part is missing, or was packed from other sources than these."""
    found = FILES / PARTS
    if not found.exists():
        return True
    return _name("stolik", ".zip", packed()) not in json.loads(found.read_text("utf-8"))["packages"]


def _runtime() -> str:
    """Pyodide's own files, under its version: they change when it does."""
    version = json.loads((PYODIDE / "package.json").read_text("utf-8"))["version"]
    folder = FILES / f"pyodide-{version}"
    if not folder.exists():
        folder.mkdir()
        for name in RUNTIME:
            _write(folder / name, (PYODIDE / name).read_bytes())
        # It lists packages of other hosts, of which we load none.
        lock = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))
        _write(folder / "pyodide-lock.json", json.dumps({**lock, "packages": {}}).encode())
    return folder.name


def _compiled() -> str:
    """The package as it was taken from the index; what was taken for the same lock stays."""
    if here := _here("msgspec-*.zip", LOCKED):
        return here
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--require-hashes", "--only-binary", ":all:", *_PLATFORM]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([*command, "--dest", folder, "-r", LOCKED], check=False)
        wheels = list(Path(folder).glob("*.whl"))
        if done.returncode or not wheels:
            return ""
        return _kept("msgspec", ".zip", wheels[0].read_bytes())


def _kernel() -> str:
    """Empty where no compiler for it is found: then the twin answers."""
    from build_kernel import SOLVER, build_wasm  # beside this file, where it is run as a program

    solver = ROOT / SOLVER
    if here := _here("kernel-*.wasm", solver / "kernel.c", *solver.glob("native/*.h")):
        return here
    with tempfile.TemporaryDirectory() as folder:
        module = Path(folder) / "kernel.wasm"
        return _kept("kernel", ".wasm", module.read_bytes()) if build_wasm(ROOT, module) else ""


def _here(pattern: str, *sources: Path) -> str:
    """The name of what was made before of nothing newer."""
    newest = max(source.stat().st_mtime for source in sources)
    found = [path for path in FILES.glob(f"{pattern}.gz") if path.stat().st_mtime > newest]
    return found[0].name.removesuffix(".gz") if found else ""


def _tidy_up(wanted: set[str]) -> None:
    for path in FILES.iterdir():
        if path.name.removesuffix(".gz") not in {*wanted, PARTS}:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def packed() -> bytes:
    """Our own part as the bytes of a zip file."""
    names = [path.relative_to(SOURCE).as_posix() for path in modules()]
    data = SOURCE / "stolik" / "data"
    names += [p.relative_to(SOURCE).as_posix() for one in _DATA for p in data.glob(f"{one}/*.toml")]
    with tempfile.SpooledTemporaryFile() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for name in sorted(names):
                entry = zipfile.ZipInfo(name, _THE_SAME)
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, (SOURCE / name).read_bytes())
        file.seek(0)
        return file.read()


def modules(entry: str = ENTRY) -> list[Path]:
    """Every module of ours that a module imports, by itself or by others, now or later."""
    found: dict[str, Path] = {}
    todo = [entry]
    while todo:
        name = todo.pop()
        path = _path(name)
        if path is None or name in found or name.startswith(_NEVER):
            continue
        found[name] = path
        todo += _imported(ast.parse(path.read_text("utf-8")))
        todo += [name.rpartition(".")[0]] * ("." in name)
    return sorted(found.values())


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                continue
            case ast.Import(names=names):
                yield from (alias.name for alias in names if alias.name.startswith("stolik"))
            case ast.ImportFrom(module=str() as module, names=names) if module.startswith("stolik"):
                yield module
                yield from (f"{module}.{alias.name}" for alias in names)
            case ast.Constant(value=str() as text) if text.startswith("stolik."):
                yield text  # loaded by its name later
            case _:
                yield from _imported(node)


def _path(name: str) -> Path | None:
    place = SOURCE / name.replace(".", "/")
    found = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    return found if found.exists() else None


def _kept(name: str, suffix: str, content: bytes) -> str:
    path = FILES / _name(name, suffix, content)
    _write(path, content)
    return path.name


def _name(name: str, suffix: str, content: bytes) -> str:
    """It tells the contents: a browser keeps the file for ever."""
    return f"{name}-{sha256(content).hexdigest()[:12]}{suffix}"


def _write(path: Path, content: bytes) -> None:
    """Packed, as it is sent: nine megabytes are not packed anew at each start."""
    path.with_name(path.name + ".gz").write_bytes(gzip.compress(content, 9, mtime=0))


if __name__ == "__main__":
    main()
