"""Builds the Debian package of this machine: the locked packages in /opt/stolik, a service, a user.

    .venv/bin/python tools/build_deb.py dist

It needs no virtual environment where it is installed: Debian's own Python reads /opt/stolik/lib.
The compiled packages are those of the Python that builds it, and the package says so.
"""

import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

ROOT = Path(__file__).parent.parent
DEBIAN = ROOT / "deploy" / "debian"
_SCRIPTS = ("postinst", "prerm", "postrm")
_START = """#!/bin/sh
here=$(dirname "$(dirname "$(readlink -f "$0")")")
PYTHONPATH="$here/lib" exec /usr/bin/python3 -m stolik "$@"
"""


def main(target: Path) -> None:
    """Put the package into a directory."""
    os.umask(0o022)
    with tempfile.TemporaryDirectory() as made:
        wheels, tree = Path(made) / "wheels", Path(made) / "tree"
        _pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", wheels, ROOT)
        (wheel,) = wheels.glob("stolik-*.whl")
        _lay_out(tree, wheel)
        version = wheel.name.split("-")[1]
        architecture = _said("dpkg", "--print-architecture")
        _control(tree, version, architecture)
        target.mkdir(parents=True, exist_ok=True)
        package = target / f"stolik_{version}_{architecture}.deb"
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", tree, package], check=True
        )


def _lay_out(tree: Path, wheel: Path) -> None:
    lib = tree / "opt" / "stolik" / "lib"
    lock = ROOT / "requirements" / "product.txt"
    _pip("install", "--no-compile", "--target", lib, "--require-hashes", "-r", lock)
    _pip("install", "--no-compile", "--target", lib, "--no-deps", wheel)
    shutil.rmtree(
        lib / "bin", ignore_errors=True
    )  # programs that would look elsewhere for all this
    _write(tree / "opt/stolik/bin/stolik", _START, 0o755)
    (tree / "usr/bin").mkdir(parents=True)
    (tree / "usr/bin/stolik").symlink_to("/opt/stolik/bin/stolik")
    units = "usr/lib/systemd/system"
    _write(tree / units / "stolik.service", (ROOT / "deploy/stolik.service").read_text("utf-8"))
    _write(tree / units / "stolik.service.d/user.conf", _ours("user.conf"))
    _write(tree / "etc/default/stolik", _ours("default"))
    _write(tree / "usr/share/lintian/overrides/stolik", _ours("overrides"))
    papers = tree / "usr/share/doc/stolik"
    _write(papers / "copyright", (ROOT / "LICENSE").read_text("utf-8"))
    _pack(papers / "CHANGELOG.md.gz", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    _pack(papers / "changelog.gz", _changes(wheel.name.split("-")[1]))
    _pack(tree / "usr/share/man/man1/stolik.1.gz", _ours("stolik.1"))


def _changes(version: str) -> str:
    """What is new in Debian's own shape: the version and its day, the rest is in our changelog."""
    written = (ROOT / "CHANGELOG.md").read_text("utf-8")
    dated = re.search(rf"^## {re.escape(version)} \((\S+)\)$", written, re.M)
    if not dated:
        sys.exit(f"CHANGELOG.md has no dated part of version {version}")
    day = format_datetime(datetime.fromisoformat(dated[1]).replace(tzinfo=UTC))
    told = "See /usr/share/doc/stolik/CHANGELOG.md.gz"
    return (
        f"stolik ({version}) unstable; urgency=medium\n\n  * {told}\n\n -- {_maintainer()}  {day}\n"
    )


def _maintainer() -> str:
    """Who builds it, by Debian's own variables."""
    name, address = os.environ.get("DEBFULLNAME"), os.environ.get("DEBEMAIL")
    return f"{name or 'Stolik'} <{address or 'nobody@stolik.invalid'}>"


def _control(tree: Path, version: str, architecture: str) -> None:
    size = sum(file.lstat().st_size for file in tree.rglob("*")) // 1024
    major, minor = sys.version_info[:2]
    told = _ours("control").format(
        version=version,
        maintainer=_maintainer(),
        architecture=architecture,
        kilobytes=size,
        python=f"{major}.{minor}",
        next_python=f"{major}.{minor + 1}",
    )
    _write(tree / "DEBIAN/control", told)
    _write(tree / "DEBIAN/conffiles", "/etc/default/stolik\n")
    for name in _SCRIPTS:
        _write(tree / "DEBIAN" / name, _ours(name), 0o755)


def _ours(name: str) -> str:
    return (DEBIAN / name).read_text("utf-8")


def _write(file: Path, text: str, mode: int = 0o644) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    file.chmod(mode)


def _pack(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def _pip(*words: str | Path) -> None:
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    subprocess.run([*pip, *words], check=True)


def _said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
