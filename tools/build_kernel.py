"""Compile the solver's kernel: a build hook of the package, and a script for a working copy.

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
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOLVER = Path("src/stolik/solver")
SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
FLAGS = ["-O3", "-std=c11", "-shared", "-fvisibility=hidden"]
POSITION_INDEPENDENT = [] if sys.platform == "win32" else ["-fPIC"]


class KernelBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the kernel beside its source; wheels carry it and are then bound to the platform."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if any(_system_compilers()) else ["ziglang"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or not build(Path(self.root)):
            return
        if version != "editable":
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            build_data["artifacts"].append(str(SOLVER / f"libkernel{SUFFIX}"))


def build(root: Path) -> bool:
    """Build the library with the first compiler that manages to; tells whether there is one."""
    source, library = root / SOLVER / "kernel.c", root / SOLVER / f"libkernel{SUFFIX}"
    newest = max(path.stat().st_mtime for path in (source, *source.parent.glob("native/*.h")))
    if library.exists() and library.stat().st_mtime > newest:
        return True
    for compiler in _compilers():
        fresh = library.with_name(library.name + ".new")
        command = [*compiler, *FLAGS, *POSITION_INDEPENDENT, "-o", str(fresh), str(source)]
        if subprocess.run(command, check=False).returncode == 0:
            # A process that has the old library open keeps it; nobody sees half a file.
            fresh.replace(library)
            return True
        fresh.unlink(missing_ok=True)
        print(f"kernel: {compiler[0]} cannot build it", file=sys.stderr)
    print("kernel: no C compiler found, the solver's twin in Python is in charge", file=sys.stderr)
    return False


def _compilers() -> Iterator[list[str]]:
    yield from _system_compilers()
    if importlib.util.find_spec("ziglang"):
        yield [sys.executable, "-m", "ziglang", "cc"]


def _system_compilers() -> Iterator[list[str]]:
    named = os.environ.get("CC", "").split()
    for command in (named, ["cc"], ["gcc"], ["clang"]):
        if command and shutil.which(command[0]):
            yield command


if __name__ == "__main__":
    build(Path(__file__).parent.parent)
