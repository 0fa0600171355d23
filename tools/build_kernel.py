"""Compile the solver's kernel, for a working copy or for a package (package_hook.py).

The system's compiler is taken, else the one of the `ziglang` wheel. Without either the package
works all the same: the twin in plain Python answers, only slower.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

SOLVER = Path("src/stolik/solver")
SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
FLAGS = ["-O3", "-std=c11", "-shared", "-fvisibility=hidden"]
POSITION_INDEPENDENT = [] if sys.platform == "win32" else ["-fPIC"]
_ZIG = [sys.executable, "-m", "ziglang", "cc"]


def build(root: Path, library: Path | None = None, *, triple: str | None = None) -> bool:
    """Build the library with the first compiler that manages to; tells whether there is one.

    With a triple it is another machine's, which only the compiler of `ziglang` can build.
    """
    source = root / SOLVER / "kernel.c"
    library = library or root / SOLVER / f"libkernel{SUFFIX}"
    newest = max(path.stat().st_mtime for path in (source, *source.parent.glob("native/*.h")))
    if library.exists() and library.stat().st_mtime > newest:
        return True
    compilers = [[*_ZIG, "-target", triple, "-s"]] if triple else _compilers()
    flags = [*FLAGS, *([] if triple and "windows" in triple else POSITION_INDEPENDENT)]
    for compiler in compilers:
        fresh = library.with_name(library.name + ".new")
        command = [*compiler, *flags, "-o", str(fresh), str(source)]
        if subprocess.run(command, check=False).returncode == 0:
            # A process that has the old library open keeps it; nobody sees half a file.
            fresh.replace(library)
            return True
        fresh.unlink(missing_ok=True)
        print(f"kernel: {compiler[0]} cannot build it", file=sys.stderr)
    print("kernel: no C compiler found, the solver's twin in Python is in charge", file=sys.stderr)
    return False


def build_wasm(root: Path, module: Path) -> bool:
    """Build the kernel for browsers, which only the compiler of `ziglang` can; tells whether."""
    if not importlib.util.find_spec("ziglang"):
        print("kernel: no ziglang, browsers solve with the twin in Python", file=sys.stderr)
        return False
    exported = [f"-Wl,--export={name}" for name in ("stolik_prepare", "stolik_solve", "malloc")]
    # A reactor is called by whoever loads it; it has no beginning of its own and imports nothing.
    target = ["-target", "wasm32-wasi", "-mexec-model=reactor", "-s", "-Wl,--no-entry", *exported]
    source = str(root / SOLVER / "kernel.c")
    command = [*_ZIG, "-O3", "-std=c11", "-fvisibility=hidden", *target, "-o", str(module), source]
    return subprocess.run(command, check=False).returncode == 0


def has_compiler() -> bool:
    """Whether this machine can build its own kernel without a package."""
    return any(_system_compilers())


def _compilers() -> Iterator[list[str]]:
    yield from _system_compilers()
    if importlib.util.find_spec("ziglang"):
        yield _ZIG


def _system_compilers() -> Iterator[list[str]]:
    named = os.environ.get("CC", "").split()
    for command in (named, ["cc"], ["gcc"], ["clang"]):
        if command and shutil.which(command[0]):
            yield command


if __name__ == "__main__":
    build(Path(__file__).parent.parent)
